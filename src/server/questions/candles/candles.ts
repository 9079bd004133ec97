import { blockInterval, candleTable } from '../../../wire/candle-interval.ts'
import type { listCandleIntervals, listCandles } from '../../../wire/candles.ts'
import { floorDivide } from '../../../wire/scalar.ts'
import { atOnce } from '../../recent-read.ts'
import type { Db } from '../../database/db.ts'
import { invalid } from '../../fault.ts'
import { Json } from '../../json-text.ts'
import { type KeysetList, descends, emptyPage, readPage, rowsToRead } from '../../sql/keyset.ts'
import { type Plan, planPage } from '../../sql/page.ts'
import {
  BadInput,
  isFullId,
  type Bind,
  type Condition,
  earliest,
  latest,
  microsecondsSql,
  StatementParameters,
} from '../../sql/statement.ts'
import { type Handler, toFault, withRefusal } from '../handler.ts'
import { blocksWithin, findBlocks } from './days.ts'
import { lastEdges, readEdges } from './edges.ts'
import { readFilled, type PageRange, cursorOf, listing, spanOf, candleRecord } from './filled.ts'
import {
  findInterval,
  readIntervals,
  type CandleSeries,
  type CandleSource,
  candlesWithin,
  firstWidth,
  candleSourceOf,
  instantOf,
} from './source.ts'
import { type Span, doublingWindows, overlap } from './series.ts'

/** Bounds in Unix nanoseconds, the start inclusive, the end exclusive, each may be missing. */
interface CandleRange extends CandleSeries {
  from: bigint | undefined
  to: bigint | undefined
}

/** The bounds as the network's database sees them: cut to microseconds. */
const microseconds = (nanoseconds: bigint | undefined): bigint | undefined =>
  nanoseconds === undefined ? undefined : floorDivide(nanoseconds, 1000n)

/** The page's part of what there is, without gaps filled; undefined when that is nothing. */
async function readPresent(source: CandleSource, range: PageRange, width: bigint): Promise<Span | undefined> {
  const span = spanOf(range)
  // A span no longer than a page costs less than finding where candles begin and end.
  if (!span || !source.interval.chunked || span.last - span.first <= width) return span
  const known = lastEdges(source)
  if (known && known.first <= span.first && span.last <= known.last) return span
  const edges = await readEdges(source)
  return edges && overlap(span, edges)
}

/** Parts of a span that one statement reads: a page of a market that trades once a month has as many parts as rows. */
const spansOfStatement = 16

async function readBlockPage(source: CandleSource, range: PageRange, plan: Plan): Promise<string> {
  const span = await readPresent(source, range, firstWidth(source.interval))
  const spans = span ? await findBlocks(source, span, range.count, range.descending) : []
  if (range.descending) spans.reverse()
  const sources = function* (): Generator<KeysetList['from']> {
    for (let at = 0; at < spans.length; at += spansOfStatement)
      yield (bind) => blocksWithin(source, spans.slice(at, at + spansOfStatement), bind)
  }
  return readPage(source.db, { ...listing, from: '' }, plan, { sources: sources(), signal: source.signal })
}

async function readStored(source: CandleSource, range: PageRange, plan: Plan): Promise<string> {
  const { db, interval, signal } = source
  const width = interval.step === undefined ? firstWidth(interval) : BigInt(range.count) * interval.step
  const span = await readPresent(source, range, width)
  if (!span) return emptyPage
  const windows = interval.chunked ? doublingWindows(span, range.descending, width) : [span]
  const sources = function* (): Generator<KeysetList['from']> {
    for (const window of windows) yield (bind) => candlesWithin(source, window, bind)
  }
  return readPage(db, { ...listing, from: '' }, plan, { sources: sources(), signal })
}

/** Gap-filled unless `block` or both bounds are given (wire.md 6.3). Throws BadInput for a bad cursor. */
export async function readCandles(db: Db, range: CandleRange, plan: Plan, signal?: AbortSignal): Promise<string> {
  const { interval } = range
  const { step } = interval
  const [from, to] = [microseconds(range.from), microseconds(range.to)]
  const cursor = cursorOf(plan)
  const page: PageRange = { from, to, cursor, count: rowsToRead(plan, cursor), descending: descends(plan) }
  const source = await candleSourceOf(db, range, signal)
  if (step !== undefined && (from === undefined || to === undefined)) return readFilled(source, step, page, plan)
  return interval.name === blockInterval ? readBlockPage(source, page, plan) : readStored(source, page, plan)
}

/** A bound of the range in Unix nanoseconds; 0 means none. */
const bound = (nanoseconds: string): bigint | undefined => {
  const value = BigInt(nanoseconds)
  return value === 0n ? undefined : value
}

/** Parses a candle id. Throws BadInput with the network's message, which begins with `doing` (wire.md 4.2, 6.1). */
export function partsOf(candleId: string, doing: string): { relation: string; marketId: string } {
  const refused = (why: string) => new BadInput(doing + why)
  const at = candleId.lastIndexOf('_')
  if (at < 0) throw refused(`invalid candle id:${candleId}`)
  if (!candleId.startsWith(candleTable(''))) {
    throw refused(`parsing candle id, view name has unexpected format:${candleId}`)
  }
  const marketId = candleId.slice(at + 1)
  if (!isFullId(marketId)) throw refused(`not a valid market id: ${marketId}`)
  return { relation: candleId.slice(0, at), marketId }
}

