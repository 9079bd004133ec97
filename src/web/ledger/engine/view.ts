import { ledgerColumns } from '../../../wire/ledger-export.ts'
import { type LedgerTotals, unknownAccount } from '../rows/ledger-totals.ts'
import { Balances } from '../store/balances.ts'
import type { AccountCurve, Stretch } from '../store/curve.ts'
import { type RowFilter, Selection } from '../store/filter.ts'
import { type FindQuery, findIn } from '../store/find.ts'
import { type LargeMovement, largestOf, sumsOf } from '../store/sums.ts'
import type { RowStore } from '../store/row-store.ts'
import type { Statement } from './statement.ts'

/** What the filters offer: the values that the rows read so far have. */
export interface Choices {
  types: string[]
  markets: string[]
  assets: string[]
}

/** The shown rows in sum, and the accounts over the shown stretch of time. */
export interface Summary {
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

/** What is shown of a statement: the rows that a filter leaves, what they add up to, and what is found in them. */
export class View {
  readonly #statement: Statement
  #filter: RowFilter = {}
  #selection: Selection | undefined
  #balances: Balances | undefined
  #found: Uint32Array | undefined
  #finding = 0
  #timed = 0
  #first = Infinity
  #last = -Infinity

  constructor(statement: Statement) {
    this.#statement = statement
  }

  /** Shows other rows; returns how many there are. */
  filter(filter: RowFilter): number {
    this.#filter = filter
    this.#selection = undefined
    return this.count
  }

  get #current(): Selection | undefined {
    const { store } = this.#statement
    if (!this.#selection && store) this.#selection = new Selection(store, this.#filter)
    this.#selection?.advance()
    return this.#selection
  }

  get count(): number {
    return this.#current?.count ?? 0
  }

  /** Shown rows `from` to before `end`, as the file has them, without their line ends. */
  lines(from: number, end: number): string[] {
    const { store } = this.#statement
    const selection = this.#current
    const lines: string[] = []
    if (!store || !selection) return lines
    for (let index = from; index < Math.min(end, selection.count); index++)
      lines.push(store.line(selection.rowAt(index)!))
    return lines
  }

  /** The place among the shown rows at or after a row of the file. */
  placeOf(row: number): number {
    const selection = this.#current
    let [low, high] = [0, selection?.count ?? 0]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (selection!.rowAt(middle)! < row) low = middle + 1
      else high = middle
    }
    return low
  }

  choices(): Choices {
    const { store } = this.#statement
    const numbers = (texts: readonly unknown[] = []) => [...texts.keys()]
    return {
      types: store ? [...new Set(numbers(store.types.texts).map((id) => store.type(id)))].toSorted() : [],
      markets: store ? store.markets : [],
      assets: store ? [...new Set(numbers(store.assets.texts).map((id) => store.asset(id)))] : [],
    }
  }

  summary(): Summary | undefined {
    const { store, party } = this.#statement
    const selection = this.#current
    if (!store || !selection || store.count === 0) return undefined
    // The rows of a party that is not known are nobody's: an account may have no party.
    this.#balances ??= new Balances(store, party ?? unknownParty)
    this.#balances.advance()
    const whole = this.#whole(store)
    const { start = whole.start, end = whole.end } = this.#filter
    const from = Math.min(Math.max(start, whole.start), whole.end - 1)
    const stretch = stretchOf(from, Math.max(from + 1, Math.min(end, whole.end)))
    const disordered = this.#statement.checks?.isDisordered === true
    const all = this.#balances
      .curves(stretch)
      .map((curve) => (disordered ? { ...curve, ...unknownAccount, unread: curve.movements } : curve))
    const curves = all.filter(({ unread }) => unread === 0)
    const { cells, unread } = sumsOf(store, selection)
    const accounts = all.map(({ points: _points, ...account }) => account)
    const totals = { rows: selection.count, cells, accounts, unread }
    return { totals, largest: largestOf(store, selection, largestCount), curves, stretch, whole }
  }

  /** From the first to the last time that can be read. A node sends rows in order; a file may hold them in any. */
  #whole(store: RowStore): Stretch {
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
    const { store, party = '' } = this.#statement
    const selection = this.#current
    if (!query || !store || !selection) return 0
    const found = await findIn({ store, selection, party }, query, () => finding !== this.#finding)
    if (found) this.#found = found
    return found?.length
  }

  /** The shown row that is match `place` of the last search. */
  foundAt(place: number): number | undefined {
    return this.#found?.[place]
  }

  /** The shown rows as a file, with the header and every byte of the rows as the node sent them. */
  csv(): Blob {
    const parts: Blob[] = [new Blob([`${ledgerColumns.join(',')}\n`])]
    const { count } = this
    for (let from = 0; from < count; from += rowsAtOnce) {
      parts.push(
        new Blob([
          this.lines(from, from + rowsAtOnce)
            .map((line) => `${line}\n`)
            .join(''),
        ]),
      )
    }
    return new Blob(parts, { type: 'text/csv' })
  }
}

const rowsAtOnce = 20_000
