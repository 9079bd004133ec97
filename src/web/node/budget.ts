import * as v from 'valibot'
import { announcedBan, announcedPause } from './announced-wait.ts'

/**
 * What this browser may still ask of a node, kept once for all its tabs. The network's limiter is a bucket of 100
 * calls that refills by 20 a second; calls refused while it is empty lead to a ban of ten minutes (wire.md 10.3).
 * So the budget is spent here first: a tab waits rather than ask too much, the first 429 pauses every tab, and a ban
 * is sat out in silence.
 */
const Tally = v.object({
  /** Calls left at `at`. */
  left: v.number(),
  /** Unix milliseconds of this browser. */
  at: v.number(),
  /** Calls that come back each second. */
  rate: v.number(),
  most: v.number(),
  /** 429 answers since the last good one. */
  refusals: v.number(),
  pausedUntil: v.number(),
  bannedUntil: v.number(),
})
type Tally = v.InferOutput<typeof Tally>

const fresh = (now: number): Tally => ({
  left: 100,
  at: now,
  rate: 20,
  most: 100,
  refusals: 0,
  pausedUntil: 0,
  bannedUntil: 0,
})

const longestPause = 3_600_000
const longestBan = 86_400_000
/** A pause that ends sooner is waited out, a longer one is said. */
const patience = 2_000
const usualBan = 600_000

/** Asking is not allowed before `until` (Unix milliseconds of this browser). */
export class Held extends Error {
  override readonly name = 'Held'
  readonly kind: 'limited' | 'banned'
  readonly until: number
  constructor(kind: 'limited' | 'banned', until: number) {
    super(kind === 'banned' ? 'this address is temporarily banned' : 'the node asked for a pause')
    this.kind = kind
    this.until = until
  }
}

export interface BudgetState {
  left: number
  most: number
  pausedUntil: number
  bannedUntil: number
}

export interface BudgetPlaces {
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'> | undefined
  random: () => number
}

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

