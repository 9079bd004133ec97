import type { CandlesSearch, VwapChoice } from '../search.ts'

/** The address' word for which VWAP lines are drawn; undefined is the default. */
export const vwapOf = (range: boolean, bar: boolean): VwapChoice | undefined =>
  range ? (bar ? 'both' : undefined) : bar ? 'bar' : 'off'

/** Which VWAP lines an address asks for. */
export const vwapLines = ({ vwap = 'range' }: CandlesSearch): { range: boolean; bar: boolean } => ({
  range: vwap === 'range' || vwap === 'both',
  bar: vwap === 'bar' || vwap === 'both',
})
