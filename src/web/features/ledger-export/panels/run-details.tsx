import { lazy, Suspense } from 'react'
import type { Run } from '../run/run-model.ts'
import { factsOf, totalsOf } from '../run/run-model.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { TotalsPanel } from './totals-panel.tsx'
import styles from '../page.module.css'

const loadGrid = () => import('./preview-panel.tsx').then(({ PreviewPanel }) => ({ default: PreviewPanel }))

/** Loads the grid when an export begins: the network may be lost when its rows come. */
export const preloadPreview = (): void => void loadGrid().catch(() => undefined)

const NoPreview = () => (
  <Notice state="unknown">
    The preview could not be loaded from the network. The export goes on without it; reload the page afterwards to see
    it.
  </Notice>
)

/** Loaded when there are rows to show. The export does not depend on it, so the page stays when loading fails. */
const PreviewPanel = lazy(() => loadGrid().catch(() => ({ default: NoPreview })))

/** Sums, balances and first rows of an export, while it runs and afterwards. */
export function RunDetails({ run }: { run: Run }) {
  const totals = totalsOf(run)
  const { rows } = factsOf(run)
  if (totals.rows === 0) return null
  return (
    <>
      <div className={styles.sums}>
        <TotalsPanel totals={totals} />
        <BalancePanel totals={totals} />
      </div>
      {run.preview.length > 0 && (
        <Suspense fallback={null}>
          <PreviewPanel lines={run.preview} rows={rows} party={run.request.partyId} outcome={run.outcome} />
        </Suspense>
      )}
    </>
  )
}
