import { useMemo, type ReactNode } from 'react'
import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { shortId } from '../../../format/id.ts'
import { DataGrid } from '../../../grid/data-grid.tsx'
import { useMarkets, useAssets, useNames } from '../../../entities/labels.ts'
import type { List } from '../../../list/list.ts'
import shared from '../../../list/list-page.module.css'
import { useListPage } from '../../../grid/use-list-page.tsx'
import { useNodeState } from '../../../entities/use-node-status.ts'
import { useList } from '../../../list/use-list.ts'
import { usePartyNames } from '../../../preferences/party-names.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { classNames } from '../../../ui/class-names.ts'
import { linkTo } from '../../../router/link-to.ts'
import { IdChip } from '../../../ui/display/id-chip.tsx'
import { InOrder, inOrder } from '../../../ui/display/in-order.tsx'
import { PageHead } from '../../../ui/display/page-head.tsx'
import styles from '../page.module.css'
import {
  liquidityProvidersQuery,
  providerKey,
  type LiquidityProvidersSearch,
  readLiquidityProvidersSearch,
} from '../query.ts'
import { type RowKind, rowKinds, type ScoreRow, countOf, useScoreRows, type ScoreRows } from '../scores/rows.ts'
import { ProviderDetails } from '../details.tsx'
import { ConcentrationPanel, RulesPanel, WaitingPanel } from '../market-panels.tsx'
import { ScorecardNotices } from './scorecard-notices.tsx'
import { useSlaVerdict } from '../sla/sla-cell.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { liquiditySentence } from './liquidity-sentence.ts'
import { scoreColumns } from '../columns/columns.tsx'

/** Columns with each market's decimals. `decimalsKey` is the id under which the reader may set missing ones. */
function useScoreColumns(about: 'market' | 'party', marketId: string | undefined, top: string | undefined) {
  const { byId: markets, state: marketsState } = useMarkets()
  const { byId: assets, state: assetsState } = useAssets()
  const decimals = usePreference('decimals')
  const names = useNames()
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
        names,
      }),
      decimalsKey: (id: string) => (settled && decimalsOf(id) === undefined ? (assetIdOf(id) ?? id) : undefined),
    }
  }, [about, marketId, top, markets, assets, decimals, names, marketsState, assetsState])
}

interface ScorecardSummaryProps {
  /** The rows are loading: what follows waits for the height of the summary. */
  waiting: boolean
  rows: readonly ScoreRow[]
  about: 'market' | 'party'
  show: RowKind | undefined
  onShow: (show: RowKind | undefined) => void
}

const kindLabels: readonly (readonly [RowKind, string])[] = [
  ['off', 'Requirement not met'],
  ['failing', 'Behind on SLA'],
  ['watched', 'Watched'],
  ['penalty', 'Has a penalty'],
]

function ScorecardSummary({ waiting, rows, about, show, onShow }: ScorecardSummaryProps) {
  const watched = usePreference('watched')
  if (waiting) return <div className={styles.summary} data-waiting />
  if (rows.length === 0) return null
  const option = <Value extends string>(value: Value, words: string, count: number | '–') => ({
    value,
    label: (
      <>
        {words} <b>{count}</b>
      </>
    ),
  })
  return (
    <div className={styles.summary}>
      <Segmented
        label="Show, of the loaded rows"
        value={show ?? 'all'}
        options={[
          option('all', 'All', rows.length),
          ...kindLabels
            .filter(
              ([kind]) =>
                kind !== 'watched' || show === kind || (about === 'market' && countOf(rows, kind, watched) !== 0),
            )
            .map(([kind, words]) => option(kind, words, countOf(rows, kind, watched))),
        ]}
        onChange={(value) => onShow(value === 'all' ? undefined : value)}
      />
    </div>
  )
}

export type ScorecardChange = (next: {
  [Name in keyof LiquidityProvidersSearch]?: LiquidityProvidersSearch[Name] | undefined
}) => void

interface ScorecardProps {
  search: LiquidityProvidersSearch
  change: ScorecardChange
  fields: ReactNode
}

const rowKey = ({ provider }: ScoreRow): string => providerKey(provider)
const record = ({ received }: ScoreRow) => received

