import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { compareIntervals, defaultIntervals } from '../../../wire/candle-interval.ts'
import { candleIdOf, parseCandleId } from '../../../wire/candles.ts'
import { isAbsentRoute } from '../../client/node-failure.ts'
import { serverNow } from '../../client/server-clock.ts'
import { useAssets, type MarketLabel, useMarkets } from '../../entities/labels.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { maxCandles } from './data/candles-query.ts'
import { findInterval, fitInterval, type Interval, namedInterval, readInterval } from './data/interval.ts'
import { intervalsQuery } from './data/query.ts'
import type { CandlesSearch } from './search.ts'
import type { CandlesUrl } from './use-candles-url.ts'

/** Views with more bars than this switch to a longer interval, so that one page of the node is enough. */
export const comfortable = 5000

/** The base asset if the market code shows it clearly: `BTC` of `BTC/USDT`, or of `BTCUSDT.PERP` quoted in USDT. */
export function baseOf(code: string, quote: string | undefined): string | undefined {
  const [first = '', second] = code.split(/[/\-.: ]/)
  if (quote !== undefined && first.length > quote.length && first.endsWith(quote)) return first.slice(0, -quote.length)
  return second !== undefined && /^[A-Za-z0-9]{1,12}$/.test(first) && first !== quote ? first : undefined
}

const assumedIntervals = (marketId: string): Interval[] =>
  defaultIntervals.map((name) => readInterval(name, candleIdOf(name, marketId)))

/**
 * The market's intervals and that of a pasted candle id. `absent`: the node lists none, `failed`: their list could not be loaded;
 * these are defaults.
 */
function useIntervals(marketId: string | undefined, pastedId: string | undefined) {
  const { data, error, isError } = useQuery({ ...intervalsQuery(marketId ?? ''), enabled: marketId !== undefined })
  const intervals = useMemo(() => {
    // A pasted candle id is charted before the list has come: the bar has its buttons from the start.
    const assumed = marketId !== undefined && (isError || pastedId !== undefined)
    const listed = data ?? (assumed ? assumedIntervals(marketId) : [])
    if (pastedId === undefined || listed.some(({ candleId }) => candleId === pastedId)) return listed
    return [...listed, readInterval(parseCandleId(pastedId)?.interval ?? pastedId, pastedId)].sort(compareIntervals)
  }, [data, isError, marketId, pastedId])
  const unlisted = marketId === undefined || isAbsentRoute(error) ? 'absent' : isError ? 'failed' : 'waiting'
  const source = data ? 'listed' : unlisted
  return { intervals, source } as const
}

/** The requested interval, and the one to chart: longer if the requested range has too many candles. */
function chooseInterval(
  intervals: readonly Interval[],
  { from, to, interval: name }: CandlesSearch,
  pastedId?: string,
) {
  const requested =
    pastedId === undefined ? findInterval(intervals, name) : intervals.find(({ candleId }) => candleId === pastedId)
  const now = serverNow()
  // Without an end, a range goes up to now.
  const span = from ? (to && BigInt(to) < now ? BigInt(to) : now) - BigInt(from) : 0n
  const tooMany = requested?.length !== undefined && span > requested.length * BigInt(maxCandles)
  return { requested, interval: tooMany ? fitInterval(intervals, requested, span, comfortable) : requested }
}

/** The market's base and quote asset, as far as known. */
function useUnits(label: MarketLabel | undefined) {
  const assets = useAssets()
  if (!label) return { base: undefined, quote: undefined }
  const asset = label.settlementAsset === undefined ? undefined : assets.byId.get(label.settlementAsset)
  const quote = label.quote ?? (label.product === 'spot' ? asset?.symbol : undefined)
  return { base: baseOf(label.code, quote), quote }
}

/** The decimals set by the user, otherwise those of the node. */
export function useMarketDecimals(marketId: string, label: MarketLabel | undefined) {
  const decimals = usePreference('decimals')[marketId] ?? label?.decimals
  const positionDecimals = usePreference('positionDecimals')[marketId] ?? label?.positionDecimals
  return { decimals, positionDecimals }
}

export type CandleSubject = ReturnType<typeof useCandleSubject>

/** Market and interval selected by the URL, and how to format their numbers. */
export function useCandleSubject({ subject, search }: Pick<CandlesUrl, 'subject' | 'search'>) {
  const pastedId = 'candleId' in subject ? subject.candleId : undefined
  const marketId = 'marketId' in subject ? subject.marketId : parseCandleId(subject.candleId)?.marketId
  const markets = useMarkets()
  const label = marketId === undefined ? undefined : markets.byId.get(marketId)
  const { intervals, source } = useIntervals(marketId, pastedId)
  const { requested, interval } = chooseInterval(intervals, search, pastedId)
  const named = namedInterval(intervals, search.interval)
  const isShown = pastedId === undefined ? named !== undefined : search.interval === undefined || named === requested
  return {
    marketId,
    label,
    /** State of the list of markets. While it loads, formatted numbers would change their decimals when it arrives. */
    labelling: markets.state,
    intervals,
    source,
    /** The charted interval. */
    interval,
    /** The interval named in the URL if neither the node nor the defaults have it, or beside a candle id of another. */
    unlisted: isShown || intervals.length === 0 ? undefined : search.interval,
    /** The requested interval, if it was replaced because the range is too long for it. */
    replaced: interval === requested ? undefined : requested,
    ...useMarketDecimals(marketId ?? '', label),
    ...useUnits(label),
  }
}
