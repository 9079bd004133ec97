import { expect, test } from 'vitest'
import { byAsset, byGroup, byMonth, byType, groupOf, typeWords } from './groups.ts'

const cell = (type: string, month: string, come: string, gone: string, asset = 'a') => ({
  type: `TRANSFER_TYPE_${type}`,
  month,
  asset,
  market: '',
  rows: 1,
  in: come,
  out: gone,
})
const big = (10n ** 30n).toString()
const totals = {
  rows: 5,
  unread: 0,
  accounts: [],
  cells: [
    cell('MTM_WIN', '2024-02', big, '0'),
    cell('MTM_LOSS', '2024-03', '0', '1'),
    cell('WIN', '2024-03', '5', '0'),
    cell('DEPOSIT', '2024-01', '7', '0', 'b'),
    cell('BRAND_NEW', '2024-03', '0', '2'),
  ],
}

test('groups add up exactly, in a fixed order, one asset at a time', () => {
  const trading = { in: 10n ** 30n + 5n, out: 1n, net: 10n ** 30n + 4n, rows: 3 }
  expect(byGroup(totals, 'a')).toEqual([
    ['trading', trading],
    ['other', { in: 0n, out: 2n, net: -2n, rows: 1 }],
  ])
  expect(byAsset(totals).get('b')).toEqual({ in: 7n, out: 0n, net: 7n, rows: 1 })
  expect(byMonth(totals, 'a').map(([month, { net }]) => [month, net])).toEqual([
    ['2024-02', 10n ** 30n],
    ['2024-03', 2n],
  ])
  expect(byType(totals, 'a', 'trading').map(([type]) => type)).toEqual([
    'TRANSFER_TYPE_MTM_WIN',
    'TRANSFER_TYPE_WIN',
    'TRANSFER_TYPE_MTM_LOSS',
  ])
})

/** Every transfer type of wire.md 2.4. */
const types =
  'UNSPECIFIED LOSS WIN MTM_LOSS MTM_WIN MARGIN_LOW MARGIN_HIGH MARGIN_CONFISCATED MAKER_FEE_PAY MAKER_FEE_RECEIVE INFRASTRUCTURE_FEE_PAY INFRASTRUCTURE_FEE_DISTRIBUTE LIQUIDITY_FEE_PAY LIQUIDITY_FEE_DISTRIBUTE BOND_LOW BOND_HIGH WITHDRAW DEPOSIT BOND_SLASHING REWARD_PAYOUT TRANSFER_FUNDS_SEND TRANSFER_FUNDS_DISTRIBUTE CLEAR_ACCOUNT CHECKPOINT_BALANCE_RESTORE SPOT HOLDING_LOCK HOLDING_RELEASE SUCCESSOR_INSURANCE_FRACTION LIQUIDITY_FEE_ALLOCATE LIQUIDITY_FEE_NET_DISTRIBUTE SLA_PENALTY_BOND_APPLY SLA_PENALTY_LP_FEE_APPLY LIQUIDITY_FEE_UNPAID_COLLECT SLA_PERFORMANCE_BONUS_DISTRIBUTE PERPETUALS_FUNDING_LOSS PERPETUALS_FUNDING_WIN REWARDS_VESTED FEE_REFERRER_REWARD_PAY FEE_REFERRER_REWARD_DISTRIBUTE ORDER_MARGIN_LOW ORDER_MARGIN_HIGH ISOLATED_MARGIN_LOW ISOLATED_MARGIN_HIGH AMM_LOW AMM_HIGH AMM_RELEASE'.split(
    ' ',
  )

test('every known type has its group; only types without a group are other', () => {
  const others = types.filter((type) => groupOf(`TRANSFER_TYPE_${type}`) === 'other')
  expect(others).toEqual(['UNSPECIFIED', 'CHECKPOINT_BALANCE_RESTORE', 'SUCCESSOR_INSURANCE_FRACTION'])
  expect(groupOf('TRANSFER_TYPE_PERPETUALS_FUNDING_WIN')).toBe('funding')
  expect(groupOf('')).toBe('other')
})

test('types read as words', () => {
  expect(typeWords('TRANSFER_TYPE_MTM_WIN')).toBe('MTM win')
  expect(typeWords('TRANSFER_TYPE_SLA_PENALTY_LP_FEE_APPLY')).toBe('SLA penalty LP fee apply')
  expect(typeWords('')).toBe('Not recorded')
})
