import type { CandlesSearch, VwapChoice } from '../search.ts'

/** The URL value for the selected VWAP lines; undefined for the default. */
export const vwapOf = (range: boolean, bar: boolean): VwapChoice | undefined =>
  range ? (bar ? 'both' : undefined) : bar ? 'bar' : 'off'

/** The VWAP lines selected in the URL. */
export const vwapLines = ({ vwap = 'range' }: CandlesSearch): { range: boolean; bar: boolean } => ({
  range: vwap === 'range' || vwap === 'both',
  bar: vwap === 'bar' || vwap === 'both',
})
