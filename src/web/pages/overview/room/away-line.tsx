import { memo, type ReactNode } from 'react'
import { clockOffset } from '../../../client/server-clock.ts'
import {
  absences,
  dismissAbsences,
  type Incident,
  incidentsIn,
  useHistories,
} from '../../../features/spam-statistics/index.ts'
import { shortId } from '../../../format/id.ts'
import { clockTime, fromMilliseconds } from '../../../format/time.ts'
import type { Zone } from '../../../format/zone.ts'
import { usePartyNames } from '../../../preferences/party-names.ts'
import { usePreference, useZone } from '../../../preferences/use-preferences.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Anchor } from '../../../ui/inputs/anchor.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useObservable } from '../../../use-observable.ts'
import { gaugeNoun } from '../../../../wire/spam/spam-gauges.ts'
import { clockWords } from './timeline-cell.tsx'
import styles from './away-line.module.css'

/** When an incident began is known this well, in milliseconds; else it is said when it was found. */
const exactMs = 120_000

/** An incident, or bans that followed each other as one. */
interface Repeated extends Incident {
  times?: number
}

/** Bans of one limit with no more than this between them, in milliseconds, are told as one: a bot that sends on gets the next. */
const inARowMs = 180_000

/** Bans of a party that follow each other as one incident; `incidents` are sorted by their beginning. */
export function repeated<Each extends Repeated & { partyId: string }>(incidents: readonly Each[]): Each[] {
  const all: Each[] = []
  for (const each of incidents) {
    const at = all.findLastIndex(
      ({ partyId, name, state }) => partyId === each.partyId && name === each.name && state === each.state,
    )
    const last = all[at]
    if (last?.state === 'banned' && each.from - last.to < inARowMs)
      all[at] = { ...last, to: each.to, lasts: each.lasts, times: (last.times ?? 1) + 1 }
    else all.push(each)
  }
  return all
}

/** `reached its vote limit at 07:12`, `was banned 07:15 to 07:25 (over)`, `is banned since 07:31`. */
export function incidentWords({ name, state, from, to, after, lasts, times = 1 }: Repeated, zone: Zone): string {
  const isExact = from - after < exactMs
  if (times > 1 && lasts) return `was banned ${times} times since ${clockWords(from, zone)}, and is now`
  if (times > 1) return `was banned ${times} times from ${clockWords(from, zone)} to ${clockWords(to, zone)} (over)`
  if (state === 'limit')
    return `reached its ${gaugeNoun(name).replace(/s$/, '')} limit ${isExact ? 'at' : 'by'} ${clockWords(from, zone)}`
  if (lasts) return `is banned${isExact ? ` since ${clockWords(from, zone)}` : ''}`
  return `was banned ${clockWords(from, zone)} to ${clockWords(to, zone)} (over)`
}

const none: readonly string[] = []

/** What happened to these parties while no tab was visible, oldest first, and when that began. */
function useAway(parties: readonly string[]) {
  const thresholds = usePreference('spam')
  const away = useObservable(absences)
  const histories = useHistories(away.length > 0 ? parties : none)
  const now = useNow((now) => (away.length > 0 ? now : 0))
  const options = { thresholds, clockOffset: clockOffset(), now }
  const incidents = parties.flatMap((partyId, at) =>
    away.flatMap(({ left, back }) =>
      incidentsIn(histories[at] ?? {}, left, back, options).map((incident) => ({ ...incident, partyId, left })),
    ),
  )
  const unique = incidents.filter(
    ({ partyId, name, from }, at) =>
      incidents.findIndex((other) => other.partyId === partyId && other.name === name && other.from === from) === at,
  )
  return repeated(unique.toSorted((a, b) => a.from - b.from))
}

/**
 * What happened to the watched parties while no tab was in sight, until it is dismissed; else the summary of the rows. They have
 * one place, so that nothing moves when it comes.
 */
export const AwayLine = memo(function AwayLine(props: { parties: readonly string[]; summary: ReactNode }): ReactNode {
  const { parties, summary } = props
  const incidents = useAway(parties)
  const names = usePartyNames()
  const zone = useZone()
  const [first] = incidents.toSorted((a, b) => a.left - b.left)
  if (!first) return <p className={styles.line}>{summary}</p>
  return (
    <div className={styles.line} role="status" data-away="">
      <Icon name="clock" />
      <p>
        <b>While you were away</b>, since {clockTime(fromMilliseconds(first.left), zone)}:{' '}
        {incidents.map((incident, at) => (
          <span key={`${incident.partyId} ${incident.name} ${incident.from}`}>
            {at > 0 && '; '}
            <Anchor className="link" href={`/?party=${incident.partyId}&at=${Math.round(incident.from)}`}>
              {names[incident.partyId] ?? shortId(incident.partyId)}
            </Anchor>{' '}
            {incidentWords(incident, zone)}
          </span>
        ))}
        .
      </p>
      <IconButton icon="x" label="Dismiss what happened while you were away" onClick={dismissAbsences} />
    </div>
  )
})
