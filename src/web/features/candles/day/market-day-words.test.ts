import { expect, test } from 'vitest'
import { parseInstant } from '../../../format/time.ts'
import type { MarketDay } from './market-day.ts'
import { changeWords, otherSpan, windowWords } from './market-day-words.ts'

const until = parseInstant('2026-11-22 19:31:07', 'utc') ?? 0n
const from = (since: string): MarketDay => ({
  since: parseInstant(since, 'utc') ?? 0n,
  until,
  traded: true,
  change: '+1.00\u00a0%',
  direction: 'up',
  closes: [],
  volume: '1',
})

test('a window that is not 24 hours is named by its length, and always by its instants', () => {
  const exact = from('2026-11-21 19:31:07')
  expect(otherSpan(exact)).toBeUndefined()
  expect(windowWords(exact, 'utc')).toBe('21 Nov 2026, 19:31:07 UTC to 22 Nov 2026, 19:31:07 UTC')
  const hours = from('2026-11-21 19:00:00')
  expect(otherSpan(hours)).toBe('24 h 31 min')
  expect(changeWords(hours, 'utc')).toMatch(/19:00:00 UTC to .*: the node keeps no finer candles of its beginning$/)
  const seconds = from('2026-11-21 19:31:00')
  expect(otherSpan(seconds)).toBeUndefined()
  expect(windowWords(seconds, 'utc')).toMatch(/19:31:00 UTC to .*: the node keeps no finer candles/)
})
