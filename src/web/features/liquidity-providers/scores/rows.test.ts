import { expect, test } from 'vitest'
import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { scoreOf, type ScoreState, carriesPenalty, isOff, scoreRows } from './rows.ts'
import type { SlaVerdict } from '../../../../wire/sla/sla-verdict.ts'

const verdictOf = (): SlaVerdict => ({ state: 'unknown', reason: 'not judged here' })

const provider = (marketId: string, partyId: string, share: string, buys = '100'): LiquidityProvider => ({
  marketId,
  partyId,
  feeShare: {
    party: partyId,
    equityLikeShare: share,
    averageEntryValuation: '1',
    averageScore: '0.5',
    virtualStake: '1',
  },
  sla: {
    party: partyId,
    currentEpochFractionOfTimeOnBook: '1',
    lastEpochFractionOfTimeOnBook: '1',
    lastEpochFeePenalty: '0',
    lastEpochBondPenalty: '0',
    hysteresisPeriodFeePenalties: ['0', '0.2'],
    requiredLiquidity: '100',
    notionalVolumeBuys: buys,
    notionalVolumeSells: '100',
  },
})
const markets = new Map<string, ScoreState>([
  ['m1', scoreOf([provider('m1', 'p', '0.25', '40'), provider('m1', 'q', '0.75')], true)],
  ['m2', scoreOf([provider('m2', 'p', '1', '100')], true)],
  ['m3', 'waiting'],
  ['m4', 'failed'],
])
const answer = ['m1', 'm2', 'm3', 'm4'].map((marketId) => provider(marketId, 'p', '0.5', '77'))

test("a node that repeats one market's service level is corrected from each market's own answer", () => {
  const rows = scoreRows(answer, markets, false, verdictOf)
  expect(rows.map(({ provider: { marketId, sla }, sla: state }) => [marketId, state, sla?.notionalVolumeBuys])).toEqual(
    [
      ['m2', 'known', '100'],
      ['m1', 'known', '40'],
      ['m3', 'asking', undefined],
      ['m4', 'refused', undefined],
    ],
  )
  expect(rows.map(isOff)).toEqual([false, true, false, false])
  expect(rows[1]?.received.sla?.notionalVolumeBuys).toBe('77')
})

test('a row whose service level is loading is not shown as one without a report', () => {
  const judge = (): SlaVerdict => ({ state: 'passing', fraction: '1', minimum: '0.6', times: undefined })
  const rows = scoreRows(answer, markets, false, judge)
  expect(rows.map(({ provider, verdict }) => [provider.marketId, verdict.state])).toEqual([
    ['m2', 'passing'],
    ['m1', 'passing'],
    ['m3', 'waiting'],
    ['m4', 'unknown'],
  ])
})

test('a trusted node keeps its own numbers; standings still come from the whole market', () => {
  const rows = scoreRows(answer, markets, true, verdictOf)
  expect(rows.every(({ provider: { sla } }) => sla?.notionalVolumeBuys === '77')).toBe(true)
  expect(rows.map(({ standing, of }) => [standing?.weight?.slice(0, 4), standing?.rank, of?.count])).toEqual([
    ['1.00', 1, 1],
    ['0.25', 2, 2],
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
  ])
})

test('a carried penalty is a mean above zero', () => {
  expect(scoreRows(answer, markets, true, verdictOf).map(carriesPenalty)).toEqual([true, true, true, true])
  const clean = { ...provider('m1', 'p', '1'), sla: null }
  expect(scoreRows([clean], markets, true, verdictOf).map(carriesPenalty)).toEqual([false])
})
