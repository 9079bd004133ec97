import { AmountCell } from '../../../entities/value-cells.tsx'
import type { ScoreRow } from '../scores/rows.ts'
import { BookBadge } from './book-badge.tsx'
import styles from './score-cells.module.css'

interface RequirementCellProps {
  row: ScoreRow
  /** Of the settlement asset, where they are known, and its symbol. */
  decimals: number | undefined
  symbol: string | undefined
}

/** Whether a provider meets its requirement now, above what that is. */
export const RequirementCell = ({ row, decimals, symbol = '' }: RequirementCellProps) => (
  <span className={styles.verdict}>
    <BookBadge row={row} />
    {row.provider.sla && (
      <small>
        of <AmountCell raw={row.provider.sla.requiredLiquidity} decimals={decimals} /> {symbol}
      </small>
    )}
  </span>
)