export function Scorecard({ search, change, fields }: ScorecardProps) {
  const { show, marketId, partyId } = search
  const loaded = useList(liquidityProvidersQuery(search))
  const waiting = loaded.status === 'waiting'
  const about = marketId === undefined ? 'party' : 'market'
  const names = namesAbout[about]
  const called = useNames()
  const trusted = useNodeState('lyra').lyra || marketId !== undefined
  const verdictOf = useSlaVerdict(loaded.dataUpdatedAt)
  const scores = useScoreRows(loaded, { marketId, partyId, trusted, verdictOf })
  const shown = useShownListing(loaded, scores, show)
  const { columns, decimalsKey } = useScoreColumns(about, marketId, scores.top)
  const { actions, grid, details } = useListPage({
    list: names.list,
    read: readLiquidityProvidersSearch,
    columns,
    listing: shown,
    rowKey,
    record,
  })
  const raw = [...new Set(scores.rows.flatMap(({ provider }) => decimalsKey(provider.marketId) ?? []))]

  return (
    <>
      <PageHead
        title={<Title marketId={marketId} partyId={partyId} />}
        sub={
          <IdChip
            id={marketId ?? partyId ?? ''}
            kind={about}
            copy
            mark={false}
            to={
              marketId === undefined
                ? linkTo('/parties/$partyId', { partyId: partyId ?? '' })
                : linkTo('/markets/$marketId', { marketId })
            }
          />
        }
        actions={actions}
      />
      <p className={styles.sentence} data-waiting={waiting || undefined}>
        {waiting ? 'Loading…' : scores.rows.length > 0 && liquiditySentence(scores.rows, about, called)}
      </p>
      {fields}
      <InOrder>
        <ScorecardNotices scores={scores} trusted={trusted} raw={raw} />
        <ScorecardSummary
          waiting={waiting}
          rows={scores.rows}
          about={about}
          show={show}
          onShow={(next) => change({ show: next })}
        />
        <div className={classNames(shared.columns, styles.columns)} data-open={details && true}>
          <DataGrid
            label={names.label}
            {...grid}
            emptyTitle={names.empty}
            emptyText="Only active providers with a share of the fees are listed."
            {...(grid.sorting?.sort ? {} : { foot: 'Highest expected fees first.' })}
            rowLines={2}
          />
          {details && <ProviderDetails {...details} />}
        </div>
        {marketId !== undefined && <MarketStrip marketId={marketId} scores={scores} waiting={waiting} />}
      </InOrder>
    </>
  )
}

const namesAbout = {
  market: { list: 'liquidity-providers', label: 'Liquidity providers', empty: 'No liquidity providers here' },
  party: { list: 'liquidity-positions', label: 'Liquidity positions', empty: 'No liquidity of this party here' },
} as const

/** The rows of the kind that the reader chose, or all of them. */
function useShownListing(
  loaded: List<LiquidityProvider>,
  scores: ScoreRows,
  show: RowKind | undefined,
): List<ScoreRow> {
  const watched = usePreference('watched')
  const shown = useMemo(
    () => (show ? scores.rows.filter((row) => rowKinds[show](row, watched)) : scores.rows),
    [scores.rows, show, watched],
  )
  const at = useMemo(() => (index: number) => shown[index], [shown])
  return {
    ...loaded,
    count: shown.length,
    at,
    requestAt: () => loaded.requestAt(0),
    refetch: () => {
      loaded.refetch()
      scores.refetch()
    },
  }
}

/** How the fees of the market are shared out, and what it requires of its providers. */
function MarketStrip({ marketId, scores, waiting }: { marketId: string; scores: ScoreRows; waiting: boolean }) {
  return (
    <div className={styles.strip} {...inOrder()}>
      {scores.market ? (
        <ConcentrationPanel standings={scores.market.standings} />
      ) : (
        (waiting || scores.waiting > 0) && <WaitingPanel title="Concentration of expected fees" />
      )}
      <RulesPanel marketId={marketId} />
    </div>
  )
}

function Title({ marketId, partyId }: { marketId: string | undefined; partyId: string | undefined }) {
  const { byId } = useMarkets()
  const names = usePartyNames()
  if (marketId === undefined) return 'Liquidity positions'
  const market = byId.get(marketId)?.code ?? 'Market'
  if (partyId === undefined) return `${market} providers`
  return `${names[partyId] ?? shortId(partyId)} in ${market}`
}
