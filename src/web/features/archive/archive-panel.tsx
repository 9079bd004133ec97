import { useQueryClient } from '@tanstack/react-query'
import type { ArchiveContent } from '../../../browser/archive-worker.ts'
import { groupDigits } from '../../format/amount.ts'
import { formatAge } from '../../format/duration.ts'
import { isStatic } from '../../format/site.ts'
import { plural } from '../../format/words.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { ScaleBar } from '../../ui/display/scale-bar.tsx'
import { Lozenge } from '../../ui/display/lozenge.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Button, ButtonLink, IconButton } from '../../ui/inputs/button.tsx'
import { FileButton } from '../../ui/inputs/file-button.tsx'
import { useObservable } from '../../use-observable.ts'
import styles from './archive-panel.module.css'
import {
  archiveState,
  cancelArchive,
  closeArchive,
  loadArchive,
  memoryOf,
  openSample,
  readArchives,
  showArchive,
} from './archive-state.ts'

const blocksOf = ({ from, to }: ArchiveContent): string => `block ${groupDigits(from)} to ${groupDigits(to)}`

const megabytes = (bytes: number): string => `${groupDigits(String(Math.ceil(bytes / 1e6)))} MB`

/** What is loaded, how fast, and about how long the rest takes; the pace is that of the bytes so far. */
function Loading() {
  const { progress, elapsedMs = 0 } = useObservable(archiveState)
  if (!progress) return <p className="muted">Starting the database in this browser</p>
  const { file, table, rows, bytes, bytesMax } = progress
  const seconds = Math.max(0.1, elapsedMs / 1000)
  const percent = bytesMax === 0 ? 100 : (bytes / bytesMax) * 100
  const left = bytes > 0 ? ` · about ${formatAge((elapsedMs / bytes) * (bytesMax - bytes))} left` : ''
  return (
    <div className={styles.loading}>
      <ScaleBar percent={percent} label={`${Math.floor(percent)} percent of the bytes are loaded`} />
      <p className="mono">
        {Math.floor(percent)} % · {groupDigits(String(rows))} rows · {groupDigits(String(Math.round(rows / seconds)))}{' '}
        rows/s
        {table === undefined ? bytes > 0 && ' · building candles and indexes' : left}
      </p>
      <p className="muted">
        {file}
        {table !== undefined && `, table ${table}`}
      </p>
    </div>
  )
}

/** What is read and not loaded yet, or being loaded. */
function Step() {
  const { step, held, wanted } = useObservable(archiveState)
  const queries = useQueryClient()
  const load = async () => {
    await loadArchive()
    // Pages of an archive that grew show what it has now.
    if (held) await queries.resetQueries()
  }
  if (step === 'idle') return null
  if (step === 'reading') return <p className="muted">Reading what the segments hold</p>
  return (
    <div className={styles.head}>
      {step === 'loading' || !wanted ? (
        <Loading />
      ) : (
        <span role="status">
          {plural(wanted.files.length, 'segment')} of <b>{wanted.chainId}</b>, {blocksOf(wanted)}:{' '}
          {megabytes(wanted.bytes)} unpacked, about {megabytes(memoryOf(wanted.bytes + (held?.bytes ?? 0)))} of memory.
        </span>
      )}
      <div className="row end">
        {step === 'ready' && (
          <Button small variant="primary" onClick={() => void load()}>
            Load
          </Button>
        )}
        <Button small onClick={() => void cancelArchive()}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** What can be done with the archive of this tab, or to get one. */
function Actions({ inUse }: { inUse: boolean }) {
  const { step, held } = useObservable(archiveState)
  const isIdle = step === 'idle'
  return (
    <div className="row end">
      {isIdle && (
        <FileButton
          small
          multiple
          label="Network-history segments"
          accept=".zip,application/zip"
          onFiles={(files) => void readArchives(files)}
        >
          {held ? 'Add segments' : 'Open an archive'}
        </FileButton>
      )}
      {isStatic && isIdle && !held && (
        <Button small onClick={() => void openSample()} title="Six hours of an invented network, 1.7 MB">
          Open the sample
        </Button>
      )}
      {held && isIdle && !inUse && (
        <Button small onClick={showArchive}>
          Use this archive
        </Button>
      )}
      {held && inUse && (
        <ButtonLink small href="/">
          Show the overview
        </ButtonLink>
      )}
      {held && isIdle && <IconButton icon="trash" label="Close the archive" onClick={closeArchive} />}
    </div>
  )
}

/** Opens network-history segments from the reader's disk, with the whole service in this browser. */
export function ArchivePanel() {
  const { held, wanted, problem } = useObservable(archiveState)
  const remarks = [...new Set([...(held?.remarks ?? []), ...(wanted?.remarks ?? [])])]
  const inUse = usePreference('node').startsWith('archive:')
  return (
    <section className={styles.archive} aria-label="Archive">
      <div className={styles.head}>
        <b>Archive in this browser</b>
        {held && (
          <span className="mono muted">
            {held.chainId}, {blocksOf(held)}
          </span>
        )}
        {inUse && <Lozenge tone="accent">In use</Lozenge>}
        <Actions inUse={inUse} />
      </div>
      <p className="muted">
        {held
          ? 'Nothing of it leaves this machine. Closing this tab, or loading it again, ends it: then choose the segments again.'
          : 'Choose or drop network-history segments. They stay on this machine and are gone when this tab closes.'}
      </p>
      <Step />
      {remarks.length > 0 && <Notice state="watch">{remarks.join('. ')}.</Notice>}
      {problem !== undefined && <Notice state="limit">{problem}</Notice>}
    </section>
  )
}
