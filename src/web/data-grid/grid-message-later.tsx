import { Button } from '../ui/inputs/button.tsx'
import { onDemand } from '../ui/feedback/later.tsx'
import styles from './data-grid.module.css'
import type { GridMessageProps } from './grid-message.tsx'

/** Where not even the words for a failure can be loaded, it is said all the same. */
function PlainMessage({ listing, emptyTitle }: GridMessageProps) {
  return (
    <p className={styles.message} role="alert">
      {listing.failure?.message ?? emptyTitle} <Button onClick={listing.retry}>Retry</Button>
    </p>
  )
}

/** What stands in place of rows; most lists have rows, so its script is not among those that a list waits for. */
export const GridMessage = onDemand(async () => (await import('./grid-message.tsx')).GridMessage, {
  fallback: <div className={styles.message} aria-busy="true" />,
  plain: PlainMessage,
})
