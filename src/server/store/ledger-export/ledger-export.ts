import type { Db, ExportReads, Reads } from '../db.ts'
import { copiedLines } from './copied-lines.ts'
import { isLedgerBySides, missingLedgerIndexes } from './indexes.ts'
import { type PartyAccount, sortedQuery } from './lines.ts'
import { type LedgerExport, type LedgerRange, readSlices } from './slices.ts'
import { Parameters, earliest, latest } from '../sql.ts'

/** The party's accounts: the ledger is read through them, because an OR over joined accounts would scan all of it. */
export async function readPartyAccounts(db: Reads, range: LedgerRange, signal?: AbortSignal): Promise<PartyAccount[]> {
  const { bind, values } = new Parameters()
  const party = bind(range.party, 'bytea')
  const sends = range.asset === undefined ? 'true' : `a.asset_id = ${bind(range.asset, 'bytea')}`
  const sql = `
    select a.id::text, case when ${sends} then 'yes' else 'no' end from accounts a where a.party_id = ${party}`
  const rows = await db.rows(sql, values, signal)
  return rows.map(([bytes, sends]) => ({ bytes: bytes ?? '', sends: sends === 'yes' }))
}

export async function prepareLedgerExport(db: Db, range: LedgerRange, signal: AbortSignal): Promise<LedgerExport> {
  const accounts = await readPartyAccounts(db, range, signal)
  const [missing, bySides] = await Promise.all([missingLedgerIndexes(db, signal), isLedgerBySides(db, signal)])
  return { range, accounts, bySides, hasIndexes: missing.length === 0 }
}

/** The CSV lines of an export by entry time, without the header (decision 16). Rejects as Db.rows does. */
export async function* readLedgerLines(
  db: Reads & Pick<ExportReads, 'spare' | 'until'>,
  prepared: LedgerExport,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { accounts, hasIndexes } = prepared
  const range = { ...prepared.range, until: db.until }
  if (accounts.length === 0) return
  const bounds = { start: range.start ?? earliest, end: range.end ?? latest }
  if (hasIndexes) yield* readSlices({ ...prepared, range, db, signal }, bounds)
  else yield* copiedLines(db.copy(sortedQuery(accounts, range, bounds), signal))
}
