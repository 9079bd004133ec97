import type { FailureFacts } from '../../../client/node-failure.ts'
import { plural } from '../../../format/words.ts'
import { signedAmount } from '../../../ledger/ledger-words.ts'
import { type MarkGroup, markGroupWords } from '../../../ledger/rows/groups.ts'
import { itemOf } from '../../../ledger/rows/ledger-totals.ts'
import type { BarSums } from '../../../ledger/store/bar-sums.ts'
import { linkTo } from '../../../router/link-to.ts'
import type { Row } from '../data/candle-rows.ts'

/** Entries of one group: how many, and their sum as a raw integer. */
export interface GroupSum {
  entries: number
  sum: bigint
}

/** What a party's ledger has in one bar. */
export interface BarLedger {
  marks: Map<MarkGroup, GroupSum>
  /** Of the margin account at the end of the bar: a raw integer; undefined where it is not known. */
  balance: string | undefined
}

/** By the start of the bar, as in its row. */
export type LedgerBars = ReadonlyMap<string, BarLedger>

/** How far the ledger of the range in view is read. Times are Unix nanoseconds. */
export interface LedgerReading {
  /** `waiting`: nothing of it has come yet. `failed`: what is known ends at `knownTo`. */
  phase: 'waiting' | 'reading' | 'read' | 'failed'
  /** Undefined while nothing is known. */
  knownTo: bigint | undefined
  /** The end of the range; of a running candle, the time of the last reading. */
  to: bigint | undefined
  failure: FailureFacts | undefined
  asset: string | undefined
  /** Entries that are in no mark: their amount cannot be read, or they are in another asset. */
  unread: number
  others: number
  bars: LedgerBars
}

export const nothingRead: LedgerReading = {
  phase: 'waiting',
  knownTo: undefined,
  to: undefined,
  failure: undefined,
  asset: undefined,
  unread: 0,
  others: 0,
  bars: new Map(),
}

/** A stretch of the ledger that is read, in Unix nanoseconds, and what it has in the bars of the chart. */
export interface LedgerPart {
  from: bigint
  to: bigint
  /** Up to here its entries are known; `to` once all of them are. */
  knownTo: bigint
  /** The row of the first bar of `sums`. */
  first: number
  sums: BarSums
}

const add = (marks: Map<MarkGroup, GroupSum>, group: MarkGroup, { entries, sum }: GroupSum): void => {
  const mark = itemOf(marks, group, () => ({ entries: 0, sum: 0n }))
  mark.entries += entries
  mark.sum += sum
}

/** The bars of parts that do not overlap, in their order. A balance holds until the next movement, over parts that touch. */
export function ledgerBars(rows: readonly Pick<Row, 'start'>[], parts: readonly LedgerPart[]): LedgerBars {
  const bars = new Map<string, BarLedger>()
  const barOf = (index: number): BarLedger =>
    itemOf(bars, rows[index]?.start ?? '', () => ({ marks: new Map(), balance: undefined }))
  for (const { first, sums } of parts)
    for (const { bar, group, entries, sum } of sums.marks)
      add(barOf(first + bar).marks, group, { entries, sum: BigInt(sum) })
  // What an account held before a part without movements, the next part may tell.
  let [opening, begin]: [string | undefined, bigint | undefined] = [undefined, undefined]
  const openings = parts.toReversed().map(({ from, to, knownTo, sums }) => {
    opening = sums.opening ?? (to === begin && knownTo === to ? opening : undefined)
    begin = from
    return opening
  })
  let [held, end]: [string | undefined, bigint | undefined] = [undefined, undefined]
  for (const [at, { from, to, knownTo, first, sums }] of parts.entries()) {
    if (end !== from) held = undefined
    held ??= openings[parts.length - 1 - at]
    const moved = new Map(sums.balances.map(({ bar, balance }) => [first + bar, balance]))
    for (let index = first; index < rows.length && BigInt(rows[index]!.start) < knownTo; index++) {
      held = moved.get(index) ?? held
      if (held !== undefined) barOf(index).balance = held
    }
    end = knownTo === to ? to : undefined
  }
  return bars
}

/** The sums of the rows from `first` to `last`, both included. */
export function sumsIn(
  bars: LedgerBars,
  rows: readonly Pick<Row, 'start'>[],
  { first, last }: { first: number; last: number },
): Map<MarkGroup, GroupSum> {
  const sums = new Map<MarkGroup, GroupSum>()
  for (let index = first; index <= last; index++)
    for (const [group, mark] of bars.get(rows[index]?.start ?? '')?.marks ?? []) add(sums, group, mark)
  return sums
}

/** How many entries marks stand for. */
export const entriesOf = (marks: ReadonlyMap<MarkGroup, GroupSum>): number =>
  [...marks.values()].reduce((count, { entries }) => count + entries, 0)

/** The groups in the order in which they are drawn. */
export const markGroups = Object.keys(markGroupWords) as MarkGroup[]

/** The entries of a bar and their exact sums in a sentence, as the popovers of its marks have them; empty without entries. */
export function spokenEntries(bar: BarLedger | undefined, unit: string, decimals: number | undefined): string {
  if (!bar || bar.marks.size === 0) return ''
  const sums = markGroups.flatMap((group) => {
    const sum = bar.marks.get(group)?.sum
    return sum === undefined ? [] : [`${markGroupWords[group]} ${signedAmount(sum, decimals)}`]
  })
  return `. ${plural(entriesOf(bar.marks), 'entry', 'entries')} in ${unit}: ${sums.join(', ')}`
}

/** Whose entries are shown on which market, and, where it is known, the asset that its margin account is in. */
export interface LedgerSubject {
  party: string
  marketId: string
  assetId?: string | undefined
}

/** Unix nanoseconds as text; `to` is not included and absent where the span is still open. */
export interface Span {
  from: string
  to?: string | undefined
}

/** The statement of a party at the span of a bar, or of several: its entries on the market alone. */
export const statementOfBar = ({ party, marketId, assetId }: LedgerSubject, { from, to }: Span): string =>
  linkTo('/ledger', {
    partyId: party,
    ...(assetId !== undefined && { assetId }),
    market: marketId,
    from,
    ...(to !== undefined && { to }),
  })

/** From the start of the first bar to the next bar after the last one, or to its own end where none follows. */
export function spanOf(
  rows: readonly Pick<Row, 'start'>[],
  { first, last = first }: { first: number; last?: number },
  length: bigint | undefined,
): Span | undefined {
  const [from, end] = [rows[first]?.start, rows[last]?.start]
  if (from === undefined || end === undefined) return undefined
  const next = rows[last + 1]?.start ?? (length === undefined ? undefined : String(BigInt(end) + length))
  return { from, to: next }
}
