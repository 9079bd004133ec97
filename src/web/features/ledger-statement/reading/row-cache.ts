import { createEmitter } from '../../../observable.ts'
import { chunkRows, type LedgerRow, ledgerRows } from '../../../ledger/rows/ledger-row.ts'

/** Chunks that are kept, beside those of the beginning, which are there to be printed. */
const maxChunks = 60
const printedChunks = 5

/** The rows of the worker that are in view, and some around them. */
export class RowCache {
  readonly #read: (from: number, end: number) => Promise<readonly string[]>
  readonly #chunks = new Map<number, readonly LedgerRow[]>()
  readonly #asked = new Set<number>()
  readonly #queue = new Set<number>()
  readonly #changes = createEmitter()
  /** Rises when rows come or are no longer the same. */
  version = 0
  #count = 0
  #generation = 0
  party = ''

  constructor(read: (from: number, end: number) => Promise<readonly string[]>) {
    this.#read = read
  }

  readonly subscribe = this.#changes.subscribe

  /** More rows came behind those that are here. */
  grow(count: number): void {
    this.#count = count
  }

  /** Takes the first rows, which come without being asked for. */
  begin(lines: readonly string[]): void {
    this.#chunks.set(0, ledgerRows(lines, this.party))
    this.#changed()
  }

  /** Other rows are shown: none of those that are here stay. */
  reset(count: number): void {
    this.#generation++
    this.#chunks.clear()
    this.#asked.clear()
    this.#count = count
    this.#changed()
  }

  /** A row that is here; one that is not is asked for. */
  readonly at = (index: number): LedgerRow | undefined => {
    const chunk = Math.floor(index / chunkRows)
    const row = this.#chunks.get(chunk)?.[index - chunk * chunkRows]
    if (row === undefined) this.#want(chunk)
    return row
  }

  /** Asks for the rows that are printed, so that they are here when the browser prints. */
  prepare(): void {
    for (let chunk = 0; chunk < printedChunks; chunk++) this.at(chunk * chunkRows)
  }

  #want(chunk: number): void {
    if (this.#queue.size === 0) queueMicrotask(() => this.#ask())
    for (const near of [chunk, chunk + 1, chunk - 1]) this.#queue.add(near)
  }

  #ask(): void {
    for (const chunk of this.#queue) {
      const from = chunk * chunkRows
      // A chunk that was read before more rows came is asked for again; what it has stays in view.
      const loaded = this.#chunks.get(chunk)?.length ?? 0
      if (chunk < 0 || this.#asked.has(chunk) || loaded >= Math.min(chunkRows, this.#count - from)) continue
      this.#asked.add(chunk)
      void this.#load(chunk)
    }
    this.#queue.clear()
  }

  async #load(chunk: number): Promise<void> {
    const generation = this.#generation
    const from = chunk * chunkRows
    const lines = await this.#read(from, from + chunkRows).catch(() => [])
    if (generation !== this.#generation) return
    this.#asked.delete(chunk)
    this.#chunks.set(chunk, ledgerRows(lines, this.party))
    for (const oldest of this.#chunks.keys()) {
      if (this.#chunks.size <= maxChunks) break
      if (oldest >= printedChunks) this.#chunks.delete(oldest)
    }
    this.#changed()
  }

  #changed(): void {
    this.version++
    this.#changes.emit()
  }
}
