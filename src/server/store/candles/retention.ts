import { readEdges } from './edges.ts'
import { type Interval, longerIntervals } from './intervals.ts'
import { bucketAt } from './series.ts'
import { type Reading, day, readingOf } from './source.ts'

/** The longest interval, which reaches far back, and the longest of at most a day, which distinguishes days. */
function witnesses(longer: readonly Interval[]): Interval[] {
  const withinDay = longer.filter(({ step = 0n }) => step <= day)
  return [...new Set([longer.at(-1), withinDay.at(-1)])].filter((interval) => interval !== undefined)
}

/**
 * True where the market traded before its first candle of this interval (`first`, Unix microseconds), as a longer interval
 * shows: a node may keep short intervals for less time than long ones. Before that candle trades are unknown, not absent.
 */
export async function beginsLate(reading: Reading, first: bigint): Promise<boolean> {
  const longer = await longerIntervals(reading.db, reading.interval, reading.signal)
  for (const interval of witnesses(longer)) {
    const edges = await readEdges(await readingOf(reading.db, { ...reading, interval }, reading.signal))
    if (edges && edges.first < bucketAt(first, interval.step ?? day)) return true
  }
  return false
}
