import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { LiquidityProvider } from '../../../wire/liquidity-providers.ts'
import { pollDelay } from '../../entities/poll-delay.ts'
import { liquidityProvidersQuery, minPollMs } from './query.ts'
import { feeStandings, type FeeStanding } from './scores/fee-standings.ts'
import { type Failure, failureOf } from '../../format/failure.ts'

/** Each position requests its whole market, so a party page reads only this many. */
export const maxPositions = 5

export interface Position {
  provider: LiquidityProvider
  /** Undefined unless all providers of the market are known. */
  standing?: FeeStanding
  providers?: number
  /** Why the market could not be loaded; `provider` then comes from the party's own list. */
  failure?: Failure
}

export interface Positions {
  /** At most `maxPositions`, in the node's order. */
  rows: Position[]
  /** Number of loaded positions. */
  total: number
  complete: boolean
}

type Filters = { marketId: string } | { partyId: string }

/** The first page of providers, always requested, and stored for the page of providers. */
async function readProviders(
  client: QueryClient,
  filters: Filters,
): Promise<{ rows: LiquidityProvider[]; complete: boolean }> {
  const { pages } = await client.infiniteQuery({ ...liquidityProvidersQuery(filters), pages: 1, staleTime: 0 })
  return {
    rows: pages.flatMap(({ edges }) => Array.from({ length: edges.length }, (_, row) => edges.at(row)!.node)),
    complete: pages.at(-1)?.end === 'complete',
  }
}

async function readPosition(client: QueryClient, listed: LiquidityProvider): Promise<Position> {
  const { marketId, partyId } = listed
  try {
    const market = await readProviders(client, { marketId })
    const provider = market.rows.find((row) => row.partyId === partyId) ?? listed
    const standing = market.complete ? feeStandings(market.rows).get(partyId) : undefined
    return { provider, providers: market.rows.length, ...(standing && { standing }) }
  } catch (error) {
    return { provider: listed, failure: failureOf(error instanceof Error ? error : new Error(String(error))) }
  }
}

/** The positions of a party, each read from its market's list, where alone its standing is known (wire.md 7). */
export const positionsQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['positions', partyId],
    queryFn: async ({ client }): Promise<Positions> => {
      const listed = await readProviders(client, { partyId })
      const rows = await Promise.all(listed.rows.slice(0, maxPositions).map((row) => readPosition(client, row)))
      return { rows, total: listed.rows.length, complete: listed.complete }
    },
    // The lists inside are retried already.
    retry: false,
    staleTime: 60_000,
    refetchInterval: ({ state }) => pollDelay(state.error !== null, document.hidden, Math.random, minPollMs),
  })
