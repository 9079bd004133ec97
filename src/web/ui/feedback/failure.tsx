import { useEffect, useEffectEvent } from 'react'
import { curlOf } from '../../format/curl.ts'
import { formatInstant, fromMilliseconds } from '../../format/time.ts'
import { Timer } from '../../../client/timer.ts'
import { usePreference, useZone } from '../../preferences/use-preferences.ts'
import { Anchor } from '../inputs/anchor.tsx'
import { Button } from '../inputs/button.tsx'
import { CopyButton } from '../inputs/copy-button.tsx'
import { Countdown } from './countdown.tsx'
import { failureText, failureWords } from './failure-view.ts'
import styles from './failure.module.css'
import { SummaryBanner } from './summary-banner.tsx'
import type { Failure } from '../../format/failure.ts'

const browserNow = (): bigint => fromMilliseconds(Date.now())

/** "GET /path?query" of an address. */
function requestLine(url: string): string {
  if (!URL.canParse(url)) return `GET ${url}`
  const { pathname, search } = new URL(url)
  return `GET ${pathname}${search}`
}

interface WaitingProps {
  failure: Failure
  onRetry?: (() => void) | undefined
}

/** When requests may be sent again, by the browser's clock like the pause itself. The banner counts down for the node in use. */
function Waiting({ failure, onRetry }: WaitingProps) {
  const zone = useZone()
  const node = usePreference('node')
  const inBanner = failure.url.startsWith(`${node || location.origin}/`)
  const retry = useEffectEvent(() => onRetry?.())
  useEffect(() => {
    if (!inBanner || failure.until === undefined) return undefined
    const alarm = new Timer()
    alarm.start(Math.min(failure.until - Date.now(), 2 ** 31 - 1), retry)
    return () => alarm.clear()
  }, [inBanner, failure.until])
  if (failure.until === undefined) return null
  const until = fromMilliseconds(failure.until)
  if (inBanner) return <p className="muted">Loads when the {failure.kind === 'banned' ? 'ban' : 'pause'} ends.</p>
  return (
    <div className={styles.waiting} data-state={failure.kind === 'banned' ? 'banned' : 'near'}>
      <span>{failure.kind === 'banned' ? 'Ban ends in' : 'Next request in'}</span>
      <Countdown until={until} now={browserNow} size="figure" {...(onRetry && { onEnd: onRetry })} />
      <span className="end">at {formatInstant(until, zone)}</span>
    </div>
  )
}

function Facts({ failure }: { failure: Failure }) {
  const zone = useZone()
  const { detail, took, attempt } = failure
  const when = [
    formatInstant(fromMilliseconds(failure.at), zone, { precision: 'milli' }),
    took === undefined ? undefined : `after ${Math.round(took)} ms`,
    attempt === undefined || attempt < 2 ? undefined : `attempt ${attempt}`,
  ]
  const detailText = [detail?.code, detail?.message].filter((part) => part !== undefined && part !== '').join(', ')
  return (
    <dl className={styles.facts}>
      {detailText !== '' && (
        <>
          <dt>Detail</dt>
          <dd>{detailText}</dd>
        </>
      )}
      {detail?.inner && (
        <>
          <dt>Inner</dt>
          <dd className="mono">{detail.inner}</dd>
        </>
      )}
      {failure.url !== '' && (
        <>
          <dt>Request</dt>
          <dd className="mono">{requestLine(failure.url)}</dd>
        </>
      )}
      <dt>At</dt>
      <dd>{when.filter(Boolean).join(', ')}</dd>
    </dl>
  )
}

/** Failures that another address may cure. */
const otherNode = new Set<Failure['kind']>(['banned', 'unreachable', 'redirect'])

export interface FailureNoticeProps {
  failure: Failure
  /** Retries. Limited and banned requests retry when their time has come. */
  onRetry?: () => void
  /** A noun phrase: "these candles", "the margin modes". */
  what: string
}

/** A failure in full, each kind in its own words, with the request and a way to continue. Never shown as an empty result. */
export function FailureNotice({ failure, onRetry, what }: FailureNoticeProps) {
  const { state, icon, title, text } = failureWords(failure, what)
  const held = failure.kind === 'limited' || failure.kind === 'banned'
  return (
    <div className={styles.failure}>
      <div role="alert">
        <SummaryBanner state={state} icon={icon} title={title}>
          {text}
        </SummaryBanner>
      </div>
      {held && <Waiting failure={failure} onRetry={onRetry} />}
      <Facts failure={failure} />
      <div className="row">
        {onRetry && !held && (
          <Button icon="refresh" onClick={onRetry}>
            {failure.kind === 'offline' ? 'Try now' : 'Retry'}
          </Button>
        )}
        {otherNode.has(failure.kind) ? (
          <Anchor className="link" href="/settings">
            Use another node
          </Anchor>
        ) : null}
        {failure.url !== '' && (
          <CopyButton text={curlOf(failure.url)} label="Copy the request as curl" icon="terminal">
            Copy as curl
          </CopyButton>
        )}
        <CopyButton text={() => failureText(failure, what)} label="Copy everything about this failure">
          Copy error
        </CopyButton>
      </div>
    </div>
  )
}
