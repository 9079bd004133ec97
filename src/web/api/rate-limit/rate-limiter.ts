import { createEmitter } from '../../observable.ts'
import { announcedBan, announcedPause } from '../../../wire/rate-limit.ts'
import { Keeper, type Message } from './budget-keeper.ts'
import { Held, orAborted, sleep } from './rate-limit-error.ts'
import { type HoldPlaces, Holds, longestBan, longestPause } from './holds.ts'
import { TallyBook } from './bucket-store.ts'
import { Trial } from './trial.ts'

/** A pause that ends sooner is waited out, a longer one is said. */
const patience = 2_000
const usualBan = 600_000

export interface BudgetState {
  left: number
  most: number
  pausedUntil: number
  bannedUntil: number
  /** A pause or a ban has ended and one request goes ahead to see whether the node answers again. */
  unproven: boolean
}

export interface BudgetPlaces extends HoldPlaces {
  locks?: Pick<LockManager, 'request'> | undefined
  random: () => number
}

/**
 * What this browser may still ask of a node, kept once for all its tabs. Calls refused while the network's bucket is empty
 * lead to a ban of ten minutes (wire.md 10.3). So the budget is spent here first: a tab waits rather than ask too much,
 * the first 429 pauses every tab, and a ban is sat out in silence. After either one request of all tabs goes ahead. Every
 * JSON question enters before it is sent and leaves when it is answered.
 */
export class Budget {
  readonly #random: () => number
  readonly #book: TallyBook
  readonly #holds: Holds
  readonly #trial: Trial
  readonly #keeper: Keeper
  readonly #changed = createEmitter()
  /** Calls after every change of what is left or held; returns the end of it. */
  readonly subscribe = this.#changed.subscribe
  #asking = 0
  #turn: Promise<unknown> = Promise.resolve()
  #units: Promise<unknown> = Promise.resolve()

