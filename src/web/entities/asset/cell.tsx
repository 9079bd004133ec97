import { IdChip } from '../../ui/display/id-chip.tsx'
import { useAssets } from './labels.ts'

export function AssetCell({ id }: { id: string }) {
  const label = useAssets().byId.get(id)
  if (!label) return <IdChip id={id} kind="asset" copy={false} mark={false} />
  return (
    <span title={`${label.name} · ${id}`} data-id={id} data-kind="asset">
      {label.symbol}
    </span>
  )
}
