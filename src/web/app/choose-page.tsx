import { parseCandleId } from '../../wire/candles.ts'
import { go } from '../router/navigate.ts'
import { useLocation } from '../router/use-location.ts'
import { linkTo } from '../router/link-to.ts'
import { type MarketLabel, useMarkets, noListWords } from '../entities/labels.ts'
import { PartyChoices } from '../features/party-choices/party-choices.tsx'
import { IdForm } from '../entities/search/id-form.tsx'
import { useKnownParties } from '../entities/search/resolve-search.ts'
import { Anchor } from '../ui/inputs/anchor.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { PageHead } from '../ui/display/page-head.tsx'
import { Panel } from '../ui/display/panel.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { keepRange, type NavigationItem, navigationItemOf, navigationItems } from './navigation/navigation-items.ts'
import styles from './choose-page.module.css'

interface AskProps {
  /** The page of what is chosen, with the range of the address. */
  hrefOf: NavigationItem['href']
  /** An href of this page, with the range of the address. */
  keep: (href: string) => string
}

function Markets({ hrefOf, markets }: Pick<AskProps, 'hrefOf'> & { markets: readonly MarketLabel[] }) {
  if (markets.length === 0) return null
  return (
    <Panel title="Markets" count={markets.length}>
      <ul className={styles.choices}>
        {markets.map(({ id, code, name }) => (
          <li key={id}>
            <Anchor href={hrefOf({ market: id })}>
              <Icon name="candles" />
              <b>{code}</b>
              <span className="muted">{name}</span>
            </Anchor>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function ForParty({ hrefOf }: AskProps) {
  return (
    <>
      <Panel>
        <IdForm
          className={styles.form}
          label="Party id"
          placeholder="Public key, name or network"
          kind="party"
          known={useKnownParties()}
          onChoose={(party) => go(hrefOf({ party }))}
          variant="primary"
        />
      </Panel>
      <PartyChoices hrefOf={(party) => hrefOf({ party })} />
    </>
  )
}

function ForMarket({ hrefOf, keep }: AskProps) {
  const { byId: markets, state } = useMarkets()
  const noList = noListWords(state, 'markets')
  const open = (id: string) =>
    go(parseCandleId(id) ? keep(linkTo('/candles/$candleId', { candleId: id })) : hrefOf({ market: id }))
  return (
    <>
      <Panel>
        <IdForm
          className={styles.form}
          label="Market or candle id"
          placeholder="Id or name"
          kind="market"
          known={{ markets }}
          onChoose={open}
          variant="primary"
        />
      </Panel>
      {state === 'waiting' ? (
        <Panel title="Markets">
          <Skeleton rows={6} />
        </Panel>
      ) : noList !== undefined ? (
        <p className="muted">{noList}</p>
      ) : (
        <Markets hrefOf={hrefOf} markets={[...markets.values()]} />
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
  const { pathname, search } = useLocation()
  const item: NavigationItem = navigationItemOf(pathname) ?? navigationItems.party
  const ofParty = item.needs === 'party'
  const Ask = ofParty ? ForParty : ForMarket
  const keep = (href: string): string => keepRange(href, item, search)
  return (
    <>
      <PageHead title={item.name} sub={ofParty ? subOf[item.name] : 'Pick a market.'} />
      <Ask keep={keep} hrefOf={(subject) => keep(item.href(subject))} />
    </>
  )
}
