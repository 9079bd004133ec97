import { blockInterval, intervalLength } from '../../../../wire/candle-interval.ts'
import { type Candle, parseCandleId } from '../../../../wire/candles.ts'
import { type AskCandles, readTail } from './fetch-tail.ts'

/** Whose candles, who takes them, and who is asked. */
export interface IntakeOptions {
  candleId: string
  /** Start of the newest candle that is held (Unix nanoseconds). */
  since: () => string | undefined
  onCandles: (candles: Candle[]) => void
  ask: AskCandles
  /** Whether the node streams the last state of a period before the next one begins: Lyra does, others may not. */
  complete: () => boolean
}

/** Whether nothing can lie between two candles: they are neighbours, or blocks, of which none is empty. */
function adjoiningOf(candleId: string): (earlier: string, later: string) => boolean {
  const interval = parseCandleId(candleId)?.interval ?? ''
  if (interval === blockInterval) return () => true
  const length = intervalLength(interval)
  return (earlier, later) => BigInt(later) - BigInt(earlier) === length
}

const byStart = (candles: Iterable<Candle>): Candle[] =>
  [...candles].sort((a, b) => (BigInt(a.start) < BigInt(b.start) ? -1 : 1))

/**
 * Brings the candles of a stream and those of reads into one order, so that none is lost where one takes over from the
 * other: while something may have been missed, candles of the stream wait until a read has brought it.
 */
export class Intake {
  readonly #options: IntakeOptions
  readonly #adjoin: (earlier: string, later: string) => boolean
  #newest: Candle | undefined
  #gap = false
  /** Nothing has come over this stream yet. */
  #fresh = true
  #held = new Map<string, Candle>()
  #reading: object | undefined

  constructor(options: IntakeOptions) {
    this.#options = options
    this.#adjoin = adjoiningOf(options.candleId)
  }

  /** A read is wanted; until then nothing of the stream is handed on. */
  get waiting(): boolean {
    return this.#gap
  }

  /** A stream begins: what happened before it is not in it. */
  opened(): void {
    this.#fresh = true
    this.#gap = true
  }

  /** Candles went by unseen. A read under way changes nothing any more. */
  missed(): void {
    this.#gap = true
    this.#held.clear()
    this.#reading = undefined
  }

  /** Takes a candle of the stream. */
  take(candle: Candle): void {
    if (this.#gap || this.#reading) {
      this.#held.set(candle.start, candle)
      return
    }
    const held = this.#options.since()
    const first = this.#fresh
    if (candle.start === held) this.#fresh = false
    if (!this.#isNews(candle)) return
    // The first candle of a stream says nothing about the last state of the period before it.
    const next = held !== undefined && !first && this.#options.complete() && this.#adjoin(held, candle.start)
    if (candle.start === held || next) this.#deliver([candle])
    else {
      this.#gap = true
      this.#held.set(candle.start, candle)
    }
  }

  /** Reads from the newest held candle on. True when that told more than the stream had. Throws what `ask` throws. */
  async read(signal: AbortSignal): Promise<boolean> {
    const { candleId, since, ask } = this.#options
    const reading = (this.#reading = {})
    const [gap, covered] = [this.#gap, this.#held]
    // What waits for this read is known too: the stream is not behind because of it.
    const known = byStart(covered.values()).at(-1)
    const before = known && this.#isNews(known) ? known : this.#newest
    this.#gap = false
    this.#held = new Map()
    try {
      await readTail(candleId, since(), ask, signal, (candles) => this.#deliver(candles))
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
    // What had come before the read began is in it, or follows it.
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

/** Whether the first says more than the second: a later period, or a later state of the same one. */
function isNewer(a: Candle, b: Candle): boolean {
  if (a.start !== b.start) return BigInt(a.start) > BigInt(b.start)
  return BigInt(a.lastUpdate) > BigInt(b.lastUpdate) || (a.lastUpdate === b.lastUpdate && a.volume !== b.volume)
}
