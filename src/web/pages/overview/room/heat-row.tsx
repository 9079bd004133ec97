import { createContext, lazy, memo, type ReactNode, Suspense, use, useMemo } from 'react'
import { clockOffset, serverNow } from '../../../client/server-clock.ts'
import { isAway } from '../../../client/connection.ts'
import { secondClock } from '../../../entities/staleness.ts'
import { useNodeState } from '../../../entities/use-node-status.ts'
import { workOutlook } from '../../../../wire/spam/proof-of-work.ts'
import { type Gauge, type GaugeName, gaugeLabels } from '../../../../wire/spam/spam-gauges.ts'
import { decisiveGauge, isCurrent, recentTimeline, workLastsMs } from '../../../features/spam-statistics/index.ts'
import { groupDigits } from '../../../format/amount.ts'
import { formatAge } from '../../../format/duration.ts'
import type { Failure } from '../../../format/failure.ts'
import { shortId } from '../../../format/id.ts'
import { linkTo } from '../../../router/link-to.ts'
import { afterPaint } from '../../../router/after-paint.ts'
import { setWatched, watchNamed } from '../../../preferences/set-preferences.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { Pips } from '../../../ui/display/pips.tsx'
import { failureLine } from '../../../ui/feedback/failure-view.ts'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { Anchor } from '../../../ui/inputs/anchor.tsx'
import { Toggle } from '../../../ui/inputs/toggle.tsx'
import { MarkedName } from '../../../ui/inputs/star-mark.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { axisFrom, type Mark, markOf, soonestLimit, workLimit } from './axis.ts'
import { markWords, TimelineCell } from './timeline-cell.tsx'
import styles from './heat-wall.module.css'
import { type RoomRow, sameMembers } from './use-room.ts'

const SlaLine = lazy(async () => ({ default: (await import('./sla-line.tsx')).SlaLine }))

/** The time axis of all rows. It moves more often than a party is read, and then only what stands on it is drawn. */
export const AxisContext = createContext(axisFrom(0n, undefined))

interface HeatRowProps {
  row: RoomRow
  chosen: boolean
  columns: readonly GaugeName[]
  /** The moment under the crosshair, when it is in this row: Unix milliseconds of this browser. */
  moment: number | undefined
  onChoose: (partyId: string) => void
}

function RowState({ verdict, failure }: RoomRow): ReactNode {
  if (!verdict) return <StateBadge state="unknown">{failure ? 'Not loaded' : 'Loading\u2026'}</StateBadge>
  if (verdict.worst === 'ok') return <span className={styles.quiet}>OK</span>
  return <StateBadge state={verdict.worst} />
}

/** The age of values that could not be refreshed. */
function Old({ failure, row: { dataUpdatedAt, verdict } }: { failure: Failure; row: RoomRow }): ReactNode {
  const age = useNow((now) => formatAge(now - dataUpdatedAt))
  const { phase } = useNodeState('phase')
  // A node that is away has its banner, and is no fault of one row.
  if (isAway(phase)) return null
  const title = failureLine(failure, 'its limits')
  return <small className={styles.old}>{verdict ? `${title}, ${age} old` : title}</small>
}

/** The number over its meter; zero is a hairline without a number. */
function Counter({ gauge, name }: { gauge: Gauge | undefined; name: GaugeName }) {
  const { used = '', max = '', state = 'unknown' } = gauge ?? {}
  return (
    <td className={styles.counter} data-zero={used === '0' || undefined} data-state={state}>
      {gauge && (
        <>
          <span aria-hidden="true">{used === '0' || used === '' ? '' : groupDigits(used)}</span>
          <Pips size="mini" used={used} max={max} state={state} label={gaugeLabels[name]} />
        </>
      )}
    </td>
  )
}

/** What is known or expected to come of the row, by the node's clock; what only another reading changes is computed once. */
function useMark({ history, verdict, epoch, pow }: RoomRow): (now: number) => Mark | undefined {
  const axis = use(AxisContext)
  const outlook = useMemo(() => (pow ? workOutlook(pow) : undefined), [pow])
  const counter = useMemo(
    () => (verdict && epoch !== undefined ? soonestLimit(verdict.gauges, history, epoch, 0) : undefined),
    [verdict, history, epoch],
  )
  return (now) => {
    if (!verdict || epoch === undefined) return undefined
    const full = counter && { ...counter, inMs: Math.max(0, counter.inMs - now) }
    const work = workLimit(verdict.gauges, workLastsMs(outlook))
    return markOf(verdict, full && work && work.inMs < full.inMs ? work : (full ?? work), axis, serverNow())
  }
}