/** Candles of a market and an interval. A bad candle id is 400, not the network's 500. */
export const candles: Handler<typeof listCandles> = async (
  { db, signal },
  { candleId, fromTimestamp, toTimestamp, pagination },
) => {
  const [from, to] = [bound(fromTimestamp), bound(toTimestamp)]
  if (from !== undefined && to !== undefined && to < from) throw invalid('invalid candle timestamps range')
  const plan = planPage(pagination)
  if (candleId === '') throw invalid('candle id is a required parameter', '', 10_030)
  const text = await withRefusal({ message: 'failed to get candle data', code: 60_001 }, async () => {
    const { relation, marketId } = partsOf(candleId, 'getting candle data for time span: ')
    const interval = await findInterval(db, relation, signal)
    if (!interval) throw new BadInput(`no candle exists for candle id:${candleId}`)
    return readCandles(db, { interval, marketId, from, to }, plan, signal)
  })
  return { candles: new Json(text) }
}

/** The intervals in the database, with their candle ids for this market, which need not exist (wire.md 6.1). */
export const candleIntervals: Handler<typeof listCandleIntervals> = ({ db, signal }, { marketId }) => {
  if (marketId === '') throw invalid('empty or missing market ID', '', 10_003)
  if (!isFullId(marketId)) throw invalid('invalid market ID')
  return atOnce(
    readIntervals(db, signal),
    (intervals) =>
      new Json(`{"intervalToCandleId":[${intervals.map(({ json }) => `${json}${marketId}"}`).join(',')}]}`),
    (error) => {
      throw toFault({ message: 'failed to get candles for market', code: 60_003 }, error)
    },
  )
}

/** A candle as the text that goes out; its times in Unix microseconds. */
export interface CandleText {
  json: string
  start: bigint
  lastUpdate: bigint
}

/** Candles of a source named `c`, from its end where `descending`. */
async function readTexts(
  { db, signal }: CandleSource,
  source: (bind: Bind) => string,
  { condition, descending, limit }: { condition?: Condition; descending: boolean; limit: number },
): Promise<CandleText[]> {
  const { bind, values } = new StatementParameters()
  const sql = `
    select ${candleRecord.json}, ${microsecondsSql('c.period_start')}, ${microsecondsSql('c.last_update_in_period')}
    from ${source(bind)} ${condition === undefined ? '' : `where ${condition(bind)}`}
    order by c.period_start ${descending ? 'desc' : 'asc'} limit ${String(limit)}`
  const rows = await db.rows(sql, values, signal)
  return rows.map(([json, start, lastUpdate]) => ({
    json: json ?? '',
    start: BigInt(start ?? 0),
    lastUpdate: BigInt(lastUpdate ?? 0),
  }))
}

/** The span of all candles; where trades are in chunks from the first to the last, as each statement needs bounds. */
const readAll = (source: CandleSource): Promise<Span | undefined> =>
  source.interval.chunked ? readEdges(source) : Promise.resolve({ first: earliest, last: latest })

/** The newest `count` candles, oldest first. */
export async function readNewestCandles(
  db: Db,
  followed: CandleSeries,
  count: number,
  signal: AbortSignal,
): Promise<CandleText[]> {
  const source = await candleSourceOf(db, followed, signal)
  const all = await readAll(source)
  if (!all) return []
  if (followed.interval.name === blockInterval) {
    const blocks = await findBlocks(source, all, count, true)
    const from = (bind: Bind): string => blocksWithin(source, blocks, bind)
    return blocks.length === 0 ? [] : (await readTexts(source, from, { descending: true, limit: count })).reverse()
  }
  const found: CandleText[] = []
  const windows = followed.interval.chunked ? doublingWindows(all, true, firstWidth(followed.interval)) : [all]
  for (const window of windows) {
    const from = (bind: Bind): string => candlesWithin(source, window, bind)
    found.push(...(await readTexts(source, from, { descending: true, limit: count - found.length })))
    if (found.length === count) break
  }
  return found.reverse()
}

/** At most `limit` candles that changed after `since` was read, oldest first: trades change none before it. */
export async function readChangedCandles(
  db: Db,
  followed: CandleSeries,
  { since, limit }: { since: CandleText; limit: number },
  signal: AbortSignal,
): Promise<CandleText[]> {
  const source = await candleSourceOf(db, followed, signal)
  const all = await readAll(source)
  if (!all || all.last < since.start) return []
  const condition: Condition = (bind) => `c.last_update_in_period > ${instantOf(since.lastUpdate, bind)}`
  const span: Span = { first: since.start, last: all.last }
  const from = (bind: Bind): string =>
    followed.interval.name === blockInterval ? blocksWithin(source, [span], bind) : candlesWithin(source, span, bind)
  return readTexts(source, from, { condition, descending: false, limit })
}
