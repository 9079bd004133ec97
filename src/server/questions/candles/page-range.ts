import type { Candle } from '../../../wire/candles.ts'
import { type Span, overlap } from './series.ts'
import { microsecondsOf, readCursor } from '../../sql/cursor.ts'
import type { Listing } from '../../sql/keyset.ts'
import type { Plan } from '../../sql/page.ts'
import { record, time, word } from '../../sql/record.ts'
import { earliest, latest } from '../../sql/statement.ts'

/** A candle as the wire writes it (wire.md 6.3). */
export const candleRecord = record<Candle>({
  start: time('c.period_start'),
  lastUpdate: time('c.last_update_in_period'),
  high: word(`coalesce(c.high::text, '')`),
  low: word(`coalesce(c.low::text, '')`),
  open: word(`coalesce(c.open::text, '')`),
  close: word(`coalesce(c.close::text, '')`),
  volume: word(`coalesce(c.volume::text, '0')`),
  notional: word(`coalesce(c.notional::text, '0')`),
})

/** How a page of candles is listed, but for where it is read from. */
export const listing: Omit<Listing, 'from'> = {
  node: candleRecord,
  cursor: [{ name: 'periodStart', kind: 'time', sql: 'c.period_start' }],
}

/** The instant of a cursor in Unix microseconds; one without an instant is later than all candles. */
export function cursorOf(plan: Plan): bigint | undefined {
  const values = plan.cursor === undefined ? undefined : readCursor(listing.cursor, plan.cursor)
  return values && (microsecondsOf(values.get('periodStart') ?? '9999-12-31T23:59:59Z') ?? undefined)
}

/** Where a page starts and in which direction it is read; bounds in Unix microseconds, the end excluded. */
export interface PageRange {
  from: bigint | undefined
  to: bigint | undefined
  cursor: bigint | undefined
  count: number
  descending: boolean
}

/** What the bounds and the cursor leave to be read; undefined when that is nothing. */
export function spanOf({ from = earliest, to = latest + 1n, cursor, descending }: PageRange): Span | undefined {
  const behind = cursor === undefined ? {} : descending ? { last: cursor } : { first: cursor }
  return overlap({ first: from, last: to - 1n }, { first: earliest, last: latest, ...behind })
}
