import * as v from 'valibot'
import { operation } from './protocol/operation.ts'
import { Pagination, pageOf } from './protocol/page.ts'
import { Decimal, Id, openEnum, TextParameter, Uint64 } from './scalar.ts'

/** Enum numbers as stored (wire.md 2.4). */
export const marginModeNames = [
  'MARGIN_MODE_UNSPECIFIED',
  'MARGIN_MODE_CROSS_MARGIN',
  'MARGIN_MODE_ISOLATED_MARGIN',
] as const

export const MarginMode = openEnum(marginModeNames)

/** The three optional members are absent where the network recorded nothing. */
export const PartyMarginMode = v.object({
  marketId: Id,
  partyId: Id,
  marginMode: MarginMode,
  marginFactor: v.optional(Decimal),
  minTheoreticalMarginFactor: v.optional(Decimal),
  maxTheoreticalLeverage: v.optional(Decimal),
  atEpoch: Uint64,
})
export type PartyMarginMode = v.InferOutput<typeof PartyMarginMode>

/** Ordered by market id, then party id; descending unless `newestFirst` is false. */
export const listMarginModes = operation({
  name: 'listMarginModes',
  summary: 'List margin modes per party per market',
  path: '/api/v2/margin-modes',
  cacheable: true,
  params: v.object({
    marketId: v.optional(TextParameter),
    partyId: v.optional(TextParameter),
    pagination: v.optional(Pagination),
  }),
  reply: v.object({ partyMarginModes: pageOf(PartyMarginMode) }),
})

export const descriptions = {
  listMarginModes:
    'The margin mode of each party on each market, optionally of one market or one party. Ordered by market id, then party id; descending unless `pagination.newestFirst` is false.',
  MarginMode: "How a party's collateral backs a market.",
  PartyMarginMode: 'The latest margin mode of a party on a market.',
  'PartyMarginMode marginMode': 'How the margin is backed: by all collateral (cross) or by a fixed part (isolated).',
  'PartyMarginMode marginFactor':
    'Part of the notional that is put up as margin, from 0 to 1; present in isolated margin only.',
  'PartyMarginMode minTheoreticalMarginFactor':
    'Lowest factor that the risk model allows, from 0 to 1; networks of v0.77 never send it.',
  'PartyMarginMode maxTheoreticalLeverage':
    'Highest leverage that the risk model allows, a multiple; networks of v0.77 never send it.',
  'PartyMarginMode atEpoch': 'Number of the epoch in which the mode was set.',
}
