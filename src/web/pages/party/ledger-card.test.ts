// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { parseInstant } from '../../format/time.ts'
import { frozen, presetOptions, rangeOf } from './ledger-card.tsx'

const at = (text: string): bigint => parseInstant(text, 'utc') ?? 0n
const now = at('2026-11-21 02:41:00')

test('presets are named for what they mean today', () => {
  expect(presetOptions(now, 'utc', false).map(({ label }) => label)).toEqual(['7 d', 'October', 'Q4', '2026', 'All'])
  // In January last month lies in the year before.
  expect(presetOptions(at('2027-01-02 00:00:00'), 'utc', false).map(({ label }) => label)).toEqual([
    '7 d',
    'December',
    'Q1',
    '2027',
    'All',
  ])
})

test('an address names a relative range or a fixed one', () => {
  expect(rangeOf({}, now, 'utc')).toEqual({
    preset: 'last-month',
    range: { from: at('2026-10-01 00:00:00').toString(), to: at('2026-11-01 00:00:00').toString() },
  })
  expect(rangeOf({ range: 'all' }, now, 'utc')).toEqual({ preset: 'all', range: {} })
  expect(rangeOf({ range: 'week', from: '5', to: '7' }, now, 'utc')).toEqual({
    preset: undefined,
    range: { from: '5', to: '7' },
  })
})

test('a link to share keeps the range of today, in whole seconds', () => {
  const week = frozen({ range: 'week', assetId: 'a' }, now, 'utc')
  expect(week).toEqual({
    assetId: 'a',
    from: at('2026-11-14 02:41:00').toString(),
    to: at('2026-11-21 02:41:01').toString(), // the end is not included, this second is
  })
  expect(rangeOf(week, now + 10n ** 15n, 'utc').range).toEqual({ from: week.from, to: week.to })
  expect(frozen({}, now, 'utc')).toEqual({})
  expect(frozen({ range: 'all' }, now, 'utc')).toEqual({ range: 'all' })
})
