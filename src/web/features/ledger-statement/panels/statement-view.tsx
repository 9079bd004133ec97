import { type ReactNode, useMemo, useState } from 'react'
import { PartyCell } from '../../../entities/party/cell.tsx'
import { InOrder } from '../../../ui/display/in-order.tsx'
import { PageHead } from '../../../ui/display/page-head.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { useObservable } from '../../../use-observable.ts'
import { BalancePanel, TotalsPanel, rowColumns } from '../../ledger/index.ts'
import { ledgerRows } from '../../../ledger/rows/ledger-row.ts'
import { BalancesPanel } from '../chart/balances-panel.tsx'
import { PrintedStatement } from '../print/printed-statement.tsx'
import { filterOf, parseDecimal, type LedgerSearch, noType, readLedgerSearch } from '../search.ts'
import type { Session, Source } from '../reading/session.ts'
import { useFilter, useReading, useSession, useRemoteFind, useRows } from '../reading/use-session.ts'
import { DownloadMenu } from '../download.tsx'
import { StatusBanner } from './status-banner.tsx'
import styles from '../page.module.css'
import { AssetChoice } from '../../../entities/asset/cell.tsx'
import { useZone } from '../../../preferences/use-preferences.ts'
import { formatInstant, zoneName } from '../../../format/time.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { csvCellTime, signedAmount } from '../../../ledger/ledger-words.ts'
import { typeWords } from '../../../ledger/rows/groups.ts'
import type { RowsSummary } from '../../../ledger/engine/rows-view.ts'
import { DataGrid } from '../../../data-grid/data-grid.tsx'
import { ColumnsMenu } from '../../../data-grid/columns/columns-menu.tsx'
import { countWords, endingOf } from '../words.ts'
import { countSet, FilterBar } from '../../../data-grid/toolbar/filters.tsx'
import { LabelledChoice } from '../../../data-grid/toolbar/filter-fields.tsx'
import { useMarkets } from '../../../entities/market/labels.ts'
import { shortId } from '../../../format/id.ts'
import { changeSearch } from '../../../router/navigate.ts'
import { Chip } from '../../../ui/inputs/chip.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'

const sides = [
  { value: 'all', label: 'All' },
  { value: 'credit', label: 'Credit' },
  { value: 'debit', label: 'Debit' },
  { value: 'internal', label: 'Internal' },
] as const

type Change = { [Name in keyof LedgerSearch]?: LedgerSearch[Name] | undefined }

const change = (next: Change) => changeSearch(readLedgerSearch, next, { replace: true, keepScroll: true })

/** An amount that is typed; only one that can be read gets into the address. */
function AmountField({ name, value }: { name: 'min' | 'max'; value: string | undefined }) {
  const [draft, setDraft] = useState<string>()
  const text = draft ?? value ?? ''
  const wrong = text.trim() !== '' && parseDecimal(text) === undefined
  return (
    <TextField
      label={name === 'min' ? 'Amount from' : 'Amount to'}
      inputMode="decimal"
      value={text}
      {...(wrong ? { error: 'Not an amount, such as 1,250.5.' } : {})}
      onChange={(next) => {
        setDraft(next)
        if (next.trim() === '' || parseDecimal(next)) change({ [name]: next.trim() || undefined })
      }}
      onBlur={() => setDraft(undefined)}
    />
  )
}

/** Options of a select that keep the value of the address, also before rows have it. */
function withValue(options: { value: string; label: string }[], value: string | undefined, label: string) {
  const known = value === undefined || options.some((option) => option.value === value)
  return known ? options : [...options, { value, label }]
}

