import { usePartyNames } from '../../preferences/party-names.ts'
import { useMarkets, useNames } from '../../entities/labels.ts'
import { shortId } from '../../format/id.ts'
import { linkTo } from '../../router/link-to.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { useMemo } from 'react'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { useSearch } from '../../router/use-location.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import shared from '../../list/list-page.module.css'
import { useListPage } from '../../grid/use-list-page.tsx'
import { useList, useClientFilter } from '../../list/use-list.ts'
import { classNames } from '../../ui/class-names.ts'
import { PageHead } from '../../ui/display/page-head.tsx'
import { marginModeColumns, ModeLozenge } from './columns.tsx'
import { Filters } from './filters.tsx'
import styles from './page.module.css'
import { marginModeKey, marginModesQuery, type MarginModesSearch, readMarginModesSearch } from './query.ts'
import { MarginModesSide } from './side.tsx'
import { cross, isolated, leverageOf, shortLeverage } from './leverage.ts'
import { groupDigits, trimZeros } from '../../format/amount.ts'
import { EpochTime, MarketCell, PartyCell } from '../../entities/entity-cells.tsx'
import { IgnoredParamsWarning } from '../../entities/warnings.tsx'
import { RowDetails, type RowDetailsProps } from '../../grid/row-details.tsx'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { summarise } from './summary.ts'
import type { List, ListPage } from '../../list/list.ts'

const optional = ['marginFactor', 'minTheoreticalMarginFactor', 'maxTheoreticalLeverage']

function MarginModeDetails(props: RowDetailsProps<PartyMarginMode>) {
  const { listing, index } = props
  const row = listing.at(index)
  if (!row) return null
  const leverage = leverageOf(row.marginFactor)
  return (
    <RowDetails {...props} optional={optional}>
      <div className="row">
        <PartyCell id={row.partyId} />
        <span className="end">
          <ModeLozenge {...row} />
        </span>
      </div>
      <dl className="pairs">
        <dt>Market</dt>
        <dd>
          <MarketCell id={row.marketId} />
        </dd>
        {leverage === undefined ? null : (
          <>
            <dt>Leverage</dt>
            <dd>{`${trimZeros(leverage)}x = 1 / ${row.marginFactor}`}</dd>
          </>
        )}
        <dt>Changed</dt>
        <dd>
          <EpochTime epoch={row.atEpoch} />
        </dd>
      </dl>
      <div className="row">
        <ButtonLink href={linkTo('/parties/$partyId', { partyId: row.partyId })} icon="party">
          Open party
        </ButtonLink>
        <ButtonLink href={linkTo('/margin-modes', { partyId: row.partyId })} variant="bare">
          Only this party
        </ButtonLink>
        <ButtonLink href={linkTo('/margin-modes', { marketId: row.marketId })} variant="bare">
          Only this market
        </ButtonLink>
      </div>
    </RowDetails>
  )
}

const modes = { cross, isolated }
const saidMarket = ['marketId']
const record = (row: PartyMarginMode) => row

/** Margin modes filtered by market and party; the mode filters loaded rows only. */
export function MarginModesPage() {
  const search = useSearch(readMarginModesSearch)
  const { mode } = search
  const loaded = useList(marginModesQuery(search))
  const names = useNames()
  const { actions, grid, details } = useListPage({
    list: 'margin-modes',
    read: readMarginModesSearch,
    columns: useMemo(() => marginModeColumns(names), [names]),
    listing: useClientFilter(loaded, 'marginMode', mode && modes[mode]),
    rowKey: marginModeKey,
    record,
  })
  return (
    <>
      <PageHead title="Margin modes" sub={<Sentence {...search} listing={loaded} />} actions={actions} />
      <IgnoredParamsWarning read={readMarginModesSearch} />
      <Filters search={search} />
      <div className={classNames(shared.columns, styles.columns)} data-open={details && true}>
        <DataGrid
          label="Margin modes"
          {...grid}
          said={search.marketId === undefined ? undefined : saidMarket}
          emptyTitle="No margin modes recorded"
          emptyText="A mode is recorded once a party trades or chooses one; until then cross is the default."
          foot={mode ? <span>mode filter: loaded rows only</span> : null}
        />
        <MarginModesSide listing={loaded} />
        {details && <MarginModeDetails {...details} />}
      </div>
    </>
  )
}

/** What the list is of and its answer in one line, which is cut rather than wrapped: rows must not move when it comes. */
function Sentence({ marketId, partyId, listing }: MarginModesSearch & { listing: List<PartyMarginMode> }) {
  const { byId } = useMarkets()
  const names = usePartyNames()
  const pages = listing.pages as readonly ListPage<PartyMarginMode>[]
  const { total, isolated, highest } = useMemo(() => summarise(pages), [pages])
  const party = partyId !== undefined && (
    <Anchor className="link" href={linkTo('/parties/$partyId', { partyId })} title={partyId}>
      {names[partyId] ?? shortId(partyId)}
    </Anchor>
  )
  const market = marketId !== undefined && (
    <Anchor className="link" href={linkTo('/markets/$marketId', { marketId })} title={marketId}>
      {byId.get(marketId)?.code ?? shortId(marketId)}
    </Anchor>
  )
  const [top] = highest
  const of = `${listing.end === 'complete' ? '' : 'the first '}${groupDigits(String(total))}`
  const words =
    total > 0 &&
    `${groupDigits(String(isolated))} of ${of} isolated${top ? `, up to ${shortLeverage(top.leverage)}` : ''}`
  return (
    <p className={styles.sentence}>
      {party}
      {party && market && ' in '}
      {market}
      {(party || market) && words && ': '}
      {listing.status === 'waiting' ? ' Loading…' : words}
    </p>
  )
}
