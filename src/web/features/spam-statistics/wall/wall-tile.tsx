import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useReducer } from 'react'
import { groupDigits } from '../../../format/amount.ts'
import { formatAge } from '../../../format/duration.ts'
import { shortId } from '../../../format/id.ts'
import { formatInstant } from '../../../format/time.ts'
import { pathTo } from '../../../format/path.ts'
import { failureOf } from '../../../infinite-list/error-view.ts'
import { useNow } from '../../../ui/use-now.ts'
import { usePreferences, useZone } from '../../../preferences/use-preferences.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { failureWords } from '../../../ui/feedback/failure-view.ts'
import { IdChip } from '../../../ui/display/id-chip.tsx'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { watchParty } from '../alerts/alerts.ts'
import { confirmEnd, isConfirming } from '../ban.ts'
import { gaugeLabels } from '../gauges/gauge.ts'
import { Meter } from '../gauges/meter.tsx'
import { NodeCountdown } from '../node-countdown.tsx'
import { spamStatisticsQuery } from '../query.ts'
import { endedIn } from '../use-monitor.ts'
import { useVerdict } from '../verdict/use-verdict.ts'
import type { SpamVerdict } from '../verdict/verdict.ts'
import { browserVoice } from '../alerts/voice.ts'
import { decisive } from './wall-order.ts'
import styles from './wall.module.css'

export interface WallTileProps {
  partyId: string
  paused: boolean
  onPause: (partyId: string) => void
  onRemove: (partyId: string) => void
  /** A ban has run out by the node's clock: ask soon, and see where the party stands now. */
  onEnd: (partyId: string) => void
  prefer: (partyId: string) => void
}

function Age({ since, paused }: { since: number; paused: boolean }) {
  const age = Math.max(0, useNow() - since)
  const words = since === 0 ? 'Not asked yet' : age < 2000 ? 'Now' : `${formatAge(age)} ago`
  return <span>{paused ? `Paused, ${words.toLowerCase()}` : words}</span>
}

/** Digits that fit a tile in the size of a figure. */
const longest = 9

/** The limit that decides: the ban's end, or its count. */
function Decisive({ told, label, onEnd }: { told: SpamVerdict; label: string; onEnd: () => void }) {
  const zone = useZone()
  const { ban } = told
  if (ban) {
    return (
      <>
        <b className={styles['countdown']}>
          <NodeCountdown until={ban.until} label={`${label}, ${ban.label}`} onEnd={onEnd} />
        </b>
        <span>{ban.label}</span>
        <small>until {formatInstant(ban.until, zone)}</small>
      </>
    )
  }
  const gauge = decisive(told)
  const ended = told.gauges.flatMap(({ endedBan }) => (endedBan === undefined ? [] : [endedBan]))
  const note = ended.some((end) => isConfirming(end, told.answeredAt))
    ? 'Ban run out, to be confirmed'
    : ended.length > 0
      ? 'Ban run out, still reported'
      : gauge?.left && `${groupDigits(gauge.left)} left`
  if (!gauge || gauge.used === undefined || gauge.most === undefined)
    return (
      <>
        <b>Not reported</b>
        <span>{told.context}</span>
      </>
    )
  if (gauge.state === 'unrecorded' || gauge.state === 'unknown')
    return (
      <>
        <b>{gauge.state === 'unrecorded' ? 'No record' : 'Nothing counted'}</b>
        <span>
          {told.sentence} {told.context}
        </span>
      </>
    )
  const idle = gauge.used === '0' && gauge.state === 'ok'
  return (
    <>
      {idle ? (
        <b>Nothing counted</b>
      ) : (
        <b data-long={gauge.most.length > longest || undefined}>
          {groupDigits(gauge.used)} <small>/ {groupDigits(gauge.most)}</small>
        </b>
      )}
      <span>{idle ? 'in this epoch' : gaugeLabels[gauge.name]}</span>
      {(ended.length > 0 || !idle) && <small>{note}</small>}
    </>
  )
}

/** One party of the wall. It renders with its own answers; the loop of the wall asks for them. */
export const WallTile = memo(function WallTile(props: WallTileProps) {
  const { partyId, paused, onPause, onRemove, onEnd, prefer } = props
  const query = useQuery({ ...spamStatisticsQuery(partyId), enabled: false })
  const { spam, live, nicknames } = usePreferences()
  const [, recount] = useReducer((ends: number) => ends + 1, 0)
  const told = useVerdict({ partyId, data: query.data, dataUpdatedAt: query.dataUpdatedAt })
  const gauge = told && decisive(told)
  const name = nicknames[partyId] ?? shortId(partyId)

  useEffect(() => {
    if (told) watchParty(partyId, told, browserVoice)
  }, [partyId, told])

  const ended = told && endedIn(told)
  useEffect(
    () => (live && !paused && ended !== undefined ? confirmEnd(() => prefer(partyId)) : undefined),
    [live, paused, ended, prefer, partyId],
  )

  return (
    <article className={styles['tile']} data-state={told?.worst} data-paused={paused || undefined} aria-label={name}>
      <header>
        <IdChip id={partyId} kind="party" to={pathTo`/spam/${partyId}`} copy={false} />
        {told ? (
          <StateBadge state={told.worst} />
        ) : (
          <StateBadge state="unknown">{query.error ? 'No data' : 'Reading'}</StateBadge>
        )}
      </header>
      <div className={styles['body']}>
        {told && gauge && <Meter gauge={gauge} thresholds={spam} shape="radial" />}
        <p>
          {told && (
            <Decisive
              told={told}
              label={name}
              onEnd={() => {
                recount()
                onEnd(partyId)
              }}
            />
          )}
          {!told && query.error && <span>{failureWords(failureOf(query.error), 'its limits').title}</span>}
        </p>
      </div>
      <footer>
        <Age since={query.dataUpdatedAt} paused={paused} />
        {query.error && told && <StateBadge state="near">No answer</StateBadge>}
        <Button
          small
          variant="bare"
          icon={paused ? 'play' : 'pause'}
          pressed={paused}
          aria-label={`Pause ${name}`}
          onClick={() => onPause(partyId)}
        />
        <Button small variant="bare" icon="x" aria-label={`Remove ${name}`} onClick={() => onRemove(partyId)} />
      </footer>
    </article>
  )
})
