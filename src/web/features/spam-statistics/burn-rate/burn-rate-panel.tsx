import { aboutSpan } from '../../../format/duration.ts'
import { toMilliseconds, type Zone } from '../../../format/time.ts'
import { useEpoch } from '../../../entities/epoch/use-epoch.ts'
import { serverNow } from '../../../api/status/server-clock.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { BurnChart } from './burn-chart.tsx'
import { enoughLooks, type Jump, jumpOf, type Pace, paceOf } from './burn-rate.ts'
import { jumpWords, rateWords } from './burn-words.ts'
import { Explain } from '../explain.tsx'
import { type Gauge, gaugeLabels } from '../gauges/gauge.ts'
import { type History, inEpoch } from '../history/history.ts'
import styles from '../page.module.css'
import { wordEntries } from '../spam-glossary.ts'

interface Burning {
  gauge: Gauge
  looks: number
  pace: Pace | undefined
  /** Its only rise, of which no rate follows. */
  jump: Jump | undefined
}

function outlook({ gauge, pace, jump }: Burning, leftOfEpoch: number | undefined, zone: Zone): string {
  if (gauge.left === '0') return 'limit reached'
  if (jump) return jumpWords(jump, zone)
  if (pace?.runsOutIn === undefined) return 'too few readings'
  if (leftOfEpoch !== undefined && pace.runsOutIn > leftOfEpoch) return `${rateWords(pace.perHour)}, lasts the epoch`
  return `${rateWords(pace.perHour)}, limit in ${aboutSpan(pace.runsOutIn)}`
}

const namesOf = (idle: readonly Burning[]): string =>
  idle.map(({ gauge }) => gaugeLabels[gauge.name].replace(/^./, (letter) => letter.toLowerCase())).join(', ')

/** How fast counters fill: the one that runs out first drawn, the others in words. Every line is an estimate. */
export function BurnRatePanel(props: { gauges: readonly Gauge[]; history: History; epoch: string; nearAt: number }) {
  const { gauges, history, epoch, nearAt } = props
  const running = useEpoch()
  const zone = useZone()
  const left = running?.seq === epoch ? toMilliseconds(BigInt(running.timestamps.expiryTime) - serverNow()) : undefined
  const counted = gauges.filter(({ name, most, used }) => name !== 'pow' && most !== undefined && used !== '0')
  const burning = counted
    .filter(({ state }) => state !== 'none' && state !== 'denied')
    .map((gauge): Burning => {
      const runs = history[gauge.name]
      const looks = inEpoch(runs, epoch).reduce((sum, run) => sum + run.looks, 0)
      return { gauge, looks, pace: paceOf(runs, epoch, gauge.most ?? '0'), jump: jumpOf(runs, epoch) }
    })
    .toSorted((a, b) => (a.pace?.runsOutIn ?? Infinity) - (b.pace?.runsOutIn ?? Infinity))
  const idle = burning.filter(({ pace, jump, looks }) => !pace && !jump && looks >= enoughLooks)
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
      end="measured in this browser"
    >
      {drawn?.pace && (
        <>
          <p className={styles['lead']}>
            <span>
              {gaugeLabels[drawn.gauge.name]} <b className={styles['strong']}>{rateWords(drawn.pace.perHour)}</b>
            </span>
            {(left === undefined || (drawn.pace.runsOutIn ?? 0) <= left) && (
              <StateBadge state={drawn.gauge.state}>limit in {aboutSpan(drawn.pace.runsOutIn ?? 0)}</StateBadge>
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
              <dd>{outlook(each, left, zone)}</dd>
            </div>
          ))}
        </dl>
      )}
      {idle.length > 0 && <p className={styles['idle']}>No change: {namesOf(idle)}.</p>}
      <p className={styles['quiet']}>
        {burning.length === 0
          ? 'No limited transactions sent this epoch.'
          : burning.every(({ pace }) => !pace)
            ? 'A rate needs two rises within an hour of this epoch.'
            : `Estimates from ${looks} readings in this epoch.`}
      </p>
    </Panel>
  )
}
