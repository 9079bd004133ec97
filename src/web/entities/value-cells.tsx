import type { ReactNode } from 'react'
import { formatAmount, groupDigits, shiftDecimals, trimZeros } from '../format/amount.ts'
import { formatPercent } from '../format/percent.ts'
import { Exact } from '../ui/display/exact.tsx'
import styles from './value-cells.module.css'

/** A value that is not there: a dash with the reason in its title and for those who hear the page, or the words themselves. */
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

/** `raw` beside a number of unknown scale. */
export const RawBadge = (): ReactNode => (
  <abbr className={styles.raw} title="Shown as received: the number of decimals is not known">
    raw
  </abbr>
)

interface AmountCellProps {
  raw: string
  decimals: number | undefined
  /** Zeros behind the last digit are left out unless this is false. */
  trim?: boolean
}

/** An amount, exact and grouped; the title holds the raw digits. Without known decimals it wears the `raw` badge. */
export function AmountCell({ raw, decimals, trim = true }: AmountCellProps) {
  if (raw === '') return <MissingCell reason="not recorded" />
  if (decimals === undefined) {
    return (
      <>
        <Exact exact={raw}>{formatAmount(raw, undefined)}</Exact> <RawBadge />
      </>
    )
  }
  const shifted = shiftDecimals(raw, decimals)
  return <Exact exact={`${raw} raw`}>{groupDigits(trim ? trimZeros(shifted) : shifted)}</Exact>
}

/** A fraction as percent, rounded half up; the title holds the fraction as received. Empty text is "not recorded". */
export const PercentCell = ({ fraction, digits = 1 }: { fraction: string; digits?: number }) =>
  fraction === '' ? (
    <MissingCell reason="not recorded" />
  ) : (
    <Exact exact={fraction}>{formatPercent(fraction, digits)}</Exact>
  )
