import { expect, test } from 'vitest'
import { fromRfc3339 } from '../../wire/rfc3339.ts'
import { besideRange, presetName, presetOf, presetRange, presets, rangeLabel, rangeNotes } from './range.ts'

const ns = (text: string): string => (fromRfc3339(text) ?? 0n).toString()
const now = BigInt(ns('2026-11-21T02:41:00.5Z'))

test('months and years are those of the calendar', () => {
  expect(presetRange('this-month', now, 'utc')).toEqual({
    from: ns('2026-11-01T00:00:00Z'),
    to: ns('2026-12-01T00:00:00Z'),
  })
  expect(presetRange('last-month', now, 'utc')).toEqual({
    from: ns('2026-10-01T00:00:00Z'),
    to: ns('2026-11-01T00:00:00Z'),
  })
  expect(presetRange('quarter', now, 'utc')).toEqual({
    from: ns('2026-10-01T00:00:00Z'),
    to: ns('2027-01-01T00:00:00Z'),
  })
  expect(presetRange('year', now, 'utc')).toEqual({ from: ns('2026-01-01T00:00:00Z'), to: ns('2027-01-01T00:00:00Z') })
})

test('the last quarter and the last year are over', () => {
  expect(presetRange('last-quarter', now, 'utc')).toEqual({
    from: ns('2026-07-01T00:00:00Z'),
    to: ns('2026-10-01T00:00:00Z'),
  })
  expect(presetRange('last-quarter', BigInt(ns('2026-02-01T00:00:00Z')), 'utc').from).toBe(ns('2025-10-01T00:00:00Z'))
  expect(presetRange('last-year', now, 'utc')).toEqual({
    from: ns('2025-01-01T00:00:00Z'),
    to: ns('2026-01-01T00:00:00Z'),
  })
})

test.each(['this-month', 'last-month', 'quarter', 'last-quarter', 'year', 'last-year'] as const)(
  'beside %s is a whole period of the calendar, and back again it is the same',
  (preset) => {
    for (const zone of ['utc', 'Europe/London'] as const) {
      const range = presetRange(preset, now, zone)
      for (const by of [-1, 1] as const) {
        const beside = besideRange(range, by, zone)!
        expect(rangeLabel(beside, zone)).not.toBe('')
        expect(by === 1 ? beside.from : beside.to).toBe(by === 1 ? range.to : range.from)
        expect(besideRange(beside, by === 1 ? -1 : 1, zone)).toEqual(range)
      }
    }
  },
)

test('beside any other stretch is one as long; an open one has nothing beside it', () => {
  expect(besideRange({ from: '1000', to: '1500' }, -1, 'utc')).toEqual({ from: '500', to: '1000' })
  expect(besideRange({ from: '1000', to: '1500' }, 1, 'utc')).toEqual({ from: '1500', to: '2000' })
  expect(besideRange({}, 1, 'utc')).toBeUndefined()
  expect(besideRange({ from: '1000' }, -1, 'utc')).toBeUndefined()
})

test('the month before January is December', () => {
  const january = BigInt(ns('2027-01-05T00:00:00Z'))
  expect(presetRange('last-month', january, 'utc').from).toBe(ns('2026-12-01T00:00:00Z'))
})

test('a month with a clock change starts and ends at local midnight', () => {
  const october = BigInt(ns('2026-10-10T00:00:00Z'))
  expect(presetRange('this-month', october, 'Europe/London')).toEqual({
    from: ns('2026-10-01T00:00:00+01:00'),
    to: ns('2026-11-01T00:00:00Z'),
  })
})

test('moving ranges cover whole seconds', () => {
  expect(presetRange('day', now, 'utc')).toEqual({ from: ns('2026-11-20T02:41:00Z'), to: ns('2026-11-21T02:41:01Z') })
})

test('the last block of a chain that has stopped at a whole second lies in its last 24 hours', () => {
  const last = BigInt(ns('2024-03-31T00:00:00Z'))
  expect(BigInt(presetRange('day', last, 'utc').to ?? '')).toBeGreaterThan(last)
})

test('presets of a chain that has stopped are called by the time that they mean', () => {
  const last = BigInt(ns('2024-03-31T00:00:00Z'))
  expect(presets.map(({ value }) => presetName(value, last, 'utc', true))).toEqual([
    '24 h',
    '7 d',
    'March 2024',
    'February 2024',
    'Q1 2024',
    'Q4 2023',
    '2024',
    '2023',
    'All',
  ])
})

test.each(presets)('the button of $value shows pressed for its own range', ({ value }) => {
  expect(presetOf(presetRange(value, now, 'utc'), now, 'utc')).toBe(value)
})

