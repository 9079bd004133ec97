import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { candleIdOf, listCandles } from '../../../wire/candles.ts'
import type { WritableDb } from '../../database/db.ts'
import { ask, query } from '../../../../tests/server/support/ask.ts'
import { databases } from '../../../../tests/server/support/databases.ts'
import { market } from '../../../../tests/server/support/ids.ts'
import { candles } from './candles.ts'

const at = (iso: string): string => `${String(Date.parse(`2024-03-${iso}Z`))}000000`

describe.each(databases)('on $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => void (db = await open()))
  afterAll(() => db.close())
  const insert = (table: string, start: string): Promise<void> =>
    db.exec(`insert into trades_candle_${table} (market_id, period_start, open, close, high, low, volume, notional,
      last_update_in_period) values ('\\x${market.btc}', '2024-03-${start}', 1, 1, 1, 1, 1, 1, '2024-03-${start}')`)
  const starts = async (interval: string): Promise<string[]> => {
    const given = { candleId: candleIdOf(interval, market.btc), fromTimestamp: at('01T00:00:00') }
    const { reply } = await ask(db, listCandles, candles, query({ ...given, 'pagination.newestFirst': false }))
    return reply.candles.edges.map(({ node }) => node.start)
  }

  test('candles that are no longer kept are not answered as a time without trades', async () => {
    await insert('1_minute', '04 10:02:00+00')
    // Nothing says that there was anything before: the market may have begun here.
    expect((await starts('1 minute'))[0]).toBe(at('01T00:00:00'))
    await insert('1_day', '03 00:00:00+00')
    expect(await starts('1 minute')).toEqual([at('04T10:02:00')])
    expect((await starts('1 day'))[0]).toBe(at('01T00:00:00'))
  })
})
