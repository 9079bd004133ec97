import type { ReactNode } from 'react'
import { shortId } from '../format/id.ts'
import { Button } from '../ui/inputs/button.tsx'
import { Empty } from '../ui/feedback/empty.tsx'
import { FailureNotice } from '../ui/feedback/failure.tsx'
import styles from './data-grid.module.css'
import type { Listing } from '../infinite-list/list.ts'

export interface GridMessageProps {
  listing: Pick<Listing<unknown>, 'status' | 'failure' | 'retry' | 'loaded' | 'end' | 'loadMore' | 'requested'>
  what: string
  emptyTitle: string
  emptyText: ReactNode
  /** Where the reader's filters looked, when that is not every row; else how many rows are loaded. */
  searched?: ReactNode
  action: ReactNode
}

/** What stands in place of rows: a refusal, an empty answer with the filters it was an answer to, or filters that hide all. */
export function GridMessage({ listing, what, emptyTitle, emptyText, searched, action }: GridMessageProps) {
  if (listing.status === 'failed' && listing.failure) {
    return (
      <div className={styles.message}>
        <FailureNotice failure={listing.failure} onRetry={listing.retry} what={what} />
      </div>
    )
  }
  if (listing.loaded > 0) {
    return (
      <div className={styles.message}>
        <Empty
          level={2}
          title="No loaded row matches"
          action={
            listing.end === 'more' ? (
              <Button variant="bare" onClick={listing.loadMore}>
                Load more
              </Button>
            ) : undefined
          }
        >
          {searched ??
            `${listing.loaded.toLocaleString('en')} rows are loaded${listing.end === 'more' ? ', more exist on the node.' : '.'}`}
        </Empty>
      </div>
    )
  }
  return (
    <div className={styles.message}>
      <Empty level={2} title={emptyTitle} action={action}>
        {emptyText} The node answered with an empty list for <RequestedFilters requested={listing.requested} />.
      </Empty>
    </div>
  )
}

function RequestedFilters({ requested }: Pick<Listing<unknown>, 'requested'>) {
  if (requested.length === 0) return <>a request without filters</>
  return requested.map(([name, value], index) => (
    <span key={name}>
      {index > 0 ? ' and ' : ''}
      {name} <code title={value}>{value === '' ? '(empty)' : shortId(value)}</code>
    </span>
  ))
}
