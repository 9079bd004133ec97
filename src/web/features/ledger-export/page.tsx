import { IgnoredParamsWarning } from '../../entities/warnings.tsx'
import { lazy, Suspense, useEffect } from 'react'
import { linkTo } from '../../router/link-to.ts'
import { browserHistory, changeSearch } from '../../router/navigate.ts'
import { parseSearch } from '../../router/search.ts'
import { useSearch } from '../../router/use-location.ts'
import { PageHead } from '../../ui/display/page-head.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { BalancePanel, TotalsPanel, useScales } from '../ledger/index.ts'
import { ExportForm } from './form/export-form.tsx'
import { useLastChoices } from './form/last-choices.ts'
import { formOf } from './form/file-options.tsx'
import { ResultCard } from './panels/result-card.tsx'
import { rowFactsOf, isRunning, type Run, totalsOf, runStore, useRuns } from './run/run-store.ts'
import { RunningCard } from './panels/running-card.tsx'
import { startRun } from './run/start-run.ts'
import { toastError } from './panels/save-menu.tsx'
import { readLedgerExportSearch } from './search.ts'
import styles from './page.module.css'

const loadGrid = () => import('./panels/preview-panel.tsx').then(({ PreviewPanel }) => ({ default: PreviewPanel }))

/** Loads the grid when an export begins: the network may be lost when its rows come. */
const preloadPreview = (): void => void loadGrid().catch(() => undefined)

const NoPreview = () => (
  <Notice state="unknown">
    The preview could not be loaded. The export continues without it; reload the page afterwards to see it.
  </Notice>
)

/** Loaded when there are rows to show. The export does not depend on it, so the page stays when loading fails. */
const PreviewPanel = lazy(() => loadGrid().catch(() => ({ default: NoPreview })))

/** Brings back earlier exports. Without its code they come with the next page that has it. */
const restoreRuns = (): Promise<void> =>
  import('./run/restore.ts').then(
    (code) => code.restoreRuns(),
    () => undefined,
  )

/** Sums, balances and first rows of an export, while it runs and afterwards. */
function RunDetails({ run }: { run: Run }) {
  const totals = totalsOf(run)
  const { rows } = rowFactsOf(run)
  if (totals.rows === 0) return null
  return (
    <>
      <TotalsPanel totals={totals} />
      <BalancePanel totals={totals} />
      {run.preview.length > 0 && (
        <Suspense fallback={null}>
          <PreviewPanel lines={run.preview} rows={rows} party={run.request.partyId} outcome={run.outcome} />
        </Suspense>
      )}
    </>
  )
}

/** Parties to start with, while none is named. */
const PartyChoices = lazy(async () => ({
  default: (await import('../party-choices/party-choices.tsx')).PartyChoices,
}))

/** Every movement of one party as a file that is checked while it streams. */
export function LedgerExportPage() {
  const search = useSearch(readLedgerExportSearch)
  const scales = useScales()
  const runs = useRuns()
  const keep = useLastChoices(search)
  useEffect(() => void restoreRuns(), [])
  const running = runs.filter(isRunning)
  const detailed = runs.find((run) => run.outcome !== 'cancelled' && rowFactsOf(run).rows > 0)
  const [latest, ...earlier] = runs.filter((run) => !isRunning(run))
  const busy = running[0]
  return (
    <>
      <PageHead title="Ledger export" sub="Every account movement of a party, as CSV" />
      <IgnoredParamsWarning read={readLedgerExportSearch} />
      <div className={styles.columns}>
        <ExportForm
          search={search}
          onShow={busy && (() => runStore.focus(busy.id))}
          onChange={(change, isShown) => {
            changeSearch(readLedgerExportSearch, change, { replace: true, paintFirst: isShown })
            keep(readLedgerExportSearch(parseSearch(browserHistory.location.search)))
          }}
          onExport={(request) => {
            keep(search)
            preloadPreview()
            startRun(request, formOf(search, scales)).catch(toastError('The export could not start'))
          }}
        />
        <div className={styles.runs}>
          {running.map((run) => (
            <RunningCard key={run.id} run={run} />
          ))}
          <div className={`${styles.runs} ${styles.announced}`} aria-live="polite">
            {latest?.outcome && <ResultCard run={latest} outcome={latest.outcome} />}
            {runs.length === 0 && search.partyId !== undefined && (
              <Panel>
                <Empty level={2} title="No export yet">
                  The file is written as it arrives: rows and bytes are counted, the end is checked for an error, and an
                  incomplete file is always flagged.
                </Empty>
              </Panel>
            )}
          </div>
          {search.partyId === undefined && runs.length === 0 && (
            <Suspense fallback={null}>
              <PartyChoices hrefOf={(partyId) => linkTo('/ledger-export', { partyId })} />
            </Suspense>
          )}
          {detailed && <RunDetails run={detailed} />}
          {earlier.map((run) => run.outcome && <ResultCard key={run.id} run={run} outcome={run.outcome} />)}
        </div>
      </div>
    </>
  )
}
