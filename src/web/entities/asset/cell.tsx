import { IdChip } from '../../ui/display/id-chip.tsx'
import { useAssets } from './labels.ts'

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
