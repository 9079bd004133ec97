import { blockInterval } from '../../../wire/candle-interval.ts'
import { floorDivide } from '../../../wire/integer.ts'
import { blocksWithin, findBlocks } from './blocks.ts'
import { readEdges } from './edges.ts'
import { readFilled } from './filled.ts'
import { type PageRange, cursorOf, listing, spanOf } from './page-range.ts'
import { type Span, doublingWindows, overlap } from './series.ts'
import { type CandleSeries, type Reading, candlesWithin, firstWidth, readingOf } from './source.ts'
import type { Db } from '../db.ts'
import { type Listing, descends, emptyPage, readPage, rowsToRead } from '../keyset.ts'
import type { Plan } from '../page.ts'

/** Bounds in Unix nanoseconds, the start inclusive, the end exclusive, each may be missing. */
export interface CandleRange extends CandleSeries {
  from: bigint | undefined
  to: bigint | undefined
}

/** The bounds as the network's database sees them: cut to microseconds. */
const microseconds = (nanoseconds: bigint | undefined): bigint | undefined =>
  nanoseconds === undefined ? undefined : floorDivide(nanoseconds, 1000n)

/** The page's part of what there is, without gaps filled; undefined when that is nothing. */
async function readPresent(reading: Reading, range: PageRange, width: bigint): Promise<Span | undefined> {
  const span = spanOf(range)
  // A span no longer than a page costs less than finding where candles begin and end.
  if (!span || !reading.interval.chunked || span.last - span.first <= width) return span
  const edges = await readEdges(reading)
  return edges && overlap(span, edges)
}

/** Parts of a span that one statement reads: a page of a market that trades once a month has as many parts as rows. */
const spansOfStatement = 16

async function readBlockPage(reading: Reading, range: PageRange, plan: Plan): Promise<string> {
  const span = await readPresent(reading, range, firstWidth(reading.interval))
  const spans = span ? await findBlocks(reading, span, range.count, range.descending) : []
  if (range.descending) spans.reverse()
  const sources = function* (): Generator<Listing['from']> {
    for (let at = 0; at < spans.length; at += spansOfStatement)
      yield (bind) => blocksWithin(reading, spans.slice(at, at + spansOfStatement), bind)
  }
  return readPage(reading.db, { ...listing, from: '' }, plan, { sources: sources(), signal: reading.signal })
}

async function readStored(reading: Reading, range: PageRange, plan: Plan): Promise<string> {
  const { db, interval, signal } = reading
  const width = interval.step === undefined ? firstWidth(interval) : BigInt(range.count) * interval.step
  const span = await readPresent(reading, range, width)
  if (!span) return emptyPage
  const windows = interval.chunked ? doublingWindows(span, range.descending, width) : [span]
  const sources = function* (): Generator<Listing['from']> {
    for (const window of windows) yield (bind) => candlesWithin(reading, window, bind)
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
  const reading = await readingOf(db, range, signal)
  if (step !== undefined && (from === undefined || to === undefined)) return readFilled(reading, step, page, plan)
  return interval.name === blockInterval ? readBlockPage(reading, page, plan) : readStored(reading, page, plan)
}
