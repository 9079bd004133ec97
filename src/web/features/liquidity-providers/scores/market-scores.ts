import { queryOptions, useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { listLiquidityProviders } from '../../../../wire/liquidity-providers.ts'
import { maximumPageSize } from '../../../../wire/page.ts'
import { ask } from '../../../api/client.ts'
import { scoreOf, type MarketScore, type MarketScores, type ScoreState } from './market-score.ts'

/**
 * All providers of a market in one answer. A party's standing needs the others, and real nodes repeat one market's
 * service level on all of a party's positions unless each market is asked for by itself (wire.md section 7).
 */
const marketScoreQuery = (marketId: string) =>
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

const outcomes = (results: readonly UseQueryResult<MarketScore>[]): ScoreState[] =>
  results.map(({ data, isError }) => data ?? (isError ? 'failed' : 'waiting'))

interface MarketScoresReaderProps {
  marketIds: readonly string[]
  onScores: (scores: MarketScores) => void
}

/**
 * Reads the scores of several markets: one question each, paced by the rate budget that all questions share. Draws
 * nothing: a market's own page has no need of it, and then its script is not loaded.
 */
export function MarketScoresReader({ marketIds, onScores }: MarketScoresReaderProps) {
  const client = useQueryClient()
  const states = useQueries({ queries: marketIds.map(marketScoreQuery), combine: outcomes })
  const scores = useMemo(
    (): MarketScores => ({
      byMarket: new Map(marketIds.map((id, index): [string, ScoreState] => [id, states[index] ?? 'waiting'])),
      refetch: () => {
        for (const id of marketIds) void client.refetchQueries({ queryKey: marketScoreQuery(id).queryKey, exact: true })
      },
    }),
    [client, marketIds, states],
  )
  useEffect(() => onScores(scores), [scores, onScores])
  return null
}
