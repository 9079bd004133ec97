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

/** `sla` is null when the market has no entry for the party. */
export const LiquidityProvider = v.object({
  partyId: Id,
  marketId: Id,
  feeShare: v.nullable(LiquidityProviderFeeShare),
  sla: v.nullable(LiquidityProviderSla),
})
export type LiquidityProvider = v.InferOutput<typeof LiquidityProvider>

/** One of `marketId` and `partyId` must be given. */
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
  LiquidityProvider: 'Fee share and service level of a provider on a market.',
  'LiquidityProvider partyId': 'Id of the provider.',
  'LiquidityProvider feeShare': "The provider's part of the market's liquidity fees.",
  'LiquidityProvider sla': "The provider's service level; null where the market has no entry for the party.",
  LiquidityProviderFeeShare: "What decides a provider's part of a market's liquidity fees.",
  'LiquidityProviderFeeShare party': 'Id of the provider.',
  'LiquidityProviderFeeShare equityLikeShare': 'Part of all commitments that counts as equity, from 0 to 1.',
  'LiquidityProviderFeeShare averageEntryValuation':
    'Value of the market when the commitment was made, averaged, as the node keeps it; its scale is not published.',
  'LiquidityProviderFeeShare averageScore': 'Average liquidity score, from 0 to 1.',
  'LiquidityProviderFeeShare virtualStake':
    'Commitment grown with the market, in the smallest unit of the settlement asset, with 16 decimals.',
  LiquidityProviderSla: 'What a provider offered, and the penalties for less than it promised.',
  'LiquidityProviderSla party': 'Id of the provider.',
  'LiquidityProviderSla currentEpochFractionOfTimeOnBook':
    'Part of the running epoch in which enough was on the book; 1 is all of it, and it may exceed 1.',
  'LiquidityProviderSla lastEpochFractionOfTimeOnBook': 'The same of the last epoch.',
  'LiquidityProviderSla lastEpochFeePenalty': 'Part of the fees lost for the last epoch, from 0 to 1.',
  'LiquidityProviderSla lastEpochBondPenalty': 'Part of the bond lost for the last epoch, from 0 to 1.',
  'LiquidityProviderSla hysteresisPeriodFeePenalties':
    'Fee penalties of the epochs that still count, from 0 to 1 each, the oldest first.',
  'LiquidityProviderSla requiredLiquidity':
    'Volume that must be on the book, as notional in the settlement asset; its scale is not published.',
  'LiquidityProviderSla notionalVolumeBuys':
    'Volume of buy orders on the book, as notional in the settlement asset; its scale is not published.',
  'LiquidityProviderSla notionalVolumeSells':
    'Volume of sell orders on the book, as notional in the settlement asset; its scale is not published.',
}
