import { useAssets } from '../../../entities/asset/labels.ts'
import { shortId } from '../../../format/id.ts'
import { grouped, plainAmount, signedAmount } from '../../ledger-export/format-bytes.ts'
import type { AccountCheck, LedgerTotals, TotalsCell } from '../../ledger-export/engine/sums/ledger-totals.ts'
import { typeWords } from '../../ledger-export/panels/groups.ts'
import { accountKey, useAccountNames } from '../chart/account-names.ts'
import styles from './print.module.css'

type Decimals = Readonly<Record<string, number>>

/** What an asset is called, and that its amounts are raw where its decimals are not known. */
function useAssetNames(decimals: Decimals): (asset: string) => string {
  const { byId } = useAssets()
  return (asset) => `${byId.get(asset)?.symbol ?? shortId(asset)}${decimals[asset] === undefined ? ' (raw)' : ''}`
}

/** Opening, movements and closing of every account, and whether they agree with each other. */
export function AccountsTable({ accounts, decimals }: { accounts: readonly AccountCheck[]; decimals: Decimals }) {
  const assetName = useAssetNames(decimals)
  const name = useAccountNames()
  return (
    <table className={styles.table}>
      <caption>Balances</caption>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Asset</th>
          <th scope="col">Opening</th>
          <th scope="col">In</th>
          <th scope="col">Out</th>
          <th scope="col">Closing</th>
          <th scope="col">Entries</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={`${account.asset} ${accountKey(account)}`}>
            <th scope="row">
              {name(account)}
              {account.breaks > 0 && <small> {grouped(account.breaks)} balances do not follow from the entries</small>}
            </th>
            <td>{assetName(account.asset)}</td>
            <td>{plainAmount(account.opening, decimals[account.asset])}</td>
            <td>{plainAmount(account.in, decimals[account.asset])}</td>
            <td>{signedAmount(-BigInt(account.out), decimals[account.asset])}</td>
            <td>{plainAmount(account.closing, decimals[account.asset])}</td>
            <td>{grouped(account.movements)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface Line {
  asset: string
  label: string
  rows: number
  in: bigint
  out: bigint
}

function linesOf(cells: readonly TotalsCell[], by: 'type' | 'month'): Line[] {
  const lines = new Map<string, Line>()
  for (const cell of cells) {
    const label = by === 'type' ? typeWords(cell.type) : cell.month || 'Unreadable time'
    const key = `${cell.asset} ${label}`
    const line = lines.get(key) ?? { asset: cell.asset, label, rows: 0, in: 0n, out: 0n }
    lines.set(key, line)
    line.rows += cell.rows
    line.in += BigInt(cell.in)
    line.out += BigInt(cell.out)
  }
  return [...lines.values()].toSorted((a, b) => a.asset.localeCompare(b.asset) || a.label.localeCompare(b.label))
}

interface SumsTableProps {
  totals: LedgerTotals
  decimals: Decimals
  by: 'type' | 'month'
}

/** What the shown entries add up to. */
export function SumsTable({ totals, decimals, by }: SumsTableProps) {
  const assetName = useAssetNames(decimals)
  return (
    <table className={styles.table}>
      <caption>{by === 'type' ? 'Totals by type' : 'Totals by month, UTC'}</caption>
      <thead>
        <tr>
          <th scope="col">{by === 'type' ? 'Type' : 'Month'}</th>
          <th scope="col">Asset</th>
          <th scope="col">In</th>
          <th scope="col">Out</th>
          <th scope="col">Net</th>
          <th scope="col">Entries</th>
        </tr>
      </thead>
      <tbody>
        {linesOf(totals.cells, by).map((line) => (
          <tr key={`${line.asset} ${line.label}`}>
            <th scope="row">{line.label}</th>
            <td>{assetName(line.asset)}</td>
            <td>{plainAmount(String(line.in), decimals[line.asset])}</td>
            <td>{signedAmount(-line.out, decimals[line.asset])}</td>
            <td>{signedAmount(line.in - line.out, decimals[line.asset])}</td>
            <td>{grouped(line.rows)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
