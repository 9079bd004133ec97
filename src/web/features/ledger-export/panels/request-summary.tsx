import { AssetCell } from '../../../entities/asset/cell.tsx'
import { useZone } from '../../../preferences/use-preferences.ts'
import { IdChip } from '../../../ui/display/id-chip.tsx'
import { rangeWords } from '../range-words.ts'
import type { Run } from '../run/run-model.ts'
import styles from '../page.module.css'

/** The party, asset and range of an export. */
export function RequestSummary({ run }: { run: Run }) {
  const zone = useZone()
  return (
    <p className={styles.request}>
      <IdChip id={run.request.partyId} kind="party" />
      {run.request.assetId !== undefined && <AssetCell id={run.request.assetId} />}
      <span>{rangeWords(run.request, zone)}</span>
    </p>
  )
}
