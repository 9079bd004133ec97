import type { CSSProperties, ReactNode } from 'react'
import { clockOffset, serverNow } from '../../../client/server-clock.ts'
import type { Band } from '../../../features/spam-statistics/index.ts'
import { groupDigits } from '../../../format/amount.ts'
import { roughDuration, formatCountdown, formatDuration } from '../../../format/duration.ts'
import { clockTime, fromMilliseconds, toMilliseconds } from '../../../format/time.ts'
import type { Zone } from '../../../format/zone.ts'
import { listed } from '../../../format/words.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Countdown } from '../../../ui/feedback/countdown.tsx'
import { riskWords } from '../../../../wire/spam/risk-state.ts'
import { gaugeLabels, gaugeNoun } from '../../../../wire/spam/spam-gauges.ts'
import { type Axis, type Mark, shareOf } from './axis.ts'
import styles from './timeline-cell.module.css'

/** What comes, in words; empty where nothing is known or expected. */
export function markWords(mark: Mark | undefined): string {
  if (!mark) return ''
  if (mark.kind === 'ban') return `banned ${formatCountdown(toMilliseconds(mark.until - serverNow()))}`
  if (mark.kind === 'full') return 'free at the reset'
  return mark.name === 'pow' ? `work lasts ${roughDuration(mark.inMs)}` : `limit in ${roughDuration(mark.inMs)}`
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`
const span = (from: number, to: number): CSSProperties => ({
  left: percent(from),
  width: percent(Math.max(0, to - from)),
})

/** The node's time of an instant of this browser (Unix milliseconds). */
const nodeTime = (ms: number): bigint => fromMilliseconds(ms + clockOffset())

/** The state of the party at a moment (Unix milliseconds of this browser): `Watch: transfers 14 of 20`. */
export function momentWords(bands: readonly Band[], at: number): string {
  const band = bands.find(({ from, to }) => from <= at && at < to)
  if (!band) return 'no reading'
  if (band.state === 'ok') return 'OK'
  return `${riskWords[band.state]}: ${gaugeNoun(band.name)} ${groupDigits(band.used)} of ${groupDigits(band.most)}`
}

/** `07:12`, of an instant in Unix milliseconds of this browser. */
export const clockWords = (ms: number, zone: Zone): string => clockTime(fromMilliseconds(ms), zone, false)

/** A past ban closer to now has no room for words. */
const minWordsShare = 0.2

/** The times without readings between the start of the axis and now. */
function gapsIn(bands: readonly Band[], from: number, now: number): (readonly [from: number, to: number])[] {
  const edges = [...bands, { from: now, to: now }]
  return edges.flatMap((band, at) => {
    const start = Math.max(from, edges[at - 1]?.to ?? from)
    return band.from - start > 1000 ? [[start, Math.min(band.from, now)] as const] : []
  })
}

function Past({ bands, axis }: { bands: readonly Band[]; axis: Axis }): ReactNode {
  const zone = useZone()
  const at = (ms: number): number => shareOf(axis, nodeTime(ms))
  const [from, now] = [toMilliseconds(axis.from) - clockOffset(), toMilliseconds(axis.now) - clockOffset()]
  const shown = bands.filter(({ to }) => to > from)
  const lastBan = shown.findLast((band) => band.state === 'banned' && band.to < now - 1000)
  return (
    <>
      {gapsIn(shown, from, now).map(([start, end], index) => (
        // The first one begins where the axis does: its place among the others is what it keeps.
        <i key={index} className={styles.gap} style={span(at(start), at(end))} />
      ))}
      {shown.map((band) => (
        <i
          key={band.from}
          className={styles.band}
          data-state={band.state}
          data-over={band.to < now - 1000 || undefined}
          style={span(at(band.from), at(Math.min(band.to, now)))}
        />
      ))}
      {lastBan && at(now) - at(lastBan.from) > minWordsShare && (
        <span
          className={styles.was}
          style={{ left: percent(at(lastBan.from)), maxWidth: percent(at(now) - at(lastBan.from)) }}
        >
          <span className="visually-hidden">{clockWords(lastBan.from, zone)} </span>
          banned {formatDuration(Math.round((lastBan.to - lastBan.from) / 1000) * 1000)}
        </span>
      )}
    </>
  )
}

/** Solid is certain (a ban), hollow is known (full until the reset), dashed is expected, dots are nothing expected. */
function Future({ mark, axis }: { mark: Mark | undefined; axis: Axis }): ReactNode {
  const now = shareOf(axis, axis.now)
  const end = shareOf(axis, axis.reset ?? axis.to)
  if (!mark) return <i className={styles.dots} style={span(now, 1)} />
  if (mark.kind === 'full') return <i className={styles.hollow} style={span(now, end)} />
  if (mark.kind === 'ban')
    return (
      <>
        <i className={styles.ban} data-beyond={mark.beyond || undefined} style={span(now, mark.share)} />
        {mark.full && mark.share < end && <i className={styles.hollow} style={span(mark.share, end)} />}
      </>
    )
  return (
    <>
      <i className={styles.dash} style={span(now, mark.share)} />
      {mark.name !== 'pow' && <i className={styles.expected} style={span(mark.share, end)} />}
      <i className={styles.diamond} style={{ left: percent(mark.share) }} />
    </>
  )
}

function FutureWords({ mark, isRising }: { mark: Mark | undefined; isRising: boolean }): ReactNode {
  const zone = useZone()
  if (!mark) return isRising ? 'not rising' : ''
  if (mark.kind === 'ban')
    return (
      <>
        <span className="visually-hidden">Ban: </span>
        <b>
          <Countdown until={mark.until} now={serverNow} silent />
        </b>{' '}
        left
        {mark.beyond && <span className="visually-hidden">, longer than the axis</span>}
      </>
    )
  if (mark.kind === 'full')
    return (
      <>
        <span className="visually-hidden">{listed(mark.names.map((name) => gaugeLabels[name]))}: </span>free at the
        reset
      </>
    )
  if (mark.name === 'pow') return markWords(mark)
  return (
    <>
      <span className="visually-hidden">{gaugeLabels[mark.name]}: </span>limit about {clockTime(mark.at, zone, false)}
    </>
  )
}

interface TimelineCellProps {
  bands: readonly Band[]
  mark: Mark | undefined
  axis: Axis
  /** Whether nothing is expected of a limit that is not far away. */
  isRising: boolean
  /** The moment under the crosshair, Unix milliseconds of this browser, in the row that it is in. */
  moment: number | undefined
}

/** One party on the shared axis: its states so far as bands, and what is known or expected to come. */
export function TimelineCell({ bands, mark, axis, isRising, moment }: TimelineCellProps) {
  const now = shareOf(axis, axis.now)
  return (
    <div className={styles.axis} data-axis="" style={{ '--now': percent(now) } as CSSProperties}>
      <Past bands={bands} axis={axis} />
      <Future mark={mark} axis={axis} />
      <i className={styles.now} />
      <span className={styles.words} data-kind={mark?.kind}>
        <span>
          <FutureWords mark={mark} isRising={isRising} />
        </span>
      </span>
      {moment !== undefined && <output className={styles.moment}>{momentWords(bands, moment)}</output>}
    </div>
  )
}
