import { CellSums, type TotalsCell } from '../rows/ledger-totals.ts'
import { ledgerMonth } from '../rows/ledger-time.ts'
import { amounts, inBlock, signs } from './row-block.ts'
import type { RowStore } from './row-store.ts'
import { compareDigits, type Selection } from './filter.ts'

export interface LargeMovement {
  asset: string
  /** Counted from 0 among the shown rows. */
  index: number
  line: string
}

/** The UTC month of a time. Rows are in order, so the month of the row before is nearly always the month of the next. */
function monthsOf(store: RowStore): (row: number) => string {
  let [month, start, end] = ['', Number.NaN, Number.NaN]
  return (row) => {
    const micros = store.micros(row)
    if (micros >= start && micros < end) return month
    if (Number.isNaN(micros)) return ledgerMonth(store.line(row).slice(0, 40).split(',')[0] ?? '')
    const date = new Date(Math.floor(micros / 1000))
    start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) * 1000
    end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) * 1000
    month = date.toISOString().slice(0, 7)
    return month
  }
}

/** What the shown rows add up to, by month (UTC), asset, type and market. Rows without a readable amount are counted, not added. */
export function sumsOf(store: RowStore, selection: Selection): { cells: TotalsCell[]; unread: number } {
  const month = monthsOf(store)
  const sums = new CellSums()
  let unread = 0
  for (let index = 0; index < selection.count; index++) {
    const row = selection.rowAt(index)!
    const [block, at] = [store.block(row), row & inBlock]
    if (block.lengthOf(at, amounts.quantity) === 0) {
      unread++
      continue
    }
    const cell = {
      month: month(row),
      asset: store.asset(block.asset[at]!),
      type: store.type(block.type[at]!),
      market: store.account(block.from[at]!).market || store.account(block.to[at]!).market,
    }
    const sign = block.sign[at]
    const quantity = sign === signs.none ? 0n : block.value(at, amounts.quantity)
    sums.add(cell, sign === signs.debit ? -quantity : quantity)
  }
  return { cells: sums.cells(), unread }
}

/** The rows that change what the party holds by the most, of each asset, the largest first. Equal ones in their order. */
export function largestOf(store: RowStore, selection: Selection, most: number): LargeMovement[] {
  const byAsset = new Map<number, { index: number; text: string }[]>()
  for (let index = 0; index < selection.count; index++) {
    const row = selection.rowAt(index)!
    const [block, at] = [store.block(row), row & inBlock]
    if (block.sign[at] === signs.none || block.lengthOf(at, amounts.quantity) === 0) continue
    const asset = block.asset[at]!
    const top = byAsset.get(asset) ?? []
    byAsset.set(asset, top)
    const last = top.at(-1)
    if (last && top.length === most && compareDigits(block, at, amounts.quantity, last.text) <= 0) continue
    const place = top.findIndex(({ text }) => compareDigits(block, at, amounts.quantity, text) > 0)
    const text = block.text(at, amounts.quantity).replace(/^0+(?=\d)/, '')
    top.splice(place < 0 ? top.length : place, 0, { index, text })
    top.length = Math.min(top.length, most)
  }
  return [...byAsset].flatMap(([asset, rows]) =>
    rows.map(({ index }) => ({
      asset: store.asset(asset),
      index,
      line: store.line(selection.rowAt(index)!),
    })),
  )
}
