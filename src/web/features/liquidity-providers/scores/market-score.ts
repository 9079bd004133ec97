import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { standings, type Standing } from './score.ts'

/** All providers of one market with their standings. */
export interface MarketScore {
  providers: readonly LiquidityProvider[]
  standings: ReadonlyMap<string, Standing>
  /** False when the node holds more providers than came: ranks and weights are then among those here. */
  complete: boolean
}

export const scoreOf = (providers: readonly LiquidityProvider[], complete: boolean): MarketScore => ({
  providers,
  standings: standings(providers),
  complete,
})

/** How far the question for a market has come. */
export type ScoreState = MarketScore | 'waiting' | 'failed'

/** The scores of several markets. */
export interface MarketScores {
  byMarket: ReadonlyMap<string, ScoreState>
  /** Asks for all of them again. */
  refetch: () => void
}
