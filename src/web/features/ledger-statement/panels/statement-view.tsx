import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useMarkets } from '../../../entities/labels.ts'
import { PartyCell, AssetChoice } from '../../../entities/entity-cells.tsx'
import { shortId } from '../../../format/id.ts'
import { InOrder } from '../../../ui/display/in-order.tsx'
import { PageHead } from '../../../ui/display/page-head.tsx'
import { MoreActions } from '../../../ui/overlays/share-menu.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { useObservable } from '../../../use-observable.ts'
import { BalancePanel, TotalsPanel, rowColumns } from '../../ledger/index.ts'
import { ledgerRows } from '../../../ledger/rows/ledger-row.ts'
import { BalancesPanel } from '../chart/balances-panel.tsx'
import { PrintedStatement } from '../print/printed-statement.tsx'
import { filterOf, type LedgerSearch, readLedgerSearch } from '../search.ts'
import type { Session, Source } from '../reading/session.ts'
import { useFilter, useReading, useSession, useRemoteFind, useRows } from '../reading/use-session.ts'
import { DownloadMenu } from '../download.tsx'
import { instantRangeOf, type Preset } from '../../../ledger/range.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { askFor, Period } from './request-bar.tsx'
import { RowFilters } from './row-filters.tsx'
import { StatusBanner } from './status-banner.tsx'
import styles from '../page.module.css'
import { useZone } from '../../../preferences/use-preferences.ts'
import { zoneOfTimes } from '../../../format/time.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { csvCellTime, signedAmount } from '../../../ledger/ledger-words.ts'
import { typeWords } from '../../../ledger/rows/groups.ts'
import type { RowsSummary } from '../../../ledger/engine/rows-view.ts'
import { DataGrid } from '../../../grid/data-grid.tsx'
import { ColumnsMenu } from '../../../grid/columns/columns-menu.tsx'
import { countWords, endingOf } from '../words.ts'
import { changeSearch } from '../../../router/navigate.ts'

/** The name under which the reader's columns are kept. */
const list = 'ledger-statement'

function RowsPanel({ session, decimals }: { session: Session; decimals: Readonly<Record<string, number>> }) {
  const zone = useZone()
  const reading = useReading(session)
  const listing = useRows(session)
  const find = useRemoteFind(session, decimals)
  const { assets, types, accounts } = useObservable(session.choices)
  const { byId } = useMarkets()
  const columns = useMemo(() => {
    const named = accounts.map(({ type, market }) => ({ type, code: byId.get(market)?.code ?? shortId(market) }))
    return rowColumns(zone, (asset) => decimals[asset], assets.length === 1, { types, accounts: named })
  }, [zone, decimals, assets, types, accounts, byId])
  return (
    <section className={styles.rows} aria-labelledby="entries">
      <div className={styles.head}>
        <h2 id="entries">Entries</h2>
        <output aria-live={reading.phase === 'reading' ? 'off' : 'polite'}>
          {countWords(reading, endingOf(reading, session.source))}
        </output>
        <span className="end">
          <ColumnsMenu list={list} columns={columns} />
        </span>
      </div>
      <DataGrid label="Entries" list={list} columns={columns} listing={listing} serverFind={find} foot={false} />
    </section>
  )
}

