/** What the OpenAPI document says in words; the structure comes from the operations themselves. */

export const about = `Read-only queries of a trading network's data: margin modes, referee team history, liquidity providers, candles, spam statistics and the export of a party's ledger.

64-bit integers, amounts, prices and factors travel as text and are never rounded. Times are Unix nanoseconds unless they are called RFC3339. Names are accepted in camel case and in snake case; unknown parameters are ignored.`

/** By operation name. */
export const operationTexts: Readonly<Record<string, string>> = {
  exportLedgerEntries:
    'Streams every ledger entry that one of the party\'s accounts sent or received, oldest first, as CSV with a header line. Without a date range the whole stored history is exported. With `Accept: application/x-ndjson` the body is a stream of messages, one a line, each with a piece of the file or an error. A failure after the first byte is appended as a last line `{"error":{…}}`.',
  listMarginModes:
    'The margin mode of each party on each market, optionally of one market or one party. Ordered by market id, then party id; descending unless `pagination.newestFirst` is false.',
  listTeamRefereeHistory:
    'The teams a referee has been a member of, one entry per stay; a stay ends where the next begins. Ordered by the epoch of joining, latest first unless `pagination.newestFirst` is false.',
  listLiquidityProviders:
    'Fee share and service level of the active liquidity providers. A market id or a party id must be given. Ordered by market id, then party id; descending unless `pagination.newestFirst` is false.',
  listCandleData:
    'Open, high, low and close prices, volume and notional per period. Periods without trades have empty prices and zero volume. Latest first unless `pagination.newestFirst` is false.',
  observeCandleData:
    'First the latest candle, at once; then, looked for every second, each candle that has changed, whole and in order, without end. A candle replaces the one with the same `start`; members that are left out are zero or empty. Silent while the market has no candle. An error is the last message. Asked with a websocket handshake, the same messages are text frames, and a refusal is a frame too, followed by close code 1008 (yours) or 1011 (ours). A reader that lags 100 messages behind is dropped.',
  listCandleIntervals: 'The intervals for which a market has candles, each with the candle id to ask for.',
  getSpamStatistics:
    'How much of each spam limit the party has used in the current epoch, its votes per proposal and its proof-of-work standing per block. Answered by a core node; without one: 503.',
  listMarkets:
    'Markets with their instrument, state and decimal places, last updated first. Rejected markets are left out.',
  getMarket: 'One market by id; 404 when there is none.',
  listAssets: 'Assets with their symbol and decimal places, ordered by id.',
  getAsset: 'One asset by id; 404 when there is none.',
  listParties: 'Parties by the time they were first seen, newest first; 404 for a partyId that nobody has.',
  getParty: 'One party by id; 404 when there is none.',
  getEpoch: 'The epoch with this number, or the one that holds this block, or without either the current one.',
  getInfo: 'The version of the interface that is spoken here, and the build.',
  getVegaTime: 'The time of the last block in the store.',
  getStatistics:
    'Height, times, epoch and load of the chain as a core node tells them. Without a core node: what the store knows, with status `CHAIN_STATUS_DISCONNECTED`.',
  getTime: "The chain's current block time.",
  getLastBlockHeight:
    'Height and hash of the last block with the parameters by which a transaction must prove its work. Answered by a core node; without one: 503.',
}

/** By dotted parameter name; `operation name + space + parameter name` goes before. */
export const parameterTexts: Readonly<Record<string, string>> = {
  'pagination.first':
    'Number of records, 1 to 5000, that sort after the cursor in `pagination.after`, or from the beginning.',
  'pagination.after': 'Cursor of the last row of the previous page, when paging forwards.',
  'pagination.last':
    'Number of records, 1 to 5000, that sort before the cursor in `pagination.before`, or at the end. Ignored when `pagination.first` is given.',
  'pagination.before': 'Cursor of the first row of the page that was read last, when paging backwards.',
  'pagination.newestFirst': 'Order newest records first; true when not set.',
  marketId: 'Restrict to this market.',
  partyId: 'Restrict to this party.',
  assetId: 'Restrict to this asset.',
  candleId: 'Candle id, as the candle intervals of a market name it: `trades_candle_<interval>_<market id>`.',
  fromTimestamp: 'Candles that start at this time or later, Unix nanoseconds; 0 or absent means no bound.',
  toTimestamp: 'Candles that start before this time, Unix nanoseconds; 0 or absent means no bound.',
  'dateRange.startTimestamp': 'Entries from this time on, Unix nanoseconds, cut to whole seconds.',
  'dateRange.endTimestamp': 'Entries before this time, Unix nanoseconds, cut to whole seconds.',
  referee: 'Party id of the referee.',
  includeSettled: 'Whether settled and closed markets are listed too; true when not set.',
  id: 'Number of the epoch; 0 or absent means not set.',
  block: 'Height of a block inside the epoch; 0 or absent means not set. Ignored when `id` is given.',
  'exportLedgerEntries partyId': 'The party whose entries are exported, 64 hex characters.',
  'exportLedgerEntries assetId': 'Only entries of this asset, 64 hex characters.',
  'getMarket marketId': 'Id of the market.',
  'getAsset assetId': 'Id of the asset.',
  'getParty partyId': 'Id of the party.',
  'getSpamStatistics partyId': 'The party whose statistics are asked for.',
  'listCandleIntervals marketId': 'The market, 64 hex characters.',
}
