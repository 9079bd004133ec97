import { queryOptions } from '@tanstack/react-query'
import { listLiquidityProviders, type LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { maximumPageSize } from '../../../../wire/protocol/page.ts'
import { ask } from '../../../api/client.ts'
import { standings, type Standing } from './score.ts'

/** All providers of one market with their standings. */
export interface MarketScore {
  providers: readonly LiquidityProvider[]
  standings: ReadonlyMap<string, Standing>
  /** False when the node holds more providers than one page: ranks and weights are then among the loaded ones. */
  complete: boolean
}

/** The score of a market, or the state of its request. */
export type ScoreState = MarketScore | 'waiting' | 'failed'

export const scoreOf = (providers: readonly LiquidityProvider[], complete: boolean): MarketScore => ({
  providers,
  standings: standings(providers),
  complete,
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
    structuralSharing: false,
  })
