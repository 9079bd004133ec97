import { formatAge } from '../../format/duration.ts'
import { presenceOf } from '../../format/failure.ts'
import { useNow } from '../use-now.ts'
import { IconButton } from '../inputs/button.tsx'
import styles from './freshness.module.css'

export interface Refreshable {
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => unknown
  error?: Error | null
}

/** A refresh button and "Updated 12 s ago", which has room to grow. Paged lists restart at page one. */
export function Freshness({ query }: { query: Refreshable }) {
  const age = useNow((now) => {
    const ms = Math.max(0, now - query.dataUpdatedAt)
    return ms < 2000 ? 'now' : formatAge(ms)
  })
  return (
    <span className={styles.freshness}>
      <IconButton
        icon="refresh"
        label="Refresh"
        aria-busy={query.isFetching}
        onClick={() => {
          if (!query.isFetching) void query.refetch()
        }}
      />
      <span className={styles.age}>
        {query.dataUpdatedAt === 0 ? (
          query.isFetching ? (
            'Loading…'
          ) : (
            // A node that has no such thing has answered: nothing failed to load.
            presenceOf(undefined, query.error, 'known') !== 'unknown' && 'Not loaded'
          )
        ) : (
          <>
            <span className={styles.word}>Updated </span>
            {age}
            {age !== 'now' && <span className={styles.word}> ago</span>}
          </>
        )}
      </span>
    </span>
  )
}
