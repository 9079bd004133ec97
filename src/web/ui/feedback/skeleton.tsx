import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import styles from './skeleton.module.css'
import { Button, ButtonLink } from '../inputs/button.tsx'
import { useNow } from '../use-now.ts'
import waitingStyles from './still-waiting.module.css'

/** Before this long a wait is what one expects. */
const expectedMs = 3000

/** A first read: nothing is on the screen in its place but a skeleton. */
const isFirst = ({ state }: Query): boolean => state.data === undefined && state.error === null

function Seconds({ since }: { since: number }) {
  return <>{useNow((now) => Math.max(3, Math.floor((now - since) / 1000)))} s</>
}

/** Over a skeleton that stands for longer than expected: how long, a way to give up, and another node. `what` is a noun phrase. */
export function StillWaiting({ what }: { what: string }) {
  const [since, setSince] = useState<number>()
  useEffect(() => {
    const begun = Date.now()
    const timer = setTimeout(() => setSince(begun), expectedMs)
    return () => clearTimeout(timer)
  }, [])
  return since === undefined ? null : <LongWait what={what} since={since} />
}

function LongWait({ what, since }: { what: string; since: number }) {
  const client = useQueryClient()
  const reads = useIsFetching({ predicate: isFirst }) > 0
  const [cancelled, setCancelled] = useState(false)
  return (
    <div className={waitingStyles.bar} role="status">
      {cancelled && !reads ? (
        <>
          <span>Loading was cancelled.</span>
          <Button
            small
            icon="refresh"
            onClick={() => {
              setCancelled(false)
              void client.refetchQueries({ type: 'active', predicate: isFirst })
            }}
          >
            Load again
          </Button>
        </>
      ) : (
        <>
          <span>
            Still waiting for {what},{' '}
            <span aria-live="off">
              <Seconds since={since} />
            </span>
          </span>
          <Button
            small
            onClick={() => {
              setCancelled(true)
              void client.cancelQueries({ predicate: isFirst })
            }}
          >
            Cancel
          </Button>
          <ButtonLink small variant="bare" href="/settings">
            Use another node
          </ButtonLink>
        </>
      )}
    </div>
  )
}

/** Varied but stable widths, so that rows look like content and do not flicker. */
const widths = ['72%', '88%', '64%', '80%', '58%', '76%']

/** Placeholders for rows that load. Where they need another height, what follows stands in an `InOrder`. `what` is a noun phrase. */
export function Skeleton({ rows = 3, columns = 1, what }: { rows?: number; columns?: number; what?: string }) {
  return (
    <div className={styles.place}>
      <output className={styles.skeleton} aria-label="Loading" data-waiting>
        {Array.from({ length: rows }, (_, row) => (
          <div className={styles.row} key={row} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
            {Array.from({ length: columns }, (_, column) => (
              <span key={column} className="bone" style={{ width: widths[(row * 2 + column) % widths.length] }} />
            ))}
          </div>
        ))}
      </output>
      {what === undefined ? null : <StillWaiting what={what} />}
    </div>
  )
}
