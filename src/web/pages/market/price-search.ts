import * as v from 'valibot'
import { namedRanges, type RangeName } from '../../features/candles/index.ts'
import { searchOf } from '../../router/search.ts'

export const priceRanges = ['1D', '1W', '1M'] as const satisfies readonly RangeName[]
export type PriceRange = (typeof priceRanges)[number]

export const defaultRange: PriceRange = '1W'

/** What the page of a market keeps in its address: the range of its chart, named as on the page of candles. */
export const readMarketSearch = searchOf({ range: v.picklist(priceRanges) }, { range: defaultRange })

export const intervalOf = (range: PriceRange): string =>
  namedRanges.find(({ name }) => name === range)?.interval ?? '1 hour'
