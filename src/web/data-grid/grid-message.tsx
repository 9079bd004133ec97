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
  /** Where the filters searched, if not every row; by default the number of loaded rows. */
  searched?: ReactNode
  action: ReactNode
}

/** Shown in place of rows: a refusal, an empty answer with the filters of its request, or filters that hide all. */
export function GridMessage(props: GridMessageProps) {
  const { failure, status, retry } = props.listing
  return (
    <div className={styles.message}>
      {status === 'failed' && failure ? (
        <FailureNotice failure={failure} onRetry={retry} what={props.what} />
      ) : (
        <NoRows {...props} />
      )}
    </div>
  )
}

function NoRows({ listing, emptyTitle, emptyText, searched, action }: GridMessageProps) {
  const { loaded, end, loadMore, requested } = listing
  if (loaded === 0) {
    return (
      <Empty level={2} title={emptyTitle} action={action}>
        {emptyText} The node answered with an empty list for <RequestedFilters requested={requested} />.
      </Empty>
    )
  }
  const more = end === 'more'
  return (
    <Empty
      level={2}
      title="No loaded row matches"
      action={
        more && (
          <Button variant="bare" onClick={loadMore}>
            Load more
          </Button>
        )
      }
    >
      {searched ?? `${loaded.toLocaleString('en')} rows are loaded${more ? ', more exist on the node.' : '.'}`}
    </Empty>
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
