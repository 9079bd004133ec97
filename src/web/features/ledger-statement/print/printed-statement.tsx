import { useNodeState } from '../../../entities/use-node-status.ts'
import { formatInstant, fromMilliseconds, zoneName } from '../../../format/time.ts'
import { maxPrintedRows } from '../../../data-grid/fixed-row-virtualizer.ts'
import { plural } from '../../../format/words.ts'
import { usePartyNames } from '../../../preferences/party-names.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { usePrinting } from '../../../ui/use-printing.ts'
import { grouped, noHashWords } from '../../ledger-export/format-bytes.ts'
import { rangeWords } from '../../ledger-export/range-words.ts'
import type { Summary } from '../../../ledger/engine/view.ts'
import type { Session, Source } from '../reading/session.ts'
import { useReading } from '../reading/use-session.ts'
import { contextOf, countWords, endingOf, findingsOf, titleOf } from '../words.ts'
import { EntriesTable } from './entries-table.tsx'
import { AccountsTable, SumsTable } from './sums-tables.tsx'
import styles from './print.module.css'

interface PrintedStatementProps {
  session: Session
  party: string | undefined
  summary: Summary | undefined
  decimals: Readonly<Record<string, number>>
}

const assetFacts = (source: Source): [string, string][] =>
  source.kind === 'node' && source.request.assetId !== undefined ? [['Asset', source.request.assetId]] : []

/** What was read, from where, when, and how it can be verified. */
function Facts({
  session,
  party,
  printedAt,
}: Pick<PrintedStatementProps, 'session' | 'party'> & { printedAt: number }) {
  const zone = useZone()
  const names = usePartyNames()
  const { chainId } = useNodeState()
  const reading = useReading(session)
  const { source } = session
  const ending = endingOf(reading, source)
  const { result, startedAt, endedAt, progress } = reading
  const findings = findingsOf(reading)
  const instant = (ms: number) => formatInstant(fromMilliseconds(ms), zone === 'raw' ? 'utc' : zone)
  const name = party === undefined ? undefined : names[party]
  const node = source.kind === 'node' ? source.base || location.origin : undefined
  const facts: [string, string][] = [
    ['Party', party === undefined ? 'not named by the file' : name === undefined ? party : `${name}, ${party}`],
    ...assetFacts(source),
    ['Period', source.kind === 'node' ? rangeWords(source.request, zone) : `as in the file ${source.name}`],
    ['Entries', `${countWords(reading, ending)}. ${contextOf(ending)}`],
    ...findings.map(({ words }): [string, string] => ['Note', words]),
    ...(node === undefined ? [] : ([['Node', `${node}${chainId ? `, chain ${chainId}` : ''}`]] as [string, string][])),
    [node === undefined ? 'Read' : 'Exported', `${instant(startedAt)} to ${instant(endedAt ?? printedAt)}`],
    [
      'SHA-256',
      result?.sha256 === undefined
        ? noHashWords
        : `${result.sha256}, of the ${plural(progress.facts.bytes, 'byte')} that were read`,
    ],
    ['Printed', `${instant(printedAt)}; times below in ${zoneName(zone)}`],
  ]
  return (
    <>
      <p className={styles.state}>
        {titleOf(reading, ending)}
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
