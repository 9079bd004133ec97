import { linkTo } from '../../router/link-to.ts'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import styles from './cell.module.css'
import { useMarkets } from './labels.ts'

interface MarketCellProps {
  id: string
  to?: string
}

/** A market's code, else its short id, with a link: to its page unless `to` says otherwise. */
export function MarketCell({ id, to = linkTo('/markets/$marketId', { marketId: id }) }: MarketCellProps) {
  const label = useMarkets().byId.get(id)
  if (!label) return <IdChip id={id} kind="market" copy={false} to={to} />
  return (
    <span title={`${label.name} · ${id}`} data-id={id} data-kind="market" className={styles.market}>
      <Anchor href={to} className={styles.link}>
        {label.code || label.name}
      </Anchor>
    </span>
  )
}
