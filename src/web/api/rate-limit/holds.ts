import * as v from 'valibot'

export interface HoldPlaces {
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'> | undefined
}

/** `at` in Unix milliseconds of this browser; `refusals` are the 429 answers in a row that led to a pause. */
const Mark = v.object({ at: v.number(), refusals: v.number() })
type Mark = v.InferOutput<typeof Mark>

export type HoldName = 'paused' | 'banned' | 'answered'
const HoldMessage = v.object({ say: v.literal('hold'), name: v.picklist(['paused', 'banned', 'answered']), mark: Mark })

export const longestPause = 3_600_000
export const longestBan = 86_400_000
/** How far ahead a mark may lie. One that lies further was made before this device's clock was set back. */
const farthest: Readonly<Record<HoldName, number>> = { paused: longestPause, banned: longestBan, answered: 0 }

const never: Mark = { at: 0, refusals: 0 }

export interface HoldState {
  pausedUntil: number
  bannedUntil: number
  refusals: number
  /** A pause or a ban has ended and no request that left since then has been answered well. */
  unproven: boolean
}

/**
 * Until when the rate limiter of a node wants silence, and when a request left that it then answered well. Each has a key
 * of its own in storage and is only ever raised: what is stored, heard and remembered counts as the latest of them, and a
 * tab that finds less in storage than it knows writes it again. So neither a late writer nor a lost message ends a ban.
 */
export class Holds {
  readonly #key: string
  readonly #places: HoldPlaces
  readonly #onChange: () => void
  readonly #known: Record<HoldName, Mark> = { paused: never, banned: never, answered: never }

  constructor(key: string, places: HoldPlaces, onChange: () => void) {
    this.#key = key
    this.#places = places
    this.#onChange = onChange
  }

  read(now: number): HoldState {
    const paused = this.#latest('paused', now)
    const banned = this.#latest('banned', now)
    const held = Math.max(paused.at, banned.at)
    return {
      pausedUntil: paused.at,
      bannedUntil: banned.at,
      refusals: paused.refusals,
      unproven: held > 0 && held <= now && this.#latest('answered', now).at < held,
    }
  }

  /** Raises one of them and tells the tabs that are open now. An earlier time than is known changes nothing. */
  raise(name: HoldName, at: number, refusals = 0): void {
    const mark = { at, refusals }
    if (this.#adopt(name, mark)) this.#places.channel?.postMessage({ say: 'hold', name, mark })
  }

  /** Another tab's words, which may be of something else. */
  hear(message: unknown): void {
    const heard = v.safeParse(HoldMessage, message)
    if (heard.success) this.#adopt(heard.output.name, heard.output.mark)
  }

  /** Whether this is later than what was known. */
  #adopt(name: HoldName, mark: Mark): boolean {
    const now = Date.now()
    if (mark.at <= this.#latest(name, now).at || mark.at > now + farthest[name]) return false
    this.#known[name] = mark
    this.#store(name, mark)
    this.#onChange()
    return true
  }

  #latest(name: HoldName, now: number): Mark {
    const possible = (mark: Mark): Mark => (mark.at > now + farthest[name] ? never : mark)
    const known = possible(this.#known[name])
    const stored = possible(this.#stored(name))
    if (known.at > stored.at) this.#store(name, known)
    return (this.#known[name] = known.at > stored.at ? known : stored)
  }

  #stored(name: HoldName): Mark {
    try {
      const read = v.safeParse(Mark, JSON.parse(this.#places.storage?.getItem(`${this.#key} ${name}`) ?? 'null'))
      return read.success ? read.output : never
    } catch {
      return never
    }
  }

  #store(name: HoldName, mark: Mark): void {
    try {
      this.#places.storage?.setItem(`${this.#key} ${name}`, JSON.stringify(mark))
    } catch {
      // Storage is full or forbidden: this tab remembers for itself, and the others hear of it over the channel.
    }
  }
}
