// @vitest-environment happy-dom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isolated } from '../../features/margin-modes/modes.ts'
import { allGauges, type Gauge } from '../../../wire/spam-gauges.ts'
import { compare } from '../../format/amount.ts'
import {
  countDifferences,
  decimal,
  differenceOf,
  fraction,
  missing,
  plain,
  points,
  type Side,
  words,
} from './differences.ts'
import { epochLines } from './epoch-lines.ts'
import { historyRows } from './history-rows.ts'
import { limitRows, modeRows, teamRow } from './party-rows.ts'
import { readCompareSearch } from './search.ts'

const names = ['Anna', 'Boris'] as const
const between = (a: Side, b: Side, by?: (difference: string) => string) =>
  differenceOf({ label: 'x', sides: [a, b], ...(by && { by }) }, names)

test('a difference names who is higher and by how much, exactly', () => {
  expect(between(fraction('0.955'), fraction('0.9'), points)).toEqual({
    state: 'differs',
    words: 'Anna higher by 5.5 points',
  })
  expect(between(decimal('18446744073709551615'), decimal('18446744073709551616'), plain).words).toBe(
    'Boris higher by 1',
  )
  expect(between(fraction('0.9'), fraction('0.90000001'), points).words).toBe('Boris higher by less than 0.01 points')
})

test('the smaller rank is ahead, not lower', () => {
  const row = { label: 'Rank', sides: [decimal('1'), decimal('4')], by: plain, isRank: true } as const
  expect(differenceOf(row, names).words).toBe('Anna ahead by 3')
})

test('what is not known is neither the same nor different, and zero is known', () => {
  expect(between(fraction(''), fraction('0'), points)).toEqual({ state: 'one', words: 'Unknown for Anna' })
  expect(between(fraction('0'), missing('x'), points)).toEqual({ state: 'one', words: 'Unknown for Boris' })
  expect(between(fraction(undefined), decimal(''))).toEqual({ state: 'unknown', words: 'Both unknown' })
  expect(between(fraction('0'), fraction('0.000'))).toEqual({ state: 'same', words: 'Same' })
})

test('words differ or not; all fields are counted once', () => {
  expect(between(words('Cross'), words('Isolated 10x'))).toEqual({ state: 'differs', words: 'Different' })
  const rows = [
    { label: 'a', sides: [words('1'), words('1')] },
    { label: 'b', sides: [words('1'), words('2')] },
    { label: 'c', sides: [words('1'), missing('x')] },
    { label: 'd', sides: [missing('x'), missing('x')] },
  ] as const
  expect(countDifferences(rows)).toEqual({ differ: 1, unknown: 2 })
})

test('exchanging the two sides changes the sides and nothing else', () => {
  const number = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 12 }))
    .map(([units, scale]) => {
      const digits = String(units).padStart(scale + 1, '0')
      return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
    })
  const side = fc.option(number, { nil: undefined })
  fc.assert(
    fc.property(side, side, (a, b) => {
      const one = differenceOf({ label: 'x', sides: [decimal(a), decimal(b)], by: plain }, names)
      const other = differenceOf({ label: 'x', sides: [decimal(b), decimal(a)], by: plain }, [names[1], names[0]])
      expect(one).toEqual(other)
      if (a !== undefined && b !== undefined) expect(one.state === 'same').toBe(compare(a, b) === 0)
    }),
  )
})

const gauge = (used: string, max: string, state: Gauge['state'] = 'ok'): Gauge => ({
  name: 'transfers',
  state,
  used,
  max,
})
const transfersOf = (a: Gauge, b: Gauge) => {
  const row = limitRows([[a], [b]]).find(({ label }) => label === 'Transfers')
  return row && differenceOf(row, names).words
}

test('counts are compared as numbers only where the limit is the same', () => {
  expect(transfersOf(gauge('3', '20'), gauge('18', '20', 'near'))).toBe('Boris higher by 15')
  expect(transfersOf(gauge('3', '20'), gauge('3', '30'))).toBe('Different')
  expect(transfersOf(gauge('3', '20'), { name: 'transfers', state: 'unknown' })).toBe('Unknown for Boris')
  expect(transfersOf(gauge('0', '20', 'unrecorded'), gauge('3', '20'))).toBe('Unknown for Anna')
})

const mode = (marketId: string, marginFactor: string) => ({
  marketId,
  partyId: 'a1',
  marginMode: isolated,
  marginFactor,
  atEpoch: '1',
})

