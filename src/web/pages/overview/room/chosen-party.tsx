import type { ReactNode } from 'react'
import { serverNow } from '../../../client/server-clock.ts'
import { secondClock } from '../../../entities/staleness.ts'
import { useEpoch, useNodeState, useStoppedAt } from '../../../entities/use-node-status.ts'
import { isAway } from '../../../client/connection.ts'
import { type Gauge, isUnused } from '../../../../wire/spam/spam-gauges.ts'
import {
  basisWords,
  type History,
  NodeCountdown,
  verdictWords,
  workLine,
  sendableNames,
} from '../../../features/spam-statistics/index.ts'
import { inEpoch } from '../../../../wire/spam/spam-pace.ts'
import { uncounted, type SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'
import { roughDuration, formatAge } from '../../../format/duration.ts'
import { groupDigits } from '../../../format/amount.ts'
import { shortId } from '../../../format/id.ts'
import { plural } from '../../../format/words.ts'
import { clockTime, fromMilliseconds } from '../../../format/time.ts'
import { linkTo } from '../../../router/link-to.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { failureLine, failureWords } from '../../../ui/feedback/failure-view.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Anchor } from '../../../ui/inputs/anchor.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { type Forecast, soonestLimit, steadyNow } from './axis.ts'
import styles from './chosen-party.module.css'
import { EpochChart } from './epoch-chart.tsx'
import type { RoomRow } from './use-room.ts'
import type { Failure } from '../../../format/failure.ts'

function leftOf({ state, left }: Gauge): string {
  if (state === 'banned') return 'banned'
  if (state === 'denied') return 'not allowed'
  if (state === 'none') return 'no limit'
  if (left === undefined) return 'not reported'
  return state === 'limit' ? '0 until the reset' : groupDigits(left)
}

const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase())

/** What is left of the limits in use in this epoch, without proof of work, which no epoch resets; `gauges` are sorted by risk. */
export function sendableOf(gauges: readonly Gauge[]) {
  const named = gauges.flatMap((gauge) => (gauge.name === 'pow' ? [] : [{ gauge, names: sendableNames[gauge.name] }]))
  return {
    lines: named
      .filter(({ gauge }) => !isUnused(gauge))
      .map(({ gauge, names }) => ({ name: capital(names[1]), left: leftOf(gauge), state: gauge.state })),
    unused: gauges.filter(isUnused).length,
  }
}

/** The counter that the chart draws: the one that fills first, else the worst one in use, else a flat one. */
function chartedGauge(gauges: readonly Gauge[], forecast: Forecast | undefined): Gauge | undefined {
  if (forecast) return forecast.gauge
  const counters = gauges.filter(({ name, used, state }) => name !== 'pow' && used !== undefined && state !== 'none')
  return counters.find(({ used }) => used !== '0') ?? counters.find(({ state }) => state !== 'denied')
}

/** The sentence with the time left of a ban, or when the limit is reached at the present rate. */
function Sentence({ verdict, forecast }: { verdict: SpamVerdict; forecast: Forecast | undefined }): ReactNode {
  const zone = useZone()
  const { ban } = verdict
  return (
    <>
      <p className={styles.sentence} data-state={verdict.worst}>
        {verdictWords(verdict, zone)}
        {!ban && forecast && ` Limit in ${roughDuration(forecast.inMs)} at this rate.`}
      </p>
      {ban && (
        <p className={styles.ban}>
          <NodeCountdown until={ban.until} label={ban.label} size="figure" silent /> left
        </p>
      )}
    </>
  )
}

interface EpochFacts {
  history: History
  epoch: string
  forecast: Forecast | undefined
}

/** What the sentence rests on: the readings, and when counters reset. */
export function Basis(props: EpochFacts & { verdict: Pick<SpamVerdict, 'context' | 'stale'> }) {
  const { verdict, forecast, history, epoch } = props
  const zone = useZone()
  const [running, stoppedAt] = [useEpoch(), useStoppedAt()]
  const parts = [
    verdict.context === uncounted ? undefined : verdict.context,
    forecast && basisWords(history[forecast.gauge.name] ?? [], epoch, zone),
    running && stoppedAt === undefined && !verdict.stale && `Counters reset at ${clockTime(running.end, zone)}.`,
  ]
  return <p className={styles.basis}>{parts.filter(Boolean).join(' ')}</p>
}

function Chart({ gauge, history, epoch, forecast }: EpochFacts & { gauge: Gauge }) {
  const running = useEpoch()
  const runs = inEpoch(history[gauge.name], epoch)
  const [first] = runs
  const now = serverNow()
  if (!first) return null
  // From the first reading on where the node does not report epochs.
  const { start, end } = running?.seq === epoch ? running : { start: fromMilliseconds(first.from), end: now }
  return <EpochChart gauge={gauge} runs={runs} start={start} end={end} now={now} limitInMs={forecast?.inMs} />
}

