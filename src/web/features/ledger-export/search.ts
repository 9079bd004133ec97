import * as v from 'valibot'
import type { Layout } from '../../ledger/rows/accounting.ts'
import { InstantValue, TextValue, ZoneValue, searchOf } from '../../router/search.ts'

/** What this page keeps in its address. `from` and `to` are Unix nanoseconds; `to` is not included. */
export const readLedgerExportSearch = searchOf({
  partyId: TextValue,
  assetId: TextValue,
  from: InstantValue,
  to: InstantValue,
  /** Goes before the zone of the preferences. */
  zone: ZoneValue,
  /** The form of the delivered file; absent, the node's own bytes. */
  form: v.picklist(['spreadsheet', 'accounting']),
  columns: v.picklist(['koinly', 'cointracking', 'cointracker', 'zenledger'] as const satisfies readonly Layout[]),
  delimiter: v.literal(';'),
  mark: v.literal('yes'),
  gzip: v.literal('yes'),
})
export type LedgerExportSearch = ReturnType<typeof readLedgerExportSearch>
