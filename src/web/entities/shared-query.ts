import {
  hashKey,
  QueryObserver,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { createEmitter } from '../observable.ts'
import { useObservable } from '../use-observable.ts'

export interface Labels<Label> {
  byId: ReadonlyMap<string, Label>
  /** `absent`: the node has no such list (or refused it), so ids stay ids and numbers stay raw. */
  state: 'waiting' | 'known' | 'absent'
}

type LabelsQuery<Label, Key extends QueryKey> = QueryObserverOptions<
  Map<string, Label>,
  Error,
  Map<string, Label>,
  Map<string, Label>,
  Key
> & { queryKey: Key }

const noLabels: ReadonlyMap<string, never> = new Map<string, never>()
const waiting: Labels<never> = { byId: noLabels, state: 'waiting' }
const absent: Labels<never> = { byId: noLabels, state: 'absent' }

/** One list of labels in one store of answers: read from the store, kept fresh by a single observer while anybody looks. */
class SharedLabels<Label, Key extends QueryKey> {
  readonly #client: QueryClient
  readonly #query: LabelsQuery<Label, Key>
  readonly #name: string
  readonly #changed = createEmitter(() => {
    this.#observe()
    return () => this.#rest()
  })
  #stop: (() => void) | undefined
  #known: Labels<Label> = waiting

  constructor(client: QueryClient, query: LabelsQuery<Label, Key>) {
    this.#client = client
    this.#query = query
    this.#name = hashKey(query.queryKey)
  }

  readonly get = (): Labels<Label> => {
    const state = this.#client.getQueryCache().get<Map<string, Label>>(this.#name)?.state
    if (!state?.data) return state?.status === 'error' ? absent : waiting
    if (state.data !== this.#known.byId) this.#known = { byId: state.data, state: 'known' }
    return this.#known
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const stop = this.#changed.subscribe(listener)
    // Another node has cleared the store: the question is then a new one.
    if (!this.#client.getQueryCache().get(this.#name)) this.#observe()
    return stop
  }

  #observe(): void {
    this.#rest()
    this.#stop = new QueryObserver(this.#client, this.#query).subscribe(() => this.#changed.emit())
  }

  #rest(): void {
    this.#stop?.()
    this.#stop = undefined
  }
}

/**
 * A hook for a list of labels that hundreds of cells read at once: an observer for each of them would cost more than
 * drawing them.
 */
export function sharedLabels<Label, Key extends QueryKey>(query: () => LabelsQuery<Label, Key>): () => Labels<Label> {
  const known = new WeakMap<QueryClient, SharedLabels<Label, Key>>()
  return () => {
    const client = useQueryClient()
    const shared = known.get(client) ?? new SharedLabels(client, query())
    known.set(client, shared)
    return useObservable(shared)
  }
}