/** What is shown of the rows that were read. Nothing here sends a request. */
function RowFilters({ session, search }: { session: Session; search: LedgerSearch }) {
  const zone = useZone()
  const { types, markets } = useObservable(session.choices)
  const { byId } = useMarkets()
  const { type, market, side, min, max, start, end } = search
  const typeOptions = types.map((one) => ({ value: one === '' ? noType : one, label: typeWords(one) }))
  const marketOptions = markets.map((one) => ({ value: one, label: byId.get(one)?.code || shortId(one) }))
  const set = countSet(type, market, side, min, max, start ?? end)
  const none = { type: undefined, market: undefined, side: undefined, min: undefined, max: undefined }
  const shown = [start, end].map((ns) => (ns === undefined ? undefined : formatInstant(ns, zone)))
  return (
    <FilterBar set={set} className={styles.filters}>
      <Select
        label="Type"
        value={type ?? ''}
        options={[{ value: '', label: 'All types' }, ...withValue(typeOptions, type, typeWords(type ?? ''))]}
        onChange={(value) => change({ type: value || undefined })}
      />
      <Select
        label="Market"
        value={market ?? ''}
        options={[{ value: '', label: 'All markets' }, ...withValue(marketOptions, market, shortId(market ?? ''))]}
        onChange={(value) => change({ market: value || undefined })}
      />
      <LabelledChoice
        label="Side"
        value={side ?? 'all'}
        options={sides}
        onChange={(value) => change({ side: value === 'all' ? undefined : value })}
      />
      <AmountField name="min" value={min} />
      <AmountField name="max" value={max} />
      {start === undefined && end === undefined ? null : (
        <Chip onRemove={() => change({ start: undefined, end: undefined })}>
          {shown[0] ?? 'the start'} to {shown[1] ?? 'the end'}
        </Chip>
      )}
      {set === 0 ? null : (
        <Button variant="bare" onClick={() => change({ ...none, start: undefined, end: undefined })}>
          Clear all
        </Button>
      )}
    </FilterBar>
  )
}

/** The name under which the reader's columns are kept. */
const list = 'ledger-statement'

/** The shown rows, those in view from the worker. */
function RowsPanel({ session, decimals }: { session: Session; decimals: Readonly<Record<string, number>> }) {
  const zone = useZone()
  const reading = useReading(session)
  const listing = useRows(session)
  const find = useRemoteFind(session, decimals)
  const one = useObservable(session.choices).assets.length === 1
  const columns = useMemo(() => rowColumns(zone, (asset) => decimals[asset], one), [zone, decimals, one])
  return (
    <section className={styles.rows} aria-labelledby="entries">
      <div className={styles.head}>
        <h2 id="entries">Entries</h2>
        <output>{countWords(reading, endingOf(reading, session.source))}</output>
        <span className={styles.end}>
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
            <th scope="col">Block time, {zoneName(zone)}</th>
            <th scope="col" className={styles.amount}>
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
            <td className={styles.amount} data-sign={row.effect.startsWith('-') ? 'out' : 'in'}>
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
    <>
      <DownloadMenu session={session} />
      <Button disabled={phase === 'reading'} onClick={() => print()}>
        Print
      </Button>
      {open}
    </>
  )
}

interface StatementViewProps {
  source: Source
  search: LedgerSearch
  decimals: Decimals
  /** The button that opens a file. */
  open: ReactNode
  /** What is read, under the title. */
  children: ReactNode
}

/** One statement: how far it is read, balances, sums, and the rows that the filters show. */
export function StatementView({ source, search, decimals, open, children }: StatementViewProps) {
  const session = useSession(source)
  const { progress, phase } = useReading(session)
  const summary = useObservable(session.summary)
  const { assets } = useObservable(session.choices)
  useFilter(
    session,
    useMemo(() => filterOf(search, assets, decimals), [search, assets, decimals]),
  )
  const party = progress.party ?? (source.kind === 'node' ? source.request.partyId : source.party)
  return (
    <>
      <div className={styles.screen}>
        <PageHead
          title="Statement"
          sub={party === undefined ? 'From a file' : <PartyCell id={party} />}
          actions={<Actions session={session} open={open} />}
        />
        <InOrder>
          {children}
          <StatusBanner session={session} />
          {!summary && (progress.facts.rows > 0 || phase === 'reading') && <div hidden data-waiting="true" />}
          {summary && (
            <>
              <BalancesPanel summary={summary} decimals={decimals} />
              <div className={styles.sums}>
                <TotalsPanel totals={summary.totals} />
                <BalancePanel totals={summary.totals} />
                <LargestPanel summary={summary} party={party ?? ''} decimals={decimals} />
              </div>
              <p className={styles.note}>
                Net and largest movements cover the entries shown. The balance check covers every entry in the visible
                part of the chart.
              </p>
            </>
          )}
          {(progress.facts.rows > 0 || phase === 'reading') && (
            <>
              <RowFilters session={session} search={search} />
              <RowsPanel session={session} decimals={decimals} />
            </>
          )}
        </InOrder>
      </div>
      <PrintedStatement session={session} party={party} summary={summary} decimals={decimals} />
    </>
  )
}
