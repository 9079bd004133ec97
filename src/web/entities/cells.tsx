import type { ReactNode } from 'react'
import { formatAmount, groupDigits, shiftDecimals, trimZeros } from '../format/amount.ts'
import { formatPercent } from '../format/percent.ts'
import { pathTo } from '../format/path.ts'
import { IdChip } from '../ui/display/id-chip.tsx'
import { Exact } from '../ui/display/exact.tsx'
import styles from './cells.module.css'
import { useAssets, useMarkets } from './market-asset-labels.ts'

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

/** A market by its code when the node lists markets, else by its id. */
export function MarketCell({ id }: { id: string }) {
  const label = useMarkets().byId.get(id)
  if (!label) return <IdChip id={id} kind="market" copy={false} />
  return (
    <span title={`${label.name} · ${id}`} data-id={id} className={styles.market}>
      {label.code || label.name}
    </span>
  )
}

/** A party: star mark, nickname, short id, and the way to its page. `stacked` puts the nickname above, for tall rows. */
export const PartyCell = ({ id, stacked = false }: { id: string; stacked?: boolean }) => (
  <span className={stacked ? styles.stacked : undefined}>
    <IdChip id={id} kind="party" to={pathTo`/parties/${id}`} />
  </span>
)

/** An asset by its symbol when the node lists assets, else by its id. */
export function AssetCell({ id }: { id: string }) {
  const label = useAssets().byId.get(id)
  if (!label) return <IdChip id={id} kind="asset" copy={false} mark={false} />
  return (
    <span title={`${label.name} · ${id}`} data-id={id}>
      {label.symbol}
    </span>
  )
}

/** An epoch number, grouped. */
export const EpochCell = ({ epoch }: { epoch: string }) => <span>{groupDigits(epoch)}</span>

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
