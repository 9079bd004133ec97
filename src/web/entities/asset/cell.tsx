import { linkTo } from '../../router/link-to.ts'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import styles from '../market/cell.module.css'
import { useAssets } from './labels.ts'

/** An asset's symbol, else its short id, with a link to its page. */
export function AssetCell({ id }: { id: string }) {
  const label = useAssets().byId.get(id)
  const to = linkTo('/assets/$assetId', { assetId: id })
  if (!label) return <IdChip id={id} kind="asset" copy={false} mark={false} to={to} />
  return (
    <span title={`${label.name} · ${id}`} data-id={id} data-kind="asset">
      <Anchor href={to} className={styles.link}>
        {label.symbol}
      </Anchor>
    </span>
  )
}
