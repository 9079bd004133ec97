import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { LiquidityProvider } from '../../../wire/liquidity-providers.ts'
import { liquidityProvidersQuery, minPollMs, pollDelay } from './query.ts'
import { feeStandings, type FeeStanding } from './scores/fee-standings.ts'
import { type Failure, failureOf } from '../../format/failure.ts'
import { noAdvice, type Staleness } from '../../entities/staleness.ts'
import type { PartyLine } from '../../entities/party/node-parties.ts'
import { listed, plural } from '../../format/words.ts'
import { onBook } from '../../../wire/sla/sla-verdict.ts'

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
  rows: Position[]
  total: number
}

type Filters = { marketId: string } | { partyId: string }

/** A list that came within this time, in milliseconds, has been asked for by the page that opens. */
const freshMs = 3_000

/** The first page of providers, requested unless it has just come, and stored for the page of providers. */
async function readProviders(
  client: QueryClient,
  filters: Filters,
): Promise<{ rows: LiquidityProvider[]; complete: boolean }> {
  const { pages } = await client.infiniteQuery({ ...liquidityProvidersQuery(filters), pages: 1, staleTime: freshMs })
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

/** The positions of a party, each read from its market's list (wire.md 7); polled every `absentMs` while it has none. */
export const positionsQuery = (partyId: string, absentMs = minPollMs) =>
  queryOptions({
    queryKey: ['positions', partyId],
    queryFn: async ({ client }): Promise<Positions> => {
      const listed = await readProviders(client, { partyId })
      const rows = await Promise.all(listed.rows.slice(0, maxPositions).map((row) => readPosition(client, row)))
      return { rows, total: listed.rows.length }
    },
    // The lists inside are retried already.
    retry: false,
    staleTime: 60_000,
    refetchInterval: ({ state: { data, error } }) =>
      pollDelay(error !== null, document.hidden, Math.random, data?.total === 0 ? absentMs : minPollMs),
  })

/** Where a party meets its requirement, unless the values are too old. Positions without SLA count as not reported, not as failing. */
export function liquidityLine(data: Positions, nameOf: (marketId: string) => string, staleness?: Staleness): PartyLine {
  // That the chain has stopped is said by the verdict above.
  if (staleness) return { answer: 'Stale', context: staleness.cause === 'chain' ? '' : noAdvice(staleness) }
  if (data.total === 0) return { answer: 'No liquidity provided', context: '' }
  const states = data.rows.map(({ provider }) => ({ market: nameOf(provider.marketId), state: onBook(provider.sla) }))
  const on = states.filter(({ state }) => state.state === 'on' || state.state === 'free').length
  const short = states.flatMap(({ market, state }) =>
    state.state === 'off' ? [`${market} short on ${state.short === 'both' ? 'both sides' : state.short}`] : [],
  )
  const unknown = states.filter(({ state }) => state.state === 'unknown').length
  const more = short.length > 2 ? `, ${short.length - 2} more` : ''
  const unread = data.total - data.rows.length
  return {
    answer: `Requirement met in ${on} of ${data.rows.length}${unread > 0 ? `, ${unread} more` : ''}`,
    context:
      short.length > 0
        ? listed(short.slice(0, 2)) + more
        : unknown > 0
          ? `${plural(unknown, 'position')} not reported`
          : 'Both sides offered',
  }
}
