import { candleIdOf, parseCandleId } from '../../src/wire/candles.ts'
import { maximumPageSize } from '../../src/wire/protocol/page.ts'
import { marketRecord } from '../shared/market-record.ts'

export const minute = 60_000_000_000n
/** A market with so many candles of a minute, the last one just complete. All markets have the same price path. */
export const marketOf = (bars: number, letter: string): string => String(bars).padStart(64, letter)
export const barsOf = (market: string): number => Number(market.replace(/^\D+/, ''))
export const minuteCandles = (market: string): string => candleIdOf('1 minute', market)

/** Start of the newest candle, in Unix nanoseconds. */
export const newestStart = BigInt(Math.floor(Date.now() / 60_000) - 1) * minute

const maxBars = 10_000
/** A price path that looks random and is the same in every run, in the market's raw integers. */
const path = (() => {
  let state = 77
  let price = 6_400_000_000
  return Array.from({ length: maxBars * 4 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    price += (state >> 15) * 40
    if (price < 1_000_000_000) price = 2_000_000_000 - price
    return price
  })
})()

/** Candle number `index` counted back from the newest one. */
function candle(index: number): object {
  const [open = 0, one = 0, two = 0, close = 0] = path.slice((maxBars - 1 - index) * 4, (maxBars - index) * 4)
  const start = newestStart - BigInt(index) * minute
  const volume = 1000 + (one % 90_000)
  return {
    start: String(start),
    lastUpdate: String(start + minute - 1_000_000_000n),
    high: String(Math.max(open, one, two, close)),
    low: String(Math.min(open, one, two, close)),
    open: String(open),
    close: String(close),
    volume: String(volume),
    notional: String(BigInt(volume) * BigInt(close)),
  }
}

/** The reply of interface.md 4.6 to a request's address, and how many candles back from the newest one it reaches. */
export function candlePage(target: string): { reply: object; reach: number } {
  const parameters = new URL(target, 'http://node').searchParams
  const bars = barsOf(parseCandleId(parameters.get('candleId') ?? '')?.marketId ?? '')
  const bound = (name: string, otherwise: bigint): bigint => BigInt(parameters.get(name) ?? otherwise) || otherwise
  // Counted back from the newest candle, both ends included.
  const first = Math.max(0, Number((newestStart - bound('toTimestamp', newestStart + minute)) / minute) + 1)
  const last = Math.min(bars - 1, Number((newestStart - bound('fromTimestamp', 1n)) / minute))
  const size = Math.min(Number(parameters.get('pagination.first') ?? 1000), maximumPageSize)
  const count = Math.max(0, Math.min(size, last - first + 1))
  const newestFirst = parameters.get('pagination.newestFirst') !== 'false'
  const edges = Array.from({ length: count }, (_, at) => {
    const index = newestFirst ? first + at : last - at
    return { node: candle(index), cursor: `cursor-${index}` }
  })
  const pageInfo = {
    hasNextPage: count < last - first + 1,
    hasPreviousPage: false,
    startCursor: edges[0]?.cursor ?? '',
    endCursor: edges.at(-1)?.cursor ?? '',
  }
  return { reply: { candles: { edges, pageInfo } }, reach: newestFirst ? first + count : last + 1 }
}

/** The markets of the node. */
export const marketPage = (markets: readonly string[]): object => ({
  markets: {
    edges: markets.map((id, index) => {
      const bars = barsOf(id)
      return {
        node: marketRecord(id, `${id.slice(0, 1)}${bars}USDT.PERP`, `${bars} candles`),
        cursor: `cursor-${index}`,
      }
    }),
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: 'cursor-0', endCursor: 'cursor-z' },
  },
})
