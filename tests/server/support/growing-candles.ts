import { type Candle, candleIdOf } from '../../../src/wire/candles.ts'
import type { Db } from '../../../src/server/database/db.ts'
import { fakeDb } from './fake-service.ts'
import { market } from './ids.ts'

const minute = 60_000
const origin = Date.parse('2024-03-04T10:00:00Z')

/** For tests: one market's minute candles, as a database that knows no other question. */
export class GrowingCandles {
  readonly candleId = candleIdOf('1 minute', market.btc)
  /** How often candles were read. */
  reads = 0
  /** Makes every read of candles fail. */
  failure: Error | undefined
  /** Bytes that every candle is longer than it need be. */
  weight = 0
  #candles: { start: number; lastUpdate: number; close: number }[] = []
  #trades = 0

  /** A trade in minute number `at`. */
  trade(at: number): void {
    this.#trades += 1
    const candle = { start: origin + at * minute, lastUpdate: origin + at * minute + this.#trades, close: this.#trades }
    this.#candles = [...this.#candles.filter(({ start }) => start !== candle.start), candle]
  }

  /** The candle of minute number `at` as it is now. */
  candle(at: number): Candle {
    const found = this.#candles.find(({ start }) => start === origin + at * minute)
    if (!found) throw new Error('no such candle')
    const { start, lastUpdate, close } = found
    const price = String(close)
    const times = { start: `${String(start)}000000`, lastUpdate: `${String(lastUpdate)}000000` }
    return { ...times, high: price, low: price, open: price, close: price, volume: '1', notional: price }
  }

  readonly db: Db = fakeDb([], {
    rows: async (sql, params, signal) => {
      await Promise.resolve()
      signal?.throwIfAborted()
      if (sql.includes('pg_class')) return [['trades_candle_1_minute']]
      this.reads += 1
      if (this.failure) throw this.failure
      const [start, lastUpdate] = ['period_start >=', 'last_update_in_period >'].map((column) => {
        const [, place = ''] = sql.split(`c.${column} $`)
        return Date.parse(String(params?.[Number.parseInt(place, 10) - 1] ?? ''))
      })
      const limit = Number(/limit (\d+)/.exec(sql)?.[1])
      const all = this.#candles.toSorted((a, b) => a.start - b.start)
      const found =
        start === undefined || lastUpdate === undefined || Number.isNaN(lastUpdate)
          ? all.slice(-limit).reverse()
          : all.filter((candle) => candle.start >= start && candle.lastUpdate > lastUpdate).slice(0, limit)
      return found.map((candle) => [
        JSON.stringify({ ...this.candle((candle.start - origin) / minute), ballast: 'x'.repeat(this.weight) }),
        `${String(candle.start)}000`,
        `${String(candle.lastUpdate)}000`,
      ])
    },
  })
}
