import { shortId } from '../../format/id.ts'
import { Select } from '../../ui/inputs/select.tsx'
import { AssetCell } from './cell.tsx'
import { useAssets } from './labels.ts'

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
