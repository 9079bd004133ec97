import { useQuery } from '@tanstack/react-query'
import { memo, useReducer, type ReactNode } from 'react'
import { groupDigits } from '../../../format/amount.ts'
import { formatAge } from '../../../format/duration.ts'
import { shortId } from '../../../format/id.ts'
import { formatInstant } from '../../../format/time.ts'
import { linkTo } from '../../../link-to.ts'
import { failureOf } from '../../../infinite-list/error-view.ts'
import { useNow } from '../../../ui/use-now.ts'
import { usePartyName } from '../../../preferences/party-names.ts'
import { usePreference, useZone } from '../../../preferences/use-preferences.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { failureLine } from '../../../ui/feedback/failure-view.ts'
import { IdChip } from '../../../ui/display/id-chip.tsx'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { isConfirming } from '../ban.ts'
import { gaugeLabels } from '../gauges/gauge.ts'
import { UsedOfLimit } from '../gauges/gauge-figure.tsx'
import { Meter } from '../gauges/meter.tsx'
import { NodeCountdown } from '../node-countdown.tsx'
import { spamStatisticsQuery } from '../query.ts'
import { useVerdictEffects } from '../use-verdict-effects.ts'
import { useVerdict } from '../verdict/use-verdict.ts'
import type { SpamVerdict } from '../verdict/verdict.ts'
import { decisiveGauge } from './wall-order.ts'
import styles from './wall.module.css'

export interface WallTileProps {
  partyId: string
  paused: boolean
  onPause: (partyId: string) => void
  onRemove: (partyId: string) => void
  /** A ban has run out by the node's clock. */
  onEnd: () => void
  /** Requests this party next. */
  prefer: (partyId: string) => void
}

function Age({ since, paused }: { since: number; paused: boolean }) {
  const age = Math.max(0, useNow() - since)
  const words = since === 0 ? 'Not loaded yet' : age < 2000 ? 'Now' : `${formatAge(age)} ago`
  return <span>{paused ? `Paused, ${words.toLowerCase()}` : words}</span>
}

/** The state of a ban that has run out; undefined without one. */
function endedBanWords({ gauges, answeredAt }: SpamVerdict): string | undefined {
  const ended = gauges.flatMap(({ endedBan }) => endedBan ?? [])
  if (ended.length === 0) return undefined
  return ended.some((end) => isConfirming(end, answeredAt)) ? 'Ban expired, confirming' : 'Ban expired, still reported'
}

interface DecisiveLimitProps {
  verdict: SpamVerdict
  partyName: string
  onEnd: () => void
}

/** The limit that decides the state of the party: its meter, and the countdown of the ban or its count. */
function DecisiveLimit({ verdict, partyName, onEnd }: DecisiveLimitProps): ReactNode {
  const zone = useZone()
  const spam = usePreference('spam')
  const { ban } = verdict
  const gauge = decisiveGauge(verdict)
  return (
    <>
      {gauge && <Meter gauge={gauge} thresholds={spam} shape="radial" />}
      <p>
        {ban ? (
          <>
            <b className={styles['countdown']}>
              <NodeCountdown until={ban.until} label={`${partyName}, ${ban.label}`} onEnd={onEnd} />
            </b>
            <span>{ban.label}</span>
            <small>until {formatInstant(ban.until, zone)}</small>
          </>
        ) : (
          <DecisiveCount verdict={verdict} />
        )}
      </p>
    </>
  )
}

function DecisiveCount({ verdict }: { verdict: SpamVerdict }): ReactNode {
  const gauge = decisiveGauge(verdict)
  if (gauge?.used === undefined || gauge.max === undefined)
    return (
      <>
        <b>Not reported</b>
        <span>{verdict.context}</span>
      </>
    )
  const { name, state, used, max, left } = gauge
  if (state === 'unrecorded' || state === 'unknown')
    return (
      <>
        <b>{state === 'unrecorded' ? 'No record' : 'Nothing counted'}</b>
        <span>
          {verdict.sentence} {verdict.context}
        </span>
      </>
    )
  const endedBan = endedBanWords(verdict)
  if (used === '0' && state === 'ok')
    return (
      <>
        <b>Nothing counted</b>
        <span>in this epoch</span>
        {endedBan && <small>{endedBan}</small>}
      </>
    )
  return (
    <>
      <UsedOfLimit used={used} max={max} />
      <span>{gaugeLabels[name]}</span>
      <small>{endedBan ?? (left && `${groupDigits(left)} left`)}</small>
    </>
  )
}

/** One party of the wall. It renders with its own responses; the wall's loop requests them. */
export const WallTile = memo(function WallTile(props: WallTileProps) {
  const { partyId, paused, onPause, onRemove, onEnd, prefer } = props
  const { data, dataUpdatedAt, error } = useQuery({ ...spamStatisticsQuery(partyId), enabled: false })
  const live = usePreference('live')
  const [, recount] = useReducer((ends: number) => ends + 1, 0)
  const verdict = useVerdict({ partyId, data, dataUpdatedAt })
  const name = usePartyName(partyId) ?? shortId(partyId)
  useVerdictEffects(partyId, verdict, live && !paused, () => prefer(partyId))

  return (
    <article className={styles['tile']} data-state={verdict?.worst} data-paused={paused || undefined} aria-label={name}>
      <header>
        <IdChip id={partyId} kind="party" stacked to={linkTo('/spam/$partyId', { partyId })} />
        <StateBadge state={verdict?.worst ?? 'unknown'}>
          {verdict ? undefined : error ? 'No data' : 'Loading'}
        </StateBadge>
      </header>
      <div className={styles['body']}>
        {verdict ? (
          <DecisiveLimit
            verdict={verdict}
            partyName={name}
            onEnd={() => {
              recount()
              onEnd()
            }}
          />
        ) : (
          error && <p>{failureLine(failureOf(error), 'its limits')}</p>
        )}
      </div>
      <footer>
        <Age since={dataUpdatedAt} paused={paused} />
        {error && verdict && <StateBadge state="near">No response</StateBadge>}
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
