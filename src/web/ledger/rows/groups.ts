import type { LedgerTotals, TotalsCell } from './ledger-totals.ts'

/** Kinds of movements, as on an account statement and in its order. */
export const groupWords = {
  trading: 'Trading',
  funding: 'Funding',
  fees: 'Fees',
  margin: 'Margin moves',
  liquidity: 'Liquidity',
  rewards: 'Rewards',
  transfers: 'Transfers',
  deposits: 'Deposits and withdrawals',
  other: 'Other',
} as const
export type Group = keyof typeof groupWords
const groups = Object.keys(groupWords) as Group[]

/** The transfer types of wire.md 2.4 without their prefix. A type that is not here is `other`. */
const typesOf: Readonly<Record<Exclude<Group, 'other'>, readonly string[]>> = {
  trading: ['LOSS', 'WIN', 'MTM_LOSS', 'MTM_WIN', 'SPOT', 'MARGIN_CONFISCATED'],
  funding: ['PERPETUALS_FUNDING_LOSS', 'PERPETUALS_FUNDING_WIN'],
  fees: [
    'MAKER_FEE_PAY',
    'MAKER_FEE_RECEIVE',
    'INFRASTRUCTURE_FEE_PAY',
    'INFRASTRUCTURE_FEE_DISTRIBUTE',
    'LIQUIDITY_FEE_PAY',
    'FEE_REFERRER_REWARD_PAY',
    'FEE_REFERRER_REWARD_DISTRIBUTE',
  ],
  margin: [
    'MARGIN_LOW',
    'MARGIN_HIGH',
    'ORDER_MARGIN_LOW',
    'ORDER_MARGIN_HIGH',
    'ISOLATED_MARGIN_LOW',
    'ISOLATED_MARGIN_HIGH',
    'HOLDING_LOCK',
    'HOLDING_RELEASE',
    'CLEAR_ACCOUNT',
  ],
  liquidity: [
    'LIQUIDITY_FEE_DISTRIBUTE',
    'LIQUIDITY_FEE_ALLOCATE',
    'LIQUIDITY_FEE_NET_DISTRIBUTE',
    'LIQUIDITY_FEE_UNPAID_COLLECT',
    'SLA_PENALTY_BOND_APPLY',
    'SLA_PENALTY_LP_FEE_APPLY',
    'SLA_PERFORMANCE_BONUS_DISTRIBUTE',
    'BOND_LOW',
    'BOND_HIGH',
    'BOND_SLASHING',
    'AMM_LOW',
    'AMM_HIGH',
    'AMM_RELEASE',
  ],
  rewards: ['REWARD_PAYOUT', 'REWARDS_VESTED'],
  transfers: ['TRANSFER_FUNDS_SEND', 'TRANSFER_FUNDS_DISTRIBUTE'],
  deposits: ['DEPOSIT', 'WITHDRAW'],
}

const groupByType = new Map(
  Object.entries(typesOf).flatMap(([group, types]) => types.map((type): [string, Group] => [type, group as Group])),
)

const prefix = /^TRANSFER_TYPE_/

export const groupOf = (type: string): Group => groupByType.get(type.replace(prefix, '')) ?? 'other'

/** What a mark on a candle stands for, in the order from the candle. A smaller win for a loss of others has no type of its own. */
export const markGroupWords = {
  liquidation: 'Liquidation',
  margin: 'Margin moves',
  result: 'Realised and MTM',
  funding: 'Funding',
  fees: 'Fees',
  rewards: 'Rewards',
  rest: 'Other',
} as const
export type MarkGroup = keyof typeof markGroupWords

export function markGroupOf(type: string): MarkGroup {
  const group = groupOf(type)
  if (group === 'trading') return type.endsWith('MARGIN_CONFISCATED') ? 'liquidation' : 'result'
  return group === 'margin' || group === 'funding' || group === 'fees' || group === 'rewards' ? group : 'rest'
}

/** `TRANSFER_TYPE_MTM_WIN` as `MTM win`, an account type in the same way; an empty one is one that the network did not record. */
export function typeWords(type: string): string {
  if (type === '') return 'Not recorded'
  const words = type.replace(prefix, '').toLowerCase().replaceAll('_', ' ')
  const short = words.replaceAll(/\b(mtm|sla|amm|lp)\b/g, (word) => word.toUpperCase())
  return short.charAt(0).toUpperCase() + short.slice(1)
}

/** What a year is made of: the columns of its results, in their order. */
export const resultWords = {
  result: 'Realised and MTM',
  funding: 'Funding',
  fees: 'Fees',
  rewards: 'Rewards',
  liquidity: 'Liquidity',
  transfers: 'Transfers',
  other: 'Other',
} as const
export type ResultKind = keyof typeof resultWords
export const resultKinds = Object.keys(resultWords) as [ResultKind, ...ResultKind[]]

const kindByGroup: Readonly<Record<Group, ResultKind>> = {
  trading: 'result',
  funding: 'funding',
  fees: 'fees',
  rewards: 'rewards',
  liquidity: 'liquidity',
  transfers: 'transfers',
  deposits: 'transfers',
  // Moves between accounts of the party, which change nothing.
  margin: 'other',
  other: 'other',
}

/** The column of the results that a transfer type belongs to. */
export const resultKindOf = (type: string): ResultKind => kindByGroup[groupOf(type)]

/** Exact sums of raw integers, and the number of rows. */
export interface Flow {
  in: bigint
  out: bigint
  net: bigint
  rows: number
}

/** In, out and net of cells by a key. */
export function sumBy<Key extends string>(
  cells: readonly TotalsCell[],
  keyOf: (cell: TotalsCell) => Key,
): Map<Key, Flow> {
  const sums = new Map<Key, Flow>()
  for (const cell of cells) {
    const key = keyOf(cell)
    const flow = sums.get(key) ?? { in: 0n, out: 0n, net: 0n, rows: 0 }
    flow.in += BigInt(cell.in)
    flow.out += BigInt(cell.out)
    flow.net = flow.in - flow.out
    flow.rows += cell.rows
    sums.set(key, flow)
  }
  return sums
}

export const byAsset = ({ cells }: LedgerTotals): Map<string, Flow> => sumBy(cells, ({ asset }) => asset)

export const ofAsset = ({ cells }: LedgerTotals, asset: string): TotalsCell[] =>
  cells.filter((cell) => cell.asset === asset)

/** In, out and net of one asset by group, in the order of `groups`; groups without a row are left out. */
export function byGroup(totals: LedgerTotals, asset: string): [Group, Flow][] {
  const sums = sumBy(ofAsset(totals, asset), ({ type }) => groupOf(type))
  return groups.flatMap((group): [Group, Flow][] => {
    const flow = sums.get(group)
    return flow ? [[group, flow]] : []
  })
}

/** In, out and net of one asset by UTC month, first month first. */
export const byMonth = (totals: LedgerTotals, asset: string): [string, Flow][] =>
  [...sumBy(ofAsset(totals, asset), ({ month }) => month)].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** In, out and net of one asset by transfer type within a group, largest movement first. */
export const byType = (totals: LedgerTotals, asset: string, group: Group): [string, Flow][] =>
  [
    ...sumBy(
      ofAsset(totals, asset).filter(({ type }) => groupOf(type) === group),
      ({ type }) => type,
    ),
  ].toSorted(([, a], [, b]) => (b.in + b.out > a.in + a.out ? 1 : -1))