  constructor(key: string, places: BudgetPlaces) {
    const { locks, channel, storage } = places
    const changed = this.#changed.emit
    this.#random = places.random
    this.#book = new TallyBook(key, storage, changed)
    this.#holds = new Holds(key, places, changed)
    const needed = (): boolean => this.#holds.read(Date.now()).unproven
    this.#trial = new Trial(`${key} trial`, { ...places, needed })
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
      this.#holds.hear(data)
    }
  }

  /** What is left now, refilled by the time that passed. */
  state(): BudgetState {
    const now = Date.now()
    const { left, most } = this.#book.read(now)
    const { pausedUntil, bannedUntil, unproven } = this.#holds.read(now)
    const held = pausedUntil > now || bannedUntil > now
    return { left: held ? 0 : Math.floor(left), most, pausedUntil, bannedUntil, unproven }
  }

  /** Waits for one unit, in the order of asking. Throws Held during a pause or a ban, and the signal's reason. */
  async enter(signal?: AbortSignal): Promise<void> {
    const turn = this.#turn.then(() => this.#pass(signal))
    this.#turn = turn.catch(() => undefined)
    try {
      await orAborted(turn, signal)
    } catch (reason) {
      // Nobody will leave for one who was let in while giving up.
      void turn.then(
        () => this.leave(),
        () => undefined,
      )
      throw reason
    }
  }

  /** The question is over, whatever came of it. */
  leave(): void {
    this.#asking = Math.max(0, this.#asking - 1)
    if (this.#asking === 0) this.#trial.end(false)
  }

  /** Takes the node's own count from any answer; without the headers our estimate holds. */
  correct(headers: Headers): void {
    const [limit, remaining] = ['Ratelimit-Limit', 'Ratelimit-Remaining'].map((name) => {
      const text = headers.get(name)
      return text === null || Number.isNaN(Number(text)) ? null : Number(text)
    }) as [number | null, number | null]
    this.#learnCount(limit, remaining)
  }

  /** A good answer to a question sent at `sentAt`: the node takes questions again. */
  accepted(sentAt: number): void {
    const { unproven, pausedUntil, bannedUntil } = this.#holds.read(Date.now())
    if (!unproven || sentAt < Math.max(pausedUntil, bannedUntil)) return
    this.#holds.raise('answered', sentAt)
    this.#trial.end(true)
  }

  /**
   * A 429 to a question sent at `sentAt`: all tabs pause, twice as long at each repetition, at random so that tabs
   * and people do not come back together. Returns when the pause ends.
   */
  refused(headers: Headers, sentAt: number): number {
    const now = Date.now()
    const { pausedUntil, unproven, refusals } = this.#holds.read(now)
    // Questions under way when the pause began say nothing new.
    const known = pausedUntil > now || sentAt < pausedUntil
    const before = known || unproven ? refusals : 0
    const ceiling = 1000 * 2 ** Math.min(before, 6)
    const wait = Math.max(announcedPause(headers, now), known ? 0 : 1000 + this.#random() * ceiling)
    this.#learnCount(null, 0)
    this.#holds.raise('paused', now + Math.min(wait, longestPause), before + (known ? 0 : 1))
    return this.#holds.read(now).pausedUntil
  }

  /** A 403 of the rate limiter: silence in all tabs until the ban ends. Returns when that is. */
  banned(headers: Headers): number {
    const now = Date.now()
    const wait = announcedBan(headers, now) || usualBan
    this.#learnCount(null, 0)
    this.#holds.raise('banned', now + Math.min(wait, longestBan))
    return this.#holds.read(now).bannedUntil
  }

  /** This page is put aside: another tab may count. */
  rest(): void {
    this.#keeper.rest()
    this.#trial.end(true)
  }

  /** It is in use again. */
  wake(): void {
    this.#keeper.wake()
  }

  /** What the node counts is told to the tab that counts. */
  #learnCount(limit: number | null, remaining: number | null): void {
    if (this.#keeper.asks) this.#keeper.tell(limit, remaining)
    else this.#count(limit, remaining)
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

  /** How long a pause still lasts, when it is waited out. Throws Held in a longer one and in a ban. */
  #hold(): { wait: number; unproven: boolean } {
    const now = Date.now()
    const { bannedUntil, pausedUntil, unproven } = this.#holds.read(now)
    if (bannedUntil > now) throw new Held('banned', bannedUntil)
    if (pausedUntil - now > patience) throw new Held('limited', pausedUntil)
    return { wait: pausedUntil - now, unproven }
  }

  async #pass(signal: AbortSignal | undefined): Promise<void> {
    await this.#keeper.joined
    let turn = false
    try {
      for (;;) {
        signal?.throwIfAborted()
        const { wait, unproven } = this.#hold()
        if (wait > 0) {
          await sleep(wait, signal)
        } else if (unproven && !turn) {
          await this.#trial.take(signal)
          turn = true
        } else if (!(await (this.#keeper.asks ? this.#keeper.want(signal) : this.#unit(signal)))) {
          await sleep(10, signal) // why there was none is read in a moment
        } else if (this.#mayGo(turn)) {
          this.#asking += 1
          return
        }
      }
    } catch (reason) {
      if (turn) this.#trial.end(true)
      throw reason
    }
  }

  /** Whether what was heard while a question waited for its unit still lets it go. */
  #mayGo(turn: boolean): boolean {
    const { wait, unproven } = this.#hold()
    if (turn && !unproven) this.#trial.end(true)
    return wait <= 0 && (turn || !unproven)
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
      const { bannedUntil, pausedUntil } = this.#holds.read(now)
      if (bannedUntil > now || pausedUntil > now) return false
      const record = this.#book.read(now)
      if (record.left >= 1) {
        this.#book.write({ ...record, left: record.left - 1 })
        return true
      }
      this.#book.write(record) // so that a clock that was set back does not stop the refill
      await sleep(Math.ceil(((1 - record.left) / record.rate) * 1000), signal)
    }
  }
}
