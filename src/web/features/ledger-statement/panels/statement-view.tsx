import { type ReactNode, useMemo } from 'react'
import { PartyCell } from '../../../entities/party/cell.tsx'
import { plural } from '../../../format/words.ts'
import { saveFile } from '../../../infinite-list/export-rows.ts'
import { InOrder } from '../../../ui/display/in-order.tsx'
import { PageHead } from '../../../ui/display/page-head.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useObservable } from '../../../use-observable.ts'
import { BalancePanel } from '../../ledger-export/panels/balance-panel.tsx'
import { TotalsPanel } from '../../ledger-export/panels/totals-panel.tsx'
import { toastError } from '../../ledger-export/panels/save-menu.tsx'
import { BalancesPanel } from '../chart/balances-panel.tsx'
import { PrintedStatement } from '../print/printed-statement.tsx'
import { filterOf } from '../row-filter.ts'
import type { Session, Source } from '../reading/session.ts'
import { useFilter, useReading, useSession } from '../reading/use-session.ts'
import type { LedgerSearch } from '../search.ts'
import { LargestPanel } from './largest-panel.tsx'
import { RowFilters } from './row-filters.tsx'
import { RowsPanel } from './rows-panel.tsx'
import { StatusBanner } from './status-banner.tsx'
import styles from '../page.module.css'

type Decimals = Readonly<Record<string, number>>

/** Saves the shown rows, with every byte as the node sent it. */
async function saveShown(session: Session): Promise<void> {
  const { shown, facts } = session.reading.get().progress
  const file = await session.csv()
  if (!file) return
  const name = `ledger-${shown === facts.rows ? 'all' : 'shown'}-${shown}-rows.csv`
  saveFile(name, file)
  toast(`${plural(shown, 'row')} saved as ${name}`)
}

function Actions({ session, open }: { session: Session; open: ReactNode }) {
  const { phase, progress } = useReading(session)
  const { shown } = progress
  return (
    <>
      <Button
        icon="download"
        disabled={shown === 0 || phase === 'reading'}
        // How many stands in the rows' own head: a label that grows while rows arrive would move the page.
        aria-label={`Save shown rows: ${plural(shown, 'row')}`}
        onClick={() => void saveShown(session).catch(toastError('The file could not be saved'))}
      >
        Save shown rows
      </Button>
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
