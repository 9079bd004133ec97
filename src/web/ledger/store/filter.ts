import { type Amount, amounts, inBlock, type RowBlock, signs } from './row-block.ts'
import { type ResultKind, resultKindOf } from '../rows/groups.ts'
import type { RowStore } from './row-store.ts'

export type Side = 'credit' | 'debit' | 'internal'

/** Raw integers as text between which the quantity of rows of an asset must be; both included. */
export interface Bounds {
  min?: string
  max?: string
}

/** What is shown of the rows that were read. Times are Unix microseconds: from `start` on, before `end`. */
export interface RowFilter {
  /** As in the file, such as `TRANSFER_TYPE_WIN`; empty for rows without one. */
  type?: string
  /** One of the two accounts belongs to this market; empty for rows of no market. */
  market?: string
  asset?: string
  /** The column of the results that the type belongs to. */
  kind?: ResultKind
  side?: Side
  start?: number
  end?: number
  /** By asset: without an entry, no row of the asset is shown. Absent: any amount. */
  bounds?: Readonly<Record<string, Bounds>>
}

export const isOpen = (filter: RowFilter): boolean => Object.keys(filter).length === 0

const sideSigns: Readonly<Record<Side, number>> = { credit: signs.credit, debit: signs.debit, internal: signs.none }

/** Compares the digits of an amount with decimal digits that have no leading zeros, by value: exact at any length. */
export function compareDigits(block: RowBlock, at: number, which: Amount, text: string): number {
  let start = block.startOf(at, which)
  let length = block.lengthOf(at, which)
  for (; length > 1 && block.digits[start] === 48; length--) start++
  if (length !== text.length) return length - text.length
  for (let index = 0; index < length; index++) {
    const difference = block.digits[start + index]! - text.charCodeAt(index)
    if (difference !== 0) return difference
  }
  return 0
}

type Test = (block: RowBlock, at: number) => boolean

function boundsTest(store: RowStore, bounds: Readonly<Record<string, Bounds>>): Test {
  const byAsset = store.assets.texts.map((asset) => bounds[asset.replace(/^""$/, '')])
  return (block, at) => {
    const bound = byAsset[block.asset[at]!]
    if (!bound || block.lengthOf(at, amounts.quantity) === 0) return false
    const { min, max } = bound
    if (min !== undefined && compareDigits(block, at, amounts.quantity, min) < 0) return false
    return max === undefined || compareDigits(block, at, amounts.quantity, max) <= 0
  }
}

function testsOf(store: RowStore, filter: RowFilter): Test[] | undefined {
  const tests: Test[] = []
  const { type, market, asset, kind, side, start, end, bounds } = filter
  if (start !== undefined) tests.push((block, at) => block.time[at]! >= start)
  if (end !== undefined) tests.push((block, at) => block.time[at]! < end)
  if (type !== undefined) {
    const numbers = [type, ...(type === '' ? ['""'] : [])].map((text) => store.types.find(text))
    tests.push((block, at) => numbers.includes(block.type[at]))
  }
  if (market !== undefined) {
    const number = store.marketNumber(market)
    if (number === undefined) return undefined
    const isOf = (account: number): boolean => store.marketOf(account) === number
    tests.push((block, at) =>
      market === '' ? isOf(block.from[at]!) && isOf(block.to[at]!) : isOf(block.from[at]!) || isOf(block.to[at]!),
    )
  }
  if (asset !== undefined) tests.push((block, at) => store.asset(block.asset[at]!) === asset)
  if (kind !== undefined) {
    const kinds = store.types.texts.map((_, id) => resultKindOf(store.type(id)))
    tests.push((block, at) => kinds[block.type[at]!] === kind)
  }
  if (side !== undefined) tests.push((block, at) => block.sign[at] === sideSigns[side])
  if (bounds) tests.push(boundsTest(store, bounds))
  return tests
}

const startRows = 4096

/** The rows that a filter shows, in their order. `advance` looks at the rows that came since. */
export class Selection {
  readonly #store: RowStore
  readonly filter: RowFilter
  #rows = new Uint32Array(startRows)
  #length = 0
  #seen = 0

  constructor(store: RowStore, filter: RowFilter) {
    this.#store = store
    this.filter = filter
    this.advance()
  }

  get count(): number {
    return isOpen(this.filter) ? this.#store.count : this.#length
  }

  /** The row of the store at a place of the selection; undefined beyond its end. */
  rowAt(index: number): number | undefined {
    if (index < 0 || index >= this.count) return undefined
    return isOpen(this.filter) ? index : this.#rows[index]
  }

  advance(): void {
    if (isOpen(this.filter)) return
    const end = this.#store.count
    const tests = testsOf(this.#store, this.filter)
    const from = tests ? this.#seen : end
    for (let row = from; row < end; row++) {
      const block = this.#store.block(row)
      if (tests?.every((test) => test(block, row & inBlock))) this.#push(row)
    }
    this.#seen = end
  }

  #push(row: number): void {
    if (this.#length === this.#rows.length) {
      const larger = new Uint32Array(this.#rows.length * 2)
      larger.set(this.#rows)
      this.#rows = larger
    }
    this.#rows[this.#length++] = row
  }
}
