import * as v from 'valibot'
import type { Candle } from '../../../../wire/candles.ts'
import { createObservable } from '../../../observable.ts'
import { storedValue } from '../../../stored-value.ts'
import { isGap } from '../data/merge-candles.ts'

const PriceAlerts = v.object({
  node: v.string(),
  candleId: v.string(),
  /** What the candles are of: a market's code. */
  name: v.string(),
  decimals: v.optional(v.number()),
  /** Raw integers. */
  prices: v.array(v.pipe(v.string(), v.regex(/^\d+$/))),
})

/** The prices of one market at which this tab alerts. */
export type PriceAlerts = v.InferOutput<typeof PriceAlerts>

const stored = storedValue('sessionStorage', 'lyra.price-alerts', v.record(v.string(), PriceAlerts))

/** By market; they last as long as the tab, whatever page it shows. */
export const priceAlerts = createObservable<Readonly<Record<string, PriceAlerts>>>(stored.get() ?? {})

/** Those of them whose prices could not be read the last time. */
export const unreadPrices = createObservable<readonly string[]>([])

/** Replaces those of a market; none of them ends the watch. */
export function setPriceAlerts(market: string, alerts: PriceAlerts): void {
  const { [market]: before, ...others } = priceAlerts.get()
  if (JSON.stringify(before) === JSON.stringify(alerts) || (!before && alerts.prices.length === 0)) return
  const next = alerts.prices.length === 0 ? others : { ...others, [market]: alerts }
  stored.set(next)
  priceAlerts.set(next)
}

/**
 * Whether trades since `seen` have reached a price from the other side, or gone through it: up or down, from the close of `seen`.
 * Prices are raw integers, candles ascend. A trade that stays within what its candle had already reached is not in any candle.
 */
export function crossing(seen: Candle, candles: readonly Candle[], price: string): 'up' | 'down' | undefined {
  const [level, last] = [BigInt(price), BigInt(seen.close)]
  if (last === level) return undefined
  const reached = candles.some((candle) => {
    if (isGap(candle) || BigInt(candle.start) < BigInt(seen.start)) return false
    const { close, high, low } = candle
    const extreme = last < level ? high : low
    const isOld = candle.start === seen.start && extreme === (last < level ? seen.high : seen.low)
    const furthest = BigInt((isOld ? close : extreme) || close)
    return last < level ? furthest >= level : furthest <= level
  })
  if (!reached) return undefined
  return last < level ? 'up' : 'down'
}
