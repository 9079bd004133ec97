import { groupDigits } from '../../format/amount.ts'
import { formatAge } from '../../format/duration.ts'
import { shortId } from '../../format/id.ts'
import { linkTo } from '../../link-to.ts'
import { useNow } from '../../ui/use-now.ts'
import { serverNow } from '../../api/status/server-clock.ts'
import { useNickname } from '../../preferences/use-preferences.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { failureWords } from '../../ui/feedback/failure-view.ts'
import type { FailureView } from '../../ui/feedback/failure.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { gaugeLabels } from '../../features/spam-statistics/gauges/gauge.ts'
import type { SpamVerdict } from '../../features/spam-statistics/verdict/verdict.ts'
import styles from './watched-row.module.css'

function Closest({ verdict }: { verdict: SpamVerdict }) {
  if (verdict.ban) {
    return (
      <>
        {verdict.ban.label}, <Countdown until={verdict.ban.until} now={serverNow} /> left
      </>
    )
  }
  const gauge = verdict.gauges.find(({ state, used }) => state === verdict.worst && used !== undefined && used !== '0')
  if (!gauge) return verdict.worst === 'ok' ? 'Nothing counted this epoch' : verdict.sentence
  return `${gaugeLabels[gauge.name]} ${groupDigits(gauge.used ?? '')} of ${groupDigits(gauge.most ?? '')}`
}

export interface WatchedRowProps {
  partyId: string
  verdict: SpamVerdict | undefined
  /** When the node reported it, Unix milliseconds. */
  updatedAt: number
  failure: FailureView | undefined
}

function Old({ failure, updatedAt }: { failure: FailureView; updatedAt: number }) {
  return `${failureWords(failure, 'its limits').title}, ${formatAge(useNow() - updatedAt)} old`
}

/** One watched party with its state and the limit behind it. After a failure old values stay, with their age. */
export function WatchedRow({ partyId, verdict, updatedAt, failure }: WatchedRowProps) {
  const nickname = useNickname(partyId)
  const short = shortId(partyId)
  return (
    <li className={styles.row} data-id={partyId}>
      <Anchor href={linkTo('/parties/$partyId', { partyId })} className={styles.link} title={partyId}>
        <StarMark id={partyId} />
        <span className={styles.who}>
          {nickname !== undefined && <b>{nickname}</b>}
          <code aria-hidden="true">{short}</code>
          <span className="visually-hidden">party {partyId}</span>
        </span>
        <span className={styles.state}>
          {verdict ? (
            <>
              <StateBadge state={verdict.worst} />
              <small>{failure ? <Old failure={failure} updatedAt={updatedAt} /> : <Closest verdict={verdict} />}</small>
            </>
          ) : (
            <>
              <StateBadge state="unknown">{failure ? 'No data' : 'Reading'}</StateBadge>
              <small>{failure ? failureWords(failure, 'its limits').title : '\u2026'}</small>
            </>
          )}
        </span>
      </Anchor>
    </li>
  )
}
