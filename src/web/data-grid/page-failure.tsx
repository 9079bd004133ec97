import { useState } from 'react'
import { Button } from '../ui/inputs/button.tsx'
import { FailureNotice, type FailureView } from '../ui/feedback/failure.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './data-grid.module.css'
import type { Listing } from '../infinite-list/list.ts'

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

type FailedPart = Pick<Listing<unknown>, 'failed' | 'pages' | 'retry'>

/** A page that failed to load, or a failed refresh, below the rows that stay. */
export function PageFailure({ listing, failure }: { listing: FailedPart; failure: FailureView }) {
  const [details, setDetails] = useState(false)
  return (
    <div className={styles.notices}>
      <Notice
        state="near"
        action={
          <span className={styles.actions}>
            <Button variant="bare" aria-expanded={details} onClick={() => setDetails(!details)}>
              Details
            </Button>
            <Button icon="refresh" onClick={listing.retry}>
              Retry
            </Button>
          </span>
        }
      >
        {listing.failed === 'more'
          ? `Page ${listing.pages + 1} could not be loaded: ${sentence(failure.message)} The rows above stay.`
          : `The list could not be refreshed: ${sentence(failure.message)} These are the rows from before.`}
      </Notice>
      {details ? <FailureNotice failure={failure} what="the next page" /> : null}
    </div>
  )
}
