import { aboutSpan } from '../../../format/duration.ts'
import { toMilliseconds, type Zone } from '../../../format/time.ts'
import { useEpoch } from '../../../entities/epoch/use-epoch.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { type Gauge, gaugeLabels, gaugeNoun } from '../../../../wire/spam/spam-gauges.ts'
import { type History } from '../history/history.ts'
import { inEpoch } from '../../../../wire/spam/spam-pace.ts'
import styles from '../page.module.css'
import { terms } from '../../../entities/terms.ts'
import { BurnChart } from './burn-chart.tsx'
import chartStyles from './burn-chart.module.css'
import { basisWords, jumpWords, rateWords } from './burn-rate.ts'
import { enoughReadings, jumpOf, paceOf } from '../../../../wire/spam/spam-pace.ts'

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
  return `${rateWords(pace.perHour)}, limit in ${aboutSpan(pace.runsOutIn)}`
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
        <p className={styles['quiet']}>{note}</p>
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
          <StateBadge state={gauge.state}>limit in {aboutSpan(pace.runsOutIn)}</StateBadge>
        )}
      </p>
      <BurnChart gauge={gauge} runs={runs} nearAt={nearAt} pace={pace} />
    </>
  )
}
