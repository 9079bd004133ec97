import { expect, test } from 'vitest'
import { roughDuration, formatAge, formatCountdown, formatDuration } from './duration.ts'

test.each([
  [1_299, '1.2 s'],
  [0, '0.0 s'],
  [-5, '0.0 s'],
  [12_900, '12 s'],
  [59_999, '59 s'],
  [4 * 60_000 + 59_000, '4 min'],
  [3_600_000, '1 h'],
  [2 * 3_600_000 + 5 * 60_000, '2 h 5 min'],
  [52 * 3_600_000, '2 d 4 h'],
])('%i ms is %s old', (ms, expected) => expect(formatAge(ms)).toBe(expected))

test.each([
  [1, '00:00:01'],
  [1_000, '00:00:01'],
  [1_001, '00:00:02'],
  [0, '00:00:00'],
  [-1, '00:00:00'],
  [31 * 60_000 + 41_500, '00:31:42'],
  [86_400_000, '1 d 00:00:00'],
  [86_399_001, '1 d 00:00:00'],
  [2 * 86_400_000 + 11_045_000, '2 d 03:04:05'],
])('%i ms left reads %s, rounded up', (ms, expected) => expect(formatCountdown(ms)).toBe(expected))

test.each([
  [810, '0.81 s'],
  [1_000, '1 s'],
  [600_000, '10 min'],
  [599_140, '10 min'],
  [86_400_000, '24 h'],
  // A node whose clock is behind that of its chain.
  [-7_427_075, '0 s'],
])('%i ms lasts %s', (ms, expected) => expect(formatDuration(ms)).toBe(expected))

test.each([
  [2_040, 'less than a minute'],
  [60_000, 'about 1 min'],
  [4.4 * 60_000, 'about 4 min'],
  [9.6 * 60_000, 'about 10 min'],
  [38.2 * 60_000, 'about 40 min'],
  [97 * 60_000, 'about 95 min'],
  [98 * 60_000, 'about 2 h'],
  [23.4 * 3_600_000, 'about 23 h'],
  [60 * 3_600_000, 'about 3 d'],
])('an estimate of %i ms claims no more than it knows: %s', (ms, expected) => expect(roughDuration(ms)).toBe(expected))
