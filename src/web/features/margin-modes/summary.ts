import { divide, shiftDecimals } from '../../format/amount.ts'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import type { ListPage } from '../../infinite-list/list.ts'
import { leverageInMillionths } from './leverage.ts'
import { cross, isolated } from './modes.ts'

/** Upper bounds of the histogram's steps, not included; the last step has none. */
const bounds = ['1', '2', '3', '5', '10', '20', '50', '100'] as const

/** The steps of the leverage histogram: each starts where the one before it ends and leaves its end out. */
export const leverageSteps: readonly string[] = [
  'below 1x',
  ...bounds.slice(0, -1).map((from, index) => `${from} to ${bounds[index + 1]}x`),
  '100x and over',
]

export interface Highest {
  leverage: string
  /** The leverage as a whole number of millionths: rankings are joined for each page that comes. */
  millionths: bigint
  partyId: string
  marketId: string
}

/** What a set of margin modes adds up to. Counts are of rows. */
export interface Summary {
  total: number
  cross: number
  isolated: number
  /** Rows of a mode that this build does not know, or unspecified. */
  other: number
  /** Isolated rows without a factor: in no step of the histogram. */
  withoutFactor: number
  steps: readonly number[]
  /** Highest first, at most `maxHighest`. */
  highest: readonly Highest[]
  /** All leverages in millionths, for the median: one ascending list for each page that was summed. */
  sorted: readonly (readonly bigint[])[]
}

const maxHighest = 5
export const nothing: Summary = {
  total: 0,
  cross: 0,
  isolated: 0,
  other: 0,
  withoutFactor: 0,
  steps: leverageSteps.map(() => 0),
  highest: [],
  sorted: [],
}

const million = 1_000_000n
const boundsInMillionths = bounds.map((bound) => BigInt(bound) * million)

/** The step a leverage in millionths falls into. */
export function stepOf(leverage: bigint): number {
  const step = boundsInMillionths.findIndex((bound) => leverage < bound)
  return step < 0 ? bounds.length : step
}

const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
const higher = (a: Highest, b: Highest): number => ascending(b.millionths, a.millionths)
const textOf = (millionths: bigint): string => shiftDecimals(millionths.toString(), 6)

/** The isolated rows of one factor. */
interface OfFactor {
  count: number
  /** The first of them, as many as a ranking can show. */
  rows: PartyMarginMode[]
}

/** Adds up the rows of one page. There are few leverages, so each factor is worked out once and not for each row. */
export function summarisePage({ edges }: Pick<ListPage<PartyMarginMode>, 'edges'>): Summary {
  const counts = { total: edges.length, cross: 0, isolated: 0, other: 0, withoutFactor: 0 }
  const byFactor = new Map<string | undefined, OfFactor>()
  for (const { node } of edges) {
    if (node.marginMode === cross) counts.cross += 1
    else if (node.marginMode !== isolated) counts.other += 1
    else {
      counts.isolated += 1
      const same = byFactor.get(node.marginFactor) ?? { count: 0, rows: [] }
      byFactor.set(node.marginFactor, same)
      if ((same.count += 1) <= maxHighest) same.rows.push(node)
    }
  }
  const steps = leverageSteps.map(() => 0)
  const leverages: (OfFactor & { leverage: bigint })[] = []
  for (const [factor, same] of byFactor) {
    const leverage = leverageInMillionths(factor)
    if (leverage === undefined) {
      counts.withoutFactor += same.count
      continue
    }
    const step = stepOf(leverage)
    steps[step] = (steps[step] ?? 0) + same.count
    leverages.push({ ...same, leverage })
  }
  leverages.sort((a, b) => ascending(a.leverage, b.leverage))
  const sorted = leverages.flatMap(({ leverage, count }) => Array<bigint>(count).fill(leverage))
  const highest = leverages
    .slice(-maxHighest)
    .reverse()
    .flatMap(({ rows, leverage }) => rows.map((row) => ({ row, millionths: leverage })))
    .slice(0, maxHighest)
  return {
    ...counts,
    steps,
    sorted: sorted.length > 0 ? [sorted] : [],
    highest: highest.map(({ row: { partyId, marketId }, millionths }) => ({
      leverage: textOf(millionths),
      millionths,
      partyId,
      marketId,
    })),
  }
}

/** Adds up rows that are here. */
export const summarise = (rows: readonly PartyMarginMode[]): Summary =>
  summarisePage({ edges: rows.map((node) => ({ node })) })

/** The sum of two summaries: pages are summed once each and then joined, however many rows are loaded. */
export const join = (a: Summary, b: Summary): Summary => ({
  total: a.total + b.total,
  cross: a.cross + b.cross,
  isolated: a.isolated + b.isolated,
  other: a.other + b.other,
  withoutFactor: a.withoutFactor + b.withoutFactor,
  steps: a.steps.map((count, step) => count + (b.steps[step] ?? 0)),
  highest: [...a.highest, ...b.highest].sort(higher).slice(0, maxHighest),
  sorted: [...a.sorted, ...b.sorted],
})

/** How many values of an ascending list are at most `value`. */
function countUpTo(list: readonly bigint[], value: bigint): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] ?? 0n) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** The value at `rank` (from 0) of several ascending lists as if they were one, without joining them. */
function valueAt(lists: readonly (readonly bigint[])[], rank: number): bigint {
  let low = 0n
  let high = lists.reduce((most, list) => ((list.at(-1) ?? 0n) > most ? (list.at(-1) ?? 0n) : most), 0n)
  while (low < high) {
    const middle = (low + high) / 2n
    if (lists.reduce((count, list) => count + countUpTo(list, middle), 0) > rank) high = middle
    else low = middle + 1n
  }
  return low
}

/**
 * Median leverage of the isolated rows that have a factor: the middle one, or the mean of the two in
 * the middle. Undefined when there is none.
 */
export function medianLeverage({ sorted }: Summary): string | undefined {
  const count = sorted.reduce((sum, list) => sum + list.length, 0)
  if (count === 0) return undefined
  const twice = valueAt(sorted, (count - 1) >> 1) + valueAt(sorted, count >> 1)
  return divide(twice.toString(), '2000000', 7)
}
