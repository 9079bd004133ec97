import { useSyncExternalStore } from 'react'
import { formatAge } from '../../format/duration.ts'
import { Button } from '../../ui/inputs/button.tsx'
import styles from './freshness.module.css'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

/** Nobody sees the ages of a hidden page. */
function beat(): void {
  if (document.hidden) return
  now = Date.now()
  for (const tell of listeners) tell()
}

/** One clock for all ages on a page, ticking only while an age is shown. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(beat, 1000)
    document.addEventListener('visibilitychange', beat)
  }
  listeners.add(listener)
  now = Date.now()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', beat)
  }
}

/** Unix milliseconds of this browser, once a second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

/** The parts of a query (or of a listing) that say how fresh it is. */
export interface Refreshable {
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => unknown
}

/** "Updated 12 s ago" and the button that asks again. Page-wise lists start over at page one. */
export function Freshness({ query }: { query: Refreshable }) {
  const age = Math.max(0, useNow() - query.dataUpdatedAt)
  return (
    <span className={styles.freshness}>
      <span className={styles.age}>
        {query.dataUpdatedAt === 0
          ? query.isFetching
            ? 'Loading…'
            : 'Not loaded'
          : age < 2000
            ? 'Updated now'
            : `Updated ${formatAge(age)} ago`}
      </span>
      <Button
        small
        variant="bare"
        icon="refresh"
        aria-label="Refresh"
        aria-busy={query.isFetching}
        onClick={() => {
          if (!query.isFetching) void query.refetch()
        }}
      />
    </span>
  )
}
