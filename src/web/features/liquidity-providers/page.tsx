import { changeSearch } from '../../router/navigate.ts'
import { useSearch } from '../../router/use-location.ts'
import { IdField, MarketField, countSet, FilterBar } from '../../grid/toolbar/filters.tsx'
import { PageHead } from '../../ui/display/page-head.tsx'
import styles from './page.module.css'
import { Scorecard, type ScorecardChange } from './scorecard/scorecard.tsx'
import { readLiquidityProvidersSearch } from './query.ts'
import { linkTo } from '../../router/link-to.ts'
import { useMarkets } from '../../entities/labels.ts'
import { IgnoredParamsWarning } from '../../entities/warnings.tsx'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Panel } from '../../ui/display/panel.tsx'

/** Names the missing filter, without which the node refuses the request, and offers the known markets. */
function NothingChosen() {
  const { byId } = useMarkets()
  const markets = [...byId.values()].filter(({ state }) => state === 'STATE_ACTIVE').slice(0, 12)
  return (
    <Panel>
      <Empty level={2} title="Choose a market or a provider">
        Choose a market above, or paste a provider’s public key.
      </Empty>
      {markets.length === 0 ? null : (
        <div className={styles.markets}>
          {markets.map(({ id, code, name }) => (
            <ButtonLink key={id} href={linkTo('/liquidity-providers', { marketId: id })}>
              {code || name}
            </ButtonLink>
          ))}
        </div>
      )}
    </Panel>
  )
}

/** The scorecard of a market's providers or of a party's positions. One of the two ids is required. */
export function LiquidityProvidersPage() {
  const search = useSearch(readLiquidityProvidersSearch)
  const change: ScorecardChange = (next) =>
    changeSearch(readLiquidityProvidersSearch, { row: undefined, ...next }, { keepScroll: true })
  const { marketId, partyId } = search
  const fields = (
    <>
      <IgnoredParamsWarning read={readLiquidityProvidersSearch} />
      <FilterBar
        className={styles.filters}
        set={countSet(marketId, partyId)}
        needed={marketId === undefined && partyId === undefined}
      >
        <MarketField
          value={marketId}
          none={partyId === undefined ? 'Choose a market' : 'All markets'}
          onChange={(next) => change({ marketId: next, show: undefined })}
        />
        <IdField label="Provider" value={partyId} onChange={(next) => change({ partyId: next, show: undefined })} />
      </FilterBar>
    </>
  )
  if (marketId === undefined && partyId === undefined) {
    return (
      <>
        <PageHead title="Liquidity providers" sub="For a market or a party" />
        {fields}
        <NothingChosen />
      </>
    )
  }
  return <Scorecard search={search} change={change} fields={fields} />
}
