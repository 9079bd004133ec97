import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type Candle, candleIdOf, parseCandleId } from '../../../../wire/candles.ts'
import type { MarketLabel } from '../../../entities/labels.ts'
import { isId, shortId } from '../../../format/id.ts'
import type { ReadonlyObservable } from '../../../observable.ts'
import { useObservable } from '../../../use-observable.ts'
import { type CandleSeries, createCandleSeries, type End, type SeriesState } from './candle-series.ts'
import { compareIntegers } from './merge-candles.ts'

/** As many lines as can be distinguished beside the candles. */
export const maxCompared = 5

/** The candle ids in the address, without repetitions. */
export const namedIn = (text: string | undefined): string[] => [
  ...new Set((text ?? '').split(',').filter((id) => id !== '')),
]

export const readCompared = (text: string | undefined): string[] => namedIn(text).slice(0, maxCompared)

export const writeCompared = (ids: readonly string[]): string | undefined =>
  ids.length === 0 ? undefined : ids.join(',')

/** The market of a candle id; an address may name the market alone. */
const marketOf = (id: string): string | undefined => parseCandleId(id)?.marketId ?? (isId(id) ? id : undefined)

/** Whether both are candles of one market: comparing a market with itself only draws a line at zero percent. */
export const isSameMarket = (one: string, other: string): boolean =>
  one === other || (marketOf(one) !== undefined && marketOf(one) === marketOf(other))

/** A candle id with the interval of the charted one: candles of different lengths do not share start times. */
function withInterval(compared: string, candleId: string): string {
  const [marketId, charted] = [marketOf(compared), parseCandleId(candleId)]
  return marketId !== undefined && charted ? candleIdOf(charted.interval, marketId) : compared
}

/** The candle ids to draw beside the charted one, each market once. */
export const comparedIds = (text: string | undefined, candleId: string | undefined): string[] =>
  candleId === undefined ? [] : [...new Set(readCompared(text).map((id) => withInterval(id, candleId)))]

/** Name of a candle id: the market's code if listed, and the interval if it differs from `interval`. */
export function candleIdName(
  candleId: string,
  byId: ReadonlyMap<string, MarketLabel>,
  interval: string | undefined,
): string {
  const parsed = parseCandleId(candleId)
  if (!parsed) return candleId
  const market = byId.get(parsed.marketId)?.code || shortId(parsed.marketId)
  return parsed.interval === interval ? market : `${market}, ${parsed.interval}`
}

const startsAfter = (a: Candle, b: Candle): boolean => compareIntegers(a.start, b.start) > 0

const isApart = ([first, last]: [Candle, Candle], [from, to]: [Candle, Candle]): boolean =>
  startsAfter(from, last) || startsAfter(first, to)

/** The requests sent so far, so that a market without data in the range is not requested repeatedly. */
interface Requested {
  range?: string
  newest?: string
}

/** How often the trades of the running candle are requested, in nanoseconds. */
const refreshNs = 2_000_000_000n

const canLoad = ({ more, error, drops }: End): boolean => more && !error && drops === undefined

/** Loads a compared candle id for the range of the first, one request at a time. */
function follow(series: CandleSeries, state: SeriesState, charted: readonly Candle[], requested: Requested): void {
  const { phase, candles, older, newer } = state
  const [from, to, first, last] = [charted[0], charted.at(-1), candles[0], candles.at(-1)]
  if (!from || !to) return
  if (!first || !last || isApart([first, last], [from, to])) {
    const range = `${from.start} ${to.start}`
    if (requested.range === range) return
    requested.range = range
    series.open({ from: from.start, to: String(BigInt(to.start) + 1n), bars: charted.length })
    return
  }
  if (phase !== 'ready' || older.loading || newer.loading) return
  if (canLoad(older) && startsAfter(first, from)) return void series.loadOlder()
  // The running candle changes in both: request it for each new one of the first, and regularly for its trades.
  const newest = `${to.start} ${BigInt(to.lastUpdate) / refreshNs} ${last.start}`
  if (newer.error || requested.newest === newest || startsAfter(last, to)) return
  requested.newest = newest
  void series.loadNewer()
}

export interface ComparedSeries {
  candleId: string
  series: CandleSeries
  state: SeriesState
}

type Source = Pick<ComparedSeries, 'candleId' | 'series'> & { requested: Requested }

/** The states of several series as one observable, whose value changes when one of them does. */
function statesOf(sources: readonly Source[]): ReadonlyObservable<readonly SeriesState[]> {
  let memo: readonly SeriesState[] = []
  return {
    get: () => {
      const states = sources.map(({ series }) => series.get())
      const changed = states.length !== memo.length || states.some((state, index) => state !== memo[index])
      if (changed) memo = states
      return memo
    },
    subscribe: (listener) => {
      const stops = sources.map(({ series }) => series.subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** Other candle ids over the time range of `charted`; those that stay keep their candles when others come or go. */
export function useCompared(
  candleIds: readonly string[],
  node: string,
  charted: readonly Candle[],
): readonly ComparedSeries[] {
  const client = useQueryClient()
  const [cache] = useState(() => new Map<string, Source>())
  const text = candleIds.join('\n')
  const sources = useMemo(() => {
    const ids = text === '' ? [] : text.split('\n')
    return ids.map((candleId): Source => {
      const key = `${node} ${candleId}`
      const source = cache.get(key) ?? {
        candleId,
        series: createCandleSeries(client, { node, candleId }),
        requested: {},
      }
      cache.set(key, source)
      return source
    })
  }, [client, cache, node, text])
  const observable = useMemo(() => statesOf(sources), [sources])
  const states = useObservable(observable)
  useEffect(() => {
    for (const key of cache.keys()) if (!sources.some((source) => source === cache.get(key))) cache.delete(key)
  }, [cache, sources])
  useEffect(() => {
    for (const [index, { series, requested }] of sources.entries())
      follow(series, states[index] ?? series.get(), charted, requested)
  }, [sources, charted, states])
  return useMemo(
    () => sources.map(({ candleId, series }, index) => ({ candleId, series, state: states[index] ?? series.get() })),
    [sources, states],
  )
}
