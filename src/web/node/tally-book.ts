import { freshTally, readTally, refilled, type Tally } from './budget-tally.ts'

export interface TallyPlaces {
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'> | undefined
}

/**
 * A node's tally as this tab knows it: what storage says, which is told late to other tabs, and what it heard and wrote
 * itself. Pauses and bans count as soon as either says so.
 */
export class TallyBook {
  readonly #key: string
  readonly #places: TallyPlaces
  readonly #listeners = new Set<() => void>()
  #memory: Tally = freshTally(Date.now())
  #keeps = false

  constructor(key: string, places: TallyPlaces) {
    this.#key = key
    this.#places = places
  }

  /** Calls left when this tab last wrote or was told. */
  get left(): number {
    return this.#memory.left
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
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
    return {
      ...record,
      left: this.#keeps ? Math.min(record.left, heard.left) : record.left,
      pausedUntil: Math.max(record.pausedUntil, heard.pausedUntil),
      bannedUntil: Math.max(record.bannedUntil, heard.bannedUntil),
    }
  }

  /** `tell` also says it to the tabs that are open now. */
  write(record: Tally, tell = false): void {
    this.#memory = record
    try {
      this.#places.storage?.setItem(this.#key, JSON.stringify(record))
    } catch {
      // Storage is full or forbidden: this tab counts for itself and hears of pauses over the channel.
    }
    if (tell) this.#places.channel?.postMessage(record)
    this.#publish()
  }

  /** The count of the tab that hands out units. */
  told(left: number): void {
    this.#memory = { ...this.#memory, left, at: Date.now() }
  }

  /** Another tab's words, which may be of something else. */
  hear(message: unknown): void {
    const heard = readTally(message)
    if (!heard) return
    const { left, refusals, pausedUntil, bannedUntil } = heard
    this.#memory = { ...this.#memory, left: Math.min(this.#memory.left, left), refusals, pausedUntil, bannedUntil }
    this.#publish()
  }

  #stored(): Tally | undefined {
    try {
      return readTally(JSON.parse(this.#places.storage?.getItem(this.#key) ?? 'null'))
    } catch {
      return undefined
    }
  }

  #publish(): void {
    for (const listener of this.#listeners) listener()
  }
}
