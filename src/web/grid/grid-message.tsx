import type { ReactNode } from 'react'
import { failureOf } from '../format/failure.ts'
import { shortId } from '../format/id.ts'
import { plural } from '../format/words.ts'
import { Button } from '../ui/inputs/button.tsx'
import { Empty } from '../ui/feedback/empty.tsx'
import { FailureNotice } from '../ui/feedback/failure.tsx'
import styles from './data-grid.module.css'
import type { List } from '../list/list.ts'

export interface GridMessageProps {
  listing: Pick<List<unknown>, 'status' | 'count' | 'error' | 'retry' | 'loaded' | 'end' | 'loadMore' | 'requested'>
  label: string
  emptyTitle?: string
  emptyText?: ReactNode
  emptyAction?: ReactNode
}

/** Shown in place of rows: a refusal, an empty answer with the filters of its request, or filters that hide all. */
export function GridMessage(props: GridMessageProps) {
  const { error, status, retry, count } = props.listing
  if (status === 'waiting' || count > 0) return null
  return (
    <div className={styles.message}>
      {status === 'failed' && error ? (
        <FailureNotice failure={failureOf(error)} onRetry={retry} what={props.label.toLowerCase()} />
      ) : (
        <NoRows {...props} />
      )}
    </div>
  )
}

function NoRows({ listing, emptyTitle = 'No rows', emptyText, emptyAction }: GridMessageProps) {
  const { loaded, end, error, loadMore, requested } = listing
  if (loaded === 0) {
    // Below the message it is said why not all of the list is known.
    const isWhole = end === 'complete' && error === null
    return (
      <Empty level={2} title={isWhole ? emptyTitle : 'No rows loaded'} action={emptyAction}>
        {isWhole && emptyText} The node returned an empty list for <RequestedFilters requested={requested} />.
      </Empty>
    )
  }
  const more = end === 'more'
  return (
    <Empty
      level={2}
      title="No loaded rows match"
      action={
        more && (
          <Button variant="bare" onClick={loadMore}>
            Load more
          </Button>
        )
      }
    >
      {plural(loaded, 'row is', 'rows are')} loaded{more ? '; the node has more.' : '.'}
    </Empty>
  )
}

function RequestedFilters({ requested }: Pick<List<unknown>, 'requested'>) {
  if (requested.length === 0) return <>a request without filters</>
  return requested.map(([name, value], index) => (
    <span key={name}>
      {index > 0 ? ' and ' : ''}
      {name} <code title={value}>{value === '' ? '(empty)' : shortId(value)}</code>
    </span>
  ))
}