test('calendar ranges have names', () => {
  const named = (from: string, to: string) => rangeLabel({ from: ns(from), to: ns(to) }, 'utc')
  expect(named('2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z')).toBe('October 2026')
  expect(named('2026-07-01T00:00:00Z', '2026-10-01T00:00:00Z')).toBe('Q3 2026')
  expect(named('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')).toBe('2026')
  expect(named('2026-10-01T00:00:01Z', '2026-11-01T00:00:00Z')).toBe('')
  expect(rangeLabel({}, 'utc')).toBe('')
})

const facts = { rows: 2, first: '2024-03-01 10:00:00+00' }
const reached = { now: BigInt(ns('2024-06-01T00:00:00Z')), lastBlock: BigInt(ns('2024-05-31T23:59:59Z')) }
const nothing = { rows: 0, first: undefined }

test('a file that starts late says that the node may not keep older data', () => {
  const requested = { from: ns('2024-01-01T00:00:00Z'), to: ns('2024-05-01T00:00:00Z') }
  expect(rangeNotes(requested, facts, reached, 'utc')).toEqual([
    'The first entry comes 60 days after the start of the range. The node may not keep older data.',
  ])
  expect(rangeNotes({ ...requested, from: ns('2024-03-01T00:00:00Z') }, facts, reached, 'utc')).toEqual([])
  expect(rangeNotes(requested, nothing, reached, 'utc')[0]).toContain('may not keep older data')
})

test('a range that ends before it begins is not blamed on the node', () => {
  const swapped = { from: ns('2024-05-01T00:00:00Z'), to: ns('2024-01-01T00:00:00Z') }
  expect(rangeNotes(swapped, nothing, reached, 'utc')).toEqual(['The range ends before it begins.'])
})

test('an open end is mentioned', () => {
  expect(rangeNotes({}, facts, reached, 'utc')[0]).toContain('still open')
  expect(rangeNotes({ to: ns('2024-07-01T00:00:00Z') }, facts, reached, 'utc')[0]).toContain('still open')
})

test('before the first row, only what is known of the range is said', () => {
  const closed = { from: ns('2024-01-01T00:00:00Z'), to: ns('2024-05-01T00:00:00Z') }
  expect(rangeNotes(closed, undefined, reached, 'utc')).toEqual([])
  expect(rangeNotes({}, undefined, reached, 'utc')).toEqual(rangeNotes({}, facts, reached, 'utc'))
})

test('a range is not called open on a node that does not tell its last block', () => {
  const [note] = rangeNotes({}, facts, { now: reached.now }, 'utc')
  expect(note).toMatch(/^The age of this node’s data is not known/)
  expect(note).not.toContain('still open')
})

test('an export of nothing names the last block of the node, and no month that the chain never saw', () => {
  const lastBlock = BigInt(ns('2024-03-31T00:00:00Z'))
  const archive = { now: BigInt(ns('2026-11-22T00:00:00Z')), lastBlock, stoppedAt: lastBlock }
  const october = { from: ns('2026-10-01T00:00:00Z'), to: ns('2026-11-01T00:00:00Z') }
  expect(rangeNotes(october, nothing, archive, 'utc')).toEqual([
    "The range begins after the node's last block, which is from 31 Mar 2024, 00:00:00 UTC.",
  ])
  const march = { from: ns('2024-03-01T00:00:00Z'), to: ns('2024-04-01T00:00:00Z') }
  expect(rangeNotes(march, nothing, archive, 'utc')).toEqual([
    "The node's last block is from 31 Mar 2024, 00:00:00 UTC; it may not keep older data.",
  ])
  expect(rangeNotes({}, facts, archive, 'utc')).toEqual([
    "The node's last block is from 31 Mar 2024, 00:00:00 UTC: later entries are not in the file.",
  ])
  expect(rangeNotes({ to: ns('2024-03-30T00:00:00Z') }, facts, archive, 'utc')).toEqual([])
})

test('an empty export says when the chain began if its core reports it, and guesses nothing otherwise', () => {
  const lastBlock = BigInt(ns('2024-03-31T00:00:00Z'))
  const stopped = { now: lastBlock, lastBlock, stoppedAt: lastBlock }
  const genesis = BigInt(ns('2023-05-01T00:00:00Z'))
  const before = { from: ns('2023-01-01T00:00:00Z'), to: ns('2023-02-01T00:00:00Z') }
  expect(rangeNotes(before, nothing, { ...stopped, genesis }, 'utc')).toContain(
    'The chain began 1 May 2023, 00:00:00 UTC.',
  )
  expect(rangeNotes(before, nothing, stopped, 'utc').join(' ')).not.toContain('began')
  expect(rangeNotes({}, facts, { ...stopped, genesis }, 'utc').join(' ')).not.toContain('began')
})
