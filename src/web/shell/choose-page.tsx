import { parseCandleId } from '../../wire/candles.ts'
import { go } from '../router/navigate.ts'
import { useLocation } from '../router/use-location.ts'
import { shortId } from '../format/id.ts'
import { linkTo } from '../link-to.ts'
import { useMarkets } from '../entities/market/labels.ts'
import { IdForm } from '../entities/search/id-form.tsx'
import { useKnownParties } from '../entities/search/suggestions.ts'
import { usePreferences } from '../preferences/use-preferences.ts'
import { Anchor } from '../ui/inputs/anchor.tsx'
import { Button } from '../ui/inputs/button.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { PageHead } from '../ui/display/page-head.tsx'
import { Panel } from '../ui/display/panel.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { StarMark } from '../ui/inputs/star-mark.tsx'
import { type Place, placeOf, places } from './navigation/navigation-items.ts'
import styles from './choose-page.module.css'

interface Choice {
  id: string
  name: string
  detail: string
}

function Choices({ title, place, choices }: { title: string; place: Place; choices: readonly Choice[] }) {
  if (choices.length === 0) return null
  return (
    <Panel title={title} count={choices.length}>
      <ul className={styles.choices}>
        {choices.map(({ id, name, detail }) => (
          <li key={id}>
            <Anchor href={place.needs === 'party' ? place.href({ party: id }) : place.href({ market: id })}>
              {place.needs === 'party' ? <StarMark id={id} /> : <Icon name="candles" />}
              <b>{name}</b>
              <span className="mono muted">{detail}</span>
            </Anchor>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const warning = 'This does not look like an id. The node is asked all the same.'

const showButton = (id: string | undefined) => (
  <Button type="submit" variant="primary" disabled={id === undefined}>
    Show
  </Button>
)

function ForParty({ place }: { place: Place }) {
  const { recent, watched, nicknames } = usePreferences()
  const choice = (id: string): Choice => ({
    id,
    name: nicknames[id] ?? shortId(id),
    detail: nicknames[id] ? shortId(id) : '',
  })
  const seen = recent.filter(({ kind }) => kind === 'party').map(({ id }) => id)
  return (
    <>
      <Panel>
        <IdForm
          className={styles.form}
          label="Party id"
          placeholder="64 hex digits, or network"
          kind="party"
          known={useKnownParties()}
          warning={warning}
          onChoose={(party) => go(place.href({ party }))}
        >
          {showButton}
        </IdForm>
      </Panel>
      <Choices title="Watched" place={place} choices={watched.map(choice)} />
      <Choices title="Recent" place={place} choices={seen.filter((id) => !watched.includes(id)).map(choice)} />
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
          placeholder="64 hex digits, or trades_candle_1_hour_…"
          kind="market"
          known={{ markets }}
          warning={warning}
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
        <Choices
          title="Markets"
          place={place}
          choices={[...markets.values()].map(({ id, code, name }) => ({ id, name: code, detail: name }))}
        />
      )}
    </>
  )
}

/** Asks for the party or market that a page is about, when its address names none. */
export function ChoosePage() {
  const { pathname } = useLocation()
  const place: Place = placeOf(pathname) ?? places.party
  const ofParty = place.needs === 'party'
  return (
    <>
      <PageHead title={place.name} sub={ofParty ? 'Whose? Paste a public key.' : 'Of which market?'} />
      {ofParty ? <ForParty place={place} /> : <ForMarket place={place} />}
    </>
  )
}
