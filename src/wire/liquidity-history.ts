import * as v from 'valibot'
import { operation } from './protocol/operation.ts'
import { DecimalOrEmpty, Id, Rfc3339Nano, TextParameter, Uint64 } from './scalar.ts'

/**
 * A position as it was last read in an epoch; fractions are exact text, empty where the network had set none. Where the
 * market had no service level of the party, its three fields are absent, never zero.
 */
export const LiquiditySample = v.object({
  marketId: Id,
  epochSeq: Uint64,
  /** When it was read last, by the service's clock. */
  time: Rfc3339Nano,
  equityLikeShare: DecimalOrEmpty,
  averageScore: DecimalOrEmpty,
  /** Share of the epoch so far in which the requirement was met; may exceed 1. */
  currentEpochFractionOfTimeOnBook: v.optional(DecimalOrEmpty),
  /** The same of the epoch before, as it ended. */
  lastEpochFractionOfTimeOnBook: v.optional(DecimalOrEmpty),
  /** Of the epoch before. */
  lastEpochFeePenalty: v.optional(DecimalOrEmpty),
})
export type LiquiditySample = v.InferOutput<typeof LiquiditySample>

/** Lyra's own, not part of the network's interface: what the service has read of the parties that it watches. */
export const getLiquidityHistory = operation({
  name: 'getLiquidityHistory',
  summary: 'Get the liquidity positions of a watched party over epochs',
  path: '/lyra/v1/liquidity-history',
  optional: true,
  params: v.object({ partyId: v.optional(TextParameter, '') }),
  reply: v.object({
    /** What the service's clock shows as it answers. */
    now: Rfc3339Nano,
    /** The parties that the service watches, in the order they were given. */
    watched: v.array(Id),
    /** Of the party asked for: by market, the oldest epoch first. */
    samples: v.array(LiquiditySample),
  }),
})

export const descriptions = {
  getLiquidityHistory:
    "Lyra's own, not part of the network's interface. A service started with `--watch` reads the liquidity positions of these parties once a minute and keeps them in memory: one sample for each market and epoch, the last that was read in it, of at most 100 epochs and 50 markets a party. An epoch in which nothing was read has no sample. Without `partyId` only the watched parties are listed; a party that is not watched: 404.",
  'getLiquidityHistory partyId': 'One of the watched parties. Empty or absent lists them without samples.',
}
