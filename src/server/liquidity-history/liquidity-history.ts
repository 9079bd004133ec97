import type { getLiquidityHistory } from '../../wire/liquidity-history.ts'
import type { Reply } from '../../wire/protocol/operation.ts'

export type LiquidityHistory = Reply<typeof getLiquidityHistory>

/** The kept positions. */
export interface LiquidityHistories {
  /** What is known of a party; undefined when it is not watched. Of no party: who is watched. */
  historyOf(partyId: string | undefined): LiquidityHistory | undefined
}
