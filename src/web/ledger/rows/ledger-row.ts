import { type LedgerColumn, ledgerColumns } from '../../../wire/ledger-export.ts'
import { fieldsOf } from './csv-scanner.ts'

export const chunkRows = 200

/** The columns of amounts, raw integers. */
export const amountColumns = ['quantity', 'effect', 'account_from_balance', 'account_to_balance'] as const

type Row = (name: LedgerColumn) => string

/** The side of a row that is not the party's; of a move between its own accounts, where it came from. */
export const otherSide = (effect: string): 'from' | 'to' => (effect.startsWith('-') ? 'to' : 'from')

/** Who was on the other side, as files name it: a public key, an account of the network, or one of the party's own. */
export function counterpartyWords(row: Row): string {
  const side = otherSide(row('effect'))
  const party = row(`account_${side}_party_id`)
  const type = row(`account_${side}_account_type`)
  if (row('effect') === '0') return `own ${type}`
  return party === 'network' || party === '' ? `network ${type}`.trim() : party
}

/** The market of a row: that of the account it came from, else that of the other; empty where neither has one. */
export const marketOf = (row: Row): string => row('account_from_market_id') || row('account_to_market_id')

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
