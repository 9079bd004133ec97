import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WritableDb } from '../database/db.ts'
import { openMemory } from '../../../tests/server/support/memory-database.ts'
import { buildCandles } from './import-segments.ts'

interface Trade {
  time: bigint
  market: number
  price: bigint
  size: bigint
}

let db: WritableDb
beforeAll(async () => {
  db = await openMemory()
})
afterAll(() => db.close())

const minute = 60_000_000n
const lengths: Readonly<Record<string, bigint>> = {
  '1_minute': minute,
  '5_minutes': 5n * minute,
  '15_minutes': 15n * minute,
  '30_minutes': 30n * minute,
  '1_hour': 60n * minute,
  '4_hours': 240n * minute,
  '6_hours': 360n * minute,
  '8_hours': 480n * minute,
  '12_hours': 720n * minute,
  '1_day': 1440n * minute,
  '7_days': 10080n * minute,
}
/** Monday 2000-01-03 in microseconds. */
const origin = BigInt(Date.UTC(2000, 0, 3)) * 1000n
const friday = BigInt(Date.UTC(2024, 2, 1)) * 1000n

/** Candles made the plain way: every trade, in order of time, into its bucket. */
function oracle(trades: readonly Trade[], length: bigint): string[][] {
  const candles = new Map<string, bigint[]>()
  for (const { time, market, price, size } of [...trades].sort((a, b) => (a.time < b.time ? -1 : 1))) {
    const start = origin + ((time - origin) / length) * length
    const key = `${market} ${start}`
    const [, , open = price, , high = price, low = price, volume = 0n, notional = 0n] = candles.get(key) ?? []
    const extremes = [high > price ? high : price, low < price ? low : price]
    candles.set(key, [BigInt(market), start, open, price, ...extremes, volume + size, notional + size * price, time])
  }
  return [...candles.values()].map((candle) => candle.map(String)).sort((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1))
}

async function stored(interval: string): Promise<string[][]> {
  const rows = await db.rows(`select get_byte(market_id, 0), (extract(epoch from period_start) * 1000000)::bigint,
    open, close, high, low, volume, notional, (extract(epoch from last_update_in_period) * 1000000)::bigint
    from trades_candle_${interval}`)
  return rows.map((row) => row.map(String)).sort((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1))
}

const empty = (): Promise<void> =>
  db.exec(
    `truncate trades, ${Object.keys(lengths)
      .map((name) => `trades_candle_${name}`)
      .join()}`,
  )
const insert = (trades: readonly Trade[]): Promise<unknown> =>
  db.rows(
    `insert into trades select t, t, 0, set_byte('\\x00', 0, market), price, size from (
       select timestamptz '1970-01-01 00:00:00+00' + unnest($1::bigint[]) * interval '1 microsecond' as t,
         unnest($2::int[]) as market, unnest($3::numeric[]) as price, unnest($4::bigint[]) as size) as given`,
    [
      trades.map(({ time }) => String(time)),
      trades.map(({ market }) => String(market)),
      trades.map(({ price }) => String(price)),
      trades.map(({ size }) => String(size)),
    ],
  )

// Three weeks from a Friday on, with many trades at the very edge of a bucket.
const offset = fc.oneof(
  fc.bigInt({ min: 0n, max: 30_240n * minute }),
  fc.tuple(fc.bigInt({ min: 1n, max: 500n }), fc.constantFrom(-1n, 0n, 1n)).map(([n, by]) => n * 60n * minute + by),
)
const trade = fc.record({
  time: offset.map((by) => friday + by),
  market: fc.integer({ min: 1, max: 2 }),
  price: fc.bigInt({ min: 1n, max: 10n ** 25n }),
  size: fc.bigInt({ min: 1n, max: 2n ** 53n }),
})

test('candles built in steps are those built from all trades at once, for every interval', async () => {
  const trades = fc.uniqueArray(trade, { selector: ({ time }) => time, minLength: 1, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(trades, fc.array(fc.nat(59), { maxLength: 3 }), async (unsorted, cuts) => {
      const all = [...unsorted].sort((a, b) => (a.time < b.time ? -1 : 1))
      await db.exec(
        `truncate trades, ${Object.keys(lengths)
          .map((name) => `trades_candle_${name}`)
          .join()}`,
      )
      const edges = [0, ...cuts.filter((cut) => cut < all.length).sort((a, b) => a - b), all.length]
      for (const [index, from] of edges.entries()) {
        const part = all.slice(from, edges[index + 1] ?? from)
        const first = part[0]
        if (!first) continue
        await insert(part)
        const [since] = await db.rows(
          `select timestamptz '1970-01-01 00:00:00+00' + $1::bigint * interval '1 microsecond'`,
          [String(first.time)],
        )
        await buildCandles(db, since?.[0] ?? '')
      }
      for (const [interval, length] of Object.entries(lengths)) {
        expect(await stored(interval)).toEqual(oracle(all, length))
      }
    }),
    { numRuns: 25 },
  )
})

test('weeks start on Mondays', async () => {
  await empty()
  await insert([{ time: friday, market: 1, price: 5n, size: 1n }])
  await buildCandles(db, '2024-03-01 00:00:00+00')
  expect(await db.rows('select period_start from trades_candle_7_days')).toEqual([['2024-02-26 00:00:00+00']])
})
