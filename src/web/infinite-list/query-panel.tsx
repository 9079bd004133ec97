import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatAge } from '../format/duration.ts'
import { useNow } from '../ui/use-now.ts'
import { rowsOf, type Listing } from './list.ts'
import { Button } from '../ui/inputs/button.tsx'
import { FailureNotice } from '../ui/feedback/failure.tsx'
import { failureLine } from '../ui/feedback/failure-view.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import styles from './query-panel.module.css'
import { failureOf } from '../client/node-failure.ts'
import { type Failure, presenceOf } from '../format/failure.ts'

/** The state of a panel: its data, its failure, or both when a refetch failed. */
export interface Answer<Data> {
  data: Data | undefined
  failure: Failure | undefined
  /** The page says once, above its panels, why this one failed. */
  toldAbove?: boolean
  /** When the data came, Unix milliseconds; 0 before. */
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => void
}

/** A query as an answer. */
export const answerOf = <Data,>(query: UseQueryResult<Data>): Answer<Data> => ({
  data: query.data,
  failure: query.error ? failureOf(query.error) : undefined,
  dataUpdatedAt: query.dataUpdatedAt,
  isFetching: query.isFetching,
  refetch: () => void query.refetch(),
})

/** A listing as an answer: its loaded rows, and whether they are all there are. */
export function answerOfListing<Row>(listing: Listing<Row>): Answer<{ rows: Row[]; complete: boolean }> {
  const { status, end, failure, dataUpdatedAt, isFetching, refetch } = listing
  const data = status === 'ready' ? { rows: rowsOf(listing), complete: end === 'complete' } : undefined
  return { data, failure, dataUpdatedAt, isFetching, refetch }
}

/** Says above values that the last question for them failed, and how old they are. */
export function Stale<Data>({ answer, failure, what }: { answer: Answer<Data>; failure: Failure; what: string }) {
  const age = formatAge(useNow() - answer.dataUpdatedAt)
  if (answer.toldAbove) return <p className="muted">These values are {age} old.</p>
  return (
    <Notice
      state="near"
      action={
        <Button small icon="refresh" onClick={answer.refetch}>
          Retry
        </Button>
      }
    >
      {failureLine(failure, what)}. These values are {age} old.
    </Notice>
  )
}

export interface AnsweredProps<Data> {
  answer: Answer<Data>
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
export function Answered<Data>(props: AnsweredProps<Data>) {
  const { answer, what, rows, columns = 1, flush = false, none, children } = props
  const presence = presenceOf(answer.data, answer.failure)
  const instead = presence === 'absent' || presence === 'unknown' ? none?.[presence] : undefined
  const padding = flush ? styles.padded : undefined
  if (instead !== undefined) return <div className={padding}>{instead}</div>
  if (answer.data === undefined) {
    return (
      <div className={padding}>
        {answer.failure && answer.toldAbove ? (
          <p className="muted">Not loaded, see above.</p>
        ) : answer.failure ? (
          <FailureNotice failure={answer.failure} what={what} onRetry={answer.refetch} />
        ) : (
          <Skeleton rows={rows} columns={columns} />
        )}
      </div>
    )
  }
  return (
    <>
      {answer.failure && (
        <div className={flush ? styles.padded : styles.above}>
          <Stale answer={answer} failure={answer.failure} what={what} />
        </div>
      )}
      {children(answer.data)}
    </>
  )
}
