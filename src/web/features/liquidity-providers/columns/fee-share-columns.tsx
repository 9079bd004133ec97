import type { ReactNode } from 'react'
import type { LiquidityProviderFeeShare } from '../../../../wire/liquidity-providers.ts'
import type { GridColumn } from '../../../data-grid/columns/grid-columns.tsx'
import { MissingCell, PercentCell } from '../../../entities/value-cells.tsx'
import { groupDigits, isDecimal, round } from '../../../format/amount.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { percentWords } from './column-values.ts'
import { Rounded } from './score-cells.tsx'
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
    <Exact exact={`${value} as received`}>{groupDigits(round(value, 0))}</Exact>
  ) : (
    <MissingCell reason="not recorded" />
  )

/** What decides a provider's part of the fees. */
export const feeShareColumns: readonly GridColumn<ScoreRow>[] = [
  {
    ...feeShareColumn('equityLikeShare', 'Equity-like share', 118, (share) => (
      <PercentCell fraction={share} digits={2} />
    )),
    shown: ({ provider: { feeShare } }) => percentWords(feeShare?.equityLikeShare, 2),
  },
  feeShareColumn('averageScore', 'Score', 64, (score) => <Rounded value={score} />),
  { ...feeShareColumn('virtualStake', 'Virtual stake', 120, whole), hidden: true },
  { ...feeShareColumn('averageEntryValuation', 'Entry valuation', 128, whole), hidden: true },
]
