import type { ReactNode } from 'react'
import { useNodeState } from '../../../entities/use-node-status.ts'
import { formatInstant, fromMilliseconds, zoneOfTimes } from '../../../format/time.ts'
import { maxPrintedRows } from '../../../grid/fixed-row-virtualizer.ts'
import { plural } from '../../../format/words.ts'
import { usePartyNames } from '../../../preferences/party-names.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { usePrinting } from '../../../ui/use-printing.ts'
import { grouped, noHashWords, csvCellTime, plainAmount, signedAmount } from '../../../ledger/ledger-words.ts'
import { rangeWords } from '../../../ledger/range.ts'
import type { RowsSummary } from '../../../ledger/engine/rows-view.ts'
import type { Session, Source } from '../reading/session.ts'
import { useReading } from '../reading/use-session.ts'
import { statementContext, countWords, endingOf, statementFindings, statementTitle } from '../words.ts'
import styles from './print.module.css'
import { shortId } from '../../../format/id.ts'
import { typeWords } from '../../../ledger/rows/groups.ts'
import { useAccountNames, accountKey, type Decimals, useAssetNames } from '../../ledger/index.ts'
import type { LedgerRow } from '../../../ledger/rows/ledger-row.ts'
import type { AccountCheck, LedgerTotals, TotalsCell } from '../../../ledger/rows/ledger-totals.ts'

interface PrintedTableProps {
  caption: string
  columns: readonly string[]
  /** The first cell names the row. */
  rows: readonly { key: string | number; cells: readonly [ReactNode, ...ReactNode[]] }[]
}

const isNumber = (value: ReactNode): boolean => typeof value === 'string' && !/\p{L}/u.test(value)

/** A table of the printed statement. Columns with numbers stand at the right and never break. */
function PrintedTable({ caption, columns, rows }: PrintedTableProps) {
  const classes = columns.map((_, at) =>
    at > 0 && rows.some(({ cells }) => isNumber(cells[at])) ? styles.number : undefined,
  )
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <th key={column} scope="col" className={classes[at]}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...values] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              <td key={columns[index + 1]} className={classes[index + 1]}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Opening, movements and closing of every account, and whether they agree with each other. */
function AccountsTable({ accounts, decimals }: { accounts: readonly AccountCheck[]; decimals: Decimals }) {
  const assetName = useAssetNames(decimals)
  const name = useAccountNames()
  return (
    <PrintedTable
      caption="Balances"
      columns={['Account', 'Asset', 'Opening', 'In', 'Out', 'Closing', 'Entries']}
      rows={accounts.map((account) => ({
        key: `${account.asset} ${accountKey(account)}`,
        cells: [
          <>
            {name(account)}
            {account.unread > 0 && <small> cannot be checked</small>}
            {account.breaks > 0 && <small> {grouped(account.breaks)} balances do not follow from the entries</small>}
          </>,
          assetName(account.asset),
          ...[
            plainAmount(account.opening, decimals[account.asset]),
            plainAmount(account.in, decimals[account.asset]),
            signedAmount(-BigInt(account.out), decimals[account.asset]),
            plainAmount(account.closing, decimals[account.asset]),
          ].map((words) => (account.unread > 0 ? '–' : words)),
          grouped(account.movements),
        ],
      }))}
    />
  )
}

interface Line {
  asset: string
  label: string
  rows: number
  in: bigint
  out: bigint
}

function linesOf(cells: readonly TotalsCell[], by: 'type' | 'month'): Line[] {
  const lines = new Map<string, Line>()
  for (const cell of cells) {
    const label = by === 'type' ? typeWords(cell.type) : cell.month || 'Unreadable time'
    const key = `${cell.asset} ${label}`
    const line = lines.get(key) ?? { asset: cell.asset, label, rows: 0, in: 0n, out: 0n }
    lines.set(key, line)
    line.rows += cell.rows
    line.in += BigInt(cell.in)
    line.out += BigInt(cell.out)
  }
  return [...lines.values()].toSorted((a, b) => a.asset.localeCompare(b.asset) || a.label.localeCompare(b.label))
}

interface SumsTableProps {
  totals: LedgerTotals
  decimals: Decimals
  by: 'type' | 'month'
}

function SumsTable({ totals, decimals, by }: SumsTableProps) {
  const assetName = useAssetNames(decimals)
  return (
    <PrintedTable
      caption={by === 'type' ? 'Totals by type' : 'Totals by month, UTC'}
      columns={[by === 'type' ? 'Type' : 'Month', 'Asset', 'In', 'Out', 'Net', 'Entries']}
      rows={linesOf(totals.cells, by).map((line) => ({
        key: `${line.asset} ${line.label}`,
        cells: [
          line.label,
          assetName(line.asset),
          plainAmount(String(line.in), decimals[line.asset]),
          signedAmount(-line.out, decimals[line.asset]),
          signedAmount(line.in - line.out, decimals[line.asset]),
          grouped(line.rows),
        ],
      }))}
    />
  )
}

/** The effect of a row; of an internal move, what was moved. */
function effectWords(row: LedgerRow, decimals: number | undefined): string {
  if (!/^-?\d+$/.test(row.effect)) return 'not recorded'
  if (row.own) return `internal, ${plainAmount(row.quantity, decimals)}`
  return signedAmount(BigInt(row.effect), decimals)
}

type Side = 'from' | 'to'

