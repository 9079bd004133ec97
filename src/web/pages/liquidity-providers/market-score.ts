import { queryOptions, useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listLiquidityProviders, type LiquidityProvider } from '../../../wire/liquidity-providers.ts'
import { maximumPageSize } from '../../../wire/page.ts'
import { ask } from '../../node/client.ts'
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

/**
 * All providers of a market in one answer. A party's standing needs the others, and real nodes repeat one market's
 * service level on all of a party's positions unless each market is asked for by itself (wire.md section 7).
 */
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
    networkMode: 'always',
  })

/** How far the question for a market has come. */
export type ScoreState = MarketScore | 'waiting' | 'failed'

const outcomes = (results: readonly UseQueryResult<MarketScore>[]): ScoreState[] =>
  results.map(({ data, isError }) => data ?? (isError ? 'failed' : 'waiting'))

export interface MarketScores {
  byMarket: ReadonlyMap<string, ScoreState>
  /** Asks for all of them again. */
  refetch: () => void
}

/** The scores of several markets: one question each, paced by the rate budget that all questions share. */
export function useMarketScores(marketIds: readonly string[]): MarketScores {
  const client = useQueryClient()
  const states = useQueries({ queries: marketIds.map(marketScoreQuery), combine: outcomes })
  const byMarket = useMemo(
    () => new Map(marketIds.map((id, index): [string, ScoreState] => [id, states[index] ?? 'waiting'])),
    [marketIds, states],
  )
  return {
    byMarket,
    refetch: () => {
      for (const id of marketIds) void client.refetchQueries({ queryKey: marketScoreQuery(id).queryKey, exact: true })
    },
  }
}
