import { linkTo } from '../../router/link-to.ts'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import styles from '../market/cell.module.css'
import { useAssets } from './labels.ts'
import { shortId } from '../../format/id.ts'
import { Select } from '../../ui/inputs/select.tsx'

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

interface AssetChoiceProps {
  /** Accessible name of the list. */
  label: string
  assets: readonly string[]
  value: string
  onChange: (asset: string) => void
}

/** Which of several assets a panel shows; of one alone, its name. */
export function AssetChoice({ label, assets, value, onChange }: AssetChoiceProps) {
  const { byId } = useAssets()
  if (assets.length === 1) return <AssetCell id={value} />
  const options = assets.map((id) => ({ value: id, label: byId.get(id)?.symbol ?? shortId(id) }))
  return <Select label={label} hideLabel value={value} options={options} onChange={onChange} />
}
