import { expect, test } from 'vitest'
import { joinedWords, lengthWords, spanWords, timeWords, type Membership } from './memberships.ts'

const second = 1_000_000_000n
const at = (text: string) => (BigInt(Date.parse(text)) * 1_000_000n).toString()
const membership = (change: Partial<Membership>): Membership => ({
  teamId: 't',
  joinedAt: at('2026-05-08T10:00:00Z'),
  joinedAtEpoch: '1645',
  current: false,
  first: false,
  ...change,
})
const ended = { endedAt: at('2026-06-01T00:00:00Z'), endedAtEpoch: '1669', epochs: '24' }

test('the length of a membership: its time leads, its epochs follow', () => {
  const now = BigInt(membership({}).joinedAt) + 3690n * second
  expect(lengthWords(membership(ended), now)).toBe('23 d 14 h, 24 epochs')
  expect(lengthWords(membership({ ...ended, epochs: '1' }), now)).toBe('23 d 14 h, 1 epoch')
  expect(lengthWords(membership({ ...ended, epochs: '0' }), now)).toBe('23 d 14 h, under one epoch')
  expect(lengthWords(membership({ current: true }), now)).toBe('1 h 1 min so far')
  expect(lengthWords(membership({}), now)).toBe('end not loaded')
})

test('an ended membership names its last whole epoch, the one before the next join', () => {
  expect(spanWords(membership(ended), 'utc')).toBe('8 May 2026, 10:00 to 1 Jun 2026, 00:00 UTC, epochs 1,645 to 1,668')
  expect(spanWords(membership({ ...ended, endedAtEpoch: '1646' }), 'utc')).toMatch(/, epoch 1,645$/)
})

test('the current membership says when it began', () => {
  expect(spanWords(membership({ current: true }), 'utc')).toBe('Joined 8 May 2026, 10:00 UTC, epoch 1,645')
})

test('teams are counted apart from joins, and only where they differ', () => {
  const teams = (...ids: string[]) => joinedWords(ids.map((teamId) => membership({ teamId })))
  expect(teams('a')).toBe('Joined 1 team')
  expect(teams('a', 'b')).toBe('Joined 2 teams')
  expect(teams('a', 'b', 'a')).toBe('Joined 2 teams 3 times')
})

test('a join whose time the node has not recorded is not one of 1970', () => {
  const now = BigInt(membership({}).joinedAt)
  const unrecorded = membership({ joinedAt: '0', current: true })
  expect(spanWords(unrecorded, 'utc')).toBe('Joined at a time not recorded, epoch 1,645')
  expect(timeWords(unrecorded, now)).toBe('length not recorded')
  expect(lengthWords(membership({ ...ended, joinedAt: '0' }), now)).toBe('length not recorded, 24 epochs')
  expect(spanWords(membership({ ...ended, endedAt: '0' }), 'utc')).toBe(
    '8 May 2026, 10:00 to a time not recorded, epochs 1,645 to 1,668',
  )
})
