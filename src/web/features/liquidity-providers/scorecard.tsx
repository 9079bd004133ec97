import { useMemo, useState, type ReactNode } from 'react'
import { shortId } from '../../format/id.ts'
import { DataGrid } from '../../data-grid/data-grid.tsx'
import { GridActions } from '../../data-grid/toolbar/grid-actions.tsx'
import { useAssets } from '../../entities/asset/labels.ts'
import { useMarkets } from '../../entities/market/labels.ts'
import type { Listing } from '../../infinite-list/list.ts'
import shared from '../../infinite-list/list-page.module.css'
import { useOpenRow } from '../../infinite-list/find-row.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { useListing } from '../../infinite-list/use-infinite-list.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { classNames } from '../../ui/class-names.ts'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { later, onDemand } from '../../ui/feedback/later.tsx'
import { PageHead } from '../../ui/display/page-head.tsx'
import { scoreColumns } from './columns.tsx'
import styles from './page.module.css'
import { liquidityProvidersQuery, providerKey } from './query.ts'
import type { MarketScores } from './scores/market-score.ts'
import { carriesPenalty, isFailing, isOff, type ScoreRow } from './scores/rows.ts'
import type { LiquidityProvidersSearch } from './search.ts'
import { ScorecardSummary } from './scorecard-summary.tsx'
import { useScoreRows } from './scores/use-score-rows.ts'
import { useSlaVerdict } from './sla/use-sla-verdict.ts'
import { WaitingPanel } from './waiting-panel.tsx'

const ProviderDetails = onDemand(async () => (await import('./details.tsx')).ProviderDetails)
const ConcentrationPanel = later(
  async () => (await import('./market-panels.tsx')).ConcentrationPanel,
  <WaitingPanel title="Concentration of expected fees" />,
)
const RulesPanel = later(
  async () => (await import('./market-panels.tsx')).RulesPanel,
  <WaitingPanel title="Rules of this market" />,
)
const DerivationsPanel = later(async () => (await import('./market-panels.tsx')).DerivationsPanel)
const MarketScoresReader = later(async () => (await import('./scores/market-scores.ts')).MarketScoresReader)
const ScorecardNotices = later(async () => (await import('./scorecard-notices.tsx')).ScorecardNotices)

export type ScorecardChange = (
  next: { [Name in keyof LiquidityProvidersSearch]?: LiquidityProvidersSearch[Name] | undefined },
  replace?: boolean,
) => void

interface ScorecardProps {
  search: LiquidityProvidersSearch
  change: ScorecardChange
  fields: ReactNode
}

const rowKey = ({ provider }: ScoreRow): string => providerKey(provider)
const record = ({ received }: ScoreRow) => received

