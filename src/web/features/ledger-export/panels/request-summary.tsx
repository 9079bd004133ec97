import { AssetCell } from '../../../entities/cells.tsx'
import { useZone } from '../../../preferences/use-preferences.ts'
import { IdChip } from '../../../ui/display/id-chip.tsx'
import { rangeWords } from '../range-words.ts'
import type { Run } from '../run/run.ts'
import styles from '../page.module.css'

/** Whose entries were asked for, and from when. */
export function Asked({ run }: { run: Run }) {
  const zone = useZone()
  return (
    <p className={styles.asked}>
      <IdChip id={run.request.partyId} kind="party" />
      {run.request.assetId !== undefined && <AssetCell id={run.request.assetId} />}
      <span>{rangeWords(run.request, zone)}</span>
    </p>
  )
}
