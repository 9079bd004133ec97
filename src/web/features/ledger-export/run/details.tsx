import { lazy, Suspense } from 'react'
import type { Run } from './run.ts'
import { factsOf, totalsOf } from './run.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { BalancePanel } from '../panels/balance-panel.tsx'
import { TotalsPanel } from '../panels/totals-panel.tsx'
import styles from '../page.module.css'

const loadGrid = () => import('../panels/preview-panel.tsx').then(({ PreviewPanel }) => ({ default: PreviewPanel }))

/** Fetches the grid when an export begins: when its rows come, the network may be gone. */
export const expectRows = (): void => void loadGrid().catch(() => undefined)

const NoPreview = () => (
  <Notice state="unknown">
    The preview could not be loaded from the network. The export goes on without it; reload the page afterwards to see
    it.
  </Notice>
)

/** The grid comes when there are rows to show. Without it the export is none the worse, so the page stays. */
const PreviewPanel = lazy(() => loadGrid().catch(() => ({ default: NoPreview })))

/** What the bytes of an export say, while they come and after: sums, balances, first rows. */
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
