import { groupDigits } from '../../format/amount.ts'
import { formatSpan } from '../../format/duration.ts'
import { toMilliseconds } from '../../format/time.ts'
import { useEpoch } from '../../listing/labels.ts'
import { serverNow } from '../../node/clock.ts'
import { Panel } from '../../ui/panel.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { BurnChart } from './burn-chart.tsx'
import { enoughLooks, type Pace, paceOf } from './burn-rate.ts'
import { Explain } from './explain.tsx'
import { type Gauge, gaugeLabels } from './gauge.ts'
import { type History, inEpoch } from './history.ts'
import styles from './page.module.css'
import { wordEntries } from './spam-glossary.ts'

const perHour = (pace: number): string => `${groupDigits(pace.toFixed(pace >= 10 ? 0 : 1))} per hour`

interface Burning {
  gauge: Gauge
  looks: number
  pace: Pace | undefined
}

function outlook({ pace }: Burning, leftOfEpoch: number | undefined): string {
  if (!pace) return 'too few samples'
  if (pace.runsOutIn === undefined) return 'limit reached'
  if (leftOfEpoch !== undefined && pace.runsOutIn > leftOfEpoch) return `${perHour(pace.perHour)}, lasts the epoch`
  return `${perHour(pace.perHour)}, about ${formatSpan(pace.runsOutIn)}`
}

const namesOf = (idle: readonly Burning[]): string =>
  idle.map(({ gauge }) => gaugeLabels[gauge.name].replace(/^./, (letter) => letter.toLowerCase())).join(', ')

/** How fast counters fill: the one that runs out first drawn, the others in words. Every line is an estimate. */
export function BurnRatePanel(props: { gauges: readonly Gauge[]; history: History; epoch: string; nearAt: number }) {
  const { gauges, history, epoch, nearAt } = props
  const running = useEpoch()
  const left = running?.seq === epoch ? toMilliseconds(BigInt(running.timestamps.expiryTime) - serverNow()) : undefined
  const counted = gauges.filter(({ name, most, used }) => name !== 'pow' && most !== undefined && used !== '0')
  const burning = counted
    .filter(({ state }) => state !== 'none' && state !== 'denied')
    .map((gauge): Burning => {
      const looks = inEpoch(history[gauge.name], epoch).reduce((sum, run) => sum + run.looks, 0)
      return { gauge, looks, pace: paceOf(history[gauge.name], epoch, gauge.most ?? '0') }
    })
    .toSorted((a, b) => (a.pace?.runsOutIn ?? Infinity) - (b.pace?.runsOutIn ?? Infinity))
  const idle = burning.filter(({ pace, looks }) => !pace && looks >= enoughLooks)
  const [lead, ...others] = burning.filter((each) => !idle.includes(each))
  const drawn = lead?.pace?.runsOutIn === undefined ? undefined : lead
  const rest = drawn || !lead ? others : [lead, ...others]
  const looks = Math.max(0, ...burning.map((each) => each.looks))
  return (
    <Panel
      title={
        <>
          Burn rate <Explain entry={wordEntries.burnRate} />
        </>
      }
      end="as seen from here"
    >
      {drawn?.pace && (
        <>
          <p className={styles['lead']}>
            <span>
              {gaugeLabels[drawn.gauge.name]} <b className={styles['strong']}>about {perHour(drawn.pace.perHour)}</b>
            </span>
            {(left === undefined || (drawn.pace.runsOutIn ?? 0) <= left) && (
              <StateBadge state={drawn.gauge.state}>about {formatSpan(drawn.pace.runsOutIn ?? 0)}</StateBadge>
            )}
          </p>
          <BurnChart
            label={gaugeLabels[drawn.gauge.name]}
            state={drawn.gauge.state}
            runs={inEpoch(history[drawn.gauge.name], epoch)}
            most={drawn.gauge.most ?? '0'}
            nearAt={nearAt}
            pace={drawn.pace}
          />
        </>
      )}
      {rest.length > 0 && (
        <dl className={styles['rates']}>
          {rest.map((each) => (
            <div key={each.gauge.name}>
              <dt>{gaugeLabels[each.gauge.name]}</dt>
              <dd>{outlook(each, left)}</dd>
            </div>
          ))}
        </dl>
      )}
      {idle.length > 0 && <p className={styles['idle']}>Not moving: {namesOf(idle)}.</p>}
      <p className={styles['quiet']}>
        {burning.length === 0
          ? 'Nothing was sent in this epoch that has a limit.'
          : looks < enoughLooks
            ? 'A pace needs three answers within the epoch.'
            : `Estimates from ${looks} answers in this epoch.`}
      </p>
    </Panel>
  )
}
