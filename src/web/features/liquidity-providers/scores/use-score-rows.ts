import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { type List, rowsOf } from '../../../list/list.ts'
import type { JudgeSla } from '../sla/sla-cell.tsx'
import { marketScoreQuery, scoreOf, type MarketScore, type ScoreState, scoreRows } from './rows.ts'

/** Markets requested for one party; positions in further markets stay without a rank. */
export const maxMarkets = 20

interface About {
  verdictOf: JudgeSla
  marketId: string | undefined
  partyId: string | undefined
  /** Whether the node's service levels belong to their markets. */
  trusted: boolean
}

const outcomes = (results: readonly UseQueryResult<MarketScore>[]) => ({
  states: results.map(({ data, isError }): ScoreState => data ?? (isError ? 'failed' : 'waiting')),
  refetch: () => {
    for (const { refetch } of results) void refetch()
  },
})

/** The rows of the scorecard. For a party each market is requested: a standing is one among all its providers. */
export function useScoreRows(listing: List<LiquidityProvider>, { marketId, partyId, trusted, verdictOf }: About) {
  const { at, count, end, dataUpdatedAt } = listing
  const providers = useMemo(() => rowsOf({ at, count }), [at, count])
  const wholeMarket = marketId !== undefined && partyId === undefined ? marketId : undefined
  const { requested, left } = useMemo(() => {
    const markets = wholeMarket === undefined ? [...new Set(providers.map((provider) => provider.marketId))] : []
    return { requested: markets.slice(0, maxMarkets), left: Math.max(0, markets.length - maxMarkets) }
  }, [wholeMarket, providers])
  const { states, refetch } = useQueries({ queries: requested.map(marketScoreQuery), combine: outcomes })
  const scores = useMemo((): ReadonlyMap<string, ScoreState> => {
    if (wholeMarket === undefined) return new Map(requested.map((id, at) => [id, states[at] ?? 'waiting']))
    return new Map(providers.length > 0 ? [[wholeMarket, scoreOf(providers, end === 'complete', dataUpdatedAt)]] : [])
  }, [wholeMarket, requested, states, providers, end, dataUpdatedAt])
  const rows = useMemo(() => scoreRows(providers, scores, trusted, verdictOf), [providers, scores, trusted, verdictOf])
  const single = marketId === undefined ? undefined : scores.get(marketId)
  return {
    rows,
    /** The one market of the page with all its providers; undefined until they have arrived, and for several markets. */
    market: typeof single === 'object' ? single : undefined,
    /** Highest expected weight among the rows. */
    top: rows[0]?.standing?.weight,
    /** Number of markets whose providers are being requested, and of those whose request failed. */
    waiting: [...scores.values()].filter((state) => state === 'waiting').length,
    failed: [...scores.values()].filter((state) => state === 'failed').length,
    /** Number of markets beyond `maxMarkets`. */
    left,
    /** Requests the providers of each market again. */
    refetch,
  }
}

export type ScoreRows = ReturnType<typeof useScoreRows>
