import { zoneName } from '../../../format/time.ts'
import { shortId } from '../../../format/id.ts'
import { usePartyNames } from '../../../preferences/party-names.ts'
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

type Side = 'from' | 'to'

/** The parties on the other side of the printed rows, by what stands for them in the rows. */
function useCounterparties(party: string): (row: PreviewRow, side: Side) => { id: string; short: string } | undefined {
  const names = usePartyNames()
  const own = party.toLowerCase()
  return (row, side) => {
    const id = row[`account_${side}_party_id`]
    return id === '' || id === own ? undefined : { id, short: names[id] ?? shortId(id) }
  }
}

/** The shown entries, as many as are printed, with the number of those that are not. */
export function EntriesTable({ session, party, decimals }: { session: Session; party: string; decimals: Decimals }) {
  const zone = useZone()
  const assetName = useAssetNames(decimals)
  const name = useAccountNames()
  const counterparty = useCounterparties(party)
  const { shown } = useReading(session).progress
  const count = Math.min(shown, maxPrintedRows)
  const rows = Array.from({ length: count }, (_, index) => session.cache.at(index)).filter((row) => row !== undefined)
  const left = shown - rows.length
  const account = (row: PreviewRow, side: Side): string => {
    const own = name({ type: row[`account_${side}_account_type`], market: row[`account_${side}_market_id`] })
    const other = counterparty(row, side)
    return other ? `${own}, ${other.short}` : own
  }
  const others = new Map(
    rows.flatMap((row) =>
      [counterparty(row, 'from'), counterparty(row, 'to')].flatMap((one) =>
        one && one.id !== one.short ? [[one.id, one.short]] : [],
      ),
    ),
  )
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
            account(row, 'from'),
            account(row, 'to'),
            effectWords(row, decimals[row.asset_id]),
            plainAmount(row.balance, decimals[row.asset_id]),
            assetName(row.asset_id),
          ],
        }))}
      />
      {others.size > 0 && (
        <PrintedTable
          caption="Counterparties"
          columns={['In the entries', 'Public key']}
          rows={[...others].map(([id, short]) => ({ key: id, cells: [short, id] }))}
        />
      )}
      {left > 0 && (
        <p className={styles.rest}>
          The first {grouped(rows.length)} of {plural(shown, 'entry', 'entries')} are printed. Save them as CSV for the
          others.
        </p>
      )}
    </>
  )
}
