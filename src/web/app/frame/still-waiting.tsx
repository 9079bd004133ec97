import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from '../../router/use-location.ts'
import { Button, ButtonLink } from '../../ui/inputs/button.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './still-waiting.module.css'

/** Before this long a wait is what one expects. */
const expectedMs = 3000

/** A first read: nothing is on the screen in its place but a skeleton. */
const isFirst = ({ state }: Query): boolean => state.data === undefined && state.error === null

function Seconds({ since }: { since: number }) {
  return <>{Math.max(3, Math.floor((useNow() - since) / 1000))} s</>
}

/** Floats over the page while first reads take longer than expected: how long, a way to give up, and another node. */
export function StillWaiting() {
  const client = useQueryClient()
  const waiting = useIsFetching({ predicate: isFirst }) > 0
  const { pathname } = useLocation()
  const [since, setSince] = useState<number>()
  const [cancelledAt, setCancelledAt] = useState<string>()
  useEffect(() => {
    if (!waiting) return undefined
    const begun = Date.now()
    const timer = setTimeout(() => setSince(begun), expectedMs)
    return () => {
      clearTimeout(timer)
      setSince(undefined)
    }
  }, [waiting])

  const cancel = (): void => {
    setCancelledAt(pathname)
    void client.cancelQueries({ predicate: isFirst })
  }
  const again = (): void => {
    setCancelledAt(undefined)
    void client.refetchQueries({ type: 'active', predicate: isFirst })
  }
  if (cancelledAt === pathname && !waiting) {
    return (
      <div className={styles.bar} role="status">
        <span>Loading was cancelled.</span>
        <Button small icon="refresh" onClick={again}>
          Load again
        </Button>
      </div>
    )
  }
  if (since === undefined) return null
  return (
    <div className={styles.bar} role="status">
      <span>
        Still waiting for the node,{' '}
        <span aria-live="off">
          <Seconds since={since} />
        </span>
      </span>
      <Button small onClick={cancel}>
        Cancel
      </Button>
      <ButtonLink small variant="bare" href="/settings">
        Use another node
      </ButtonLink>
    </div>
  )
}
