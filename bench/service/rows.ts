import { candleIdOf, listCandleIntervals, listCandles } from '../../src/wire/candles.ts'
import { listLiquidityProviders } from '../../src/wire/liquidity-providers.ts'
import { listMarginModes } from '../../src/wire/margin-modes.ts'
import type { AnyOperation, RequestParams } from '../../src/wire/protocol/operation.ts'
import { listRefereeHistory } from '../../src/wire/referee-history.ts'
import { getSpamStatistics } from '../../src/wire/spam-statistics.ts'
import { formatUrl } from '../../src/wire/protocol/url.ts'
import { asset, busyParty, day, end, marketOfProviders, markets } from '../data-set/data-set.ts'
import { type Target, operationTargets } from '../shared/targets.ts'

/** A request whose speed is compared with that of bare `node:http` with the same body. */
export interface ReadRow extends Target {
  /** The ratio to bare that is wanted. */
  goal?: number
  /** Requests a second of the original on another day, when bare gave 22,800 with 100 kB. */
  original?: number
  /** Asked again and again within one block, with finished bodies kept. */
  isCached?: boolean
  /** The client has the body already. */
  isKnown?: boolean
}

/** A row that asks an operation with these parameters. */
export const readRow = <Op extends AnyOperation>(
  name: string,
  op: Op,
  params: RequestParams<Op>,
  more: Omit<ReadRow, 'name' | 'path'> = {},
): ReadRow => ({ name, path: formatUrl(op, params), ...more })

const [busyMarket = '', , smallMarket = '', gapMarket = ''] = markets
const candleId = (market: string): string => candleIdOf('1 minute', market)
const nanoseconds = (ms: number): string => `${String(ms)}000000`
const first = (count: number) => ({ pagination: { first: count } })
/** Ten days before the end of all data. */
export const oneDay = { fromTimestamp: nanoseconds(end - 11 * day), toTimestamp: nanoseconds(end - 10 * day) }
const oneYear = { fromTimestamp: nanoseconds(end - 375 * day), toTimestamp: nanoseconds(end - 10 * day) }
const candles = (name: string, count: number, params: object, more: Omit<ReadRow, 'name' | 'path'>): ReadRow =>
  readRow(`candles, ${name}`, listCandles, { candleId: candleId(busyMarket), ...params, ...first(count) }, more)

const readRows: readonly ReadRow[] = [
  candles('newest 100', 100, {}, { goal: 0.06, original: 0.43 }),
  candles('newest 1000', 1000, {}, { goal: 0.04, original: 0.43 }),
  candles('100 from a day on', 100, { fromTimestamp: oneDay.fromTimestamp }, { goal: 0.06, original: 4 }),
  candles('100 of one day', 100, oneDay, { goal: 0.08, original: 290 }),
  candles('1000 of one day', 1000, oneDay, { goal: 0.04, original: 72 }),
  candles('100 of a year', 100, oneYear, { goal: 0.08, original: 6 }),
  readRow('margin modes, 1000', listMarginModes, first(1000), { goal: 0.08, original: 96 }),
  readRow(
    'margin modes of a party, 50',
    listMarginModes,
    { partyId: busyParty, ...first(50) },
    { goal: 0.12, original: 520 },
  ),
  readRow('referee history, 24', listRefereeHistory, { referee: busyParty }, { goal: 0.18, original: 560 }),
  readRow(
    'providers of a market, 100',
    listLiquidityProviders,
    { marketId: marketOfProviders[100], ...first(100) },
    { goal: 0.08, original: 336 },
  ),
  readRow('providers of a party, 22', listLiquidityProviders, { partyId: busyParty }, { goal: 0.1, original: 505 }),
  readRow('spam statistics', getSpamStatistics, { partyId: busyParty }, { goal: 0.3, original: 4230 }),
  readRow('candle intervals', listCandleIntervals, { marketId: busyMarket }, { goal: 0.35, original: 5025 }),
]

const cachedRows: readonly ReadRow[] = [
  candles('newest 100, again', 100, {}, { goal: 0.6, isCached: true }),
  readRow('margin modes, 1000, again', listMarginModes, first(1000), { goal: 0.6, isCached: true }),
  candles('newest 100, known (304)', 100, {}, { goal: 0.6, isCached: true, isKnown: true }),
]

/** The same page where there is much less, or more: the cost should be that of the page. */
const growthRows: readonly ReadRow[] = [
  readRow('growth: candles, newest 100 of few', listCandles, { candleId: candleId(smallMarket), ...first(100) }),
  readRow('growth: candles, newest 100 with gaps', listCandles, { candleId: candleId(gapMarket), ...first(100) }),
  readRow('growth: providers, all 10', listLiquidityProviders, { marketId: marketOfProviders[10] }),
  readRow('growth: providers, all 1000', listLiquidityProviders, { marketId: marketOfProviders[1000] }),
  readRow('growth: margin modes, 100 of 1000', listMarginModes, { marketId: smallMarket, ...first(100) }),
  readRow('growth: margin modes, 100 of many', listMarginModes, { marketId: busyMarket, ...first(100) }),
]

/** Every operation by its own name, for a look at one that the table does not have. */
const operationRows: readonly ReadRow[] = operationTargets({
  marketId: busyMarket,
  partyId: busyParty,
  assetId: asset,
  referee: busyParty,
  candleId: candleId(busyMarket),
})

/** The rows to measure: all of the table, or those and the operations whose name contains `text`. */
export function chooseRows(text: string): ReadRow[] {
  const table = [...readRows, ...growthRows, ...cachedRows]
  return text === '' ? table : [...table, ...operationRows].filter(({ name }) => name.includes(text))
}
