import { timestampText } from '../../sql/statement.ts'
import { type Chain, day, hour, type Micros, minute, second } from '../chain/chain.ts'
import { deviateAt, Random, uniformAt } from '../random.ts'
import { bytes, type Row } from '../rows.ts'
import { type Past, startsOf } from '../world.ts'
import { bucketOf, type Candle } from './candle.ts'
import type { Market } from './markets.ts'

/** 2^23 seconds are 97 days: beyond them the price only returns to its level. */
const coarsest = 23
const year = 31_557_600

function smooth(seed: number, position: number): number {
  const knot = Math.floor(position)
  const part = position - knot
  const weight = part * part * (3 - 2 * part)
  return deviateAt(seed, knot) * (1 - weight) + deviateAt(seed, knot + 1) * weight
}

/** How restless an hour is, about 1: a function of the hour alone, so that any time can be computed on its own. */
function restlessness(seed: number, time: Micros): number {
  const index = Math.floor(time / hour)
  const slow = smooth(seed ^ 0x51, index / 96) * 0.38
  const fast = smooth(seed ^ 0x52, index / 7) * 0.33
  const news = uniformAt(seed, index, 0x53) > 0.985 ? 0.75 : 0
  return Math.exp(slow + fast + news - 0.12)
}

/** Midpoint displacement: a random walk of a yearly volatility that can be read at any time, fastest forwards. */
export class PricePath {
  private readonly perSecond: number
  private readonly slots = new Float64Array(coarsest + 1).fill(-1)
  private readonly heights = new Float64Array(coarsest + 1)

  constructor(
    private readonly seed: number,
    volatility: number,
  ) {
    this.perSecond = volatility / Math.sqrt(year)
  }

  /** ln(price / level), without the movements of 2^`finest` seconds and less: samples far apart do not need them. */
  at(time: Micros, finest = 0): number {
    let position = time / second / 2 ** coarsest
    const knot = Math.floor(position)
    const spread = this.perSecond * Math.sqrt(2 ** coarsest) * 0.6
    const left = deviateAt(this.seed, knot, 77) * spread
    const right = deviateAt(this.seed, knot + 1, 77) * spread
    let value = left + (right - left) * (position - knot)
    for (let level = coarsest; level > finest; level -= 1) {
      const slot = Math.floor(position)
      if (this.slots[level] !== slot) {
        this.slots[level] = slot
        this.heights[level] = this.height(level, slot)
      }
      value += (this.heights[level] ?? 0) * (1 - Math.abs(2 * (position - slot) - 1))
      position *= 2
    }
    return value
  }

  private height(level: number, slot: number): number {
    const span = 2 ** level
    const restless = level > 17 ? 1 : restlessness(this.seed, (slot + 0.5) * span * second)
    // A Brownian bridge over `span` seconds leaves its middle with half the deviation of the whole.
    return deviateAt(this.seed, slot, level) * restless * this.perSecond * Math.sqrt(span) * 0.5
  }
}

export interface Trade {
  price: number
  size: number
}

const bout = 2 * hour
const sizeSpread = 0.9

/** Quiet at night, livelier when Europe opens, busiest when America does; weekends are calmer. */
function shapeOfDay(time: Micros): number {
  const clock = (time % day) / hour
  const bell = (middle: number, width: number): number => Math.exp(-(((clock - middle) / width) ** 2))
  const weekday = Math.floor(time / day + 4) % 7
  return (0.62 + 0.72 * bell(14.8, 2.9) + 0.36 * bell(8.2, 1.9)) * (weekday === 0 || weekday === 6 ? 0.68 : 1.04)
}

/** What happens on one market, as a function of time alone: any block, minute or hour, without the time before it. */
export class Trading {
  private readonly path: PricePath

  constructor(
    readonly market: Market,
    private readonly chain: Chain,
  ) {
    this.path = new PricePath(market.seed, market.price.volatility)
  }

  /** Whether trading is possible; an open market may have no trades. */
  openAt(time: Micros): boolean {
    const { opened, expires } = this.market
    return opened !== undefined && time >= opened && (expires === undefined || time < expires)
  }

  /** The fair price in market decimals, rounded to the tick. After a future's expiry it is the settlement price. */
  priceAt(time: Micros): number {
    return this.tick(this.rawPrice(Math.min(time, this.market.expires ?? time)))
  }

  tradesOf(height: number): Trade[] {
    const time = this.chain.timeOf(height)
    const random = new Random(this.market.seed, height, 1)
    const orders = random.poisson(this.perSecond(time) / 2)
    const trades: Trade[] = []
    for (let order = 0; order < orders; order += 1) {
      const side = random.chance(0.5) ? 1 : -1
      const fills = random.integer(1, 3)
      const first = this.rawPrice(time)
      for (let fill = 0; fill < fills; fill += 1) {
        const away = this.market.price.halfSpread * (1 + 0.6 * fill)
        const size = this.market.trades.size * Math.exp(sizeSpread * random.normal() - sizeSpread ** 2 / 2)
        trades.push({ price: this.tick(first * (1 + side * away)), size: Math.max(1, Math.round(size)) })
      }
    }
    return trades
  }

