import { blockInterval, intervalLength } from '../../../../wire/candle-interval.ts'
import { type Candle, parseCandleId } from '../../../../wire/candles.ts'
import type { askCandles } from '../data/query.ts'
import { readTail } from './fetch-tail.ts'

/** Candle id, receiver and data source. */
export interface IntakeOptions {
  candleId: string
  /** Start of the newest loaded candle (Unix nanoseconds). */
  since: () => string | undefined
  onCandles: (candles: Candle[]) => void
  ask: typeof askCandles
  /** Whether the node streams a period's final state before the next period begins: Lyra does, others may not. */
  complete: () => boolean
}

/** Returns whether no candle can lie between two others: adjacent periods, or blocks, which are never empty. */
function adjoiningOf(candleId: string): (earlier: string, later: string) => boolean {
  const interval = parseCandleId(candleId)?.interval ?? ''
  if (interval === blockInterval) return () => true
  const length = intervalLength(interval)
  return (earlier, later) => BigInt(later) - BigInt(earlier) === length
}

const byStart = (candles: Iterable<Candle>): Candle[] =>
  [...candles].sort((a, b) => (BigInt(a.start) < BigInt(b.start) ? -1 : 1))

/**
 * Merges candles from the stream and from reads in order, without losing any when switching between the two: while candles may
 * have been missed, streamed candles are held back until a read has fetched the missed ones.
 */
export class Intake {
  readonly #options: IntakeOptions
  readonly #adjoin: (earlier: string, later: string) => boolean
  #newest: Candle | undefined
  #gap = false
  /** The current stream has not delivered the newest loaded candle yet. */
  #fresh = true
  #held = new Map<string, Candle>()
  #reading: object | undefined

  constructor(options: IntakeOptions) {
    this.#options = options
    this.#adjoin = adjoiningOf(options.candleId)
  }

  /** A read is needed; until then, streamed candles are held back. */
  get waiting(): boolean {
    return this.#gap
  }

  /** A stream was opened; it does not contain earlier changes. */
  opened(): void {
    this.#fresh = true
    this.#gap = true
  }

  /** Candles were missed. A running read no longer counts as catching up. */
  missed(): void {
    this.#gap = true
    this.#held.clear()
    this.#reading = undefined
  }

  /** Processes a candle from the stream. */
  take(candle: Candle): void {
    if (this.#gap || this.#reading) {
      this.#held.set(candle.start, candle)
      return
    }
    const held = this.#options.since()
    const first = this.#fresh
    if (candle.start === held) this.#fresh = false
    if (!this.#isNews(candle)) return
    // A stream's first candle does not imply that the previous period's final state was received.
    const next = held !== undefined && !first && this.#options.complete() && this.#adjoin(held, candle.start)
    if (candle.start === held || next) this.#deliver([candle])
    else {
      this.#gap = true
      this.#held.set(candle.start, candle)
    }
  }

  /** Reads from the newest loaded candle on. True if that found more than the stream had sent. Rejects with errors of `ask`. */
  async read(signal: AbortSignal): Promise<boolean> {
    const { candleId, since, ask } = this.#options
    const reading = (this.#reading = {})
    const [gap, covered] = [this.#gap, this.#held]
    // Candles held back for this read count as received: the stream is not behind because of them.
    const known = byStart(covered.values()).at(-1)
    const before = known && this.#isNews(known) ? known : this.#newest
    this.#gap = false
    this.#held = new Map()
    try {
      await readTail({ candleId, from: since(), ask, signal, deliver: (candles) => this.#deliver(candles) })
    } catch (error) {
      if (this.#reading === reading) {
        this.#reading = undefined
        this.#gap = gap
        this.#held = new Map([...covered, ...this.#held])
        this.#drain()
      }
      throw error
    }
    const news = before !== undefined && this.#newest !== undefined && isNewer(this.#newest, before)
    if (this.#reading !== reading) return news
    this.#reading = undefined
    // Candles received before the read began are contained in it, or are newer.
    for (const candle of byStart(covered.values())) if (this.#isNews(candle)) this.#deliver([candle])
    if (covered.size > 0) this.#fresh = false
    this.#drain()
    return news
  }

  #drain(): void {
    if (this.#gap) return
    const arrived = byStart(this.#held.values())
    this.#held = new Map()
    for (const candle of arrived) this.take(candle)
  }

  #isNews(candle: Candle): boolean {
    return this.#newest === undefined || isNewer(candle, this.#newest)
  }

  #deliver(candles: Candle[]): void {
    const last = candles.at(-1)
    if (last && this.#isNews(last)) this.#newest = last
    this.#options.onCandles(candles)
  }
}

/** Whether `a` is newer: a later period, or a later state of the same period. */
function isNewer(a: Candle, b: Candle): boolean {
  if (a.start !== b.start) return BigInt(a.start) > BigInt(b.start)
  return BigInt(a.lastUpdate) > BigInt(b.lastUpdate) || (a.lastUpdate === b.lastUpdate && a.volume !== b.volume)
}
