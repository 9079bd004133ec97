import * as v from 'valibot'
import { ErrorBody } from './protocol/error.ts'
import { operation } from './protocol/operation.ts'
import { Int64Parameter, TextParameter } from './scalar.ts'

export const DateRange = v.pipe(
  v.object({
    startTimestamp: v.optional(Int64Parameter),
    endTimestamp: v.optional(Int64Parameter),
  }),
  v.metadata({ message: 'datanode.api.v2.DateRange' }),
)

/** A piece of the file: `data` is base64 in JSON. */
export const HttpBody = v.object({
  contentType: v.optional(v.string(), ''),
  data: v.optional(v.string(), ''),
  extensions: v.optional(v.array(v.looseObject({ '@type': v.string() })), []),
})

/** One message of the export stream: a piece of the body or an error. */
export const ExportMessage = v.union([v.object({ result: HttpBody }), v.object({ error: ErrorBody })])
export type ExportMessage = v.InferOutput<typeof ExportMessage>

/** The header line of the CSV, always present (wire.md 5.2). */
export const ledgerColumns = [
  'vega_time',
  'quantity',
  'effect',
  'transfer_type',
  'asset_id',
  'account_from_market_id',
  'account_from_party_id',
  'account_from_account_type',
  'account_from_balance',
  'account_to_market_id',
  'account_to_party_id',
  'account_to_account_type',
  'account_to_balance',
] as const
export type LedgerColumn = (typeof ledgerColumns)[number]

/** Account types by number as the CSV names them; any other number reads UNKNOWN (wire.md 5.2 row 8). */
export const accountTypeNames: Readonly<Record<number, string>> = {
  0: 'UNSPECIFIED',
  1: 'INSURANCE',
  2: 'SETTLEMENT',
  3: 'MARGIN',
  4: 'GENERAL',
  5: 'FEES_INFRASTRUCTURE',
  6: 'FEES_LIQUIDITY',
  7: 'FEES_MAKER',
  9: 'BOND',
  10: 'EXTERNAL',
  11: 'GLOBAL_INSURANCE',
  12: 'GLOBAL_REWARD',
  13: 'PENDING_TRANSFERS',
  14: 'REWARD_MAKER_PAID_FEES',
  15: 'REWARD_MAKER_RECEIVED_FEES',
  16: 'REWARD_LP_RECEIVED_FEES',
  17: 'REWARD_MARKET_PROPOSERS',
  18: 'HOLDING',
  19: 'LP_LIQUIDITY_FEES',
  20: 'LIQUIDITY_FEES_BONUS_DISTRIBUTION',
  21: 'NETWORK_TREASURY',
  22: 'VESTING_REWARDS',
  23: 'VESTED_REWARDS',
  24: 'REWARD_AVERAGE_POSITION',
  25: 'REWARD_RELATIVE_RETURN',
  26: 'REWARD_RETURN_VOLATILITY',
  27: 'REWARD_VALIDATOR_RANKING',
  28: 'PENDING_FEE_REFERRAL_REWARD',
  29: 'ORDER_MARGIN',
}

/** CSV, or a stream of ExportMessage by `Accept: application/x-ndjson`. The range is in nanoseconds. */
export const exportLedgerEntries = operation({
  name: 'exportLedgerEntries',
  summary: 'Export the ledger entries of a party as CSV',
  path: '/api/v2/ledgerentry/export',
  params: v.object({
    partyId: v.optional(TextParameter, ''),
    assetId: v.optional(TextParameter),
    dateRange: v.optional(DateRange),
  }),
  required: ['partyId'],
  reply: ExportMessage,
  media: 'text/csv',
})

export const descriptions = {
  exportLedgerEntries:
    'Streams every ledger entry that one of the party\'s accounts sent or received, oldest first, as CSV with a header line. Without a date range the whole stored history is exported. With `Accept: application/x-ndjson` the body is a stream of messages, one a line, each with a piece of the file or an error. A failure after the first byte is appended as a last line `{"error":{…}}`.',
  'exportLedgerEntries partyId': 'The party whose entries are exported, 64 hex characters.',
  'exportLedgerEntries assetId': 'Only entries of this asset, 64 hex characters.',
  'exportLedgerEntries dateRange.startTimestamp': 'Entries from this time on, Unix nanoseconds, cut to whole seconds.',
  'exportLedgerEntries dateRange.endTimestamp': 'Entries before this time, Unix nanoseconds, cut to whole seconds.',
  HttpBody: 'A piece of the file.',
  'HttpBody contentType': 'Media type of the file.',
  'HttpBody data': 'Bytes of the file in base64.',
  'HttpBody extensions': 'Metadata of the first message; always empty here.',
  ExportMessage: 'A piece of the file, or why it ends too soon.',
}