  /** Candles of one length, estimated without making each trade. Empty ones are left out. */
  *candles(from: Micros, to: Micros, length: Micros): Generator<Candle> {
    if (this.market.trades.perMinute === 0) return
    for (let start = from; start < to; start += length) {
      const candle = this.candle(start, length)
      if (candle) yield candle
    }
  }

  private candle(start: Micros, length: Micros): Candle | undefined {
    const { seed, price, trades } = this.market
    const random = new Random(seed, start / minute, 2)
    const middle = start + length / 2
    const count = random.poisson((this.perSecond(middle) * length) / second)
    if (count === 0) return undefined
    const samples = Math.min(count, length === minute ? 5 : length === hour ? 24 : 8)
    const prices: number[] = []
    const finest = length === minute ? 1 : length === hour ? 5 : 3
    let lastUpdate = start
    for (let index = 0; index < samples; index += 1) {
      lastUpdate = start + Math.floor(((index + random.next()) / samples) * length)
      const bounce = random.chance(0.5) ? price.halfSpread : -price.halfSpread
      prices.push(this.rawPrice(lastUpdate, finest) * (1 + bounce))
    }
    const first = prices[0] ?? price.level
    // The price moves further between the samples than they show.
    const unseen = count > samples ? first * price.volatility * Math.sqrt(length / samples / second / year) * 0.5 : 0
    const reach = (): number => unseen * random.next() * restlessness(seed, middle)
    const high = this.tick(Math.max(...prices) + reach())
    const low = this.tick(Math.min(...prices) - reach())
    const spread = Math.sqrt(Math.exp(sizeSpread ** 2) - 1) / Math.sqrt(count)
    const volume = Math.max(count, Math.round(count * trades.size * Math.max(0.15, 1 + spread * random.normal())))
    const average = Math.round(prices.reduce((sum, one) => sum + one, 0) / samples)
    const notional = volume * Math.min(high, Math.max(low, average))
    return {
      start,
      open: this.tick(first),
      close: this.tick(prices.at(-1) ?? first),
      high,
      low,
      volume,
      notional,
      lastUpdate,
    }
  }

  private perSecond(time: Micros): number {
    if (!this.openAt(time)) return 0
    const { seed, trades } = this.market
    if (trades.thin && uniformAt(seed, Math.floor(time / bout), 91) < 0.45) return 0
    return (trades.perMinute / 60) * shapeOfDay(time) * restlessness(seed, time)
  }

  private rawPrice(time: Micros, finest?: number): number {
    return this.market.price.level * Math.exp(this.path.at(time, finest))
  }

  private tick(price: number): number {
    const { tick } = this.market.price
    return Math.max(tick, Math.round(price / tick) * tick)
  }
}

/** Candles after `from` up to the single trades: hours, then five minutes, then minutes, of which others are folds. */
export function* pastCandles(trading: Trading, from: Micros | undefined, now: Micros, past?: Past): Generator<Candle> {
  const starts = startsOf(now, past)
  const stretches: [Micros, Micros, Micros][] = [
    [starts.hours, starts.fiveMinutes, hour],
    [starts.fiveMinutes, starts.minutes, 5 * minute],
    [starts.minutes, starts.blocks, minute],
  ]
  for (const [start, end, length] of stretches) {
    const next = from === undefined ? start : Math.max(start, bucketOf(from, length) + length)
    yield* trading.candles(next, end, length)
  }
}

/** The first and the last block whose single trades are kept: after `from`, at most some hours back, up to now. */
export function recentHeights(chain: Chain, from: Micros | undefined, now: Micros, past?: Past): [number, number] {
  const start = startsOf(now, past).blocks
  const first = from === undefined || from < start ? chain.firstFrom(start) : chain.heightAt(from) + 1
  return [first, chain.heightAt(now)]
}

/** A trade's own time is that of its block and a microsecond for each before it in the block. */
const tradeRow = (marketId: string, { price, size }: Trade, block: Micros, sequence: number): Row => ({
  synthetic_time: timestampText(block + sequence),
  vega_time: timestampText(block),
  seq_num: sequence,
  market_id: bytes(marketId),
  price,
  size,
})

/** The trades of these blocks in the network's order, and a candle of each trade by market. */
export function recentTrades(tradings: readonly Trading[], chain: Chain, first: number, last: number) {
  const trades: Row[] = []
  const candles = new Map<Trading, Candle[]>(tradings.map((trading) => [trading, []]))
  for (let height = first; height <= last; height += 1) {
    const time = chain.timeOf(height)
    let sequence = 1
    for (const trading of tradings) {
      for (const trade of trading.tradesOf(height)) {
        const { price, size } = trade
        const prices = { open: price, close: price, high: price, low: price }
        const amounts = { volume: size, notional: size * price }
        candles.get(trading)?.push({ start: time, ...prices, ...amounts, lastUpdate: time + sequence })
        trades.push(tradeRow(trading.market.id, trade, time, sequence))
        sequence += 1
      }
    }
  }
  return { trades, candles }
}
