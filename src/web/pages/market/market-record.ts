import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { getMarket, type Market } from '../../../wire/network.ts'
import { NumberText } from '../../../wire/scalar.ts'
import { ask } from '../../client/request.ts'

/** A member that is absent, empty or of another kind is left out: nodes of other versions send other members. */
const maybe = v.fallback(v.optional(NumberText), undefined)

const Rules = v.object({
  tickSize: maybe,
  linearSlippageFactor: maybe,
  parentMarketId: maybe,
  successorMarketId: maybe,
  insurancePoolFraction: maybe,
  fees: v.fallback(
    v.optional(v.object({ factors: v.object({ makerFee: maybe, infrastructureFee: maybe, liquidityFee: maybe }) })),
    undefined,
  ),
  liquiditySlaParams: v.fallback(
    v.optional(
      v.object({
        priceRange: maybe,
        commitmentMinTimeFraction: maybe,
        performanceHysteresisEpochs: maybe,
        slaCompetitionFactor: maybe,
      }),
    ),
    undefined,
  ),
  marketTimestamps: v.fallback(v.optional(v.object({ proposed: maybe, open: maybe, close: maybe })), undefined),
})

/** The rules in a market's record, as text; members that the node does not send are undefined. */
export type MarketRecord = ReturnType<typeof recordOf>

const filled = (text: string | undefined): string | undefined => (text === '' || text === '0' ? undefined : text)

/** Fractions and prices as received; instants in Unix nanoseconds, undefined for 0. */
export function recordOf(market: Market) {
  const rules = v.parse(Rules, market)
  const { makerFee, infrastructureFee, liquidityFee } = rules.fees?.factors ?? {}
  const sla = rules.liquiditySlaParams
  return {
    market,
    tradingMode: market.tradingMode,
    tick: rules.tickSize,
    fees: { maker: makerFee, infrastructure: infrastructureFee, liquidity: liquidityFee },
    slippage: rules.linearSlippageFactor,
    sla: {
      minTime: sla?.commitmentMinTimeFraction,
      priceRange: sla?.priceRange,
      competition: sla?.slaCompetitionFactor,
      epochs: sla?.performanceHysteresisEpochs,
    },
    parent: filled(rules.parentMarketId),
    successor: filled(rules.successorMarketId),
    insurance: filled(rules.insurancePoolFraction),
    proposed: filled(rules.marketTimestamps?.proposed),
    open: filled(rules.marketTimestamps?.open),
    close: filled(rules.marketTimestamps?.close),
  }
}

/** One market's record (wire.md 11.1). Rejects as `ask`; a node with only the six operations has none. */
export const marketRecordQuery = (marketId: string) =>
  queryOptions({
    queryKey: [getMarket.name, 'record', marketId],
    queryFn: async ({ signal }) => recordOf((await ask(getMarket, { marketId }, { signal })).market),
    staleTime: 10 * 60_000,
  })
