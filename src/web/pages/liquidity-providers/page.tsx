import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { IdField, MarketField } from '../../listing/filter-fields.tsx'
import { useMarkets } from '../../listing/labels.ts'
import { changed } from '../../listing/listing-search.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './page.module.css'
import { Scorecard, type ScorecardChange } from './scorecard.tsx'
import type { LiquidityProvidersSearch } from './search.ts'

const route = getRouteApi('/liquidity-providers')

/** The providers of a market, or a party's positions, as a scorecard. One of the two ids must be chosen. */
export function LiquidityProvidersPage() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/liquidity-providers' })
  const change: ScorecardChange = (next, replace = false) =>
    void navigate({ search: changed<LiquidityProvidersSearch>(search, next), replace, resetScroll: false })
  const { marketId, partyId } = search
  const fields = (
    <search className={styles.filters} aria-label="Filters">
      <MarketField
        value={marketId}
        none={partyId === undefined ? 'Choose a market' : 'Every market'}
        onChange={(next) => change({ marketId: next, row: undefined, show: undefined })}
      />
      <IdField
        label="Provider"
        value={partyId}
        onChange={(next) => change({ partyId: next, row: undefined, show: undefined })}
      />
    </search>
  )
  if (marketId === undefined && partyId === undefined) {
    return (
      <>
        <PageHead title="Liquidity providers" sub="of a market or of one party" />
        {fields}
        <NothingChosen />
      </>
    )
  }
  return <Scorecard search={search} change={change} fields={fields} />
}

/** Says what is missing before the node would refuse, and offers the markets it knows. */
function NothingChosen() {
  const { byId } = useMarkets()
  const markets = [...byId.values()].filter(({ state }) => state === 'STATE_ACTIVE').slice(0, 12)
  return (
    <Panel>
      <Empty level={2} title="Choose a market or a provider">
        This list needs one of the two ids, so nothing has been asked yet. Choose a market above, or paste the public
        key of a provider.
      </Empty>
      {markets.length === 0 ? null : (
        <div className={styles.markets}>
          {markets.map(({ id, code, name }) => (
            <ButtonLink key={id} href={`/liquidity-providers?marketId=${encodeURIComponent(id)}`}>
              {code || name}
            </ButtonLink>
          ))}
        </div>
      )}
    </Panel>
  )
}