test('two factors with one rounded leverage are not called the same', () => {
  const pair = [
    { rows: [mode('m1', '0.1')], complete: true },
    { rows: [mode('m1', '0.1001')], complete: true },
  ] as const
  const [row] = modeRows(pair, (id) => id)
  expect(row?.sides.map((side) => side.known && side.text)).toEqual(['Isolated 10x', 'Isolated 10x'])
  expect(row && differenceOf(row, names).state).toBe('differs')
})

test('a market that a cut list does not have is unknown, not cross', () => {
  const pair = [
    { rows: [mode('m1', '0.1')], complete: true },
    { rows: [], complete: false },
  ] as const
  expect(modeRows(pair, (id) => id)[0]?.sides[1]).toEqual(missing('not among the loaded rows'))
  expect(modeRows([pair[0], { rows: [], complete: true }], (id) => id)[0]?.sides[1]).toEqual(
    words('Not recorded (default: cross)'),
  )
})

test('teams are compared by their whole id', () => {
  const current = (teamId: string) => [
    { teamId, joinedAt: '1', joinedAtEpoch: '1', current: true, first: true, returned: false },
  ]
  const close = ['ab'.repeat(32), `ab${'cd'.repeat(30)}ab`] as const
  expect(differenceOf(teamRow([current(close[0]), current(close[1])]), names).state).toBe('differs')
  expect(differenceOf(teamRow([current(close[0]), []]), names).words).toBe('Different')
})

test('an epoch that was not read, or a party that is not watched, is unknown in it', () => {
  const sample = (epochSeq: string, timeOnBook: string) => ({
    marketId: 'm1',
    epochSeq,
    time: '',
    equityLikeShare: '',
    averageScore: '0.5',
    currentEpochFractionOfTimeOnBook: timeOnBook,
  })
  const histories = { a: [sample('9', '0.8'), sample('10', '0.9')], b: [sample('10', '0.95')] }
  const { timeOnBook } = historyRows(histories, ['a', 'b'], 'm1')
  expect(timeOnBook.map((row) => [row.epochSeq, differenceOf(row, names).words])).toEqual([
    ['10', 'Boris higher by 5 points'],
    ['9', 'Unknown for Boris'],
  ])
  expect(historyRows({ a: histories.a, b: undefined }, ['a', 'b'], 'm1').score[0]?.sides[1]).toEqual(
    missing('not watched by this service'),
  )
  expect(historyRows(histories, ['a', 'b'], 'm2').timeOnBook).toEqual([])
})

test('an address names two parties at most, each once, in one spelling', () => {
  const [a, b, c] = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32)) as [string, string, string]
  expect(readCompareSearch({ party: `${a},${a.toUpperCase()},${b},${c}`, marketId: 'm1' })).toEqual({
    party: [a, b],
    marketId: 'm1',
  })
  expect(readCompareSearch({})).toEqual({ party: [] })
  expect(readCompareSearch({ party: ',' })).toEqual({ party: [] })
})

test('limits that neither party has used share one row, so that those in use are seen', () => {
  const all = (used: string, state: Gauge['state'] = 'ok'): Gauge[] =>
    allGauges.map((name) => ({ name, state, used: name === 'transfers' ? used : '0', max: '20' }))
  const labels = (a: Gauge[], b: Gauge[]) => limitRows([a, b]).map(({ label }) => label)
  expect(labels(all('3'), all('0'))).toEqual(['Transfers', `${allGauges.length - 1} other limits`])
  expect(labels(all('0'), all('0'))).toEqual([`All ${allGauges.length} limits`])
  const [row] = limitRows([all('0', 'unrecorded'), all('0')])
  expect(row && differenceOf(row, names).words).toBe('Unknown for Anna')
})

test('a curve over epochs is interrupted where nothing was recorded, which is no zero', () => {
  const row = (epochSeq: string, a: Side, b: Side) => ({ epochSeq, label: epochSeq, sides: [a, b] as const })
  const rows = [
    row('105', fraction('0.5'), fraction('0')),
    row('103', fraction('0.25'), missing('x')),
    row('102', fraction('0.75'), fraction('1')),
  ]
  expect(epochLines(rows)).toEqual({
    first: 102n,
    epochs: 4,
    sides: [
      [
        [
          { at: 0, value: 0.75 },
          { at: 1, value: 0.25 },
        ],
        [{ at: 3, value: 0.5 }],
      ],
      [[{ at: 0, value: 1 }], [{ at: 3, value: 0 }]],
    ],
    gaps: [1, 2],
  })
  expect(epochLines(rows.slice(0, 1))).toBeUndefined()
  expect(epochLines([])).toBeUndefined()
})
