/** A perpetual market as a node writes it, settled in an asset with the market's own id. */
export const marketRecord = (id: string, code: string, name: string): object => ({
  id,
  decimalPlaces: '5',
  positionDecimalPlaces: '3',
  state: 'STATE_ACTIVE',
  tradingMode: 'TRADING_MODE_CONTINUOUS',
  tradableInstrument: {
    instrument: {
      id: '',
      code,
      name,
      metadata: { tags: [] },
      perpetual: { settlementAsset: id, quoteName: 'USDT' },
    },
  },
  marketTimestamps: { proposed: '0', pending: '0', open: '0', close: '0' },
})
