import { columnIndexes } from '../engine/stream/header-and-overlap.ts'
import { fieldsOf } from '../engine/sums/csv-scanner.ts'
import { accountWords, typeWords } from './groups.ts'
import { ledgerColumns } from '../../../../wire/ledger-export.ts'

/** One row of the file as the preview shows it; amounts are raw integers as text. */
export interface PreviewRow {
  time: string
  type: string
  asset: string
  effect: string
  quantity: string
  /** A movement between two accounts of the party. */
  own: boolean
  from: string
  fromMarket: string
  to: string
  toMarket: string
  /** What the party's account holds after it: the receiving one when both are its own. */
  balance: string
}

const indexes = columnIndexes(ledgerColumns.join(','))

/** Reads lines of the file, without the header, with the columns in the order of the contract. */
export function previewOf(lines: readonly string[], party: string): PreviewRow[] {
  const own = party.toLowerCase()
  return lines.flatMap((line): PreviewRow[] => {
    if (!indexes) return []
    const cells = fieldsOf(line)
    const at = (name: keyof typeof indexes): string => cells[indexes[name]] ?? ''
    const sends = at('account_from_party_id') === own
    const receives = at('account_to_party_id') === own
    return [
      {
        time: at('vega_time'),
        type: at('transfer_type'),
        asset: at('asset_id'),
        effect: at('effect'),
        quantity: at('quantity'),
        own: sends && receives,
        from: at('account_from_account_type'),
        fromMarket: at('account_from_market_id'),
        to: at('account_to_account_type'),
        toMarket: at('account_to_market_id'),
        balance: at(receives ? 'account_to_balance' : 'account_from_balance'),
      },
    ]
  })
}

/** The indexes of the rows in which any word that is shown contains the text. */
export function findIn(rows: readonly PreviewRow[], text: string): number[] {
  const wanted = text.trim().toLowerCase()
  const matches = (row: PreviewRow): boolean =>
    [row.time, row.type, typeWords(row.type), row.asset, row.effect, row.quantity, row.balance]
      .concat(accountWords(row.from), accountWords(row.to), row.fromMarket, row.toMarket)
      .some((word) => word.toLowerCase().includes(wanted))
  return rows.flatMap((row, index) => (matches(row) ? [index] : []))
}