function SendableList({ verdict }: { verdict: SpamVerdict }) {
  const { lines, unused } = sendableOf(verdict.gauges)
  return (
    <section className={styles.part} aria-labelledby="sendable">
      <h3 id="sendable">What it can still send</h3>
      <dl className={styles.lines}>
        {lines.map(({ name, left, state }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-state={state}>{left}</dd>
          </div>
        ))}
      </dl>
      {unused > 0 && <p className={styles.basis}>{plural(unused, 'limit')} unused.</p>}
    </section>
  )
}

/** What is left of the limits and of proof of work; nothing while proof of work is banned. */
function CanSend({ row, verdict }: { row: RoomRow; verdict: SpamVerdict }): ReactNode {
  const work = verdict.gauges.find(({ name }) => name === 'pow')?.state
  if (work === 'banned' || work === 'confirming') return null
  return (
    <>
      <SendableList verdict={verdict} />
      <Work row={row} verdict={verdict} />
    </>
  )
}

/** Proof of work is a rolling window of blocks: what is used of it, and how long the rest lasts where it does not last. */
function Work({ row: { pow }, verdict }: { row: RoomRow; verdict: SpamVerdict }): ReactNode {
  const words = useNow(() => workLine(pow, verdict))
  const gauge = verdict.gauges.find(({ name }) => name === 'pow')
  if (!pow || !gauge) return null
  return (
    <section className={styles.part} aria-labelledby="work">
      <div className={styles.partHead}>
        <h3 id="work">Proof of work</h3>
        <small>
          {groupDigits(gauge.used ?? '0')} of {groupDigits(gauge.max ?? '0')} in the last{' '}
          {groupDigits(pow.numberOfPastBlocks)} blocks
        </small>
      </div>
      {words !== undefined && <p className={styles.basis}>{words}.</p>}
    </section>
  )
}

function Limits({ verdict, history, epoch }: Pick<RoomRow, 'history'> & { verdict: SpamVerdict; epoch: string }) {
  const running = useEpoch()
  const at = (now: number) => (verdict.ban ? undefined : soonestLimit(verdict.gauges, history, epoch, now))
  useNow((now) => {
    const forecast = at(now)
    return `${steadyNow(serverNow(), running)} ${forecast && roughDuration(forecast.inMs)}`
  })
  const forecast = at(secondClock.get())
  const gauge = chartedGauge(verdict.gauges, forecast)
  return (
    <div className={styles.limits}>
      <Sentence verdict={verdict} forecast={forecast} />
      <Basis verdict={verdict} forecast={forecast} history={history} epoch={epoch} />
      {gauge && <Chart gauge={gauge} history={history} epoch={epoch} forecast={forecast} />}
    </div>
  )
}

/** The loop of the room asks again, so there is no button for it. */
function NotRead({ failure }: { failure: Failure }) {
  const { title, text } = failureWords(failure, 'its limits')
  return (
    <Notice state="near">
      {title}. {text} Lyra retries it with the other parties.
    </Notice>
  )
}

function Old({ failure, verdict, dataUpdatedAt }: RoomRow) {
  const age = useNow((now) => failure && verdict && formatAge(now - dataUpdatedAt))
  const { phase } = useNodeState('phase')
  if (!failure || !verdict || isAway(phase)) return null
  return (
    <p className={styles.old}>
      {failureLine(failure, 'its limits')}. These values are {age} old.
    </p>
  )
}

/** The party chosen in the room: the sentence, its epoch, what it can still send, and where to read more. */
export function ChosenParty({ row, elsewhere }: { row: RoomRow; elsewhere?: ReactNode }) {
  const { partyId, name, verdict, history, epoch, failure } = row
  const id = (
    <Anchor href={linkTo('/parties/$partyId', { partyId })} title={partyId} className="mono">
      {shortId(partyId)}
    </Anchor>
  )
  return (
    <Panel
      title={name ?? id}
      count={name !== undefined && id}
      end={
        <Anchor href={linkTo('/spam/$partyId', { partyId })} className="link">
          All limits
        </Anchor>
      }
    >
      <div className={styles.body}>
        {verdict && epoch !== undefined ? (
          <Limits verdict={verdict} history={history} epoch={epoch} />
        ) : failure ? (
          <NotRead failure={failure} />
        ) : (
          <Skeleton rows={6} />
        )}
        <div className={styles.limits}>
          <Old {...row} />
          {verdict && verdict.worst !== 'unrecorded' && !verdict.stale && <CanSend row={row} verdict={verdict} />}
          {verdict?.worst !== 'unrecorded' && elsewhere}
        </div>
      </div>
    </Panel>
  )
}
