import { freshTally, readTally, refilled, type Tally } from './token-bucket.ts'

/** A node's tally as this tab knows it: what storage says, which is told late to other tabs, and what it wrote itself. */
export class TallyBook {
  readonly #key: string
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  readonly #onChange: () => void
  #memory: Tally = freshTally(Date.now())
  #keeps = false

  constructor(key: string, storage: Pick<Storage, 'getItem' | 'setItem'> | undefined, onChange: () => void) {
    this.#key = key
    this.#storage = storage
    this.#onChange = onChange
  }

  /** Calls left when this tab last wrote or was told. */
  get left(): number {
    return this.#memory.left
  }

  /** Whether this tab alone hands out units: its own count is then the right one wherever it is the lower. */
  keep(keeps: boolean): void {
    this.#keeps = keeps
    if (keeps) this.#memory = this.read(Date.now())
  }

  read(now: number): Tally {
    const heard = refilled(this.#memory, now)
    const stored = this.#stored()
    if (!stored) return heard
    const record = refilled(stored, now)
    return { ...record, left: this.#keeps ? Math.min(record.left, heard.left) : record.left }
  }

  write(record: Tally): void {
    this.#memory = record
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(record))
    } catch {
      // Storage is full or forbidden: this tab counts for itself.
    }
    this.#onChange()
  }

  /** The count of the tab that hands out units. */
  told(left: number): void {
    this.#memory = { ...this.#memory, left, at: Date.now() }
  }

  #stored(): Tally | undefined {
    try {
      return readTally(JSON.parse(this.#storage?.getItem(this.#key) ?? 'null'))
    } catch {
      return undefined
    }
  }
}
