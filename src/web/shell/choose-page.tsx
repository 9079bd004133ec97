import { parseCandleId } from '../../wire/candles.ts'
import { go } from '../router/navigate.ts'
import { useLocation } from '../router/use-location.ts'
import { linkTo } from '../link-to.ts'
import { useMarkets } from '../entities/market/labels.ts'
import { PartyChoices } from '../features/party-choices/party-choices.tsx'
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

function ForParty({ place }: { place: Place }) {
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
      <PartyChoices hrefOf={(party) => place.href({ party })} />
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
