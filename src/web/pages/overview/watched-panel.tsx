import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { groupDigits } from '../../format/amount.ts'
import { formatAge } from '../../format/duration.ts'
import { shortId } from '../../format/id.ts'
import { plural } from '../../format/words.ts'
import { linkTo } from '../../link-to.ts'
import { serverNow } from '../../api/status/server-clock.ts'
import { IdForm } from '../../entities/search/id-form.tsx'
import { useKnownParties } from '../../entities/search/suggestions.ts'
import { setWatched } from '../../preferences/lists.ts'
import { useNickname, usePreferences } from '../../preferences/use-preferences.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { failureWords, type FailureView } from '../../ui/feedback/failure-view.ts'
import { compareRisk } from '../../ui/feedback/risk-state.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { type Answer, answerOf } from '../../infinite-list/query-panel.tsx'
import { spamStatisticsQuery } from '../../features/spam-statistics/query.ts'
import { gaugeLabels } from '../../features/spam-statistics/gauges/gauge.ts'
import { useVerdicts } from '../../features/spam-statistics/verdict/use-verdict.ts'
import type { SpamVerdict } from '../../features/spam-statistics/verdict/verdict.ts'
import { SomeParties } from './some-parties.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useSteadyOrder } from '../../ui/use-steady-order.ts'
import styles from './watched-panel.module.css'
import rowStyles from './watched-row.module.css'

/** Milliseconds between requests for a party: at least ten seconds, and at most two requests a second for all. */
const intervalFor = (parties: number): number => Math.max(10_000, parties * 500)

function AddParty({ onDone }: { onDone: () => void }) {
  return (
    <IdForm
      className={styles.form}
      label="Party to watch"
      hideLabel
      // the reader pressed "Watch a party" to type here
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      kind="party"
      known={useKnownParties()}
      onChoose={(party) => {
        setWatched(party, true)
        onDone()
      }}
      placeholder="Paste a party id"
      warning="A party id has 64 hex characters."
    >
      {() => (
        <>
          <Button type="submit">Watch</Button>
          <Button variant="bare" onClick={onDone}>
            Cancel
          </Button>
        </>
      )}
    </IdForm>
  )
}

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
  return `${gaugeLabels[gauge.name]} ${groupDigits(gauge.used ?? '')} of ${groupDigits(gauge.max ?? '')}`
}

interface WatchedRowProps extends Pick<Answer<unknown>, 'failure' | 'dataUpdatedAt'> {
  partyId: string
  verdict: SpamVerdict | undefined
}

function Old({ failure, since }: { failure: FailureView; since: number }) {
  return `${failureWords(failure, 'its limits').title}, ${formatAge(useNow() - since)} old`
}

/** One watched party with its state and the limit behind it. After a failure old values stay, with their age. */
function WatchedRow({ partyId, verdict, dataUpdatedAt, failure }: WatchedRowProps) {
  const nickname = useNickname(partyId)
  const short = shortId(partyId)
  return (
    <li className={rowStyles.row} data-id={partyId}>
      <Anchor href={linkTo('/parties/$partyId', { partyId })} className={rowStyles.link} title={partyId}>
        <StarMark id={partyId} />
        <span className={rowStyles.who}>
          {nickname !== undefined && <b>{nickname}</b>}
          <code aria-hidden="true">{short}</code>
          <span className="visually-hidden">party {partyId}</span>
        </span>
        <span className={rowStyles.state}>
          {verdict ? (
            <>
              <StateBadge state={verdict.worst} />
              <small>{failure ? <Old failure={failure} since={dataUpdatedAt} /> : <Closest verdict={verdict} />}</small>
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

export function WatchedPanel() {
  const { watched, live } = usePreferences()
  const [adding, setAdding] = useState(false)
  const intervalMs = intervalFor(watched.length)
  const queries = useQueries({
    queries: watched.map((partyId) => ({
      ...spamStatisticsQuery(partyId),
      staleTime: intervalMs - 500,
      refetchInterval: live ? intervalMs : (false as const),
      refetchIntervalInBackground: false,
    })),
  })
  const answers = watched.flatMap((partyId, at) => (queries[at] ? [{ partyId, ...answerOf(queries[at]) }] : []))
  const verdicts = useVerdicts(answers)
  const rows = answers.map((answer, at) => ({ ...answer, verdict: verdicts[at] }))
  rows.sort((a, b) => compareRisk(a.verdict?.worst ?? 'unknown', b.verdict?.worst ?? 'unknown'))
  const { order, hold } = useSteadyOrder(rows.map(({ partyId }) => partyId))
  rows.sort((a, b) => order.indexOf(a.partyId) - order.indexOf(b.partyId))
  const asks = live ? `Asked every ${Math.round(intervalMs / 1000)} s, ${plural(watched.length, 'call')}` : 'Paused'
  return (
    <Panel
      flush
      title="Watched parties"
      count={watched.length > 0 ? watched.length : undefined}
      end={watched.length > 1 ? 'Sorted by risk' : undefined}
      foot={
        adding ? (
          <AddParty onDone={() => setAdding(false)} />
        ) : (
          <>
            <span className={styles.add}>
              <Button small variant="bare" icon="plus" onClick={() => setAdding(true)}>
                Watch a party
              </Button>
            </span>
            {watched.length > 0 && <span className={styles.pace}>{asks}</span>}
          </>
        )
      }
    >
      {watched.length === 0 ? (
        <SomeParties />
      ) : (
        <ul className={styles.rows} aria-label="Watched parties, the worst state first" {...hold}>
          {rows.map((row) => (
            <WatchedRow key={row.partyId} {...row} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
