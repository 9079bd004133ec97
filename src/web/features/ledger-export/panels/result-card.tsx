import { curlOf } from '../../../format/curl.ts'
import { useNodeState } from '../../../entities/use-node-status.ts'
import { isArchive } from '../../../client/node-fetch.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { stringifySearch } from '../../../router/search.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { FailureNotice } from '../../../ui/feedback/failure.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { SummaryBanner } from '../../../ui/feedback/summary-banner.tsx'
import {
  changesBytes,
  networkOfRun,
  rowFactsOf,
  isUnhashed,
  mayResume,
  type Outcome,
  type Run,
} from '../run/run-store.ts'
import type { Target } from '../../../ledger/stream/output-file.ts'
import { RequestSummary, RunCard } from './running-card.tsx'
import { discardRun, forgetRun, saveRunFile } from '../run/deliver-file.ts'
import { resumeRun, startRun } from '../run/start-run.ts'
import { SaveMenu, toastError } from './save-menu.tsx'
import { rangeNotes } from '../../../ledger/range.ts'
import {
  csvTime,
  failureSentence,
  nothingCame,
  rowWords,
  noHashWords,
  formatBytes,
} from '../../../ledger/ledger-words.ts'
import styles from '../page.module.css'
import { formatAge } from '../../../format/duration.ts'
import { shortId } from '../../../format/id.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { Stat, Stats } from '../../../ui/display/facts.tsx'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { formName } from '../run/choose-destination.ts'

/** Where the bytes went. */
const targetWords: Readonly<Record<Target['kind'], string>> = {
  file: 'Written to the file you chose.',
  private: 'Collected in the browser, then saved as a download.',
  memory: 'Held in memory, then saved as a download.',
}

function titleOf({ outcome, label, result, failure }: Run, rows: number): string {
  switch (outcome) {
    case 'complete':
      if (rows === 0) return label === '' ? 'No entries in this range' : `No entries in ${label}`
      return label === '' ? `Complete: ${rowWords(rows)}` : `${label} is complete: ${rowWords(rows)}`
    case 'unchecked':
      return `End not checked: ${rowWords(rows)}`
    case 'cancelled':
      return 'Cancelled: nothing was kept'
    case 'refused':
      return nothingCame(failure, 'this export')
    default:
      if (rows > 0) return `Incomplete: cut after ${rowWords(rows)}`
      return result !== undefined
        ? 'Incomplete: it ended before the first row'
        : 'Incomplete: the export did not finish'
  }
}

/** The SHA-256 of a file: abbreviated, with a button that copies all of it. */
function Hash({ sha256 }: { sha256: string }) {
  return (
    <span className={styles.hash}>
      <Exact className="mono" exact={sha256}>
        {shortId(sha256)}
      </Exact>
      <CopyButton text={sha256} label="Copy the SHA-256" />
    </span>
  )
}

/** The facts of an ended run: size, times, whether its end was checked, hash, name. */
function ResultFacts({ run }: { run: Run }) {
  const zone = useZone()
  const { rows, bytes, first, last } = rowFactsOf(run)
  const { outcome, file, form, result } = run
  // The delivered bytes are then not the bytes that were hashed.
  const changed = changesBytes(form)
  const finished = outcome === 'complete' || outcome === 'unchecked'
  return (
    <Stats>
      <Stat label="Size" value={formatBytes(bytes)} exact={`${bytes} bytes`} />
      {rows > 0 && <Stat label="First entry" value={csvTime(first, zone)} exact={first} />}
      {rows > 0 && <Stat label="Last entry" value={csvTime(last, zone)} exact={last} />}
      <Stat
        label="End of file"
        value={
          outcome === 'complete' ? (
            <StateBadge state="ok">Verified</StateBadge>
          ) : (
            <StateBadge state={outcome === 'unchecked' ? 'watch' : 'limit'}>
              {outcome === 'unchecked' ? 'Not checked' : 'Cut off'}
            </StateBadge>
          )
        }
      />
      {finished && result?.sha256 !== undefined && (
        <Stat label={changed ? 'SHA-256 of the original' : 'SHA-256'} value={<Hash sha256={result.sha256} />} />
      )}
      <Stat
        label="File"
        value={<span className={styles.name}>{changed ? formName(file.name, form) : file.name}</span>}
      />
      <Stat label="Duration" value={formatAge(run.elapsed)} />
    </Stats>
  )
}

const states = { complete: 'ok', unchecked: 'watch', incomplete: 'limit', cancelled: 'none', refused: 'limit' } as const

