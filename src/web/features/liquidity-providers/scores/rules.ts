import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { getMarket, type Market } from '../../../../wire/network.ts'
import { ask } from '../../../client/request.ts'

const Text = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value)),
)

/** Fractions as text; `performanceHysteresisEpochs` is a count of epochs. */
const LiquiditySlaParams = v.object({
  commitmentMinTimeFraction: Text,
  priceRange: Text,
  slaCompetitionFactor: Text,
  performanceHysteresisEpochs: Text,
})
export type MarketRules = v.InferOutput<typeof LiquiditySlaParams>

/** The rules in a market's record; null when it has none that can be parsed. */
export function rulesOf(market: Market): MarketRules | null {
  const parsed = v.safeParse(LiquiditySlaParams, market['liquiditySlaParams'])
  return parsed.success ? parsed.output : null
}

export const marketRulesQuery = (marketId: string) =>
  queryOptions({
    queryKey: [getMarket.name, 'rules', marketId],
    queryFn: async ({ signal }) => rulesOf((await ask(getMarket, { marketId }, { signal })).market),
    staleTime: 10 * 60_000,
  })
