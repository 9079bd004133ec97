import { lazy, Suspense } from 'react'
import type { Run } from './run.ts'
import { factsOf, totalsOf } from './run.ts'
import { BalancePanel } from './balance-panel.tsx'
import { TotalsPanel } from './totals-panel.tsx'
import styles from './page.module.css'

/** The grid comes when there are rows to show. */
const PreviewPanel = lazy(() => import('./preview-panel.tsx').then(({ PreviewPanel }) => ({ default: PreviewPanel })))

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
          <PreviewPanel lines={run.preview} rows={rows} party={run.request.partyId} />
        </Suspense>
      )}
    </>
  )
}
