import { expect, test } from 'vitest'
import { lengthWords, spanWords } from './membership-words.ts'
import type { Membership } from './memberships.ts'

const second = 1_000_000_000n
const at = (text: string) => (BigInt(Date.parse(text)) * 1_000_000n).toString()
const membership = (change: Partial<Membership>): Membership => ({
  teamId: 't',
  joinedAt: at('2026-05-08T10:00:00Z'),
  joinedAtEpoch: '1645',
  current: false,
  first: false,
  returned: false,
  ...change,
})
const ended = { endedAt: at('2026-06-01T00:00:00Z'), endedAtEpoch: '1669', epochs: '24' }

test('the length of a stay', () => {
  expect(lengthWords(membership(ended), '1842')).toBe('24 epochs')
  expect(lengthWords(membership({ ...ended, epochs: '1' }), undefined)).toBe('1 epoch')
  expect(lengthWords(membership({ ...ended, epochs: '0' }), undefined)).toBe('under one epoch')
  expect(lengthWords(membership({ current: true }), '1706')).toBe('61 epochs so far')
  expect(lengthWords(membership({ current: true }), undefined)).toBe('so far')
  expect(lengthWords(membership({}), '1842')).toBe('end not loaded')
})

test('an ended stay names its last whole epoch, the one before the next join', () => {
  expect(spanWords(membership(ended), 'utc', 0n)).toBe(
    '8 May 2026, 10:00:00 UTC to 1 Jun 2026, 00:00:00 UTC, epochs 1,645 to 1,668',
  )
  expect(spanWords(membership({ ...ended, endedAtEpoch: '1646' }), 'utc', 0n)).toMatch(/, epoch 1,645$/)
})

test('the current stay says how long ago it began', () => {
  const now = BigInt(membership({}).joinedAt) + 90n * second
  expect(spanWords(membership({ current: true }), 'utc', now)).toBe(
    'Joined 8 May 2026, 10:00:00 UTC at epoch 1,645, 1 min ago',
  )
})
