import type { ReactNode } from 'react'
import { formatAge } from '../format/duration.ts'
import { failureOf, presenceOf } from '../format/failure.ts'
import { useNow } from '../ui/use-now.ts'
import { rowsOf, type List } from './list.ts'
import { Button } from '../ui/inputs/button.tsx'
import { FailureNotice } from '../ui/feedback/failure.tsx'
import { failureLine } from '../ui/feedback/failure-view.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'

/** What a panel reads of a query: a result of `useQuery` as it is, or of `listPanel`. Data and error when a refetch failed. */
export interface PanelQuery<Data> {
  data: Data | undefined
  error: Error | null
  /** When the data came, Unix milliseconds; 0 before. */
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => unknown
  /** The page reports its error once, above its panels. */
  reportedAbove?: boolean
}

/** What was loaded of a list, and whether that is all there is. */
export interface ListData<Row> {
  rows: Row[]
  complete: boolean
}

export function listPanel<Row>(listing: List<Row>): PanelQuery<ListData<Row>> {
  const { status, end, error, dataUpdatedAt, isFetching, refetch } = listing
  const data = status === 'ready' ? { rows: rowsOf(listing), complete: end === 'complete' } : undefined
  return { data, error, dataUpdatedAt, isFetching, refetch }
}

/** Says above values that they could not be loaded again, and how old they are. */
function Stale({ query, error, what }: { query: PanelQuery<unknown>; error: Error; what: string }) {
  const age = useNow((now) => formatAge(now - query.dataUpdatedAt))
  if (query.reportedAbove) return <p className="muted">These values are {age} old.</p>
  return (
    <Notice
      state="near"
      action={
        <Button small icon="refresh" onClick={() => void query.refetch()}>
          Retry
        </Button>
      }
    >
      {failureLine(failureOf(error), what)}. These values are {age} old.
    </Notice>
  )
}

interface QueryPanelProps<Data> {
  query: PanelQuery<Data>
  /** A noun phrase for failures: "the margin modes". */
  what: string
  /** Rows and columns of the skeleton. */
  rows: number
  columns?: number
  /** The panel around it has no padding. */
  flush?: boolean
  /** Shown in place of the failure when the node has no such route, or knows no such thing. */
  none?: { absent?: ReactNode; unknown?: ReactNode }
  children: (data: Data) => ReactNode
}

/** The inside of a panel: its shape while waiting, the failure in full, the data, or old data that is called old. */
export function QueryPanel<Data>(props: QueryPanelProps<Data>) {
  const { query, what, rows, columns = 1, flush = false, none, children } = props
  const { data, error } = query
  const presence = presenceOf(data, error)
  const instead = presence === 'absent' || presence === 'unknown' ? none?.[presence] : undefined
  const padding = flush ? 'inside' : undefined
  if (instead !== undefined) return <div className={padding}>{instead}</div>
  if (data === undefined) {
    return (
      <div className={padding}>
        {error && query.reportedAbove ? (
          <p className="muted">Not loaded, see above.</p>
        ) : error ? (
          <FailureNotice failure={failureOf(error)} what={what} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton rows={rows} columns={columns} what={what} />
        )}
      </div>
    )
  }
  return (
    <>
      {error && (
        <div className={flush ? 'inside' : 'above'}>
          <Stale query={query} error={error} what={what} />
        </div>
      )}
      {children(data)}
    </>
  )
}
