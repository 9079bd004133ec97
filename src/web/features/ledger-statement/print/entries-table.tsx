import { zoneName } from '../../../format/time.ts'
import { plural } from '../../../format/words.ts'
import { maxPrintedRows } from '../../../data-grid/fixed-row-virtualizer.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { csvTime, grouped, plainAmount, signedAmount } from '../../ledger-export/format-bytes.ts'
import { typeWords } from '../../../ledger/rows/groups.ts'
import type { PreviewRow } from '../../ledger-export/panels/preview-rows.ts'
import { useAccountNames } from '../chart/account-names.ts'
import type { Session } from '../reading/session.ts'
import { useReading } from '../reading/use-session.ts'
import { PrintedTable } from './printed-table.tsx'
import { type Decimals, useAssetNames } from './use-asset-names.ts'
import styles from './print.module.css'

/** The effect of a row; of an internal move, what was moved. */
function effectWords(row: PreviewRow, decimals: number | undefined): string {
  if (!/^-?\d+$/.test(row.effect)) return 'not recorded'
  if (row.own) return `internal, ${plainAmount(row.quantity, decimals)}`
  return signedAmount(BigInt(row.effect), decimals)
}

/** The shown entries, as many as are printed, with the number of those that are not. */
export function EntriesTable({ session, decimals }: { session: Session; decimals: Decimals }) {
  const zone = useZone()
  const assetName = useAssetNames(decimals)
  const name = useAccountNames()
  const { shown } = useReading(session).progress
  const count = Math.min(shown, maxPrintedRows)
  const rows = Array.from({ length: count }, (_, index) => session.cache.at(index)).filter((row) => row !== undefined)
  const left = shown - rows.length
  return (
    <>
      <PrintedTable
        caption="Entries"
        columns={[`Block time, ${zoneName(zone)}`, 'Type', 'From', 'To', 'Effect', 'Balance', 'Asset']}
        rows={rows.map((row, index) => ({
          key: index,
          cells: [
            csvTime(row.vega_time, zone, { precision: 'micro', name: false }),
            typeWords(row.transfer_type),
            name({ type: row.account_from_account_type, market: row.account_from_market_id }),
            name({ type: row.account_to_account_type, market: row.account_to_market_id }),
            effectWords(row, decimals[row.asset_id]),
            plainAmount(row.balance, decimals[row.asset_id]),
            assetName(row.asset_id),
          ],
        }))}
      />
      {left > 0 && (
        <p className={styles.rest}>
          The first {grouped(rows.length)} of {plural(shown, 'entry', 'entries')} are printed. Save them as CSV for the
          others.
        </p>
      )}
    </>
  )
}
