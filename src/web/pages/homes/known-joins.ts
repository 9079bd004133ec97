import { queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useNodeParties } from '../../entities/party/node-parties.ts'
import { useSeenParties } from '../../entities/search/suggestions.ts'
import { knownParties } from '../../entities/search/resolve-search.ts'
import { type Membership, membershipsOf } from '../../features/referee-history/memberships.ts'
import { refereeHistoryQuery } from '../../features/referee-history/query.ts'
import { failureOf } from '../../infinite-list/error-view.ts'
import type { FailureView } from '../../ui/feedback/failure.tsx'

/** Parties read at once: each takes a request. */
const step = 20

export interface Join extends Membership {
  partyId: string
}

/** The memberships of one party, from the list that its own page reads; kept as long as that. */
const membershipsQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['memberships', partyId],
    queryFn: async ({ client }): Promise<Join[]> => {
      const { pages } = await client.infiniteQuery({ ...refereeHistoryQuery(partyId), pages: 1, staleTime: 300_000 })
      const joins = pages.flatMap(({ edges }) => Array.from({ length: edges.length }, (_, row) => edges.at(row)!.node))
      const extent = { newestFirst: true, complete: pages.at(-1)?.end === 'complete' }
      return membershipsOf(joins, extent).map((membership) => ({ ...membership, partyId }))
    },
    // The list inside is retried already.
    retry: false,
    staleTime: 300_000,
  })

interface Outcomes {
  joins: Join[]
  answered: number
  /** The newest failure, and how many parties failed. */
  failure: FailureView | undefined
  failed: number
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => void
}

const outcomes = (results: readonly UseQueryResult<Join[]>[]): Outcomes => {
  const failures = results.flatMap(({ error, data }) => (error && !data ? [failureOf(error)] : []))
  return {
    joins: results.flatMap(({ data }) => data ?? []),
    answered: results.filter(({ data }) => data !== undefined).length,
    failure: failures.toSorted((a, b) => b.at - a.at)[0],
    failed: failures.length,
    dataUpdatedAt: Math.max(0, ...results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    isFetching: results.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { refetch } of results) void refetch()
    },
  }
}

/**
 * The joins of the parties that this browser and this node name: the interface lists no teams and no members, only the
 * teams of one party (interface.md 4.4). Asks a few parties at first and more on demand.
 */
export function useKnownJoins() {
  const seen = useSeenParties()
  const node = useNodeParties()
  const [added, setAdded] = useState<readonly string[]>([])
  const [max, setMax] = useState(step)
  const known = [
    ...new Set([...added, ...knownParties(seen), ...(node.data ?? []).map(({ partyId }) => partyId)]),
  ].filter((id) => id !== 'network')
  const asked = known.slice(0, max)
  const result = useQueries({ queries: asked.map(membershipsQuery), combine: outcomes })
  const waiting = (node.isPending && node.fetchStatus !== 'idle') || result.answered + result.failed < asked.length
  const [settled, setSettled] = useState(false)
  if (!waiting && asked.length > 0 && !settled) setSettled(true)
  return {
    ...result,
    asked: asked.length,
    /** Known parties that are not read yet. */
    left: known.length - asked.length,
    /** The node may still name parties. */
    waiting,
    /** All parties were read once: until then their joins would shift each other. */
    settled: settled || !waiting,
    askMore: () => setMax(max + step),
    askAlso: (partyId: string) => {
      setAdded([partyId, ...added.filter((id) => id !== partyId)])
      setMax(max + 1)
    },
  }
}

export type KnownJoins = ReturnType<typeof useKnownJoins>
