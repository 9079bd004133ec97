import { useState } from 'react'
import { type Failure, failureOf } from '../format/failure.ts'
import { listed } from '../format/words.ts'
import { Panel } from '../ui/display/panel.tsx'
import { FailureNotice } from '../ui/feedback/failure.tsx'
import type { PanelQuery } from './query-panel.tsx'

/** Failures of the node or the connection, whatever was requested. */
const nodeFailures = new Set<Failure['kind']>(['redirect', 'limited', 'banned', 'offline', 'unreachable', 'timeout'])

const isOfNode = (error: Error | null): error is Error => error !== null && nodeFailures.has(failureOf(error).kind)

const isMissing = (error: Error | null): boolean =>
  error !== null && ['absent', 'unknown'].includes(failureOf(error).kind)

type Queries<Data> = { readonly [Title in keyof Data]: PanelQuery<Data[Title]> }

export interface PanelGroup<Data = Readonly<Record<string, unknown>>> {
  /** Each query with its last error while it is asked again without data. */
  readonly queries: Queries<Data>
  /** The same for its panel: an error that panels share is reported once; one that they may share waits until all settled. */
  readonly panels: Queries<Data>
  /** Whether each has its data or an error. */
  readonly isSettled: boolean
  /** The newest error of the node, if at least two have one. */
  readonly shared: Error | undefined
  /** Nothing could be loaded, for one reason. */
  readonly isEmpty: boolean
  /** All of them as one, for `Freshness`. */
  readonly freshness: { dataUpdatedAt: number; isFetching: boolean; refetch: () => void }
}

const mapped = <Data,>(
  queries: Queries<Data>,
  change: <Value>(query: PanelQuery<Value>, title: string) => PanelQuery<Value>,
): Queries<Data> =>
  Object.fromEntries(
    Object.entries<PanelQuery<unknown>>(queries).map(([title, query]) => [title, change(query, title)]),
  ) as Queries<Data>

/** Keeps errors of queries without data during a retry, so that no notice flickers. */
function useLastErrors<Data>(subject: string, queries: Queries<Data>): Queries<Data> {
  const [reported, setReported] = useState({ subject, errors: new Map<string, Error>() })
  const before = reported.subject === subject ? reported.errors : new Map<string, Error>()
  const errors = new Map<string, Error>()
  const held = mapped(queries, ({ data, error: own, dataUpdatedAt, isFetching, refetch }, title) => {
    const error = own ?? (data === undefined && isFetching ? (before.get(title) ?? null) : null)
    // A thing that is not there takes its panel away, which must not come and go either.
    if (error && (isOfNode(error) || isMissing(error))) errors.set(title, error)
    return { data, error, dataUpdatedAt, isFetching, refetch }
  })
  const isSame = errors.size === before.size && [...errors].every(([title, error]) => before.get(title) === error)
  if (!isSame) setReported({ subject, errors })
  return held
}

/** The panels of a page about `subject`, an id, by their titles. One failure of the node is reported once. */
export function usePanelGroup<Data>(subject: string, named: Queries<Data>): PanelGroup<Data> {
  const queries = useLastErrors(subject, named)
  const all = Object.values<PanelQuery<unknown>>(queries)
  const isSettled = all.every(({ data, error }) => data !== undefined || error !== null)
  const ofNode = all.flatMap(({ error }) => (isOfNode(error) ? [error] : []))
  const [newest] = ofNode.toSorted((a, b) => failureOf(b).at - failureOf(a).at)
  const shared = ofNode.length > 1 ? newest : undefined
  const panels = mapped(queries, (query) => {
    if (!isOfNode(query.error)) return query
    if (!isSettled) return query.data === undefined ? { ...query, error: null } : query
    return shared ? { ...query, reportedAbove: true } : query
  })
  return {
    queries,
    panels,
    isSettled,
    shared,
    isEmpty: isSettled && shared !== undefined && all.every(({ data }) => data === undefined),
    freshness: {
      dataUpdatedAt: Math.max(...all.map(({ dataUpdatedAt }) => dataUpdatedAt)),
      isFetching: all.some(({ isFetching }) => isFetching),
      refetch: () => all.forEach(({ refetch }) => void refetch()),
    },
  }
}

interface PanelGroupNoticeProps {
  group: PanelGroup
  /** A noun phrase: what the page is about. */
  about: string
}

/** The failure that panels of a group share, told once. One that is a panel's own stands in that panel alone. */
export function PanelGroupNotice({ group, about }: PanelGroupNoticeProps) {
  if (!group.isSettled || !group.shared) return null
  const failed = Object.entries<PanelQuery<unknown>>(group.queries).filter(([, { error }]) => isOfNode(error))
  const missing = failed.filter(([, { data }]) => data === undefined)
  const names = listed(missing.map(([title]) => title.toLowerCase()))
  const what = missing.length === 0 ? 'newer values' : group.isEmpty ? `anything about ${about}` : `the ${names}`
  const retry = () => failed.forEach(([, { refetch }]) => void refetch())
  return (
    <Panel>
      <FailureNotice failure={failureOf(group.shared)} what={what} onRetry={retry} />
    </Panel>
  )
}
