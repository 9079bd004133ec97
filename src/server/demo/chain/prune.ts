import type { WritableDb } from '../../store/db.ts'
import { timestampText } from '../../store/sql.ts'
import { intervals } from '../market/candle.ts'
import { day, type Micros } from './chain.ts'
import { firstCandleTime } from '../past.ts'
import { pruneLedger } from './prune-ledger.ts'

type Task = (db: WritableDb, now: Micros) => Promise<void>

const older =
  (table: string, column: string, limit: (now: Micros) => Micros, also = ''): Task =>
  (db, now) =>
    db.exec(`delete from ${table} where ${column} < '${timestampText(limit(now))}' ${also}`)

const epochEdges = `and not exists (select from epochs where start_time = blocks.vega_time)`

const tasks: readonly Task[] = [
  (db, now) => pruneLedger(db, now),
  older('trades', 'synthetic_time', (now) => now - day),
  older('epochs', 'start_time', (now) => now - 14 * day),
  older('blocks', 'vega_time', (now) => now - day, epochEdges),
  // Weekly candles stay: there are few, and the year they cover may begin in the middle of a week.
  ...intervals
    .filter(({ length }) => length < 7 * day)
    .map(({ table, length }) => older(table, 'period_start', (now) => firstCandleTime(length, now))),
]

/** Deletes old rows of one table a call, in turn, so that no call takes long. */
export async function prune(db: WritableDb, now: Micros, turn: number): Promise<void> {
  await tasks[turn % tasks.length]?.(db, now)
}
