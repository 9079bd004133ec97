import { ledgerColumns } from '../../../wire/ledger-export.ts'
import { chunkRows } from '../rows/ledger-row.ts'
import { converted, type Form } from '../rows/csv-for-spreadsheets.ts'
import { type LedgerTotals, unknownAccount } from '../rows/ledger-totals.ts'
import { type AccountCurve, Balances, type Stretch } from '../store/balances.ts'
import { type BarsQuery, type BarSums, barSumsOf } from '../store/bar-sums.ts'
import { isOpen, type RowFilter, Selection } from '../store/filter.ts'
import { type Equity, equityOf, unknownEquity } from '../store/equity.ts'
import { type FindQuery, findIn } from '../store/find.ts'
import { type LargeMovement, largestOf, sumsOf } from '../store/sums.ts'
import { RowStore } from '../store/row-store.ts'
import type { Bytes } from '../../../client/stages.ts'
import { proxyMarker } from 'comlink'

/** What the filters offer: the values that the rows read so far have. */
export interface Choices {
  types: string[]
  markets: string[]
  assets: string[]
  /** Types of accounts on both sides, each with its market. */
  accounts: { type: string; market: string }[]
}

/** The shown rows in sum, and the accounts over the shown stretch of time. */
export interface RowsSummary {
  /** `cells` are of the shown rows, `accounts` of all movements in the stretch, whatever else is filtered. */
  totals: LedgerTotals
  largest: LargeMovement[]
  curves: AccountCurve[]
  /** Unix microseconds of the stretch that `curves` are of, `end` excluded, and the number of its steps. */
  stretch: Stretch
  /** The same of all rows. */
  whole: Stretch
}

/** Steps of a balance curve: nearly one for each pixel of a narrow chart, few enough to read in a table. */
export const curveSteps = 480
const largestCount = 5
const unknownParty = '?'

/** A stretch that has one step of a microsecond at least. */
const stretchOf = (start: number, end: number): Stretch => ({
  start,
  end,
  steps: Math.max(1, Math.min(curveSteps, Math.ceil(end - start))),
})

/** A worker does not keep more rows than this, some 70 bytes each. */
const maxRows = 4_000_000

interface Origin {
  readonly party: string | undefined
  readonly isDisordered: boolean
}

/** The kept rows of a ledger, and what is shown of them: those that a filter leaves, their sums, and what is found in them. */
export class RowsView {
  /** The page calls it in the worker. */
  readonly [proxyMarker] = true
  readonly #store = new RowStore()
  readonly #origin: Origin
  #selection = new Selection(this.#store, {})
  #balances: Balances | undefined
  #found: Uint32Array | undefined
  #finding = 0
  #timed = 0
  #first = Infinity
  #last = -Infinity

  constructor(origin: Origin) {
    this.#origin = origin
  }

  /** Keeps a row; one that was not understood is in no sum. */
  add(line: string, isUnderstood: boolean): void {
    this.#store.add(line, isUnderstood)
  }

  get isFull(): boolean {
    return this.#store.count >= maxRows
  }

  /** Shows other rows; returns how many there are. */
  filter(filter: RowFilter): number {
    this.#selection = new Selection(this.#store, filter)
    return this.#selection.count
  }

