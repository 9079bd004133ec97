import { roughDuration } from '../../../format/duration.ts'
import { toMilliseconds, type Zone, clockTime, fromMilliseconds } from '../../../format/time.ts'
import { useEpoch } from '../../../entities/use-node-status.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { type Gauge, gaugeLabels, gaugeNoun } from '../../../../wire/spam/spam-gauges.ts'
import type { History } from '../history/history.ts'
import {
  inEpoch,
  enoughReadings,
  jumpOf,
  paceOf,
  hourMs,
  type Pace,
  type Run,
} from '../../../../wire/spam/spam-pace.ts'
import styles from '../page.module.css'
import { terms } from '../../../entities/terms.ts'
import { basisWords, jumpWords, rateWords } from './burn-rate-words.ts'
import chartStyles from './burn-rate-panel.module.css'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { groupDigits } from '../../../format/amount.ts'
import { onResize } from '../../../listen.ts'

const [edge, top, bottom, height] = [8, 14, 98, 118]
/** How much of the width the forecast may take. */
const maxForecastShare = 0.55

interface BurnChartProps {
  gauge: Gauge
  /** Of one epoch, at least one. */
  runs: readonly Run[]
  nearAt: number
  pace: Pace
}

/** The width of the chart in pixels, so that its words have the size of other words however wide it is. */
function useWidth(): [ref: RefObject<SVGSVGElement | null>, width: number] {
  const ref = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(300)
  useLayoutEffect(() => {
    const svg = ref.current
    // A page that is not shown has no widths.
    if (!svg) return undefined
    return onResize([svg], () => setWidth((known) => Math.round(svg.getBoundingClientRect().width) || known))
  }, [])
  return [ref, width]
}

