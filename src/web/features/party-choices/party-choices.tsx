import { useQueries } from '@tanstack/react-query'
import { isAway } from '../../client/connection.ts'
import { serverNow } from '../../client/server-clock.ts'
import { type PartyChoice, usePartyGroups } from '../../entities/party/party-options.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { groupDigits } from '../../format/amount.ts'
import { failureOf } from '../../format/failure.ts'
import { shortId } from '../../format/id.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { failureWords } from '../../ui/feedback/failure-view.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { MarkedName } from '../../ui/inputs/star-mark.tsx'
import { gaugeLabels } from '../../../wire/spam/spam-gauges.ts'
import { useObservable } from '../../use-observable.ts'
import { spamStatisticsQuery } from '../spam-statistics/query.ts'
import type { SpamVerdict } from '../../../wire/spam/spam-verdict.ts'
import { useWatched, watched } from '../spam-statistics/watcher/watched.ts'
import { decisiveGauge, maxParties } from '../spam-statistics/wall.ts'
import styles from './party-choices.module.css'
import { plural } from '../../format/words.ts'
import { rowsOf } from '../../list/list.ts'
import { useList } from '../../list/use-list.ts'
import { liquidityProvidersQuery } from '../liquidity-providers/query.ts'
import { shortLeverage } from '../margin-modes/leverage.ts'
import { marginModesQuery } from '../margin-modes/query.ts'
import { summarise } from '../margin-modes/summary.ts'

function HighestLeverage({ partyId }: { partyId: string }) {
  const modes = useList(marginModesQuery({ partyId }))
  const [highest] = summarise([{ startsAt: 0, edges: rowsOf(modes).map((node) => ({ node })) }]).highest
  return highest && <small title={`${highest.leverage}x`}>Isolated {shortLeverage(highest.leverage)}</small>
}

/**
 * What a party is busy with: where it provides liquidity, else its highest isolated leverage. Nothing while neither is known.
 * A provider is not asked for its leverage: the list of parties would send twice as many requests.
 */
function PartyReason({ partyId }: { partyId: string }) {
  const positions = useList(liquidityProvidersQuery({ partyId }))
  if (positions.count > 0) return <small>Provides in {plural(positions.count, 'market')}</small>
  return positions.status === 'waiting' ? null : <HighestLeverage partyId={partyId} />
}

/** One or two requests for each party: enough for those that a node suggests. */
const maxReasons = 12

/** What an OK party is busy with needs no state beside it but a word. */
function Ok({ partyId, reasoned }: { partyId: string; reasoned: boolean }) {
  return (
    <>
      OK
      {reasoned && <PartyReason partyId={partyId} />}
    </>
  )
}

function Limit({ verdict }: { verdict: SpamVerdict }) {
  const gauge = decisiveGauge(verdict)
  return (
    <>
      <StateBadge state={verdict.worst} />
      {verdict.ban ? (
        <span>
          <Countdown until={verdict.ban.until} now={serverNow} silent /> left
        </span>
      ) : (
        gauge?.used !== undefined &&
        gauge.max !== undefined &&
        gauge.used !== '0' &&
        `${gaugeLabels[gauge.name]} ${groupDigits(gauge.used)} of ${groupDigits(gauge.max)}`
      )}
    </>
  )
}

function Names({ party: { partyId, name, role } }: { party: PartyChoice }) {
  return (
    <MarkedName id={partyId} name={name}>
      <small className={styles.about}>
        {name !== undefined && <span>{shortId(partyId)}</span>}
        {name !== undefined && role !== undefined && <span className={styles.dot}>{' \u00b7 '}</span>}
        {role !== undefined && <span>{role}</span>}
      </small>
    </MarkedName>
  )
}

/** Why no party has a state. The frame says where the node is away. */
function NoStates({ error }: { error: Error }) {
  const { phase } = useNodeState('phase')
  const { title, text } = failureWords(failureOf(error), 'their spam limits')
  return isAway(phase) ? null : (
    <p className="muted">
      {title}. {text}
    </p>
  )
}

/**
 * Watched, recent and suggested parties as links, each with its state and the reason for it, so that a page about one party
 * never begins with an empty field alone. The order is not by risk, as the watch room's is: a row that a reader is about to
 * choose would move when an answer comes in. A state is blank before the node has answered,
 * and while it is checked whether it knows the key; where none can be had, the reason stands below.
 */
export function PartyChoices({ hrefOf }: { hrefOf: (partyId: string) => string }) {
  const groups = usePartyGroups()
  const ids = groups.flatMap(({ parties }) => parties.map(({ partyId }) => partyId)).slice(0, maxParties)
  useWatched(ids)
  // The watcher requests the statistics; this only reads their results.
  const results = useQueries({ queries: ids.map((id) => ({ ...spamStatisticsQuery(id), enabled: false })) })
  const verdicts = useObservable(watched.verdicts)
  const stateOf = (partyId: string) => {
    const verdict = verdicts.get(partyId)
    if (!verdict || verdict.checking) return null
    const reasoned = ids.indexOf(partyId) < maxReasons
    return verdict.worst === 'ok' ? <Ok partyId={partyId} reasoned={reasoned} /> : <Limit verdict={verdict} />
  }
  const error = results.every(({ data }) => data === undefined) ? results.find((one) => one.error)?.error : undefined
  const panels = groups.map(({ title, parties }) => (
    <Panel key={title} title={title} count={parties.length}>
      <ul className={styles.choices}>
        {parties.map((party) => (
          <li key={party.partyId}>
            <Anchor href={hrefOf(party.partyId)} title={party.partyId}>
              <Names party={party} />
              <span className={styles.state}>{stateOf(party.partyId)}</span>
            </Anchor>
          </li>
        ))}
      </ul>
    </Panel>
  ))
  return (
    <>
      {panels}
      {error && <NoStates error={error} />}
    </>
  )
}
