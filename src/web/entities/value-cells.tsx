import type { ReactNode } from 'react'
import { formatAmount, groupDigits, shiftDecimals, trimZeros } from '../format/amount.ts'
import { formatPercent } from '../format/percent.ts'
import { Exact } from '../ui/display/exact.tsx'
import styles from './value-cells.module.css'
import { linkTo } from '../router/link-to.ts'
import { IdChip } from '../ui/display/id-chip.tsx'
import { formatInstant, zoneOfTimes } from '../format/time.ts'
import { useZone } from '../preferences/use-preferences.ts'

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

/** A team's mark and short id, with a link to its page. */
export const TeamCell = ({ id, copy = false, mark = true }: { id: string; copy?: boolean; mark?: boolean }) => (
  <IdChip id={id} kind="team" copy={copy} mark={mark} to={linkTo('/teams/$teamId', { teamId: id })} />
)

/** An instant in the reader's zone, to the second; the title has all nine digits; 0 is none. `name` adds the zone's name. */
export function TimeCell({ ns, name = true }: { ns: string; name?: boolean }) {
  const zone = useZone()
  if (ns === '0') return <MissingCell reason="not recorded" words />
  return (
    <Exact exact={`${formatInstant(ns, zone, { precision: 'nano' })} · ${ns} ns`}>
      <time>{formatInstant(ns, zone, { precision: 'second', name, offset: true })}</time>
    </Exact>
  )
}

export const ZoneName = (): ReactNode => zoneOfTimes(useZone())
