import { namedRanges, type RangeName } from '../../features/candles/ranges/named-range.ts'

/** What the page of a market keeps in its address: the range of its chart, named as on the page of candles. */
export interface MarketSearch {
  range?: PriceRange
}

export const priceRanges = ['1D', '1W', '1M'] as const satisfies readonly RangeName[]
export type PriceRange = (typeof priceRanges)[number]

export const defaultRange: PriceRange = '1W'

/** Unknown ranges are left out. */
export function readMarketSearch({ range }: Readonly<Record<string, string>>): MarketSearch {
  const known = priceRanges.find((name) => name === range)
  return known && known !== defaultRange ? { range: known } : {}
}

/** The interval that a range is drawn with. */
export const intervalOf = (range: PriceRange): string =>
  namedRanges.find(({ name }) => name === range)?.interval ?? '1 hour'
