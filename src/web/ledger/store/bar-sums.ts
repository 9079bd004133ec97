import { type MarkGroup, markGroupOf } from '../rows/groups.ts'
import { itemOf } from '../rows/ledger-totals.ts'
import { Selection } from './filter.ts'
import { type Amount, amounts, inBlock, signs } from './row-block.ts'
import type { RowStore } from './row-store.ts'

/** Which entries are added up, and where each bar begins. Times are Unix microseconds. */
export interface BarsQuery {
  /** One of the two accounts of an entry belongs to it. */
  market: string
  /** Absent: that of the margin account on the market, else the one with most entries. */
  asset?: string | undefined
  /** Ascending. A bar ends where the next one begins. */
  starts: Float64Array
  /** Entries from here on, before `end`. */
  from: number
  end: number
}

export interface BarMark {
  /** Its place in `starts`. */
  bar: number
  group: MarkGroup
  entries: number
  /** A raw integer with its sign. */
  sum: string
}

export interface BarSums {
  /** Undefined without entries on the market. */
  asset: string | undefined
  marks: BarMark[]
  /** Of the margin account on the market: before its first movement, and at the end of each bar in which it moved. */
  opening: string | undefined
  balances: { bar: number; balance: string }[]
  /** Entries whose amount cannot be read: they are counted in no mark. */
  unread: number
  /** Entries on the market in other assets: they are in no mark either. */
  others: number
}

/** The last start at or before a time; -1 before the first one. */
function barAt(starts: Float64Array, micros: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]! <= micros) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Whether the account that an entry leaves, or reaches, is the party's own on the market. */
interface Sides {
  sends: boolean
  receives: boolean
}

/** The accounts of an entry that are the party's own on the market. */
function sidesOf(store: RowStore, party: string, market: string): (row: number) => Sides {
  const own: boolean[] = []
  const isOwn = (id: number): boolean => {
    const account = store.account(id)
    return (own[id] ??= account.market === market && account.party === party)
  }
  return (row) => {
    const [block, at] = [store.block(row), row & inBlock]
    return { sends: isOwn(block.from[at]!), receives: isOwn(block.to[at]!) }
  }
}

const isMargin = (store: RowStore, id: number): boolean => store.account(id).type === 'MARGIN'

/** The asset of the margin account on the market, else the one with most entries. */
function assetOf(store: RowStore, rows: readonly number[], sides: ReturnType<typeof sidesOf>): string | undefined {
  const counts = new Map<number, number>()
  for (const row of rows) {
    const [block, at] = [store.block(row), row & inBlock]
    const { sends, receives } = sides(row)
    const asset = block.asset[at]!
    if ((sends && isMargin(store, block.from[at]!)) || (receives && isMargin(store, block.to[at]!)))
      return store.asset(asset)
    counts.set(asset, (counts.get(asset) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most && store.asset(most[0])
}

/** What an entry counts as: 1, -1 or 0 times its quantity. */
function directionOf(sign: number, { sends, receives }: Sides): bigint {
  if (sign === signs.none) return BigInt(Number(receives) - Number(sends))
  return sign === signs.credit ? 1n : -1n
}

/** The balance of an entry that is of the margin account on the market. */
function marginSide(store: RowStore, row: number, { sends, receives }: Sides): Amount | undefined {
  const [block, at] = [store.block(row), row & inBlock]
  if (receives && isMargin(store, block.to[at]!)) return amounts.toBalance
  return sends && isMargin(store, block.from[at]!) ? amounts.fromBalance : undefined
}

/**
 * What a party's entries on a market add up to, by bar and group, and the balance of its margin account there. An entry counts as
 * in a statement, by what it changes of all that the party holds; one between two accounts of the party, which changes nothing
 * of that, by what it changes of the account on the market.
 */
export function barSumsOf(store: RowStore, party: string, query: BarsQuery): BarSums {
  const { market, starts, from, end } = query
  const selection = new Selection(store, { market, start: from, end })
  const rows = Array.from({ length: selection.count }, (_, index) => selection.rowAt(index)!)
  const sides = sidesOf(store, party, market)
  const asset = query.asset ?? assetOf(store, rows, sides)
  const marks = new Map<number, Map<MarkGroup, { entries: number; sum: bigint }>>()
  const balances = new Map<number, string>()
  let [opening, unread, others]: [string | undefined, number, number] = [undefined, 0, 0]
  for (const row of rows) {
    const [block, at] = [store.block(row), row & inBlock]
    const bar = barAt(starts, store.micros(row))
    if (bar < 0) continue
    if (store.asset(block.asset[at]!) !== asset) {
      others++
      continue
    }
    if (block.lengthOf(at, amounts.quantity) === 0) {
      unread++
      continue
    }
    const own = sides(row)
    const quantity = block.value(at, amounts.quantity)
    const mark = itemOf(
      itemOf(marks, bar, () => new Map<MarkGroup, { entries: number; sum: bigint }>()),
      markGroupOf(store.type(block.type[at]!)),
      () => ({ entries: 0, sum: 0n }),
    )
    mark.entries++
    mark.sum += directionOf(block.sign[at]!, own) * quantity
    const which = marginSide(store, row, own)
    if (which === undefined || block.lengthOf(at, which) === 0) continue
    opening ??= String(block.value(at, which) + (which === amounts.toBalance ? -quantity : quantity))
    balances.set(bar, block.text(at, which))
  }
  return {
    asset,
    marks: [...marks].flatMap(([bar, groups]) =>
      [...groups].map(([group, { entries, sum }]) => ({ bar, group, entries, sum: String(sum) })),
    ),
    opening,
    balances: [...balances].map(([bar, balance]) => ({ bar, balance })),
    unread,
    others,
  }
}
