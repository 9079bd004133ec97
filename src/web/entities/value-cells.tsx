import type { ReactNode } from 'react'
import { formatAmount, groupDigits, shiftDecimals, trimZeros } from '../format/amount.ts'
import { formatPercent } from '../format/percent.ts'
import { Exact } from '../ui/display/exact.tsx'
import styles from './value-cells.module.css'

/** An absent value: a dash with the reason as title and for screen readers, or with `words` the reason itself. */
export const MissingCell = ({ reason, words = false }: { reason: string; words?: boolean }) => (
  <span className={styles.missing} title={reason}>
    {words ? (
      reason
    ) : (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{reason}</span>
      </>
    )}
  </span>
)

export const RawBadge = (): ReactNode => (
  <abbr className={styles.raw} title="Shown as received: decimals unknown">
    raw
  </abbr>
)

interface AmountCellProps {
  raw: string
  decimals: number | undefined
}

/** An amount, exact and grouped; the title holds the raw digits. Without known decimals it has the `raw` badge. */
export function AmountCell({ raw, decimals }: AmountCellProps) {
  if (raw === '') return <MissingCell reason="not recorded" />
  if (decimals === undefined) {
    return (
      <>
        <Exact exact={raw}>{formatAmount(raw, undefined)}</Exact> <RawBadge />
      </>
    )
  }
  return <Exact exact={`${raw} raw`}>{groupDigits(trimZeros(shiftDecimals(raw, decimals)))}</Exact>
}

/** A fraction as percent, rounded half up; the title holds the fraction as received. */
export const PercentCell = ({ fraction, digits = 1 }: { fraction: string; digits?: number }) =>
  fraction === '' ? (
    <MissingCell reason="not recorded" />
  ) : (
    <Exact exact={fraction}>{formatPercent(fraction, digits)}</Exact>
  )
