import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { parseCandleId } from '../../wire/candles.ts'
import { go } from '../router/navigate.ts'
import { useLocation } from '../router/use-location.ts'
import { groupDigits } from '../format/amount.ts'
import { linkTo } from '../link-to.ts'
import { serverNow } from '../api/status/server-clock.ts'
import { useMarkets } from '../entities/market/labels.ts'
import { PartyChoices, usePartyGroups } from '../entities/party/party-choices.tsx'
import { gaugeLabels } from '../features/spam-statistics/gauges/gauge.ts'
import { spamStatisticsQuery } from '../features/spam-statistics/query.ts'
import { useVerdicts } from '../features/spam-statistics/verdict/use-verdict.ts'
import type { SpamVerdict } from '../features/spam-statistics/verdict/verdict.ts'
import { useWallLoop } from '../features/spam-statistics/wall/use-wall-loop.ts'
import { decisiveGauge } from '../features/spam-statistics/wall/wall-order.ts'
import { maxParties } from '../features/spam-statistics/wall/wall-search.ts'
import { Countdown } from '../ui/feedback/countdown.tsx'
import { StateBadge } from '../ui/feedback/state-badge.tsx'
import { IdForm } from '../entities/search/id-form.tsx'
import { useKnownParties } from '../entities/search/suggestions.ts'
import { Anchor } from '../ui/inputs/anchor.tsx'
import { Button } from '../ui/inputs/button.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { PageHead } from '../ui/display/page-head.tsx'
import { Panel } from '../ui/display/panel.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { type Place, placeOf, places } from './navigation/navigation-items.ts'
import styles from './choose-page.module.css'

const PartyReason = lazy(async () => ({ default: (await import('./party-reason.tsx')).PartyReason }))

/** Two requests for each party: enough for those that a node suggests. */
const maxReasons = 12

interface Choice {
  id: string
  name: string
  detail: string
}

function Markets({ place, choices }: { place: Place; choices: readonly Choice[] }) {
  if (choices.length === 0) return null
  return (
    <Panel title="Markets" count={choices.length}>
      <ul className={styles.choices}>
        {choices.map(({ id, name, detail }) => (
          <li key={id}>
            <Anchor href={place.href({ market: id })}>
              <Icon name="candles" />
              <b>{name}</b>
              <span className="muted">{detail}</span>
            </Anchor>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const showButton = (id: string | undefined) => (
  <Button type="submit" variant="primary" disabled={id === undefined}>
    Show
  </Button>
)

/** The state of a party in the list, with the limit behind it; nothing before the node has answered. */
function PartyState({ verdict }: { verdict: SpamVerdict | undefined }) {
  if (!verdict) return null
  if (verdict.worst === 'ok') return 'OK'
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
        gauge.state !== 'unrecorded' &&
        `${gaugeLabels[gauge.name]} ${groupDigits(gauge.used)} of ${groupDigits(gauge.max)}`
      )}
    </>
  )
}

function ForParty({ place }: { place: Place }) {
  const groups = usePartyGroups()
  const ids = groups.flatMap(({ parties }) => parties.map(({ partyId }) => partyId)).slice(0, maxParties)
  useWallLoop(ids)
  const results = useQueries({ queries: ids.map((id) => ({ ...spamStatisticsQuery(id), enabled: false })) })
  const verdicts = useVerdicts(
    ids.map((partyId, at) => ({
      partyId,
      data: results[at]?.data,
      dataUpdatedAt: results[at]?.dataUpdatedAt ?? 0,
    })),
  )
  const reasons = place === places.party ? new Set(ids.slice(0, maxReasons)) : undefined
  return (
    <>
      <Panel>
        <IdForm
          className={styles.form}
          label="Party id"
          placeholder="64-character id, a name, or network"
          kind="party"
          known={useKnownParties()}
          onChoose={(party) => go(place.href({ party }))}
        >
          {showButton}
        </IdForm>
      </Panel>
      <PartyChoices
        groups={groups}
        hrefOf={(party) => place.href({ party })}
        renderState={(party) => {
          const verdict = verdicts[ids.indexOf(party)]
          return (
            <>
              <PartyState verdict={verdict} />
              {verdict?.worst === 'ok' && reasons?.has(party) && (
                <Suspense fallback={null}>
                  <PartyReason partyId={party} />
                </Suspense>
              )}
            </>
          )
        }}
      />
    </>
  )
}

function ForMarket({ place }: { place: Place }) {
  const { byId: markets, state } = useMarkets()
  const open = (id: string) =>
    go(parseCandleId(id) ? linkTo('/candles/$candleId', { candleId: id }) : place.href({ market: id }))
  return (
    <>
      <Panel>
        <IdForm
          className={styles.form}
          label="Market or candle id"
          placeholder="64-character id, or trades_candle_1_hour_…"
          kind="market"
          known={{ markets }}
          onChoose={open}
        >
          {showButton}
        </IdForm>
      </Panel>
      {state === 'waiting' ? (
        <Panel title="Markets">
          <Skeleton rows={6} />
        </Panel>
      ) : (
        <Markets
          place={place}
          choices={[...markets.values()].map(({ id, code, name }) => ({ id, name: code, detail: name }))}
        />
      )}
    </>
  )
}

const subOf: Readonly<Record<string, string>> = {
  Party: 'Enter a public key to see everything about it.',
  'Spam limits': 'Enter a public key to see its spam limits.',
  'Team history': 'Enter a public key to see the teams it has been in.',
}

/** Asks for the party or market that a page is about, when its address names none. */
export function ChoosePage() {
  const { pathname } = useLocation()
  const place: Place = placeOf(pathname) ?? places.party
  const ofParty = place.needs === 'party'
  return (
    <>
      <PageHead title={place.name} sub={ofParty ? subOf[place.name] : 'Pick a market.'} />
      {ofParty ? <ForParty place={place} /> : <ForMarket place={place} />}
    </>
  )
}
