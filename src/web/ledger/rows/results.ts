import { type Flow, ofAsset, type ResultKind, resultKindOf, sumBy } from './groups.ts'
import { itemOf, type LedgerTotals, type TotalsCell } from './ledger-totals.ts'

/** A period or a market of the results, and its parts: exact, in raw integers of the asset. */
export interface ResultLine {
  /** `2025-03` (UTC), `2025-Q1` or the id of a market; empty for a time that cannot be read, and for no market. */
  key: string
  by: 'month' | 'quarter' | 'market'
  flows: ReadonlyMap<ResultKind, Flow>
  total: Flow
  parts: readonly ResultLine[]
}

/** How the results are put together: `market` lists markets with their months. */
export type ResultView = ResultLine['by']

const quarterOf = (month: string): string =>
  month === '' ? '' : `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`

const keysOf: Readonly<Record<ResultView, (cell: TotalsCell) => string>> = {
  month: ({ month }) => month,
  quarter: ({ month }) => quarterOf(month),
  market: ({ market }) => market,
}
const partsOf: Readonly<Record<ResultView, ResultView>> = { month: 'market', quarter: 'month', market: 'month' }

const nothing: Flow = { in: 0n, out: 0n, net: 0n, rows: 0 }
const totalOf = (cells: readonly TotalsCell[]): Flow => sumBy(cells, () => '').get('') ?? nothing

/** Months in their order, markets by their amounts; what has no name comes last. */
function inOrder(by: ResultView, a: ResultLine, b: ResultLine): number {
  if ((a.key === '') !== (b.key === '')) return a.key === '' ? 1 : -1
  if (by !== 'market') return a.key < b.key ? -1 : 1
  const [left, right] = [a.total.in + a.total.out, b.total.in + b.total.out]
  return left === right ? (a.key < b.key ? -1 : 1) : left < right ? 1 : -1
}

function linesOf(cells: readonly TotalsCell[], by: ResultView, depth: number): ResultLine[] {
  const byKey = new Map<string, TotalsCell[]>()
  for (const cell of cells) itemOf(byKey, keysOf[by](cell), () => []).push(cell)
  return [...byKey]
    .map(([key, own]): ResultLine => {
      const flows = sumBy(own, ({ type }) => resultKindOf(type))
      return { key, by, flows, total: totalOf(own), parts: depth > 1 ? linesOf(own, partsOf[by], depth - 1) : [] }
    })
    .toSorted((a, b) => inOrder(by, a, b))
}

/** What an asset made by month, quarter or market (months in UTC), and all of it together. */
export function resultsOf(totals: LedgerTotals, asset: string, by: ResultView) {
  const cells = ofAsset(totals, asset)
  return {
    lines: linesOf(cells, by, 2),
    flows: sumBy(cells, ({ type }) => resultKindOf(type)),
    total: totalOf(cells),
  }
}

/**
 * Whether the entries of an asset add up to the change of its balances. `unknown`: rows cannot be read. `differs`: by so much
 * (raw), or balances between do not follow from the entries.
 */
export type ResultCheck =
  | { state: 'agrees' }
  | { state: 'unknown'; rows: number }
  | { state: 'differs'; by: bigint; breaks: number }

/** Holds the sum of an asset's entries against closing less opening of all its accounts. */
export function checkResults(totals: LedgerTotals, asset: string): ResultCheck {
  const accounts = totals.accounts.filter((account) => account.asset === asset)
  const rows = accounts.reduce((sum, { unread }) => sum + unread, totals.unread)
  if (rows > 0) return { state: 'unknown', rows }
  const change = accounts.reduce((sum, { opening, closing }) => sum + BigInt(closing) - BigInt(opening), 0n)
  const breaks = accounts.reduce((sum, account) => sum + account.breaks, 0)
  const by = totalOf(ofAsset(totals, asset)).net - change
  return by === 0n && breaks === 0 ? { state: 'agrees' } : { state: 'differs', by, breaks }
}