function context(run: Run, outcome: Outcome, rows: number): string {
  const { kind } = run.file.target
  switch (outcome) {
    case 'complete': {
      const checks = run.result?.check === 'nothing'
      const whole = `${rows === 0 ? 'Header only' : 'Last row intact'}, no trailing error`
      const end = checks ? `${whole}, no further rows on the node.` : `${whole}.`
      return changesBytes(run.form) ? end : `${end} ${targetWords[kind]}`
    }
    case 'unchecked':
      return 'Every row is intact and no error was sent, but the node did not confirm that no rows follow.'
    case 'cancelled':
      return 'The request was stopped and the file removed.'
    case 'refused':
      return 'Nothing was written.'
    case 'incomplete':
      return rows > 0 ? 'The rows received are intact, but some are missing.' : 'Nothing was kept.'
  }
}

function Failure({ run }: { run: Run }) {
  const { failure, outcome, startedAt } = run
  if (outcome === 'incomplete' && !failure) return <Notice state="none">You stopped it.</Notice>
  if (!failure) return null
  if (failure.kind === 'limited' || failure.kind === 'banned') {
    return <FailureNotice failure={{ ...failure, at: startedAt }} what="this export" />
  }
  return <Notice state={outcome === 'unchecked' ? 'watch' : 'limit'}>{failureSentence(failure)}</Notice>
}

const maxSheetRows = 1_048_575

/** The statement of the file; its address says what was exported as well, for when the file is no longer here. */
const statementHref = ({ id, request }: Run): string => `/ledger${stringifySearch({ ...request, run: id })}`

function Actions({ run, rows, last }: { run: Run; rows: number; last: string | undefined }) {
  const zone = useZone()
  const { id, outcome, file, request, form } = run
  const resumable = mayResume(run)
  const unfinished = outcome === 'incomplete' || outcome === 'unchecked'
  const again = async () => {
    await discardRun(id)
    await startRun(request, form)
  }
  return (
    <div className={styles.actions}>
      {resumable && (
        <Button icon="play" onClick={() => resumeRun(id).catch(toastError('The export could not continue'))}>
          {outcome === 'unchecked'
            ? 'Check again'
            : last === undefined
              ? 'Resume'
              : `Resume from ${csvTime(last, zone)}`}
        </Button>
      )}
      {!resumable && (outcome === 'refused' || unfinished) && (
        <Button icon="refresh" onClick={() => again().catch(toastError('The export could not start'))}>
          Try again
        </Button>
      )}
      {rows > 0 && outcome !== 'cancelled' && (
        <ButtonLink href={statementHref(run)} icon="columns">
          Open statement
        </ButtonLink>
      )}
      {unfinished && rows > 0 && file.target.kind !== 'file' && (
        <Button icon="download" onClick={() => saveRunFile(id).catch(toastError('The file could not be saved'))}>
          Save what arrived
        </Button>
      )}
      <CopyButton text={curlOf(run.url)} label="Copy as curl" icon="terminal">
        Copy as curl
      </CopyButton>
      {!isArchive(run.url) && (
        <ButtonLink href={run.url} target="_blank" icon="external">
          Open plain link
        </ButtonLink>
      )}
      {unfinished ? (
        <Button variant="bare" icon="trash" onClick={() => void discardRun(id)}>
          Discard
        </Button>
      ) : (
        <Button variant="bare" onClick={() => void forgetRun(id)}>
          Dismiss
        </Button>
      )}
    </div>
  )
}

/** How an export ended, and whether the file can be trusted. */
export function ResultCard({ run, outcome }: { run: Run; outcome: Outcome }) {
  const { rows, first, last } = rowFactsOf(run)
  const finished = outcome === 'complete' || outcome === 'unchecked'
  const zone = useZone()
  const { network, blockTime, stoppedAt, genesis } = useNodeState('network', 'blockTime', 'stoppedAt', 'genesis')
  // The status of another node does not apply to this export.
  const reached = {
    now: serverNow(),
    ...(networkOfRun(run) === network && { lastBlock: blockTime, stoppedAt, genesis }),
  }
  const notes = finished ? rangeNotes(run.request, { rows, first }, reached, zone) : []
  const sheet = run.form.spreadsheet !== undefined && rows > maxSheetRows
  return (
    <RunCard id={run.id}>
      <Panel>
        <SummaryBanner
          state={outcome === 'complete' && rows === 0 ? 'none' : states[outcome]}
          title={titleOf(run, rows)}
          {...(finished && rows > 0 ? { action: <SaveMenu run={run} /> } : {})}
        >
          {context(run, outcome, rows)}
        </SummaryBanner>
        <RequestSummary run={run} />
        <div className={styles.failure}>
          <Failure run={run} />
        </div>
        {notes.map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
        {sheet && (
          <p className={styles.note}>
            {rowWords(rows)} are more than most spreadsheet programs can open (1,048,576): export a shorter range.
          </p>
        )}
        {finished && isUnhashed(run) && <p className={styles.note}>{noHashWords}</p>}
        {(finished || rows > 0) && outcome !== 'cancelled' && <ResultFacts run={run} />}
        <Actions run={run} rows={rows} last={last} />
      </Panel>
    </RunCard>
  )
}
