import { IdField, MarketField } from '../../data-grid/toolbar/filter-fields.tsx'
import { compareLink } from '../../link-to.ts'
import { go } from '../../router/navigate.ts'
import { Panel } from '../../ui/display/panel.tsx'
import type { CompareSearch } from './search.ts'
import styles from './compare.module.css'

/** The two parties, and the market on which their liquidity is compared. */
export function ChooseTwo({ search }: { search: CompareSearch }) {
  const [first, second] = search.party
  const open = (party: readonly (string | undefined)[], marketId = search.marketId) =>
    go(
      compareLink(
        party.filter((id) => id !== undefined),
        marketId,
      ),
      { keepScroll: true },
    )
  return (
    <Panel>
      <div className={styles.fields}>
        <IdField label="First party" value={first} onChange={(id) => open([id, second])} />
        <IdField label="Second party" value={second} onChange={(id) => open([first, id])} />
        <MarketField
          value={search.marketId}
          none="No market: limits, modes, team, positions"
          onChange={(marketId) => go(compareLink(search.party, marketId), { keepScroll: true })}
        />
      </div>
    </Panel>
  )
}
