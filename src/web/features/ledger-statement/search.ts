import * as v from 'valibot'
import type { Side } from '../../ledger/store/filter.ts'
import { InstantValue, TextValue, ZoneValue, searchOf } from '../../router/search.ts'
import { parseDecimal } from './amounts.ts'

const Amount = v.pipe(
  v.string(),
  v.check((text) => parseDecimal(text) !== undefined),
)

/** What this page keeps in its address. Times are Unix nanoseconds; `to` and `end` are not included. */
export const readLedgerSearch = searchOf({
  partyId: TextValue,
  assetId: TextValue,
  /** What is shown of the rows that were read: a transfer type, a market, a side, amounts, a stretch of time. */
  type: TextValue,
  market: TextValue,
  /** An export of this tab, whose file is read instead of a new answer. */
  run: TextValue,
  /** The range that is requested. */
  from: InstantValue,
  to: InstantValue,
  start: InstantValue,
  end: InstantValue,
  /** Goes before the zone of the preferences. */
  zone: ZoneValue,
  min: Amount,
  max: Amount,
  side: v.picklist(['credit', 'debit', 'internal'] as const satisfies readonly Side[]),
})
export type LedgerSearch = ReturnType<typeof readLedgerSearch>

/** The value of `type` for rows without one. */
export const noType = 'none'
