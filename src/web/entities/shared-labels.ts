import {
  hashKey,
  QueryObserver,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { maximumPageSize } from '../../wire/page.ts'
import type { ReadonlyObservable } from '../observable.ts'
import { useObservable } from '../use-observable.ts'

export interface Labels<Label> {
  byId: ReadonlyMap<string, Label>
  /** `absent`: the node has no such list or refused it, so cells show ids and raw numbers. */
  state: 'waiting' | 'known' | 'absent'
}

type LabelsQuery<Label, Key extends QueryKey> = QueryObserverOptions<
  Map<string, Label>,
  Error,
  Map<string, Label>,
  Map<string, Label>,
  Key
> & { queryKey: Key }

/** The parameters and cache options of a label list: one page of 5,000 records, stale after ten minutes. */
export const wholeList = { pagination: { first: maximumPageSize } }
export const rarelyRefetched = {
  staleTime: 10 * 60_000,
  refetchOnWindowFocus: false,
  structuralSharing: false,
} as const

const noLabels: ReadonlyMap<string, never> = new Map<string, never>()
const waiting: Labels<never> = { byId: noLabels, state: 'waiting' }
const absent: Labels<never> = { byId: noLabels, state: 'absent' }

function observeLabels<Label, Key extends QueryKey>(
  client: QueryClient,
  query: LabelsQuery<Label, Key>,
): ReadonlyObservable<Labels<Label>> {
  const observer = new QueryObserver(client, query)
  const hash = hashKey(query.queryKey)
  let known: Labels<Label> = waiting
  return {
    get: () => {
      const state = client.getQueryCache().get<Map<string, Label>>(hash)?.state
      if (!state?.data) return state?.status === 'error' ? absent : waiting
      if (state.data !== known.byId) known = { byId: state.data, state: 'known' }
      return known
    },
    subscribe: (listener) => {
      // A change of node clears the cache: setting the options again adds the query back.
      observer.setOptions(query)
      return observer.subscribe(listener)
    },
  }
}

/**
 * A hook for a list of labels that hundreds of cells read. They share one observer: with one each, every cell that mounts
 * would retry a list that has failed.
 */
export function sharedLabels<Label, Key extends QueryKey>(query: () => LabelsQuery<Label, Key>): () => Labels<Label> {
  const byClient = new WeakMap<QueryClient, ReadonlyObservable<Labels<Label>>>()
  return () => {
    const client = useQueryClient()
    const labels = byClient.get(client) ?? observeLabels(client, query())
    byClient.set(client, labels)
    return useObservable(labels)
  }
}