/** The scorecard of a market or of a party. */
export function Scorecard({ search, change, fields }: ScorecardProps) {
  const { marketId, partyId, show, row, ...paging } = search
  const filters = { ...(marketId ? { marketId } : {}), ...(partyId ? { partyId } : {}), ...paging }
  const loaded = useListing(liquidityProvidersQuery(filters))
  const about = marketId === undefined ? 'party' : 'market'
  const trusted = useNodeState().lyra || marketId !== undefined
  const verdictOf = useSlaVerdict(loaded.dataUpdatedAt)
  const [others, setOthers] = useState<MarketScores>()
  const scores = useScoreRows(loaded, { marketId, partyId, trusted, verdictOf }, others)
  const { watched } = usePreferences()

  const shown = useMemo(() => {
    const kinds = {
      off: isOff,
      failing: isFailing,
      penalty: carriesPenalty,
      watched: (row: ScoreRow) => watched.includes(row.provider.partyId),
    }
    return show ? scores.rows.filter(kinds[show]) : scores.rows
  }, [scores.rows, show, watched])
  const at = useMemo(() => (index: number) => shown[index], [shown])
  const listing: Listing<ScoreRow> = {
    ...loaded,
    origin: shown,
    count: shown.length,
    at,
    requestAt: () => loaded.requestAt(0),
    refetch: () => {
      loaded.refetch()
      scores.refetch()
    },
  }
  const open = useOpenRow(listing, rowKey, row)
  const { columns, decimalsKey } = useScoreColumns(about, marketId, scores.top)
  const raw = [...new Set(scores.rows.flatMap(({ provider }) => decimalsKey(provider.marketId) ?? []))]
  const list = about === 'market' ? 'liquidity-providers' : 'liquidity-positions'

  return (
    <>
      <PageHead
        title={<Title marketId={marketId} partyId={partyId} />}
        sub={<IdChip id={marketId ?? partyId ?? ''} kind={about} copy mark={false} />}
        actions={<GridActions list={list} file={list} columns={columns} listing={listing} record={record} />}
      />
      {fields}
      {scores.asked.length > 0 ? <MarketScoresReader marketIds={scores.asked} onScores={setOthers} /> : null}
      {marketId === undefined ? null : (
        <div className={styles.strip}>
          {scores.market ? (
            <ConcentrationPanel standings={scores.market.standings} />
          ) : loaded.status === 'waiting' || scores.waiting > 0 ? (
            <WaitingPanel title="Concentration of expected fees" />
          ) : null}
          <RulesPanel marketId={marketId} />
        </div>
      )}
      <ScorecardNotices scores={scores} trusted={trusted} raw={raw} />
      <ScorecardSummary
        waiting={loaded.status === 'waiting'}
        rows={scores.rows}
        about={about}
        show={show}
        onShow={(next) => change({ show: next, row: undefined })}
      />
      <div className={classNames(shared.columns, styles.columns)} data-open={open !== undefined || undefined}>
        <DataGrid
          label={about === 'market' ? 'Liquidity providers' : 'Liquidity positions'}
          list={list}
          columns={columns}
          listing={listing}
          open={open}
          onOpen={(next) => change({ row: rowKey(next) })}
          emptyTitle={about === 'market' ? 'Nobody provides liquidity here' : 'This party provides no liquidity'}
          emptyText="Only active providers with a share of the fees are listed."
          foot={<span>Highest expected fees first. The line across each bar is 100 % of what is required.</span>}
          tall
        />
        {open === undefined ? null : (
          <ProviderDetails
            listing={listing}
            index={open}
            onStep={(index) => {
              const next = listing.at(index)
              if (next) change({ row: rowKey(next) }, true)
            }}
            onClose={() => change({ row: undefined }, true)}
          />
        )}
      </div>
      {loaded.status === 'waiting' ? null : <DerivationsPanel />}
    </>
  )
}

/**
 * Columns with the decimals of each market's settlement asset: the node's, else the reader's own. `decimalsKey` is the
 * id under which the reader may set those of a market, when nobody has said them.
 */
function useScoreColumns(about: 'market' | 'party', marketId: string | undefined, top: string | undefined) {
  const { byId: markets, state: marketsState } = useMarkets()
  const { byId: assets, state: assetsState } = useAssets()
  const { decimals } = usePreferences()
  return useMemo(() => {
    const assetIdOf = (id: string) => markets.get(id)?.settlementAsset
    const assetOf = (id: string) => assets.get(assetIdOf(id) ?? '')
    const decimalsOf = (id: string) => assetOf(id)?.decimals ?? decimals[assetIdOf(id) ?? id] ?? decimals[id]
    const settled = marketsState !== 'waiting' && assetsState !== 'waiting'
    return {
      columns: scoreColumns({
        about,
        decimalsOf,
        symbol: marketId === undefined ? undefined : assetOf(marketId)?.symbol,
        top,
      }),
      decimalsKey: (id: string) => (settled && decimalsOf(id) === undefined ? (assetIdOf(id) ?? id) : undefined),
    }
  }, [about, marketId, top, markets, assets, decimals, marketsState, assetsState])
}

function Title({ marketId, partyId }: { marketId: string | undefined; partyId: string | undefined }) {
  const { byId } = useMarkets()
  const { nicknames } = usePreferences()
  if (marketId === undefined) return 'Liquidity positions'
  const market = byId.get(marketId)?.code ?? 'Market'
  if (partyId === undefined) return `${market} providers`
  return `${nicknames[partyId] ?? shortId(partyId)} in ${market}`
}
