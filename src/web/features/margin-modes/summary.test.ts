import { expect, test } from 'vitest'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { leverageSteps, stepOf, summarise as summarisePages } from './summary.ts'
import { cross, isolated } from './leverage.ts'

const row = (marginMode: string, marginFactor?: string, partyId = 'p'): PartyMarginMode => ({
  marketId: 'm',
  partyId,
  marginMode: marginMode as PartyMarginMode['marginMode'],
  ...(marginFactor === undefined ? {} : { marginFactor }),
  atEpoch: '1',
})

const summarise = (rows: readonly PartyMarginMode[]) =>
  summarisePages([{ startsAt: 0, edges: rows.map((node) => ({ node })) }])

test('a market counted manually', () => {
  const summary = summarise([
    row(cross),
    row(isolated, '0.1', 'a'), // 10x
    row(isolated, '0.5', 'b'), // 2x
    row(isolated, '0.008', 'c'), // 125x
    row(isolated), // no factor
    row('MARGIN_MODE_UNSPECIFIED'),
    row('9'),
  ])
  expect(summary).toMatchObject({ total: 7, cross: 1, isolated: 4, other: 2, withoutFactor: 1 })
  expect(summary.steps).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1])
  expect(summary.highest.map(({ partyId, leverage }) => `${partyId} ${leverage}`)).toEqual([
    'c 125.000000',
    'a 10.000000',
    'b 2.000000',
  ])
  expect(summary.median).toBe('10.0000000') // 2, 10, 125
})

test('the median of an even count is the mean of the two in the middle', () => {
  // 2x, 2.5x, 10x, 20x: (2.5 + 10) / 2 = 6.25
  const rows = ['0.1', '0.5', '0.05', '0.4'].map((factor) => row(isolated, factor))
  expect(summarise(rows).median).toBe('6.2500000')
  expect(summarise([row(isolated, '0.25')]).median).toBe('4.0000000')
})

test('a step includes its lower bound and leaves its upper bound to the next', () => {
  expect(leverageSteps).toEqual([
    'below 1x',
    '1 to 2x',
    '2 to 3x',
    '3 to 5x',
    '5 to 10x',
    '10 to 20x',
    '20 to 50x',
    '50 to 100x',
    '100x and over',
  ])
  const leverages = [
    999_999n,
    1_000_000n,
    2_000_000n,
    4_999_999n,
    5_000_000n,
    10_000_000n,
    100_000_000n,
    5_000_000_000n,
  ]
  expect(leverages.map(stepOf)).toEqual([0, 1, 2, 3, 4, 5, 8, 8])
})

test('one outlier does not become the leverage of all: the median is shown, no mean', () => {
  const rows = ['0.1', '0.2', '0.0000000000000001'].map((factor) => row(isolated, factor))
  expect(summarise(rows).median).toBe('10.0000000')
  expect(summarise(rows)).not.toHaveProperty('sum')
})

test('no isolated row has no median', () => {
  expect(summarise([row(cross), row(isolated)]).median).toBeUndefined()
})

test('rows of one factor are counted each, in every figure', () => {
  const rows = [...Array.from({ length: 7 }, (_, at) => row(isolated, '0.1', `a${at}`)), row(isolated, '0.5', 'b')]
  const summary = summarise([...rows, row(isolated, '0.10', 'c'), row(isolated), row(isolated)])
  expect(summary).toMatchObject({ total: 11, isolated: 11, withoutFactor: 2 })
  expect(summary.steps).toEqual([0, 0, 1, 0, 0, 8, 0, 0, 0])
  expect(summary.median).toBe('10.0000000')
  expect(summary.highest.map(({ leverage }) => leverage)).toEqual(Array(5).fill('10.000000'))
  expect(new Set(summary.highest.map(({ partyId }) => partyId)).size).toBe(5)
})
