import { useMemo } from 'react'
import { DataGrid } from '../../../grid/data-grid.tsx'
import { useAssets } from '../../../entities/labels.ts'
import { listOfRows } from '../../../list/list.ts'
import { usePreference, useZone } from '../../../preferences/use-preferences.ts'
import { rowColumns } from '../../ledger/index.ts'
import { ledgerRows } from '../../../ledger/rows/ledger-row.ts'
import type { Outcome } from '../run/run-store.ts'
import { grouped, rowWords } from '../../../ledger/ledger-words.ts'
import styles from '../page.module.css'

/** Which rows a preview shows. Only those of a complete export are called all. */
export function previewWords(shown: number, rows: number, outcome: Outcome | undefined): string {
  const some = shown < rows
  if (outcome === undefined)
    return some ? `first ${grouped(shown)} of ${rowWords(rows)} so far` : `${rowWords(rows)} so far`
  if (some) return `first ${grouped(shown)} of ${rowWords(rows)}`
  return outcome === 'complete' ? `all ${rowWords(rows)}` : `the ${rowWords(rows)} received`
}

export function PreviewPanel({
  lines,
  rows,
  party,
  outcome,
}: {
  lines: readonly string[]
  rows: number
  party: string
  outcome: Outcome | undefined
}) {
  const zone = useZone()
  const { byId } = useAssets()
  const set = usePreference('decimals')
  const read = useMemo(() => ledgerRows(lines, party), [lines, party])
  const all = outcome !== undefined && rows === lines.length
  const listing = useMemo(
    () => listOfRows(read, all && outcome === 'complete' ? 'complete' : 'excerpt'),
    [read, all, outcome],
  )
  const one = new Set(read.map(({ asset_id }) => asset_id)).size === 1
  const columns = useMemo(() => {
    const scale = (asset: string): number | undefined => byId.get(asset)?.decimals ?? set[asset]
    return rowColumns(zone, scale, one)
  }, [zone, byId, set, one])
  const ended = rows > lines.length ? <span>the file holds {rowWords(rows)}</span> : undefined
  const foot = outcome === undefined ? <span>more rows may arrive</span> : ended
  return (
    <div className={styles.preview}>
      <div className={styles.previewHead}>
        <h2>Preview</h2>
        <span>{previewWords(lines.length, rows, outcome)}</span>
      </div>
      <DataGrid
        label="Preview"
        list="ledger-export"
        columns={columns}
        listing={listing}
        emptyTitle="No rows yet"
        emptyText={undefined}
        foot={foot}
      />
    </div>
  )
}
