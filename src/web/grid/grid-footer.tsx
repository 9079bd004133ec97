import { plural } from '../format/words.ts'
import { memo, type ReactNode, useState } from 'react'
import { groupDigits } from '../format/amount.ts'
import { FailureNotice } from '../ui/feedback/failure.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Button } from '../ui/inputs/button.tsx'
import styles from './grid-footer.module.css'
import type { List, ListEnd } from '../list/list.ts'
import { maxRows } from '../list/list-query.ts'
import { maxPrintedRows } from './fixed-row-virtualizer.ts'
import { useNodeState } from '../entities/use-node-status.ts'
import { type Failure, failureOf } from '../format/failure.ts'

const grouped = (value: number): string => groupDigits(String(value))

/** Why a list stops although the node may hold more. */
const cutReasons: Readonly<Partial<Record<ListEnd, string>>> = {
  'repeated-cursor': 'Stopped: the node repeated a page cursor, so the list would never end. There may be more rows.',
  'no-new-row': 'Stopped: the node sent only rows that were already loaded. There may be more rows.',
  'no-cursor': 'Stopped: the node reports more rows but sent no cursor for them.',
  full: `Stopped: this list keeps at most ${grouped(maxRows)} rows. Use a filter to see the others.`,
}

/** "1,000 loaded, more on the node", "all 150 loaded", or "500 loaded" of a list of unknown length; no count before an answer. */
export function loadedWords(listing: Pick<List<unknown>, 'status' | 'loaded' | 'count' | 'end'>): string {
  if (listing.status === 'waiting') return 'Loading…'
  if (listing.status === 'failed') return 'Not loaded'
  const loaded = grouped(listing.loaded)
  const match = listing.count < listing.loaded ? `${grouped(listing.count)} match of ` : ''
  if (listing.end === 'more') return `${match}${loaded} loaded, more on the node`
  return `${match}${listing.end === 'complete' ? 'all ' : ''}${loaded} loaded`
}

/** The part of the rate limit that loading all pages leaves. */
function BudgetLeft() {
  const { budget } = useNodeState('budget')
  return (
    <span title="Requests that may be sent to this node now; the number recovers over time">
      {grouped(budget.left)} of {plural(budget.max, 'request')} left
    </span>
  )
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** A page that failed to load, or a failed refresh, below the rows that stay. */
function PageFailure<Row>({ listing, failure }: { listing: List<Row>; failure: Failure }) {
  const [details, setDetails] = useState(false)
  return (
    <div className={styles.notices}>
      <Notice
        state="near"
        action={
          <span className="row">
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
          ? `Page ${listing.pageCount + 1} could not be loaded: ${sentence(failure.message)} The rows above are kept.`
          : `The list could not be refreshed: ${sentence(failure.message)} ${listing.loaded === 0 ? 'It was empty before.' : 'Showing the rows loaded before.'}`}
      </Notice>
      {details ? <FailureNotice failure={failure} what="the next page" /> : null}
    </div>
  )
}

/** Why not all of a list is known. */
function Shortfall<Row>({ listing }: { listing: List<Row> }) {
  const { error, failed, end } = listing
  const reason = cutReasons[end]
  return (
    <>
      {error && failed !== 'first' ? <PageFailure listing={listing} failure={failureOf(error)} /> : null}
      {reason === undefined ? null : (
        <div className={styles.notices}>
          <Notice state="watch">{reason}</Notice>
        </div>
      )}
    </>
  )
}

function PlainFooter<Row>({ listing, children }: { listing: List<Row>; children?: ReactNode }) {
  const { status, loaded, busy } = listing
  if (status !== 'ready' || children === false) return null
  if (loaded === 0) return <Shortfall listing={listing} />
  return (
    <footer className="quiet">
      <Shortfall listing={listing} />
      <div className={styles.footLine}>
        <output>{loadedWords(listing)}</output>
        {listing.count > maxPrintedRows ? (
          <span className={styles.printOnly}>rows 1 to {grouped(maxPrintedRows)} are printed</span>
        ) : null}
        {listing.pageCount > 1 || listing.end === 'more' ? (
          <span>
            page {grouped(listing.pageCount)}, {grouped(listing.pageSize)} each
          </span>
        ) : null}
        {listing.end === 'more' && busy !== 'all' ? (
          <button type="button" className={styles.link} disabled={busy !== undefined} onClick={listing.loadMore}>
            {busy === 'more' ? 'Loading…' : 'Load more'}
          </button>
        ) : null}
        {children}
        <span className={styles.footEnd}>
          {busy === 'all' ? (
            <>
              <span>Loading all, {grouped(listing.loaded)} so far</span>
              <BudgetLeft />
              <button type="button" className={styles.link} onClick={listing.cancel}>
                Cancel
              </button>
            </>
          ) : listing.end === 'more' ? (
            <button
              type="button"
              className={styles.link}
              disabled={busy !== undefined}
              title="Loads page after page; you can cancel at any time"
              onClick={() => void listing.loadAll()}
            >
              Load all, at most {grouped(maxRows)}
            </button>
          ) : null}
        </span>
      </div>
    </footer>
  )
}

/** What is loaded, what is not, and the steps to load more. A failed page is reported here while the rows stay. */
export const GridFooter = memo(PlainFooter) as typeof PlainFooter
