import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Candle, candleIdOf, listCandles } from '../../../wire/candles.ts'
import { candles } from '../../questions/candles/candles.ts'
import type { WritableDb } from '../../database/db.ts'
import { openMemory } from '../../../../tests/server/support/memory-database.ts'
import { ask, query } from '../../../../tests/server/support/ask.ts'
import { bucketOf, intervals } from './candle.ts'
import { day, hour, minute, parseTime } from '../chain/chain.ts'
import { openDemo } from '../demo.ts'
import { type Past, makeWorld } from '../world.ts'

const time = '2025-05-14T09:41:17.5Z'
const present = parseTime(time)
const { markets } = makeWorld(7, present)

/** Short, so that it is made quickly, and still with each resolution ending before the next coarser one. */
const past: Past = { hours: 56 * day, fiveMinutes: 10 * day, minutes: 3 * day, blocks: 2 * hour, ledger: day }

let db: WritableDb
beforeAll(async () => {
  db = await openMemory()
  await (await openDemo(db, { time, past, frozen: true })).stop()
}, 300_000)
afterAll(() => db.close())

const nanos = (time: number): string => `${String(time)}000`
const startOf = ({ start }: Candle): number => Number(BigInt(start) / 1000n)
const summed = (rows: readonly Candle[], member: 'volume' | 'notional'): string =>
  String(rows.reduce((sum, row) => sum + BigInt(row[member]), 0n))

async function read(interval: string, market: string, bounds: { from: number; to?: number }): Promise<Candle[]> {
  const given = {
    candleId: candleIdOf(interval.replaceAll('_', ' '), market),
    fromTimestamp: nanos(bounds.from),
    toTimestamp: bounds.to === undefined ? undefined : nanos(bounds.to),
    'pagination.newestFirst': false,
    'pagination.first': 300,
  }
  return (await ask(db, listCandles, candles, query(given))).reply.candles.edges.map(({ node }) => node)
}

/** One candle of several, as the wire says it; undefined where nothing was traded. */
function folded(rows: readonly Candle[]): Partial<Candle> | undefined {
  const traded = rows.filter(({ open }) => open !== '')
  const [first, last] = [traded[0], traded.at(-1)]
  if (!first || !last) return undefined
  const prices = traded.flatMap(({ high, low }) => [Number(high), Number(low)])
  return {
    open: first.open,
    close: last.close,
    high: String(Math.max(...prices)),
    low: String(Math.min(...prices)),
    volume: summed(traded, 'volume'),
    notional: summed(traded, 'notional'),
  }
}

test('no short interval says zero where a longer one traded: wherever both answer, they agree', async () => {
  const pairs = intervals.slice(0, -1).map((fine, at) => [fine, intervals[at + 1] ?? fine] as const)
  const pair = fc.constantFrom(...pairs.filter(([fine, coarse]) => coarse.length % fine.length === 0))
  const from = fc.integer({ min: 0, max: 64 * 1440 }).map((ago) => present - ago * minute)
  await fc.assert(
    fc.asyncProperty(pair, fc.constantFrom(...markets), from, async ([fine, coarse], market, wanted) => {
      const rows = await read(fine.name, market.id, { from: bucketOf(wanted, fine.length) })
      const [first, last] = [rows[0], rows.at(-1)]
      if (!first || !last) return
      const end = bucketOf(startOf(last), coarse.length)
      if (end <= startOf(first)) return
      for (const whole of await read(coarse.name, market.id, { from: startOf(first), to: end })) {
        const [begin, until] = [startOf(whole), startOf(whole) + coarse.length]
        const parts = rows.filter((row) => startOf(row) >= begin && startOf(row) < until)
        const { open, close, high, low, volume, notional } = whole
        expect(folded(parts)).toEqual({ open, close, high, low, volume, notional })
      }
    }),
    { numRuns: 150 },
  )
}, 120_000)

test('one-minute candles of a month ago are not answered as a market without trades', async () => {
  const [market] = markets
  const rows = await read('1_minute', market?.id ?? '', { from: present - 30 * day })
  expect(rows[0]?.volume).not.toBe('0')
  expect(startOf(rows[0] as Candle)).toBeGreaterThan(present - 5 * day)
})
