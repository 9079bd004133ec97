/** Texts of the OpenAPI document; its structure comes from the operations. */

export const about = `Read-only queries of a trading network's data: margin modes, referee team history, liquidity providers, candles, spam statistics and the export of a party's ledger.

64-bit integers, amounts, prices and factors travel as text and are never rounded. Times are Unix nanoseconds unless they are called RFC3339. Names are accepted in camel case and in snake case; unknown parameters are ignored.`

/** Parameter descriptions by dotted name, for operations without a description of their own. */
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
}