/** A counter in steps up to the last reading, and its forecast. Numbers are for drawing only. */
function BurnChart({ gauge: { name, state, max = '0' }, runs, nearAt, pace }: BurnChartProps) {
  const zone = useZone()
  const [ref, width] = useWidth()
  const [left, right] = [edge, width - edge]
  const [first, last] = [runs[0], runs.at(-1)]
  if (!first || !last) return null
  const limit = Number(max)
  const near = Math.ceil((limit * nearAt) / 100)
  const [begin, now] = [Math.max(first.from, last.to - hourMs), last.to]
  const span = Math.max(1, now - begin)
  const ahead = Math.min(pace.runsOutIn ?? 0, span * maxForecastShare)
  const end = now + ahead
  const used = Number(last.used)
  const then = used + (ahead / hourMs) * pace.perHour
  const low = Math.max(0, Number(first.used) - (limit - Number(first.used)) * 0.3)
  const x = (at: number): number => left + ((Math.max(at, begin) - begin) / (end - begin)) * (right - left)
  const y = (value: number): number => bottom - ((Math.min(value, limit) - low) / (limit - low || 1)) * (bottom - top)
  const corners = runs
    .filter(({ to }) => to >= begin)
    .map((run) => [x(run.from).toFixed(1), y(Number(run.used)).toFixed(1)] as const)
  const steps = corners.map(([x, y], index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('')
  const clock = (at: number): string => clockTime(fromMilliseconds(at), zone, false)
  const reaches = pace.runsOutIn !== undefined && pace.runsOutIn <= ahead
  const here = x(now)
  return (
    <svg
      ref={ref}
      className={chartStyles['chart']}
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      role="img"
      aria-label={`${gaugeLabels[name]}: from ${groupDigits(first.used)} to ${groupDigits(last.used)} of ${groupDigits(max)}`}
      data-state={state}
    >
      <path className={chartStyles['axis']} d={`M${left} ${bottom}H${right}`} />
      <path className={chartStyles['limit']} d={`M${left} ${y(limit)}H${right}`} />
      {near > low && near < limit && <path className={chartStyles['near']} d={`M${left} ${y(near)}H${right}`} />}
      <path className={chartStyles['steps']} d={`${steps}H${here.toFixed(1)}`} />
      {ahead > 0 && <path className={chartStyles['forecast']} d={`M${here} ${y(used)}L${x(end)} ${y(then)}`} />}
      <circle cx={here} cy={y(used)} r="3" />
      <g className={chartStyles['words']}>
        <text x={left} y={y(limit) - 4}>
          limit {groupDigits(max)}
        </text>
        {near > low && near < limit && (
          <text x={left} y={y(near) - 4}>
            near {groupDigits(String(near))}
          </text>
        )}
        <text x={left} y="113">
          {clock(begin)}
        </text>
        {here < right - 60 && here > left + 45 && (
          <text x={here} y="113" textAnchor="middle">
            now
          </text>
        )}
        <text x={right} y="113" textAnchor="end">
          {ahead === 0 ? 'now' : `${clock(end)}${reaches ? ' est.' : ''}`}
        </text>
      </g>
    </svg>
  )
}

/** The counters with a limit that were used in this epoch; the one that runs out first comes first. */
const burnsOf = (gauges: readonly Gauge[], history: History, epoch: string) =>
  gauges
    .filter(({ name, max, used }) => name !== 'pow' && max !== undefined && used !== '0')
    .filter(({ state }) => state !== 'none' && state !== 'denied' && state !== 'stale')
    .map((gauge) => {
      const runs = inEpoch(history[gauge.name], epoch)
      const readings = runs.reduce((sum, run) => sum + run.looks, 0)
      return { gauge, runs, readings, pace: paceOf(runs, epoch, gauge.max ?? '0'), jump: jumpOf(runs, epoch) }
    })
    .toSorted((a, b) => (a.pace?.runsOutIn ?? Infinity) - (b.pace?.runsOutIn ?? Infinity))

/** How fast one counter fills in this epoch; `jump` is its only rise, from which no rate follows. */
type Burn = ReturnType<typeof burnsOf>[number]

function outlook({ gauge, pace, jump }: Burn, leftOfEpoch: number | undefined, zone: Zone): string {
  if (gauge.left === '0') return 'limit reached'
  if (jump) return jumpWords(jump, zone)
  if (pace?.runsOutIn === undefined) return 'too few readings'
  if (leftOfEpoch !== undefined && pace.runsOutIn > leftOfEpoch) return `${rateWords(pace.perHour)}, lasts the epoch`
  return `${rateWords(pace.perHour)}, limit in ${roughDuration(pace.runsOutIn)}`
}

const namesOf = (burns: readonly Burn[]): string => burns.map(({ gauge }) => gaugeNoun(gauge.name)).join(', ')

/** What the rates rest on, or why there is none. */
function footnote(burns: readonly Burn[], epoch: string, zone: Zone): string {
  const rated = burns.find(({ pace }) => pace?.runsOutIn !== undefined)
  if (rated) return basisWords(rated.runs, epoch, zone)
  return 'A rate needs two increases within an hour of this epoch.'
}

/** How fast counters fill: a chart of the one that runs out first, the others in words. Every line is an estimate. Nothing while no counter rises. */
export function BurnRatePanel(props: { gauges: readonly Gauge[]; history: History; epoch: string; nearAt: number }) {
  const { gauges, history, epoch, nearAt } = props
  const running = useEpoch()
  const zone = useZone()
  const left = running?.seq === epoch ? toMilliseconds(running.end - serverNow()) : undefined
  const burns = burnsOf(gauges, history, epoch)
  const isIdle = ({ pace, jump, readings }: Burn): boolean => !pace && !jump && readings >= enoughReadings
  const idle = burns.filter(isIdle)
  const active = burns.filter((burn) => !isIdle(burn))
  const charted = active.slice(0, 1).filter(({ pace }) => pace?.runsOutIn !== undefined)
  const listed = active.slice(charted.length)
  const stale = gauges.some(({ state }) => state === 'stale')
  if (stale || !burns.some(({ pace, jump }) => pace?.runsOutIn !== undefined || jump)) return null
  const note = footnote(burns, epoch, zone)
  return (
    <Panel
      title={
        <>
          Burn rate <Explain entry={terms.burnRate} />
        </>
      }
    >
      <div className={chartStyles['body']}>
        {charted.map((burn) => (
          <ChartedBurn key={burn.gauge.name} burn={burn} left={left} nearAt={nearAt} />
        ))}
        {listed.length > 0 && (
          <dl className={styles['rates']}>
            {listed.map((burn) => (
              <div key={burn.gauge.name}>
                <dt>{gaugeLabels[burn.gauge.name]}</dt>
                <dd>{outlook(burn, left, zone)}</dd>
              </div>
            ))}
          </dl>
        )}
        {idle.length > 0 && <p className={styles['idle']}>No change: {namesOf(idle)}.</p>}
        <p className="quiet">{note}</p>
      </div>
    </Panel>
  )
}

/** The counter that runs out first: `left` is the rest of the epoch in milliseconds, undefined while unknown. */
function ChartedBurn({ burn, left, nearAt }: { burn: Burn; left: number | undefined; nearAt: number }) {
  const { gauge, runs, pace } = burn
  if (pace?.runsOutIn === undefined) return null
  return (
    <>
      <p className={styles['lead']}>
        <span>
          {gaugeLabels[gauge.name]} <b className={styles['strong']}>{rateWords(pace.perHour)}</b>
        </span>
        {(left === undefined || pace.runsOutIn <= left) && (
          <StateBadge state={gauge.state}>limit in {roughDuration(pace.runsOutIn)}</StateBadge>
        )}
      </p>
      <BurnChart gauge={gauge} runs={runs} nearAt={nearAt} pace={pace} />
    </>
  )
}
