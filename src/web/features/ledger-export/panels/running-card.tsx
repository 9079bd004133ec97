import { formatAge } from '../../../format/duration.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Sparkline } from '../../../ui/display/sparkline.tsx'
import { Stat, Stats } from '../../../ui/display/stat.tsx'
import { Asked } from './request-summary.tsx'
import { PartsList } from './parts-list.tsx'
import { currentPart, factsOf, isDone, type Run } from '../run/run.ts'
import { useRunFocus } from '../run/focus.ts'
import { cancelRun, stopRun } from '../run/runs.ts'
import { csvTime, formatBytes, grouped } from '../format-bytes.ts'
import styles from '../page.module.css'

const stalled = 10_000
const tight = 0.9

const workWords = {
  starting: 'Starting',
  receiving: 'Receiving',
  waiting: 'Waiting before the next try',
  converting: 'Writing the form that was asked for',
} as const

/** An export under way: what has come, how fast, how far in time. A share done is not known and not guessed. */
export function RunningCard({ run }: { run: Run }) {
  const zone = useZone()
  const focus = useRunFocus(run.id)
  const { rows, bytes, received, last } = factsOf(run)
  const { progress, parts, room } = run
  const part = currentPart(run)
  const done = parts.filter(({ verdict }) => isDone(verdict)).length
  const seconds = run.elapsed / 1000
  const silent = progress?.silent ?? 0
  return (
    <div ref={focus} tabIndex={-1} className={styles.card}>
      <Panel title="Running" end={<span>{run.working && workWords[run.working]}</span>}>
        <Asked run={run} />
        {parts.length > 1 && (
          <p className={`${styles.quiet} ${styles.step}`}>
            {part?.label ?? 'The last month'}, {grouped(done + (part ? 1 : 0))} of {grouped(parts.length)}
          </p>
        )}
        <Stats>
          <Stat big label="Received" value={formatBytes(received)} title={`${received} bytes`} />
          <Stat big label="Rows" value={grouped(rows)} />
        </Stats>
        {/* Its place is kept, and notices come below: the buttons never run away from a hand that is about to press one. */}
        <div className={styles.speed}>
          {run.speeds.length > 1 && <Sparkline values={run.speeds} label="Speed of the last ticks" />}
        </div>
        <div className={styles.facts}>
          <span>{seconds > 0 ? `${formatBytes(Math.floor(received / seconds))}/s` : ''}</span>
          <span>{formatAge(run.elapsed)} elapsed</span>
          <span title={`${bytes} bytes. The last 64 KiB wait until the end shows whether an error stands in them.`}>
            {formatBytes(bytes)} in the file
          </span>
          <span>size not announced</span>
        </div>
        <div className={styles.actions}>
          <Button icon="x" onClick={() => cancelRun(run.id)}>
            Cancel
          </Button>
          <Button icon="pause" onClick={() => stopRun(run.id)}>
            Stop, keep what came
          </Button>
          {last !== undefined && <span className={styles.quiet}>now at {csvTime(last, zone)}</span>}
        </div>
        {silent > stalled && (
          <Notice state="watch">
            No byte for {formatAge(silent)}. The node may be searching; after a minute of silence the connection counts
            as lost.
          </Notice>
        )}
        {room !== undefined && bytes > room * tight && (
          <Notice state="near">
            The browser keeps little more for this page: about {formatBytes(room - bytes)} are left.
          </Notice>
        )}
        {parts.length > 1 && <PartsList parts={parts} current={part} />}
      </Panel>
    </div>
  )
}
