import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiquidityProvider } from '../../wire/liquidity-providers.ts'
import { PositionSamples } from './position-samples.ts'

const start = Date.parse('2026-03-01T16:00:00Z')
const minute = 60_000
const position = (marketId: string, timeOnBook: string | undefined, score = '0.5'): LiquidityProvider => ({
  partyId: 'a1',
  marketId,
  feeShare: {
    party: 'a1',
    equityLikeShare: '0.25',
    averageEntryValuation: '1',
    averageScore: score,
    virtualStake: '7',
  },
  sla:
    timeOnBook === undefined
      ? null
      : {
          party: 'a1',
          currentEpochFractionOfTimeOnBook: timeOnBook,
          lastEpochFractionOfTimeOnBook: '0.91',
          lastEpochFeePenalty: '0.05',
          lastEpochBondPenalty: '0',
          hysteresisPeriodFeePenalties: [],
          requiredLiquidity: '1',
          notionalVolumeBuys: '1',
          notionalVolumeSells: '1',
        },
})

test('the last reading of an epoch is its sample, and the next epoch begins another', () => {
  const party = new PositionSamples()
  for (let read = 0; read < 3; read++) {
    party.add({ epochSeq: '7', positions: [position('m1', `0.9${read}`)] }, start + read * minute)
  }
  party.add({ epochSeq: '8', positions: [position('m1', '0.1')] }, start + 3 * minute)
  expect(party.samples).toEqual([
    {
      marketId: 'm1',
      epochSeq: '7',
      time: '2026-03-01T16:02:00.000Z',
      equityLikeShare: '0.25',
      averageScore: '0.5',
      currentEpochFractionOfTimeOnBook: '0.92',
      lastEpochFractionOfTimeOnBook: '0.91',
      lastEpochFeePenalty: '0.05',
    },
    expect.objectContaining({ epochSeq: '8', currentEpochFractionOfTimeOnBook: '0.1' }),
  ])
})

test('a service level that was not reported is absent, never zero', () => {
  const party = new PositionSamples()
  party.add({ epochSeq: '7', positions: [position('m1', undefined)] }, start)
  expect(Object.keys(party.samples[0] ?? {})).toEqual([
    'marketId',
    'epochSeq',
    'time',
    'equityLikeShare',
    'averageScore',
  ])
})

test('an epoch in which the position was not there has no sample; a network that was reset starts over', () => {
  const party = new PositionSamples()
  party.add({ epochSeq: '7', positions: [position('m1', '0.9')] }, start)
  party.add({ epochSeq: '8', positions: [] }, start + minute)
  party.add({ epochSeq: '9', positions: [position('m1', '0.8')] }, start + 2 * minute)
  expect(party.samples.map(({ epochSeq }) => epochSeq)).toEqual(['7', '9'])
  party.add({ epochSeq: '2', positions: [position('m1', '0.7')] }, start + 3 * minute)
  expect(party.samples.map(({ epochSeq }) => epochSeq)).toEqual(['2'])
})

test('the store is bounded, and holds at most one sample of a market and an epoch, the newest', () => {
  const reading = fc.record({ market: fc.integer({ min: 0, max: 60 }), step: fc.integer({ min: 0, max: 40 }) })
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 300 }), (readings) => {
      const party = new PositionSamples()
      const newest = new Map<string, string>()
      let epoch = 100n
      readings.forEach(({ market, step }, at) => {
        epoch += BigInt(step)
        party.add({ epochSeq: String(epoch), positions: [position(`m${market}`, '0.5', String(at))] }, start + at)
        newest.set(`m${market} ${epoch}`, String(at))
      })
      const { samples } = party
      const keys = samples.map(({ marketId, epochSeq }) => `${marketId} ${epochSeq}`)
      expect(new Set(keys).size).toBe(keys.length)
      for (const { marketId, epochSeq, averageScore } of samples) {
        expect(averageScore).toBe(newest.get(`${marketId} ${epochSeq}`))
      }
      const markets = new Map<string, string[]>()
      for (const { marketId, epochSeq } of samples) markets.set(marketId, [...(markets.get(marketId) ?? []), epochSeq])
      expect(markets.size).toBeLessThanOrEqual(50)
      for (const held of markets.values()) expect(held.length).toBeLessThanOrEqual(100)
    }),
  )
})

test('of more than a hundred epochs the newest stay', () => {
  const party = new PositionSamples()
  for (let epoch = 1; epoch <= 150; epoch++) {
    party.add({ epochSeq: String(epoch), positions: [position('m1', '0.5')] }, start + epoch)
  }
  expect(party.samples).toHaveLength(100)
  expect(party.samples.at(0)?.epochSeq).toBe('51')
})
