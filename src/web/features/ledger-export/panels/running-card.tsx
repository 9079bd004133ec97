import { formatAge } from '../../../format/duration.ts'
import { formatInstant, fromMilliseconds } from '../../../format/time.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Stat, Stats } from '../../../ui/display/facts.tsx'
import { rowFactsOf, isUnhashed, type Run, runStore, useFocusRequest } from '../run/run-store.ts'
import { cancelRun, stopRun } from '../run/start-run.ts'
import { csvTime, formatBytes, grouped, noHashWords } from '../../../ledger/ledger-words.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import styles from '../page.module.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { AssetCell, PartyCell } from '../../../entities/entity-cells.tsx'
import { rangeWords } from '../../../ledger/range.ts'

const maxIdleMs = 10_000
/** The share of the free storage above which a notice appears. */
const maxUsedShare = 0.9

const workWords = {
  starting: 'Starting',
  receiving: 'Receiving',
  converting: 'Writing the chosen format',
} as const

/** A running export: bytes, rows, rate and time. The size of the whole is unknown, so no percentage is shown. */
export function RunningCard({ run }: { run: Run }) {
  const zone = useZone()
  const { rows, bytes, received, last } = rowFactsOf(run)
  const { progress, freeBytes } = run
  const seconds = run.elapsed / 1000
  const { idleMs = 0, pausedUntil } = progress ?? {}
  return (
    <RunCard id={run.id}>
      <Panel title="Running" end={<span>{run.working && workWords[run.working]}</span>}>
        <RequestSummary run={run} />
        <Stats>
          <Stat big label="Received" value={formatBytes(received)} exact={`${received} bytes`} />
          <Stat big label="Rows" value={grouped(rows)} />
        </Stats>
        <div className={styles.facts}>
          <span>{seconds > 0 ? `${formatBytes(Math.floor(received / seconds))}/s` : ''}</span>
          <span>{formatAge(run.elapsed)} elapsed</span>
          <Exact exact={`${bytes} bytes. The last 64 KiB are held back until the end, to check them for an error.`}>
            {formatBytes(bytes)} in the file
          </Exact>
          <span>total size unknown</span>
        </div>
        <div className={styles.actions}>
          <Button icon="x" onClick={() => cancelRun(run.id)}>
            Cancel
          </Button>
          <Button icon="pause" onClick={() => stopRun(run.id)}>
            Stop and keep what arrived
          </Button>
          {last !== undefined && <span className="quiet">now at {csvTime(last, zone)}</span>}
        </div>
        {pausedUntil !== undefined && (
          <Notice state="near">
            Waiting: rate limited by the node until {formatInstant(fromMilliseconds(pausedUntil), zone)}. The export
            then goes on.
          </Notice>
        )}
        {pausedUntil === undefined && idleMs > maxIdleMs && (
          <Notice state="watch">
            No data for {formatAge(idleMs)}. The node may be searching; after a minute without data the connection
            counts as lost.
          </Notice>
        )}
        {freeBytes !== undefined && bytes > freeBytes * maxUsedShare && (
          <Notice state="near">Browser storage is almost full: about {formatBytes(freeBytes - bytes)} are left.</Notice>
        )}
        {isUnhashed(run) && <Notice state="watch">{noHashWords}</Notice>}
      </Panel>
    </RunCard>
  )
}

/** The card of a run. It takes the focus when that is requested: the same export was started again. */
export function RunCard({ id, children }: { id: string; children: ReactNode }) {
  const card = useRef<HTMLDivElement>(null)
  const requested = useFocusRequest(id)
  useEffect(() => {
    if (!requested) return
    runStore.focused()
    card.current?.scrollIntoView({ block: 'nearest' })
    card.current?.focus()
  }, [requested])
  return (
    <div ref={card} tabIndex={-1} className={styles.card}>
      {children}
    </div>
  )
}

export function RequestSummary({ run: { request } }: { run: Run }) {
  const zone = useZone()
  return (
    <p className={styles.request}>
      <PartyCell id={request.partyId} />
      {request.assetId !== undefined && <AssetCell id={request.assetId} />}
      <span>{rangeWords(request, zone)}</span>
    </p>
  )
}