/** The parties on the other side of the printed rows, by what stands for them in the rows. */
function useCounterparties(party: string): (row: LedgerRow, side: Side) => { id: string; short: string } | undefined {
  const names = usePartyNames()
  const own = party.toLowerCase()
  return (row, side) => {
    const id = row[`account_${side}_party_id`]
    return id === '' || id === own ? undefined : { id, short: names[id] ?? shortId(id) }
  }
}

/** The shown entries, as many as are printed, with the number of those that are not. */
function EntriesTable({ session, party, decimals }: { session: Session; party: string; decimals: Decimals }) {
  const zone = useZone()
  const assetName = useAssetNames(decimals)
  const name = useAccountNames()
  const counterparty = useCounterparties(party)
  const { shown } = useReading(session).progress
  const count = Math.min(shown, maxPrintedRows)
  const rows = Array.from({ length: count }, (_, index) => session.cache.at(index)).filter((row) => row !== undefined)
  const left = shown - rows.length
  const account = (row: LedgerRow, side: Side): string => {
    const own = name({ type: row[`account_${side}_account_type`], market: row[`account_${side}_market_id`] })
    const other = counterparty(row, side)
    return other ? `${own}, ${other.short}` : own
  }
  const others = new Map(
    rows.flatMap((row) =>
      [counterparty(row, 'from'), counterparty(row, 'to')].flatMap((one) =>
        one && one.id !== one.short ? [[one.id, one.short]] : [],
      ),
    ),
  )
  return (
    <>
      <PrintedTable
        caption="Entries"
        columns={[`Block time, ${zoneOfTimes(zone)}`, 'Type', 'From', 'To', 'Effect', 'Balance', 'Asset']}
        rows={rows.map((row, index) => ({
          key: index,
          cells: [
            csvCellTime(row.vega_time, zone, 'micro'),
            typeWords(row.transfer_type),
            account(row, 'from'),
            account(row, 'to'),
            effectWords(row, decimals[row.asset_id]),
            plainAmount(row.balance, decimals[row.asset_id]),
            assetName(row.asset_id),
          ],
        }))}
      />
      {others.size > 0 && (
        <PrintedTable
          caption="Counterparties"
          columns={['In the entries', 'Public key']}
          rows={[...others].map(([id, short]) => ({ key: id, cells: [short, id] }))}
        />
      )}
      {left > 0 && (
        <p className={styles.rest}>
          The first {grouped(rows.length)} of {plural(shown, 'entry', 'entries')} are printed. Save them as CSV for the
          others.
        </p>
      )}
    </>
  )
}

interface PrintedStatementProps {
  session: Session
  party: string | undefined
  summary: RowsSummary | undefined
  decimals: Readonly<Record<string, number>>
}

const assetFacts = (source: Source): [string, string][] =>
  source.kind === 'node' && source.request.assetId !== undefined ? [['Asset', source.request.assetId]] : []

function Facts({
  session,
  party,
  printedAt,
}: Pick<PrintedStatementProps, 'session' | 'party'> & { printedAt: number }) {
  const zone = useZone()
  const names = usePartyNames()
  const { chainId } = useNodeState('chainId')
  const reading = useReading(session)
  const { source } = session
  const ending = endingOf(reading, source)
  const { result, startedAt, endedAt, progress } = reading
  const findings = statementFindings(reading)
  const instant = (ms: number) => formatInstant(fromMilliseconds(ms), zone === 'raw' ? 'utc' : zone)
  const name = party === undefined ? undefined : names[party]
  const node = source.kind === 'node' ? source.base || location.origin : undefined
  const facts: [string, string][] = [
    ['Party', party === undefined ? 'not named by the file' : name === undefined ? party : `${name}, ${party}`],
    ...assetFacts(source),
    ['Period', source.kind === 'node' ? rangeWords(source.request, zone) : `as in the file ${source.name}`],
    ['Entries', `${countWords(reading, ending)}. ${statementContext(reading, ending)}`],
    ...findings.map(({ words }): [string, string] => ['Note', words]),
    ...(node === undefined ? [] : ([['Node', `${node}${chainId ? `, chain ${chainId}` : ''}`]] as [string, string][])),
    [node === undefined ? 'Read' : 'Exported', `${instant(startedAt)} to ${instant(endedAt ?? printedAt)}`],
    [
      'SHA-256',
      result?.sha256 === undefined
        ? noHashWords
        : `${result.sha256}, of the ${plural(progress.facts.bytes, 'byte')} that were read`,
    ],
    ['Printed', `${instant(printedAt)}; times below in ${zoneOfTimes(zone)}`],
  ]
  return (
    <>
      <p className={styles.state}>
        {statementTitle(reading, ending)}
        {progress.shown > maxPrintedRows &&
          `; the first ${grouped(maxPrintedRows)} of ${plural(progress.shown, 'entry', 'entries')} are printed`}
      </p>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={`${label} ${value}`}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The statement on paper: facts, opening, totals and closing, then the entries. Drawn only while the page is printed. */
export function PrintedStatement({ session, party, summary, decimals }: PrintedStatementProps) {
  const printedAt = usePrinting()
  if (printedAt === undefined) return null
  return (
    <article className={styles.paper} aria-label="Printed statement">
      <h1>Account statement</h1>
      <Facts session={session} party={party} printedAt={printedAt} />
      {summary && (
        <>
          <AccountsTable accounts={summary.totals.accounts} decimals={decimals} />
          <SumsTable totals={summary.totals} decimals={decimals} by="type" />
          <SumsTable totals={summary.totals} decimals={decimals} by="month" />
        </>
      )}
      <EntriesTable session={session} party={party ?? ''} decimals={decimals} />
    </article>
  )
}
