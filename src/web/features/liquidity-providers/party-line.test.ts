import { expect, test } from 'vitest'
import type { LiquidityProvider } from '../../../wire/liquidity-providers.ts'
import { liquidityLine } from './positions.ts'

const nameOf = (id: string): string => id.toUpperCase()

const provider = (marketId: string, buys: string, sells: string): LiquidityProvider => ({
  marketId,
  partyId: 'p',
  feeShare: null,
  sla: {
    party: 'p',
    currentEpochFractionOfTimeOnBook: '1',
    lastEpochFractionOfTimeOnBook: '1',
    lastEpochFeePenalty: '0',
    lastEpochBondPenalty: '0',
    hysteresisPeriodFeePenalties: [],
    requiredLiquidity: '100',
    notionalVolumeBuys: buys,
    notionalVolumeSells: sells,
  },
})

test('liquidity: the short side is named, and a service level that is missing is not called off', () => {
  const rows = [{ provider: provider('btc', '142', '128') }, { provider: provider('eth', '117', '84') }]
  expect(liquidityLine({ rows, total: 2 }, nameOf)).toEqual({
    answer: 'Requirement met in 1 of 2',
    context: 'ETH short on sells',
  })
  const silent = { provider: { ...provider('btc', '0', '0'), sla: null } }
  expect(liquidityLine({ rows: [silent], total: 1 }, nameOf).context).toBe('1 position not reported')
  expect(liquidityLine({ rows: [], total: 0 }, nameOf).answer).toBe('No liquidity provided')
})

test('positions that are too old do not say that a requirement is met, or that there are none', () => {
  expect(liquidityLine({ rows: [], total: 0 }, nameOf, { cause: 'values', ageMs: 180_000 }).answer).toBe('Stale')
  const data = { rows: [{ provider: provider('btc', '142', '128') }], total: 1 }
  expect(liquidityLine(data, nameOf, { cause: 'values', ageMs: 180_000 })).toEqual({
    answer: 'Stale',
    context: 'No advice: values are 3 min old.',
  })
})