/** The budget of one node. Every JSON question enters before it is sent and leaves when it is answered. */
export class Budget {
  readonly #key: string
  readonly #places: BudgetPlaces
  readonly #listeners = new Set<() => void>()
  #memory: Tally = fresh(Date.now())
  #asking = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(key: string, places: BudgetPlaces) {
    this.#key = key
    this.#places = places
    if (places.channel) places.channel.onmessage = (event) => this.#hear(event.data)
  }

  /** What is left now, refilled by the time that passed. */
  state(): BudgetState {
    const now = Date.now()
    const { left, most, pausedUntil, bannedUntil } = this.#read(now)
    const held = pausedUntil > now || bannedUntil > now
    return { left: held ? 0 : Math.floor(left), most, pausedUntil, bannedUntil }
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Waits for one unit, in the order of asking. Throws Held during a pause or a ban, and the signal's reason. */
  enter(signal?: AbortSignal): Promise<void> {
    const turn = this.#turn.then(() => this.#pass(signal))
    this.#turn = turn.catch(() => undefined)
    if (!signal) return turn
    const aborted = new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason as Error)
      else signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })
    return Promise.race([turn, aborted])
  }

  /** The question is over, whatever came of it. */
  leave(): void {
    this.#asking = Math.max(0, this.#asking - 1)
  }

  /** Takes the node's own count from any answer; without the headers our estimate holds. */
  correct(headers: Headers): void {
    const now = Date.now()
    const record = this.#read(now)
    const limit = Number(headers.get('Ratelimit-Limit') ?? Number.NaN)
    const remaining = Number(headers.get('Ratelimit-Remaining') ?? Number.NaN)
    if (limit > 0) record.rate = limit
    if (remaining >= 0) {
      record.most = Math.max(record.most, remaining)
      record.left = Math.min(record.left, remaining)
    }
    this.#write(record)
  }

  /** A good answer: the node is no longer out of breath. */
  accepted(): void {
    const record = this.#read(Date.now())
    if (record.refusals === 0) return
    this.#write({ ...record, refusals: 0 }, true)
  }

  /**
   * A 429 to a question sent at `sentAt`: all tabs pause, twice as long at each repetition, at random so that tabs
   * and people do not come back together. Returns when the pause ends.
   */
  refused(headers: Headers, sentAt: number): number {
    const now = Date.now()
    const record = this.#read(now)
    // Questions under way when the pause began say nothing new.
    const known = record.pausedUntil > now || sentAt < record.pausedUntil
    const ceiling = 1000 * 2 ** Math.min(record.refusals, 6)
    const wait = Math.max(announcedPause(headers, now), known ? 0 : 1000 + this.#places.random() * ceiling)
    const pausedUntil = Math.max(record.pausedUntil, now + Math.min(wait, longestPause))
    this.#write({ ...record, left: 0, refusals: record.refusals + (known ? 0 : 1), pausedUntil }, true)
    return pausedUntil
  }

  /** A 403 of the rate limiter: silence in all tabs until the ban ends. Returns when that is. */
  banned(headers: Headers): number {
    const now = Date.now()
    const record = this.#read(now)
    const wait = announcedBan(headers, now) || usualBan
    const bannedUntil = Math.max(record.bannedUntil, now + Math.min(wait, longestBan))
    this.#write({ ...record, left: 0, bannedUntil }, true)
    return bannedUntil
  }

  async #pass(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted()
      const now = Date.now()
      const record = this.#read(now)
      if (record.bannedUntil > now) throw new Held('banned', record.bannedUntil)
      const pause = record.pausedUntil - now
      if (pause > patience) throw new Held('limited', record.pausedUntil)
      if (pause > 0) {
        await sleep(pause, signal)
      } else if (record.refusals > 0 && this.#asking > 0) {
        await sleep(50, signal) // after a refusal one question goes ahead to see whether the node answers
      } else if (record.left < 1) {
        this.#write(record) // so that a clock that was set back does not stop the refill
        await sleep(Math.ceil(((1 - record.left) / record.rate) * 1000), signal)
      } else {
        this.#asking += 1
        this.#write({ ...record, left: record.left - 1 })
        return
      }
    }
  }

  #read(now: number): Tally {
    const record = { ...(this.#stored() ?? this.#memory) }
    const passed = Math.max(0, now - record.at)
    record.left = Math.min(record.most, record.left + (passed / 1000) * record.rate)
    record.at = now
    // A clock that was set back must not leave the tabs silent for ever.
    if (record.pausedUntil > now + longestPause) record.pausedUntil = 0
    if (record.bannedUntil > now + longestBan) record.bannedUntil = 0
    return record
  }

  #stored(): Tally | undefined {
    try {
      const text = this.#places.storage?.getItem(this.#key)
      const record = v.safeParse(Tally, JSON.parse(text ?? 'null'))
      return record.success ? record.output : undefined
    } catch {
      return undefined
    }
  }

  #write(record: Tally, tell = false): void {
    this.#memory = record
    try {
      this.#places.storage?.setItem(this.#key, JSON.stringify(record))
    } catch {
      // Storage is full or forbidden: this tab counts for itself and hears of pauses over the channel.
    }
    if (tell) this.#places.channel?.postMessage(record)
    for (const listener of this.#listeners) listener()
  }

  #hear(message: unknown): void {
    const heard = v.safeParse(Tally, message)
    if (!heard.success) return
    const { left, refusals, pausedUntil, bannedUntil } = heard.output
    this.#memory = { ...this.#memory, left: Math.min(this.#memory.left, left), refusals, pausedUntil, bannedUntil }
    for (const listener of this.#listeners) listener()
  }
}

const budgets = new Map<string, Budget>()

function storageOf(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

/** The one budget of a node, by its base address (empty for the same origin). */
export function budgetOf(base: string): Budget {
  const known = budgets.get(base)
  if (known) return known
  const key = `lyra.budget ${base}`
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(key)
  const budget = new Budget(key, { storage: storageOf(), channel, random: Math.random })
  budgets.set(base, budget)
  return budget
}
