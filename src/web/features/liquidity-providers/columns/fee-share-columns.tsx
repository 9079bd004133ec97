import type { ReactNode } from 'react'
import type { LiquidityProviderFeeShare } from '../../../../wire/liquidity-providers.ts'
import type { GridColumn } from '../../../data-grid/columns/grid-columns.tsx'
import { MissingCell, PercentCell } from '../../../entities/value-cells.tsx'
import { isDecimal, roundShown } from '../../../format/amount.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { percentWords } from './column-values.ts'
import { Rounded } from './score-cells.tsx'
import styles from './score-cells.module.css'
import type { ScoreRow } from '../scores/rows.ts'

/** A column of one member of the fee share. */
const feeShareColumn = (
  member: keyof LiquidityProviderFeeShare,
  header: string,
  size: number,
  show: (value: string) => ReactNode,
): GridColumn<ScoreRow> => ({
  id: `feeShare.${member}`,
  header,
  size,
  align: 'end',
  cell: ({ provider: { feeShare } }) => (feeShare ? show(feeShare[member]) : <MissingCell reason="not reported" />),
  text: ({ provider: { feeShare } }) => feeShare?.[member] ?? '',
})

const whole = (value: string) =>
  isDecimal(value) ? (
    <Exact exact={`${value} as received`}>{roundShown(value, 0)}</Exact>
  ) : (
    <MissingCell reason="not recorded" />
  )

/** What decides a provider's part of the fees. */
export const feeShareColumns: readonly GridColumn<ScoreRow>[] = [
  {
    id: 'feeShare.equityLikeShare',
    header: 'Equity-like share',
    size: 120,
    align: 'end',
    text: ({ provider: { feeShare } }) => feeShare?.equityLikeShare ?? '',
    cell: ({ provider: { feeShare } }) =>
      feeShare ? (
        <span className={styles.stack}>
          <PercentCell fraction={feeShare.equityLikeShare} digits={2} />
          <small>
            score <Rounded value={feeShare.averageScore} />
          </small>
        </span>
      ) : (
        <MissingCell reason="not reported" />
      ),
    shown: ({ provider: { feeShare } }) => percentWords(feeShare?.equityLikeShare, 2),
  },
  { ...feeShareColumn('averageScore', 'Score', 64, (score) => <Rounded value={score} />), hidden: true },
  { ...feeShareColumn('virtualStake', 'Virtual stake', 120, whole), hidden: true },
  { ...feeShareColumn('averageEntryValuation', 'Entry valuation', 128, whole), hidden: true },
]
