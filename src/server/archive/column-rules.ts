import { maxDigits } from '../../wire/scalar.ts'

/** What the fields of a column may hold. PostgreSQL accepts much more: NaN, signs, `infinity`, text of any length. */
export interface ColumnRule {
  name: string
  /** The bit of the characters that the column allows. */
  letters: number
  maxBytes: number
  /** What belongs there; follows "where" in a message. */
  what: string
}

type Kind = Omit<ColumnRule, 'name'>

const [digits, decimal, time, anything] = [1, 2, 4, 8]

const whole: Kind = { letters: digits, maxBytes: maxDigits, what: 'a whole number of zero or more belongs' }
const fraction: Kind = { letters: decimal, maxBytes: 160, what: 'a decimal number of zero or more belongs' }
const instant: Kind = { letters: time, maxBytes: 40, what: 'a time belongs' }
const text: Kind = { letters: anything, maxBytes: 16 << 10, what: 'text belongs' }
const json: Kind = { letters: anything, maxBytes: 1 << 20, what: 'JSON belongs' }

const named = (kind: Kind, names: string): [string, Kind][] => names.split(/\s+/).map((name) => [name, kind])

/** Columns by name, with the same meaning in all tables. Any other column holds text. */
const columns: ReadonlyMap<string, Kind> = new Map([
  ...named(
    whole,
    `price size quantity account_from_balance account_to_balance commitment_amount lifetime_limit withdraw_threshold
    height seq_num at_epoch joined_at_epoch created_at_epoch`,
  ),
  ...named(fraction, 'margin_factor min_theoretical_margin_factor max_theoretical_leverage fee quantum tick_size'),
  ...named(
    instant,
    'vega_time synthetic_time ledger_entry_time created_at updated_at joined_at start_time expire_time end_time',
  ),
  ...named(
    json,
    `liquidity_provider_fee_shares liquidity_provider_sla tradable_instrument fees opening_auction
    price_monitoring_settings liquidity_monitoring_parameters market_timestamps liquidity_sla_parameters
    liquidation_strategy mark_price_configuration`,
  ),
])

export const ruleOf = (name: string): ColumnRule => ({ name, ...(columns.get(name) ?? text) })

/** The bits of each byte: the kinds of columns that allow it. */
export const lettersOf: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte)
  const ofTime = /[\d :.+-]/.test(letter) ? time : 0
  const ofDecimal = /[\d.]/.test(letter) ? decimal : 0
  return anything | ofTime | ofDecimal | (/\d/.test(letter) ? digits : 0)
})
