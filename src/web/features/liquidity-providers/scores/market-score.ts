import { queryOptions } from '@tanstack/react-query'
import { listLiquidityProviders, type LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { maximumPageSize } from '../../../../wire/protocol/page.ts'
import { ask } from '../../../client/request.ts'
import { pollDelay } from '../../../entities/poll-delay.ts'
import { minPollMs } from '../query.ts'
import { feeStandings, type FeeStanding } from './fee-standings.ts'

/** All providers of one market with their standings. */
export interface MarketScore {
  providers: readonly LiquidityProvider[]
  standings: ReadonlyMap<string, FeeStanding>
  /** False when the node holds more providers than one page: ranks and weights are then among the loaded ones. */
  complete: boolean
  /** When they were received: Unix milliseconds of this browser. */
  readAt: number
}

/** The score of a market, or the state of its request. */
export type ScoreState = MarketScore | 'waiting' | 'failed'

export const scoreOf = (
  providers: readonly LiquidityProvider[],
  complete: boolean,
  readAt = Date.now(),
): MarketScore => ({
  providers,
  standings: feeStandings(providers),
  complete,
  readAt,
})

/** All providers of a market: real nodes repeat one service level on all positions of a party (wire.md 7). */
export const marketScoreQuery = (marketId: string) =>
  queryOptions({
    queryKey: ['marketScore', marketId],
    queryFn: async ({ signal }): Promise<MarketScore> => {
      const params = { marketId, pagination: { first: maximumPageSize } }
      const { liquidityProviders } = await ask(listLiquidityProviders, params, { signal })
      return scoreOf(
        liquidityProviders.edges.map(({ node }) => node),
        !liquidityProviders.pageInfo.hasNextPage,
      )
    },
    staleTime: Infinity,
    refetchInterval: ({ state }) => pollDelay(state.error !== null, document.hidden, Math.random, minPollMs),
    structuralSharing: false,
  })
