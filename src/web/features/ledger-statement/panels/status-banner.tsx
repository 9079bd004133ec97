import type { ReactNode } from 'react'
import { serverNow } from '../../../client/server-clock.ts'
import { useNodeState } from '../../../entities/use-node-status.ts'
import { curlOf } from '../../../format/curl.ts'
import { formatAge } from '../../../format/duration.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SummaryBanner } from '../../../ui/feedback/summary-banner.tsx'
import type { RiskState } from '../../../../wire/spam/risk-state.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { csvTime, failureSentence, formatBytes } from '../../../ledger/ledger-words.ts'
import { rangeNotes } from '../../../ledger/range.ts'
import type { Reading, Session } from '../reading/session.ts'
import { useReading } from '../reading/use-session.ts'
import { statementContext, type Ending, endingOf, statementFindings, statementTitle } from '../words.ts'
import styles from '../page.module.css'

const states = {
  reading: 'info',
  complete: 'ok',
  'whole-file': 'info',
  partly: 'limit',
  unchecked: 'watch',
  incomplete: 'limit',
  refused: 'limit',
} as const

function stateOf(reading: Reading, ending: Ending): RiskState | 'info' {
  if (ending === 'complete' && reading.progress.facts.rows === 0) return 'none'
  const isDoubtful = statementFindings(reading).some(({ state }) => state === 'watch')
  return ending === 'whole-file' && isDoubtful ? 'watch' : states[ending]
}

const maxIdleMs = 10_000

function Actions({ session, reading, ending }: { session: Session; reading: Reading; ending: Ending }) {
  const zone = useZone()
  const { facts } = reading.progress
  const fromNode = session.source.kind === 'node'
  const resumable = fromNode && facts.rows > 0 && facts.flaw === undefined
  if (ending === 'reading') {
    return (
      <Button icon="x" onClick={() => session.stop()}>
        Cancel
      </Button>
    )
  }
  if (!fromNode || ending === 'complete') return null
  const again =
    ending === 'unchecked' ? 'Check again' : resumable ? `Resume from ${csvTime(facts.last, zone)}` : 'Retry'
  return (
    <>
      <Button icon={resumable ? 'play' : 'refresh'} onClick={() => void session.read()}>
        {again}
      </Button>
      <CopyButton text={curlOf(session.url)} label="Copy as curl" icon="terminal">
        Copy as curl
      </CopyButton>
    </>
  )
}

function Failure({ reading, ending }: { reading: Reading; ending: Ending }) {
  const { failure, startedAt } = reading
  if (!failure) return null
  if (failure.kind === 'limited' || failure.kind === 'banned')
    return <FailureNotice failure={{ ...failure, at: startedAt }} what="this statement" />
  return <Notice state={ending === 'unchecked' ? 'watch' : 'limit'}>{failureSentence(failure)}</Notice>
}

/** Why the first and the last row are what they are. */
function Notes({ session, reading }: { session: Session; reading: Reading }) {
  const zone = useZone()
  const { base, blockTime, stoppedAt, genesis } = useNodeState('base', 'blockTime', 'stoppedAt', 'genesis')
  const { source } = session
  if (source.kind !== 'node') return null
  const now = serverNow()
  const { facts } = reading.progress
  const isReading = reading.phase === 'reading'
  const told = source.base === base ? { lastBlock: blockTime, stoppedAt, genesis } : { lastBlock: undefined }
  // A node that has reported no block yet may still report one.
  const reached = { now, ...told, lastBlock: told.lastBlock ?? (isReading ? now : undefined) }
  return rangeNotes(source.request, isReading && facts.rows === 0 ? undefined : facts, reached, zone).map((note) => (
    <p key={note} className="quiet below">
      {note.replace('this export', 'this reading').replace('in the file', 'in the statement')}
    </p>
  ))
}

/** How far reading is, how it ended, and what can be done about it; `words` say more of what was read. */
export function StatusBanner(props: { session: Session; files?: ReactNode; words?: string | undefined }) {
  const { session, files, words } = props
  const zone = useZone()
  const reading = useReading(session)
  const ending = endingOf(reading, session.source)
  const { facts, received, idleMs, pausedUntil } = reading.progress
  const finished = ending === 'complete' || ending === 'unchecked'
  return (
    <Panel>
      {/* Counts change several times a second. */}
      <div className={styles.status} aria-live={ending === 'reading' ? 'off' : 'polite'}>
        <SummaryBanner
          state={stateOf(reading, ending)}
          title={statementTitle(reading, ending)}
          action={
            <>
              <Actions session={session} reading={reading} ending={ending} />
              {files}
            </>
          }
        >
          {words !== undefined && `${words}. `}
          {statementContext(reading, ending)}
        </SummaryBanner>
      </div>
      {ending === 'reading' || facts.rows > 0 ? (
        <p className="quiet below">
          {formatBytes(ending === 'reading' ? received : facts.bytes)} received
          {facts.last !== undefined &&
            `, ${ending === 'reading' ? 'now at' : 'last entry'} ${csvTime(facts.last, zone)}`}
        </p>
      ) : null}
      {ending === 'reading' && pausedUntil === undefined && idleMs > maxIdleMs ? (
        <Notice state="watch">
          No data for {formatAge(idleMs)}. The node may be searching; after a minute without data the connection counts
          as lost.
        </Notice>
      ) : null}
      <Failure reading={reading} ending={ending} />
      {statementFindings(reading).length > 0 && (
        <div className={styles.findings}>
          {statementFindings(reading).map(({ state, words }) => (
            <Notice key={words} state={state}>
              {words}
            </Notice>
          ))}
        </div>
      )}
      {finished || ending === 'reading' ? <Notes session={session} reading={reading} /> : null}
    </Panel>
  )
}