  get #current(): Selection {
    this.#selection.advance()
    return this.#selection
  }

  get count(): number {
    return this.#current.count
  }

  /** Shown rows `from` to before `end`, as the file has them, without their line ends. */
  lines(from: number, end: number): string[] {
    const selection = this.#current
    const lines: string[] = []
    for (let index = from; index < Math.min(end, selection.count); index++)
      lines.push(this.#store.line(selection.rowAt(index)!))
    return lines
  }

  /** The first rows that were read; undefined without any, and while a filter chooses among them. */
  begun(): string[] | undefined {
    return this.count > 0 && isOpen(this.#selection.filter) ? this.lines(0, chunkRows) : undefined
  }

  choices(): Choices {
    const store = this.#store
    return {
      types: [...new Set(store.types.texts.map((_, id) => store.type(id)))].toSorted(),
      markets: store.markets,
      assets: [...new Set(store.assets.texts.map((_, id) => store.asset(id)))],
      accounts: store.accountKinds,
    }
  }

  summary(): RowsSummary | undefined {
    const store = this.#store
    const selection = this.#current
    if (store.count === 0) return undefined
    // Without a party, no row is credited: an account may have none.
    this.#balances ??= new Balances(store, this.#origin.party ?? unknownParty)
    this.#balances.advance()
    const whole = this.#whole()
    const { start = whole.start, end = whole.end } = selection.filter
    const from = Math.min(Math.max(start, whole.start), whole.end - 1)
    const stretch = stretchOf(from, Math.max(from + 1, Math.min(end, whole.end)))
    const { isDisordered } = this.#origin
    const all = this.#balances
      .curves(stretch)
      .map((curve) => (isDisordered ? { ...curve, ...unknownAccount, unread: curve.movements } : curve))
    const curves = all.filter(({ unread }) => unread === 0)
    const { cells, unread } = sumsOf(store, selection)
    const accounts = all.map(({ points: _points, ...account }) => account)
    const totals = { rows: selection.count, cells, accounts, unread }
    return { totals, largest: largestOf(store, selection, largestCount), curves, stretch, whole }
  }

  /** All rows of a market in sum, by bar, whatever is filtered. */
  barSums(query: BarsQuery): BarSums {
    return barSumsOf(this.#store, this.#origin.party ?? unknownParty, query)
  }

  /** What the party held in each asset over all rows, whatever is filtered. */
  equity(): { equities: Equity[]; stretch: Stretch } {
    const stretch = this.#whole()
    const equities = equityOf(this.#store, this.#origin.party ?? unknownParty, stretch)
    const isKnown = !this.#origin.isDisordered
    return { stretch, equities: isKnown ? equities : equities.map((one) => ({ ...one, ...unknownEquity })) }
  }

  /** From the first to the last time that can be read. A node sends rows in order; a file may hold them in any. */
  #whole(): Stretch {
    const store = this.#store
    for (; this.#timed < store.count; this.#timed++) {
      const micros = store.micros(this.#timed)
      if (Number.isNaN(micros)) continue
      this.#first = Math.min(this.#first, micros)
      this.#last = Math.max(this.#last, micros)
    }
    return this.#first > this.#last ? stretchOf(0, 1) : stretchOf(this.#first, this.#last + 1)
  }

  /** Looks for a text in the shown rows; returns how many have it, undefined when another search began meanwhile. */
  async find(query: FindQuery | undefined): Promise<number | undefined> {
    const finding = ++this.#finding
    this.#found = undefined
    if (!query) return 0
    const { party = '' } = this.#origin
    const found = await findIn(
      { store: this.#store, selection: this.#current, party },
      query,
      () => finding !== this.#finding,
    )
    if (found) this.#found = found
    return found?.length
  }

  /** The shown row that is match `place` of the last search. */
  foundAt(place: number): number | undefined {
    return this.#found?.[place]
  }

  /** The shown rows as a file in a form; in the original one, every byte of the rows is as the node sent it. */
  file(form: Form): Promise<Blob> {
    const { count } = this
    const encoder = new TextEncoder()
    let from = 0
    const rows = new ReadableStream<Bytes>({
      start: (controller) => controller.enqueue(encoder.encode(`${ledgerColumns.join(',')}\n`)),
      pull: (controller) => {
        if (from >= count) return controller.close()
        const lines = this.lines(from, from + rowsAtOnce)
        controller.enqueue(encoder.encode(lines.map((line) => `${line}\n`).join('')))
        from += rowsAtOnce
      },
    })
    const type = form.gzip ? 'application/gzip' : 'text/csv'
    return new Response(converted(rows, form), { headers: { 'content-type': type } }).blob()
  }
}

const rowsAtOnce = 20_000