/** What the row has of the axis; drawn again when the axis moves, or what it says of the future. */
function Timeline({ row, moment }: Pick<HeatRowProps, 'row' | 'moment'>) {
  const { history, verdict } = row
  const thresholds = usePreference('spam')
  const markAt = useMark(row)
  useNow((now) => {
    const mark = markAt(now)
    return `${isCurrent(history, now)} ${mark?.kind === 'ban' ? '' : markWords(mark)}`
  })
  const now = secondClock.get()
  return (
    <TimelineCell
      axis={use(AxisContext)}
      bands={recentTimeline(history, { thresholds, clockOffset: clockOffset(), now })}
      mark={markAt(now)}
      isRising={verdict?.worst === 'watch' || verdict?.worst === 'near'}
      moment={moment}
    />
  )
}

/** The worst counter and what comes, in words, for narrow screens. */
function Line({ row }: { row: RoomRow }): ReactNode {
  const markAt = useMark(row)
  const words = useNow((now) =>
    [worstCounter(row), markWords(markAt(now))].filter((text) => text !== '').join(' \u00b7 '),
  )
  return words !== '' && <small className={styles.line}>{words}</small>
}

const isBanned = ({ state }: Gauge): boolean => state === 'banned' || state === 'confirming'

/** The worst counter in words, for narrow screens; empty while nothing is used, unless it is banned. */
function worstCounter({ verdict }: Pick<RoomRow, 'verdict'>): string {
  const gauge = verdict && decisiveGauge(verdict)
  if (!gauge || gauge.state === 'ok' || gauge.used === undefined || gauge.max === undefined) return ''
  if (gauge.used === '0' && !isBanned(gauge)) return ''
  return `${gaugeLabels[gauge.name]} ${groupDigits(gauge.used)} of ${groupDigits(gauge.max)}`
}

const isSame = ({ columns, ...rest }: HeatRowProps, next: HeatRowProps): boolean =>
  sameMembers(columns, next.columns) && sameMembers(rest, next as typeof rest)

/** One party. Its link opens the party; pointing elsewhere in the row, or moving the focus to it, chooses the row. */
export const HeatRow = memo(function HeatRow({ row, chosen, columns, moment, onChoose }: HeatRowProps) {
  const { partyId, name, role, watched, verdict } = row
  const called = name ?? shortId(partyId)
  return (
    <tr
      className={styles.row}
      data-id={partyId}
      data-state={verdict?.worst}
      data-chosen={chosen || undefined}
      data-watched={watched || undefined}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('a, button') === null) onChoose(partyId)
      }}
    >
      <th scope="row">
        <div className={styles.party}>
          <Anchor
            href={linkTo('/parties/$partyId', { partyId })}
            className={styles.who}
            data-row-link
            aria-current={chosen || undefined}
            title={partyId}
            onFocus={({ target }) => {
              if (target.matches(':focus-visible')) onChoose(partyId)
            }}
          >
            <MarkedName id={partyId} name={name}>
              <small className={styles.key}>
                {name !== undefined && <code className="mono">{shortId(partyId)}</code>}
                <span>{role}</span>
              </small>
              <Line row={row} />
              {row.failure && <Old row={row} failure={row.failure} />}
            </MarkedName>
          </Anchor>
          <Toggle
            small
            variant="bare"
            icon="star"
            iconOn="star-filled"
            on={watched}
            aria-label={`Watch ${called}`}
            title={watched ? 'Watched: stop watching' : 'Watch this party'}
            onToggle={() => afterPaint(() => (watched ? setWatched(partyId, false) : watchNamed(partyId, name)))}
          />
        </div>
        {watched && (
          <Suspense>
            <SlaLine partyId={partyId} />
          </Suspense>
        )}
      </th>
      <td className={styles.state}>
        <RowState {...row} />
      </td>
      {columns.map((column) => (
        <Counter key={column} name={column} gauge={verdict?.gauges.find((gauge) => gauge.name === column)} />
      ))}
      <td className={styles.axisColumn}>
        <Timeline row={row} moment={moment} />
      </td>
    </tr>
  )
}, isSame)
