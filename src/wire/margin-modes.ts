import * as v from 'valibot'
import { operation } from './protocol/operation.ts'
import { Pagination, pageOf } from './protocol/page.ts'
import { Decimal, EnumName, Id, TextParameter, Uint64 } from './scalar.ts'

/** interface.md 2.2. The three optional members are absent where the network recorded nothing. */
export const PartyMarginMode = v.object({
  marketId: Id,
  partyId: Id,
  marginMode: EnumName,
  marginFactor: v.optional(Decimal),
  minTheoreticalMarginFactor: v.optional(Decimal),
  maxTheoreticalLeverage: v.optional(Decimal),
  atEpoch: Uint64,
})
export type PartyMarginMode = v.InferOutput<typeof PartyMarginMode>

/** Enum numbers as stored (wire.md 2.4). */
export const marginModeNames = [
  'MARGIN_MODE_UNSPECIFIED',
  'MARGIN_MODE_CROSS_MARGIN',
  'MARGIN_MODE_ISOLATED_MARGIN',
] as const

/** interface.md 4.3. Ordered by market id, then party id; descending unless `newestFirst` is false. */
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
}
