import { IdChip } from '../../ui/display/id-chip.tsx'
import styles from './cell.module.css'
import { useMarkets } from './labels.ts'

export function MarketCell({ id }: { id: string }) {
  const label = useMarkets().byId.get(id)
  if (!label) return <IdChip id={id} kind="market" copy={false} />
  return (
    <span title={`${label.name} · ${id}`} data-id={id} className={styles.market}>
      {label.code || label.name}
    </span>
  )
}
