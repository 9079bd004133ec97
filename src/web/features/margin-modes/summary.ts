import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import type { PartyLine, PartyRows } from '../../entities/party/node-parties.ts'
import { divide, shiftDecimals } from '../../format/amount.ts'
import { type ListPage, loadedIn, oncePerPage } from '../../list/list.ts'
import { leverageInMillionths, cross, isolated, shortLeverage } from './leverage.ts'

/** Upper bounds of the histogram's steps, exclusive; the last step has none. */
const bounds = ['1', '2', '3', '5', '10', '20', '50', '100'] as const
const boundsInMillionths = bounds.map((bound) => BigInt(bound) * 1_000_000n)

/** The steps of the leverage histogram. Each includes its lower bound and excludes its upper one. */
export const leverageSteps: readonly string[] = [
  'below 1x',
  ...bounds.slice(0, -1).map((from, index) => `${from} to ${bounds[index + 1]}x`),
  '100x and over',
]

const maxHighest = 5

export function stepOf(leverage: bigint): number {
  const step = boundsInMillionths.findIndex((bound) => leverage < bound)
  return step < 0 ? bounds.length : step
}

/** Isolated rows with the same leverage, in millionths. */
interface LeverageGroup {
  leverage: bigint
  rows: PartyMarginMode[]
}

/** Groups rows by leverage, lowest first. Parties choose few leverages, so there are few groups. */
function groupByLeverage(rows: readonly PartyMarginMode[]): LeverageGroup[] {
  const byFactor = new Map<string | undefined, PartyMarginMode[]>()
  for (const row of rows) {
    const group = byFactor.get(row.marginFactor)
    if (group) group.push(row)
    else byFactor.set(row.marginFactor, [row])
  }
  return [...byFactor]
    .flatMap(([factor, rows]) => {
      const leverage = leverageInMillionths(factor)
      return leverage === undefined ? [] : [{ leverage, rows }]
    })
    .sort((a, b) => (a.leverage < b.leverage ? -1 : a.leverage > b.leverage ? 1 : 0))
}

/** Leverage in millionths of row `rank` (from 0), counted from the lowest leverage. */
function leverageAt(groups: readonly LeverageGroup[], rank: number): bigint {
  let passed = 0
  return groups.find(({ rows }) => (passed += rows.length) > rank)?.leverage ?? 0n
}

/** The modes of one page. Kept, since all pages are summed again for each page that is added. */
const modesIn = oncePerPage(({ edges }: ListPage<PartyMarginMode>) => {
  const rows = edges.map(({ node }) => node)
  return {
    isolated: rows.filter(({ marginMode }) => marginMode === isolated),
    cross: rows.filter(({ marginMode }) => marginMode === cross).length,
  }
})

/** Totals over the rows of all loaded pages. */
export function summarise(pages: readonly ListPage<PartyMarginMode>[]) {
  const modes = pages.map(modesIn)
  const isolatedRows = modes.flatMap((page) => page.isolated)
  const crossRows = modes.reduce((sum, page) => sum + page.cross, 0)
  const total = loadedIn(pages)
  const groups = groupByLeverage(isolatedRows)
  const steps = leverageSteps.map(() => 0)
  for (const { leverage, rows } of groups) steps[stepOf(leverage)]! += rows.length
  const withLeverage = steps.reduce((sum, count) => sum + count, 0)
  const twiceMedian = leverageAt(groups, (withLeverage - 1) >> 1) + leverageAt(groups, withLeverage >> 1)
  return {
    total,
    cross: crossRows,
    isolated: isolatedRows.length,
    /** Rows of a mode that this build does not know, or unspecified. */
    other: total - crossRows - isolatedRows.length,
    /** Isolated rows without a factor: in no step of the histogram. */
    withoutFactor: isolatedRows.length - withLeverage,
    steps,
    /** Highest first, at most `maxHighest`. */
    highest: groups
      .slice(-maxHighest)
      .reverse()
      .flatMap(({ leverage, rows }) =>
        rows.slice(0, maxHighest).map(({ partyId, marketId }) => ({
          leverage: shiftDecimals(leverage.toString(), 6),
          partyId,
          marketId,
        })),
      )
      .slice(0, maxHighest),
    /** The middle leverage of the isolated rows that have a factor, or the mean of the two in the middle. */
    median: withLeverage === 0 ? undefined : divide(twiceMedian.toString(), '2000000', 7),
  }
}

export type ModeSummary = ReturnType<typeof summarise>

/** The margin modes of a party; `nameOf` returns a market's code. Counts over an incomplete list are lower bounds. */
export function marginLine(data: PartyRows<PartyMarginMode>, nameOf: (marketId: string) => string): PartyLine {
  if (data.rows.length === 0 && !data.complete) return { answer: 'Not known', context: '' }
  if (data.rows.length === 0) return { answer: 'Nothing recorded', context: 'Cross is the default' }
  const { isolated, cross, other, highest } = summarise([{ startsAt: 0, edges: data.rows.map((node) => ({ node })) }])
  const parts = [
    isolated > 0 && `${isolated} isolated`,
    cross > 0 && `${cross} cross`,
    other > 0 && `${other} other`,
  ].filter((part) => part !== false)
  const [top] = highest
  return {
    answer: (data.complete ? '' : 'at least ') + parts.join(', '),
    context: top
      ? `Highest ${shortLeverage(top.leverage)} on ${nameOf(top.marketId)}`
      : `No isolated leverage${data.complete ? '' : ' so far'}`,
  }
}
