import * as v from 'valibot'
import { sleep } from './rate-limit-error.ts'

export interface TrialPlaces {
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  /** Only pages of a secure context have them. */
  locks?: Pick<LockManager, 'request'> | undefined
  random: () => number
  /** Whether the node must still be tried. */
  needed: () => boolean
}

/** Within this time (ms) the other tabs hear what one has stored or posted. */
const spread = 250
/** A claim that stands for so long (ms) is of a tab that is gone: longer than a node is waited for. */
const longest = 60_000

const Claim = v.object({ by: v.string(), at: v.number() })

/**
 * The turn to send one request to a node that had asked for silence: one tab of this browser has it at a time. A lock of
 * the browser where there are locks, else a claim in storage that has stood long enough for all tabs to see it.
 */
export class Trial {
  readonly #name: string
  readonly #places: TrialPlaces
  readonly #tab = Math.random().toString(36).slice(2)
  #end: (() => void) | undefined

  constructor(name: string, places: TrialPlaces) {
    this.#name = name
    this.#places = places
  }

  /** Waits for the turn, also behind one that this tab has. Throws the signal's reason. */
  async take(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const { locks, storage } = this.#places
    if (locks && (await this.#lock(locks, signal))) return
    if (storage) await this.#claim(signal)
  }

  /** Ends the turn, if this tab has it: `heard` when the other tabs need not hear first what came of it. */
  end(heard: boolean): void {
    const end = this.#end
    this.#end = undefined
    if (heard) end?.()
    else if (end) setTimeout(end, spread)
  }

  /** False on a page that may have no locks. */
  #lock(locks: Pick<LockManager, 'request'>, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const hold = (): Promise<void> =>
        new Promise((end) => {
          this.#end = end
          resolve(true)
        })
      Promise.resolve()
        .then(() => locks.request(this.#name, signal ? { signal } : {}, hold))
        .catch(() => (signal?.aborted ? reject(signal.reason as Error) : resolve(false)))
    })
  }

  async #claim(signal: AbortSignal | undefined): Promise<void> {
    while (this.#places.needed()) {
      const claim = this.#read()
      const now = Date.now()
      if (claim && claim.at <= now && now - claim.at < longest) {
        await sleep(spread * (0.2 + this.#places.random()), signal)
        continue
      }
      // Where nothing can be stored this tab goes without the others.
      if (!this.#write(JSON.stringify({ by: this.#tab, at: now }))) return
      const end = (): void => {
        if (this.#read()?.by === this.#tab) this.#write('')
      }
      try {
        await sleep(spread, signal)
      } catch (reason) {
        end()
        throw reason
      }
      if (this.#read()?.by === this.#tab) {
        this.#end = end
        return
      }
    }
  }

  #read(): v.InferOutput<typeof Claim> | undefined {
    try {
      const read = v.safeParse(Claim, JSON.parse(this.#places.storage?.getItem(this.#name) || 'null'))
      return read.success ? read.output : undefined
    } catch {
      return undefined
    }
  }

  #write(text: string): boolean {
    try {
      this.#places.storage?.setItem(this.#name, text)
      return true
    } catch {
      return false
    }
  }
}
