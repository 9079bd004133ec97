import { expect, test } from 'vitest'
import type { LiquidityProvider } from '../../../wire/liquidity-providers.ts'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { epochsSoFar, ledgerLine, liquidityLine, marginLine, teamLine } from './summary.ts'

const nameOf = (id: string): string => id.toUpperCase()

const mode = (marketId: string, marginFactor?: string): PartyMarginMode => ({
  marketId,
  partyId: 'p',
  marginMode: marginFactor === undefined ? 'MARGIN_MODE_CROSS_MARGIN' : 'MARGIN_MODE_ISOLATED_MARGIN',
  atEpoch: '1',
  ...(marginFactor !== undefined && { marginFactor }),
})

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

test('margin: what is held how, the highest leverage named, a cut list called a lower bound', () => {
  const rows = [mode('btc'), mode('sol', '0.05'), mode('inj', '0.1'), mode('eth')]
  expect(marginLine({ rows, complete: true }, nameOf)).toEqual({
    answer: '2 isolated, 2 cross',
    context: 'Highest 20x on SOL',
  })
  expect(marginLine({ rows, complete: false }, nameOf).answer).toBe('at least 2 isolated, 2 cross')
  expect(marginLine({ rows: [], complete: true }, nameOf).answer).toBe('Nothing recorded')
})

test('liquidity: the short side is named, and a service level that is missing is not called off', () => {
  const rows = [{ provider: provider('btc', '142', '128') }, { provider: provider('eth', '117', '84') }]
  expect(liquidityLine({ rows, total: 2, complete: true }, nameOf)).toEqual({
    answer: 'Meets requirement in 1 of 2',
    context: 'ETH short on sells',
  })
  const silent = { provider: { ...provider('btc', '0', '0'), sla: null } }
  expect(liquidityLine({ rows: [silent], total: 1, complete: true }, nameOf).context).toBe('1 position not reported')
  expect(liquidityLine({ rows: [], total: 0, complete: true }, nameOf).answer).toBe('Provides none')
})

test('team: the current stay with its length when the running epoch is known', () => {
  const rows = [
    { teamId: 'a', joinedAt: '2', joinedAtEpoch: '1781' },
    { teamId: 'b', joinedAt: '1', joinedAtEpoch: '1442' },
  ]
  expect(teamLine({ rows, complete: true }, '1842')).toEqual({
    answer: '2nd stay, 61 epochs',
    context: 'Joined at epoch 1,781',
  })
  expect(teamLine({ rows, complete: true }, undefined).answer).toBe('2nd stay')
  expect(teamLine({ rows: [], complete: true }, '1842').answer).toBe('No team')
})

test('an epoch behind the join is a node that lags, not a negative stay', () => {
  expect(epochsSoFar('10', '9')).toBeUndefined()
  expect(epochsSoFar('10', '10')).toBe('0')
})

test('ledger: entries are counted only by an export that came whole, of this party and of every asset', () => {
  const run = { request: { partyId: 'p' }, outcome: 'complete', rows: 14_203, range: 'October' }
  expect(ledgerLine([run], 'p')).toEqual({ answer: '14,203 entries', context: 'October' })
  expect(ledgerLine([{ ...run, rows: 1 }], 'p').answer).toBe('1 entry')
  const unknown = { answer: 'Export as CSV', context: 'Any asset, any range' }
  for (const other of [
    { ...run, outcome: 'incomplete' },
    { ...run, outcome: 'unchecked' },
    { ...run, outcome: undefined },
    { ...run, request: { partyId: 'q' } },
    { ...run, request: { partyId: 'p', assetId: 'a' } },
  ])
    expect(ledgerLine([other], 'p')).toEqual(unknown)
  expect(ledgerLine([], 'p')).toEqual(unknown)
})
