import * as v from 'valibot'
import { operation } from './protocol/operation.ts'
import { Pagination, pageOf } from './protocol/page.ts'
import { DecimalOrEmpty, Id, TextParameter } from './scalar.ts'

/** Share of the market's liquidity fee that a provider can claim; fractions and amounts as text. */
export const LiquidityProviderFeeShare = v.object({
  party: Id,
  equityLikeShare: DecimalOrEmpty,
  averageEntryValuation: DecimalOrEmpty,
  averageScore: DecimalOrEmpty,
  virtualStake: DecimalOrEmpty,
})
export type LiquidityProviderFeeShare = v.InferOutput<typeof LiquidityProviderFeeShare>

/** Service level of a provider on one market; fractions of time may exceed 1. */
export const LiquidityProviderSla = v.object({
  party: Id,
  currentEpochFractionOfTimeOnBook: DecimalOrEmpty,
  lastEpochFractionOfTimeOnBook: DecimalOrEmpty,
  lastEpochFeePenalty: DecimalOrEmpty,
  lastEpochBondPenalty: DecimalOrEmpty,
  hysteresisPeriodFeePenalties: v.array(DecimalOrEmpty),
  requiredLiquidity: DecimalOrEmpty,
  notionalVolumeBuys: DecimalOrEmpty,
  notionalVolumeSells: DecimalOrEmpty,
})
export type LiquidityProviderSla = v.InferOutput<typeof LiquidityProviderSla>

/** interface.md 2.4. `sla` is null when the market has no entry for the party. */
export const LiquidityProvider = v.object({
  partyId: Id,
  marketId: Id,
  feeShare: v.nullable(LiquidityProviderFeeShare),
  sla: v.nullable(LiquidityProviderSla),
})
export type LiquidityProvider = v.InferOutput<typeof LiquidityProvider>

/** interface.md 4.5. One of `marketId` and `partyId` must be given. */
export const listLiquidityProviders = operation({
  name: 'listLiquidityProviders',
  summary: 'List data about the active liquidity providers of a market or of a party',
  path: '/api/v2/liquidity/providers',
  cacheable: true,
  params: v.object({
    marketId: v.optional(TextParameter),
    partyId: v.optional(TextParameter),
    pagination: v.optional(Pagination),
  }),
  reply: v.object({ liquidityProviders: pageOf(LiquidityProvider) }),
})

export const descriptions = {
  listLiquidityProviders:
    'Fee share and service level of the active liquidity providers. A market id or a party id must be given. Ordered by market id, then party id; descending unless `pagination.newestFirst` is false.',
}
