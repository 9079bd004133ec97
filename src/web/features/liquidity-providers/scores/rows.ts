import { queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type LiquidityProvider, listLiquidityProviders } from '../../../../wire/liquidity-providers.ts'
import { compare } from '../../../format/amount.ts'
import { failsSla, isJudged, type SlaVerdict, onBook } from '../../../../wire/sla/sla-verdict.ts'
import type { JudgeSla } from '../sla/sla-cell.tsx'
import { carriedPenalty, type FeeStanding, feeStandings } from './fee-standings.ts'
import { maximumPageSize } from '../../../../wire/protocol/page.ts'
import { ask } from '../../../client/request.ts'
import { minPollMs, pollDelay } from '../query.ts'
import { type List, rowsOf } from '../../../list/list.ts'

export interface MarketScore {
  providers: readonly LiquidityProvider[]
  /** The same by party id. */
  byParty: ReadonlyMap<string, LiquidityProvider>
  standings: ReadonlyMap<string, FeeStanding>
  /** False when the node holds more providers than one page: ranks and weights are then among the loaded ones. */
  complete: boolean
  /** When they were received: Unix milliseconds of this browser. */
  readAt: number
}

export type ScoreState = MarketScore | 'waiting' | 'failed'

export const scoreOf = (
  providers: readonly LiquidityProvider[],
  complete: boolean,
  readAt = Date.now(),
): MarketScore => ({
  providers,
  byParty: new Map(providers.map((provider) => [provider.partyId, provider])),
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

export interface ScoreRow {
  /** The record with the service level that belongs to its market. */
  provider: LiquidityProvider
  /** The record as received. */
  received: LiquidityProvider
  /** `asking` and `refused`: this node repeats one market's service level, and the market's own is not loaded. */
  sla: 'known' | 'asking' | 'refused'
  standing: FeeStanding | undefined
  verdict: SlaVerdict
  /** Providers of the market, and whether these are all. */
  of: { count: number; complete: boolean } | undefined
}

const placeOf = ({ partyId }: LiquidityProvider, state: ScoreState | undefined) =>
  typeof state === 'object'
    ? {
        standing: state.standings.get(partyId),
        of: { count: state.providers.length, complete: state.complete },
        own: state.byParty.get(partyId),
        readAt: state.readAt,
      }
    : {}

/** Without the market's own service level nothing can be judged. */
const notHere = {
  asking: { state: 'waiting', reason: 'loading this market' },
  refused: { state: 'unknown', reason: 'this market could not be loaded' },
} as const satisfies Record<string, SlaVerdict>

/** Rows by expected fees. Unless `trusted`, service levels come from the response for each market. */
export function scoreRows(
  providers: readonly LiquidityProvider[],
  scores: ReadonlyMap<string, ScoreState>,
  trusted: boolean,
  verdictOf: JudgeSla,
): ScoreRow[] {
  const rows = providers.map((received): ScoreRow => {
    const state = scores.get(received.marketId)
    const { standing, of, own, readAt } = placeOf(received, state)
    if (trusted || own) {
      const [provider, at] = trusted || !own ? [received] : [{ ...received, sla: own.sla }, readAt]
      return { received, standing, of, provider, sla: 'known', verdict: verdictOf(provider, at) }
    }
    const sla = state === undefined || state === 'waiting' ? 'asking' : 'refused'
    return { received, standing, of, provider: { ...received, sla: null }, sla, verdict: notHere[sla] }
  })
  return rows.sort((a, b) => {
    const [left, right] = [a.standing?.weight, b.standing?.weight]
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
    return compare(right, left)
  })
}

/** Why nothing is derived from these rows; undefined while they are fresh. */
export function staleReason(rows: readonly ScoreRow[]): string | undefined {
  const stale = rows.map(({ verdict }) => verdict).find(({ state }) => state === 'stale')
  return stale?.state === 'stale' ? stale.reason : undefined
}

/** Below its requirement now, as far as that is known. */
export const isOff = ({ provider, verdict }: ScoreRow): boolean =>
  verdict.state !== 'stale' && onBook(provider.sla).state === 'off'

export function carriesPenalty({ provider }: ScoreRow): boolean {
  const carried = carriedPenalty(provider.sla?.hysteresisPeriodFeePenalties ?? [])
  return carried !== undefined && compare(carried, '0') > 0
}

/** The kinds of rows that the summary counts and the reader can show alone. */
export const rowKinds = {
  off: isOff,
  failing: ({ verdict }) => failsSla(verdict),
  watched: ({ provider }, watched) => watched.includes(provider.partyId),
  penalty: carriesPenalty,
} satisfies Record<string, (row: ScoreRow, watchedParties: readonly string[]) => boolean>

export type RowKind = keyof typeof rowKinds

/** How many rows are of a kind; `–` where that can be said of none of them, since zero is a claim. */
export function countOf(rows: readonly ScoreRow[], kind: RowKind, watched: readonly string[]): number | '–' {
  const known = ({ provider, verdict }: ScoreRow): boolean =>
    kind === 'failing'
      ? isJudged(verdict)
      : kind !== 'off' || (verdict.state !== 'stale' && onBook(provider.sla).state !== 'unknown')
  return rows.some(known) ? rows.filter((row) => rowKinds[kind](row, watched)).length : '–'
}

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
    refetch,
  }
}

export type ScoreRows = ReturnType<typeof useScoreRows>