/** The shown rows of one asset that change what the party holds by the most. */
function LargestPanel({
  summary,
  party,
  decimals,
}: {
  summary: RowsSummary
  party: string
  decimals: Readonly<Record<string, number>>
}) {
  const zone = useZone()
  const { largest } = summary
  const [chosen, setChosen] = useState<string>()
  const assets = [...new Set(largest.map(({ asset }) => asset))]
  const asset = assets.find((one) => one === chosen) ?? assets[0]
  if (asset === undefined) return null
  const lines = largest.filter((one) => one.asset === asset).map(({ line }) => line)
  return (
    <Panel
      flush
      title="Largest movements"
      end={<AssetChoice label="Asset of the largest movements" assets={assets} value={asset} onChange={setChosen} />}
    >
      <Table
        label="Largest movements"
        head={
          <>
            <th scope="col">Block time, {zoneOfTimes(zone)}</th>
            <th scope="col" data-align="right">
              Effect
            </th>
            <th scope="col">Type</th>
          </>
        }
      >
        {ledgerRows(lines, party).map((row, place) => (
          <tr key={`${asset} ${place}`}>
            <td>
              <Exact exact={row.vega_time}>{csvCellTime(row.vega_time, zone, 'minute')}</Exact>
            </td>
            <td data-align="right" data-sign={row.effect.startsWith('-') ? 'out' : 'in'}>
              <Exact exact={`${row.effect} raw`}>{signedAmount(BigInt(row.effect), decimals[asset])}</Exact>
            </td>
            <td>{typeWords(row.transfer_type)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

type Decimals = Readonly<Record<string, number>>

function Actions({ session, open }: { session: Session; open: ReactNode }) {
  const { phase } = useReading(session)
  return (
    <MoreActions>
      <DownloadMenu session={session} />
      <Button disabled={phase === 'reading'} onClick={() => print()}>
        Print
      </Button>
      {open}
    </MoreActions>
  )
}

const pageViews = [
  { value: 'entries', label: 'Entries' },
  { value: 'year', label: 'Year' },
] as const

/** Loaded when it is looked at. */
const YearView = lazy(async () => ({ default: (await import('../year/year-view.tsx')).YearView }))

const PrintedYear = lazy(async () => ({ default: (await import('../year/printed-year.tsx')).PrintedYear }))

const yearPresets: readonly Preset[] = ['last-quarter', 'last-year', 'year']

/** The period of a year's results; that of a file is its own. */
function YearActions({ session, search }: { session: Session; search: LedgerSearch }) {
  const { phase } = useReading(session)
  return (
    <>
      {session.source.kind === 'node' && (
        <Period range={instantRangeOf(search)} offered={yearPresets} onChange={askFor} />
      )}
      <Button disabled={phase === 'reading'} onClick={() => print()}>
        Print
      </Button>
    </>
  )
}

interface StatementViewProps {
  source: Source
  search: LedgerSearch
  decimals: Decimals
  open: ReactNode
  children: ReactNode
}

interface EntriesProps extends Pick<StatementViewProps, 'search' | 'decimals' | 'children'> {
  session: Session
  summary: RowsSummary | undefined
  party: string | undefined
}

/** What was asked for, how far it is read, and what of it is shown. Title and words of the chart have their place from the start. */
function Entries({ session, search, summary, party, decimals, children }: EntriesProps) {
  const { progress, phase } = useReading(session)
  const isEmpty = progress.facts.rows === 0
  const hasRows = !isEmpty || phase === 'reading'
  const waiting = !summary && hasRows
  return (
    <InOrder where="phone">
      {children}
      <StatusBanner session={session} />
      {waiting && <div hidden data-waiting="true" />}
      <InOrder>
        {/* When the first entry came may add a line above. */}
        {waiting && search.from !== undefined && isEmpty && <div hidden data-waiting="true" />}
        {(waiting || summary) && <BalancesPanel summary={summary} decimals={decimals} />}
        {summary && (
          <>
            <div className={styles.sums}>
              <TotalsPanel totals={summary.totals} />
              <LargestPanel summary={summary} party={party ?? ''} decimals={decimals} />
            </div>
            <BalancePanel totals={summary.totals} />
            <p className="quiet below">
              Net and largest movements cover the entries shown. The balance check covers every entry in the visible
              part of the chart.
            </p>
          </>
        )}
        {hasRows && (
          <>
            <RowFilters session={session} search={search} />
            <RowsPanel session={session} decimals={decimals} />
          </>
        )}
      </InOrder>
    </InOrder>
  )
}

/** One statement: how far it is read, balances, sums, and the rows that the filters show. */
export function StatementView({ source, search, decimals, open, children }: StatementViewProps) {
  const session = useSession(source)
  const { progress } = useReading(session)
  const summary = useObservable(session.summary)
  const { assets } = useObservable(session.choices)
  const isYear = search.view === 'year'
  useFilter(
    session,
    useMemo(() => (isYear ? {} : filterOf(search, assets, decimals)), [isYear, search, assets, decimals]),
  )
  const party = progress.party ?? (source.kind === 'node' ? source.request.partyId : source.party)
  return (
    <>
      <div className={styles.screen}>
        <PageHead
          title="Statement"
          sub={party === undefined ? 'From a file' : <PartyCell id={party} />}
          actions={
            isYear ? <YearActions session={session} search={search} /> : <Actions session={session} open={open} />
          }
        >
          <Segmented
            label="View"
            value={search.view ?? 'entries'}
            options={pageViews}
            onChange={(next) => changeSearch(readLedgerSearch, { view: next === 'year' ? next : undefined })}
          />
        </PageHead>
        {isYear ? (
          <InOrder>
            <Suspense fallback={<Skeleton rows={12} />}>
              <YearView session={session} search={search} summary={summary} decimals={decimals} />
            </Suspense>
          </InOrder>
        ) : (
          <Entries {...{ session, search, summary, party, decimals }}>{children}</Entries>
        )}
      </div>
      {isYear ? (
        <Suspense fallback={null}>
          <PrintedYear session={session} party={party} search={search} summary={summary} decimals={decimals} />
        </Suspense>
      ) : (
        <PrintedStatement session={session} party={party} summary={summary} decimals={decimals} />
      )}
    </>
  )
}
