import { grouped, plainAmount, signedAmount } from '../../ledger-export/format-bytes.ts'
import type { AccountCheck, LedgerTotals, TotalsCell } from '../../../ledger/rows/ledger-totals.ts'
import { typeWords } from '../../../ledger/rows/groups.ts'
import { accountKey, useAccountNames } from '../chart/account-names.ts'
import { PrintedTable } from './printed-table.tsx'
import { type Decimals, useAssetNames } from './use-asset-names.ts'

/** Opening, movements and closing of every account, and whether they agree with each other. */
export function AccountsTable({ accounts, decimals }: { accounts: readonly AccountCheck[]; decimals: Decimals }) {
  const assetName = useAssetNames(decimals)
  const name = useAccountNames()
  return (
    <PrintedTable
      caption="Balances"
      columns={['Account', 'Asset', 'Opening', 'In', 'Out', 'Closing', 'Entries']}
      rows={accounts.map((account) => ({
        key: `${account.asset} ${accountKey(account)}`,
        cells: [
          <>
            {name(account)}
            {account.unread > 0 && <small> cannot be checked</small>}
            {account.breaks > 0 && <small> {grouped(account.breaks)} balances do not follow from the entries</small>}
          </>,
          assetName(account.asset),
          ...[
            plainAmount(account.opening, decimals[account.asset]),
            plainAmount(account.in, decimals[account.asset]),
            signedAmount(-BigInt(account.out), decimals[account.asset]),
            plainAmount(account.closing, decimals[account.asset]),
          ].map((words) => (account.unread > 0 ? '–' : words)),
          grouped(account.movements),
        ],
      }))}
    />
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
    <PrintedTable
      caption={by === 'type' ? 'Totals by type' : 'Totals by month, UTC'}
      columns={[by === 'type' ? 'Type' : 'Month', 'Asset', 'In', 'Out', 'Net', 'Entries']}
      rows={linesOf(totals.cells, by).map((line) => ({
        key: `${line.asset} ${line.label}`,
        cells: [
          line.label,
          assetName(line.asset),
          plainAmount(String(line.in), decimals[line.asset]),
          signedAmount(-line.out, decimals[line.asset]),
          signedAmount(line.in - line.out, decimals[line.asset]),
          grouped(line.rows),
        ],
      }))}
    />
  )
}
