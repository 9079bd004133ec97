/**
 * Which tab counts. Storage tells tabs what was written, but late: two of them that read in one moment would spend the
 * same unit. So one tab, the holder of a lock, keeps the tally and hands out units; the others ask it. When it closes,
 * the browser gives the lock to the next in line. Where there are no locks (plain http) every tab counts for itself.
 */
export type Message =
  /** A tab wants a unit. */
  | { say: 'want'; id: string }
  /** It has one, or none because the node holds questions back; `left` are for all tabs. */
  | { say: 'have'; id: string; unit: boolean; left: number }
  /** Another tab keeps the tally from now on: what is wanted is to be said again. */
  | { say: 'keeper' }
  /** What the node counts, from the headers of an answer. */
  | { say: 'count'; limit: number | null; remaining: number | null }

/** Words of this browser's own tabs, perhaps of another release: whoever acts on a number looks at it. */
const read = (message: unknown): Message | undefined =>
  typeof message === 'object' && message !== null && 'say' in message ? (message as Message) : undefined

export interface KeeperPlaces {
  locks: Pick<LockManager, 'request'> | undefined
  post: ((message: Message) => void) | undefined
}

interface KeeperWork {
  /** Waits for a unit of the tally; false when the node holds questions back. */
  unit: () => Promise<boolean>
  count: (limit: number | null, remaining: number | null) => void
  left: () => number
  /** The keeper's count, told to any tab. */
  told: (left: number) => void
  /** This tab keeps the tally from now on. */
  begin: () => void
  end: () => void
}

/** A keeper that does not answer for so long (ms) is asleep: the lock is taken from it. */
const patience = 5_000

export class Keeper {
  /** Settled when it is known whether this tab keeps the tally. */
  readonly joined: Promise<void>
  readonly #name: string
  readonly #places: KeeperPlaces
  readonly #work: KeeperWork
  readonly #waiting = new Map<string, (unit: boolean) => void>()
  readonly #tab = Math.random().toString(36).slice(2)
  #latest = 0
  #role: 'alone' | 'asks' | 'keeps'
  #release: (() => void) | undefined
  #inLine: AbortController | undefined

  constructor(name: string, places: KeeperPlaces, work: KeeperWork) {
    this.#name = name
    this.#places = places
    this.#work = work
    this.#role = places.locks && places.post ? 'asks' : 'alone'
    this.joined = new Promise((known) => {
      if (this.#role === 'alone') known()
      else this.#request({ ifAvailable: true }, known)
    })
  }

  /** Whether units are handed out elsewhere. */
  get asks(): boolean {
    return this.#role === 'asks'
  }

  get keeps(): boolean {
    return this.#role === 'keeps'
  }

  /** Asks the tab that keeps the tally; false when none came: the node holds questions back, or this tab keeps it now. */
  want(signal: AbortSignal | undefined): Promise<boolean> {
    this.#latest += 1
    const id = `${this.#tab} ${this.#latest}`
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.#request({ steal: true }), patience)
      const end = (): void => {
        clearTimeout(late)
        this.#waiting.delete(id)
        signal?.removeEventListener('abort', abort)
      }
      const abort = (): void => {
        end()
        reject(signal?.reason as Error)
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting.set(id, (unit) => {
        end()
        resolve(unit)
      })
      this.#places.post?.({ say: 'want', id })
    })
  }

  /** Passes on what the node counts; only the keeper's count matters. */
  tell(limit: number | null, remaining: number | null): void {
    this.#places.post?.({ say: 'count', limit, remaining })
  }

  /** Another tab's words. */
  hear(message: unknown): void {
    const said = read(message)
    if (!said) return
    if (said.say === 'have') {
      if (said.left >= 0) this.#work.told(said.left)
      this.#waiting.get(said.id)?.(said.unit)
    } else if (said.say === 'keeper') {
      for (const id of this.#waiting.keys()) this.#places.post?.({ say: 'want', id })
    } else if (this.keeps && said.say === 'want') {
      void this.#work
        .unit()
        .then((unit) => this.#places.post?.({ say: 'have', id: said.id, unit, left: this.#work.left() }))
    } else if (this.keeps && said.say === 'count') {
      this.#work.count(said.limit, said.remaining)
    }
  }

  /** Lets another tab keep the tally: this one is about to be frozen or put aside. */
  rest(): void {
    this.#inLine?.abort()
    this.#release?.()
  }

  /** Stands in line again after a rest. */
  wake(): void {
    if (this.asks && !this.#inLine) this.#standInLine()
  }

  #standInLine(): void {
    this.#inLine = new AbortController()
    this.#request({ signal: this.#inLine.signal })
  }

  /** Asks the browser for the lock, which stays until this page closes, rests or loses it. `known` when it has answered. */
  #request(options: LockOptions, known: () => void = () => undefined): void {
    let had = false
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      if (!lock) return undefined
      had = true
      this.#inLine = undefined
      this.#begin()
      known()
      return new Promise((release) => (this.#release = release))
    }
    const lost = (): void => {
      this.#release = undefined
      this.#role = 'asks'
      this.#work.end()
    }
    Promise.resolve()
      .then(() => this.#places.locks?.request(this.#name, options, hold))
      .then(
        () => {
          if (had) lost()
          else this.#standInLine()
        },
        (error: unknown) => {
          const ended = error instanceof Error && error.name === 'AbortError'
          if (had) {
            lost()
            this.#standInLine()
          } else if (ended) {
            this.#inLine = undefined
          } else {
            this.#role = 'alone' // pages without an origin of their own have no locks
          }
        },
      )
      .then(known, known)
  }

  #begin(): void {
    this.#role = 'keeps'
    this.#work.begin()
    for (const again of this.#waiting.values()) again(false)
    this.#places.post?.({ say: 'keeper' })
  }
}
