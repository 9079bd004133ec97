import { type LedgerColumn, ledgerColumns } from '../../../wire/ledger-export.ts'
import { fieldsOf } from './csv-scanner.ts'

/** One row of a ledger as tables show it; amounts are raw integers as text. */
export interface LedgerRow extends Readonly<Record<LedgerColumn, string>> {
  /** A movement between two accounts of the party. */
  own: boolean
  /** What the party's account holds after it: the receiving one when both are its own. */
  balance: string
}

/** Reads lines of the file, without the header, with the columns in the order of the contract. */
export function ledgerRows(lines: readonly string[], party: string): LedgerRow[] {
  const own = party.toLowerCase()
  return lines.map((line) => {
    const fields = fieldsOf(line)
    const named = ledgerColumns.map((name, index) => [name, fields[index] ?? ''])
    const row = Object.fromEntries(named) as Record<LedgerColumn, string>
    const receives = row.account_to_party_id === own
    return {
      ...row,
      own: receives && row.account_from_party_id === own,
      balance: receives ? row.account_to_balance : row.account_from_balance,
    }
  })
}
