import { announcedBan, announcedPause } from '../../wire/rate-limit.ts'
import { Keeper, type Message } from './budget-keeper.ts'
import { longestBan, longestPause } from './budget-tally.ts'
import { Held, orAborted, sleep } from './held.ts'
import { TallyBook, type TallyPlaces } from './tally-book.ts'

/** A pause that ends sooner is waited out, a longer one is said. */
const patience = 2_000
const usualBan = 600_000

export interface BudgetState {
  left: number
  most: number
  pausedUntil: number
  bannedUntil: number
}

export interface BudgetPlaces extends TallyPlaces {
  locks?: Pick<LockManager, 'request'> | undefined
  random: () => number
}

/**
 * What this browser may still ask of a node, kept once for all its tabs. Calls refused while the network's bucket is empty
 * lead to a ban of ten minutes (wire.md 10.3). So the budget is spent here first: a tab waits rather than ask too much,
 * the first 429 pauses every tab, and a ban is sat out in silence. Every JSON question enters before it is sent and
 * leaves when it is answered.
 */
export class Budget {
  readonly #random: () => number
  readonly #book: TallyBook
  readonly #keeper: Keeper
  #asking = 0
  #turn: Promise<unknown> = Promise.resolve()
  #units: Promise<unknown> = Promise.resolve()

  constructor(key: string, places: BudgetPlaces) {
    const { locks, channel } = places
    this.#random = places.random
    this.#book = new TallyBook(key, places)
    const post = channel && ((message: Message) => channel.postMessage(message))
    this.#keeper = new Keeper(
      key,
      { locks, post },
      {
        unit: () => this.#unit(undefined),
        count: (limit, remaining) => this.#count(limit, remaining),
        begin: () => this.#book.keep(true),
        end: () => this.#book.keep(false),
        left: () => this.#book.left,
        told: (left) => this.#book.told(left),
      },
    )
    if (!channel) return
    channel.onmessage = ({ data }) => {
      this.#keeper.hear(data)
      this.#book.hear(data)
    }
  }

  /** What is left now, refilled by the time that passed. */
  state(): BudgetState {
    const now = Date.now()
    const { left, most, pausedUntil, bannedUntil } = this.#book.read(now)
    const held = pausedUntil > now || bannedUntil > now
    return { left: held ? 0 : Math.floor(left), most, pausedUntil, bannedUntil }
  }

  subscribe(listener: () => void): () => void {
    return this.#book.subscribe(listener)
  }

  /** Waits for one unit, in the order of asking. Throws Held during a pause or a ban, and the signal's reason. */
  enter(signal?: AbortSignal): Promise<void> {
    const turn = this.#turn.then(() => this.#pass(signal))
    this.#turn = turn.catch(() => undefined)
    return orAborted(turn, signal)
  }

  /** The question is over, whatever came of it. */
  leave(): void {
    this.#asking = Math.max(0, this.#asking - 1)
  }

  /** Takes the node's own count from any answer; without the headers our estimate holds. */
  correct(headers: Headers): void {
    const [limit, remaining] = ['Ratelimit-Limit', 'Ratelimit-Remaining'].map((name) => {
      const text = headers.get(name)
      return text === null || Number.isNaN(Number(text)) ? null : Number(text)
    }) as [number | null, number | null]
    if (this.#keeper.asks) this.#keeper.tell(limit, remaining)
    else this.#count(limit, remaining)
  }

  /** A good answer: the node is no longer out of breath. */
  accepted(): void {
    const record = this.#book.read(Date.now())
    if (record.refusals === 0) return
    this.#book.write({ ...record, refusals: 0 }, true)
  }

  /**
   * A 429 to a question sent at `sentAt`: all tabs pause, twice as long at each repetition, at random so that tabs
   * and people do not come back together. Returns when the pause ends.
   */
  refused(headers: Headers, sentAt: number): number {
    const now = Date.now()
    const record = this.#book.read(now)
    // Questions under way when the pause began say nothing new.
    const known = record.pausedUntil > now || sentAt < record.pausedUntil
    const ceiling = 1000 * 2 ** Math.min(record.refusals, 6)
    const wait = Math.max(announcedPause(headers, now), known ? 0 : 1000 + this.#random() * ceiling)
    const pausedUntil = Math.max(record.pausedUntil, now + Math.min(wait, longestPause))
    this.#book.write({ ...record, left: 0, refusals: record.refusals + (known ? 0 : 1), pausedUntil }, true)
    return pausedUntil
  }

  /** A 403 of the rate limiter: silence in all tabs until the ban ends. Returns when that is. */
  banned(headers: Headers): number {
    const now = Date.now()
    const record = this.#book.read(now)
    const wait = announcedBan(headers, now) || usualBan
    const bannedUntil = Math.max(record.bannedUntil, now + Math.min(wait, longestBan))
    this.#book.write({ ...record, left: 0, bannedUntil }, true)
    return bannedUntil
  }

  /** This page is put aside: another tab may count. */
  rest(): void {
    this.#keeper.rest()
  }

  /** It is in use again. */
  wake(): void {
    this.#keeper.wake()
  }

  #count(limit: number | null, remaining: number | null): void {
    const record = this.#book.read(Date.now())
    if (limit !== null && limit > 0) record.rate = limit
    if (remaining !== null && remaining >= 0) {
      record.most = Math.max(record.most, remaining)
      record.left = Math.min(record.left, remaining)
    }
    this.#book.write(record)
  }

  async #pass(signal: AbortSignal | undefined): Promise<void> {
    await this.#keeper.joined
    for (;;) {
      signal?.throwIfAborted()
      const now = Date.now()
      const { bannedUntil, pausedUntil, refusals } = this.#book.read(now)
      if (bannedUntil > now) throw new Held('banned', bannedUntil)
      const pause = pausedUntil - now
      if (pause > patience) throw new Held('limited', pausedUntil)
      if (pause > 0) {
        await sleep(pause, signal)
      } else if (refusals > 0 && this.#asking > 0) {
        await sleep(50, signal) // after a refusal one question goes ahead to see whether the node answers
      } else if (await (this.#keeper.asks ? this.#keeper.want(signal) : this.#unit(signal))) {
        this.#asking += 1
        return
      } else {
        await sleep(10, signal) // why there was none is read in a moment
      }
    }
  }

  /** Takes a unit in the order of asking, of all tabs where this one keeps the tally; false in a pause or a ban. */
  #unit(signal: AbortSignal | undefined): Promise<boolean> {
    const unit = this.#units.then(() => this.#take(signal))
    this.#units = unit.catch(() => undefined)
    return unit
  }

  async #take(signal: AbortSignal | undefined): Promise<boolean> {
    for (;;) {
      signal?.throwIfAborted()
      const now = Date.now()
      const record = this.#book.read(now)
      if (record.bannedUntil > now || record.pausedUntil > now) return false
      if (record.left >= 1) {
        this.#book.write({ ...record, left: record.left - 1 })
        return true
      }
      this.#book.write(record) // so that a clock that was set back does not stop the refill
      await sleep(Math.ceil(((1 - record.left) / record.rate) * 1000), signal)
    }
  }
}
