import { useMemo } from 'react'
import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import type { Listing } from '../../../infinite-list/list.ts'
import { scoreOf, type MarketScore, type MarketScores, type ScoreState } from './market-score.ts'
import { scoreRows, type ScoreRow } from './rows.ts'
import type { SlaVerdict } from '../sla/sla.ts'

/** A party with positions in more markets than this has the first ones compared; the others stay without a rank. */
export const maxMarkets = 20

export interface ScoreRows {
  rows: readonly ScoreRow[]
  /** The one market of the page with all its providers; undefined until they are here, or when there are several. */
  market: MarketScore | undefined
  /** Highest expected weight among the rows. */
  top: string | undefined
  waiting: number
  failed: number
  /** Markets whose scores are needed besides the list's own, and the number of those that are too many to ask for. */
  asked: readonly string[]
  left: number
  /** Asks for those scores again. */
  refetch: () => void
}

interface About {
  verdictOf: (provider: LiquidityProvider) => SlaVerdict
  marketId: string | undefined
  partyId: string | undefined
  /** Whether the node's service levels belong to their markets. */
  trusted: boolean
}

const nowhere: readonly string[] = []

/**
 * The lines of the scorecard. A market's own page has all providers in its list; a party's page asks each of its
 * markets for the providers besides, since a standing is a standing among all: `others` are those that have come.
 */
export function useScoreRows(
  listing: Listing<LiquidityProvider>,
  { marketId, partyId, trusted, verdictOf }: About,
  others: MarketScores | undefined,
): ScoreRows {
  const { at, count, end } = listing
  const providers = useMemo(
    () => Array.from({ length: count }, (_, index) => at(index)).filter((provider) => provider !== undefined),
    [at, count],
  )
  const wholeMarket = marketId !== undefined && partyId === undefined
  const markets = useMemo(() => [...new Set(providers.map((provider) => provider.marketId))], [providers])
  const asked = useMemo(() => (wholeMarket ? nowhere : markets.slice(0, maxMarkets)), [wholeMarket, markets])
  const byMarket = useMemo(
    () => new Map(asked.map((id): [string, ScoreState] => [id, others?.byMarket.get(id) ?? 'waiting'])),
    [asked, others],
  )
  const own = useMemo(
    () => (wholeMarket && providers.length > 0 ? scoreOf(providers, end === 'complete') : undefined),
    [wholeMarket, providers, end],
  )
  const scores = useMemo(
    () => (own && marketId !== undefined ? new Map<string, ScoreState>([[marketId, own]]) : byMarket),
    [own, marketId, byMarket],
  )
  const rows = useMemo(() => scoreRows(providers, scores, trusted, verdictOf), [providers, scores, trusted, verdictOf])
  const states = [...scores.values()]
  const single = marketId === undefined ? undefined : scores.get(marketId)
  return {
    rows,
    market: typeof single === 'object' ? single : undefined,
    top: rows[0]?.standing?.weight,
    waiting: states.filter((state) => state === 'waiting').length,
    failed: states.filter((state) => state === 'failed').length,
    asked,
    left: wholeMarket ? 0 : markets.length - asked.length,
    refetch: () => asked.length > 0 && others?.refetch(),
  }
}
