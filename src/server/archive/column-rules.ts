import { maxDigits } from '../../wire/scalar.ts'

/** What the fields of a column may hold. PostgreSQL accepts much more: NaN, signs, `infinity`, text of any length. */
export interface ColumnRule {
  name: string
  /** The bit of the bytes that the column allows. */
  allowedBytes: number
  maxBytes: number
  /** Whether a whole field is wrong although its characters are allowed; not called for an empty one, which is NULL. */
  isWrong?: (field: Uint8Array) => boolean
  /** What belongs there; follows "where" in a message. */
  what: string
}

type Kind = Omit<ColumnRule, 'name'>

const [digits, decimal, time, anything, hex] = [1, 2, 4, 8, 16]

/** Of `\\x`, which begins bytes; the database takes other text as bytes of its characters. */
const isNoHex = (field: Uint8Array): boolean => field[0] !== 0x5c || field[1] !== 0x78 || field.length % 2 !== 0
const idBytes = new Set([0, 1, 32])
/** Years whose nanoseconds all fit the interface's 64-bit integers; then a hyphen. */
const isNoTime = (field: Uint8Array): boolean => {
  const year = field.subarray(0, 4).reduce((sum, byte) => sum * 10 + byte - 0x30, 0)
  return field[4] !== 0x2d || year < 1678 || year > 2261
}

const whole: Kind = { allowedBytes: digits, maxBytes: maxDigits, what: 'a whole number of zero or more belongs' }
const fraction: Kind = { allowedBytes: decimal, maxBytes: 160, what: 'a decimal number of zero or more belongs' }
const counter: Kind = { ...whole, maxBytes: 19 }
const instant: Kind = {
  allowedBytes: time,
  maxBytes: 40,
  isWrong: isNoTime,
  what: 'a time of the years 1678 to 2261 belongs',
}
const id: Kind = {
  allowedBytes: hex,
  maxBytes: 66,
  isWrong: (field) => isNoHex(field) || !idBytes.has(field.length / 2 - 1),
  what: String.raw`an id belongs: \x and 64 hexadecimal digits`,
}
const hash: Kind = {
  allowedBytes: hex,
  maxBytes: 130,
  isWrong: isNoHex,
  what: String.raw`\x and hexadecimal digits belong`,
}
const text: Kind = { allowedBytes: anything, maxBytes: 16 << 10, what: 'text belongs' }
const json: Kind = { allowedBytes: anything, maxBytes: 1 << 20, what: 'JSON belongs' }

const named = (kind: Kind, names: string): [string, Kind][] => names.split(/\s+/).map((name) => [name, kind])

/** Columns by name, with the same meaning in all tables but for `id`. Any other column holds text. */
const columns: ReadonlyMap<string, Kind> = new Map([
  ...named(
    whole,
    `price size quantity account_from_balance account_to_balance commitment_amount lifetime_limit withdraw_threshold`,
  ),
  ...named(counter, 'height seq_num at_epoch joined_at_epoch created_at_epoch version epochs.id'),
  ...named(
    id,
    `account_from_id account_to_id market_id party_id asset_id parent_market_id root_id team_id referrer market
    accounts.id assets.id live_liquidity_provisions.id markets_current.id parties.id teams.id`,
  ),
  ...named(hash, 'hash tx_hash'),
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

export const ruleOf = (name: string, table = ''): ColumnRule => ({
  name,
  ...(columns.get(`${table}.${name}`) ?? columns.get(name) ?? text),
})

/** The bits of each byte: the kinds of columns that allow it. */
export const kindsOfByte: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte)
  const ofTime = /[\d :.+-]/.test(letter) ? time : 0
  const ofDecimal = /[\d.]/.test(letter) ? decimal : 0
  const ofHex = /[\\x\da-f]/.test(letter) ? hex : 0
  return anything | ofHex | ofTime | ofDecimal | (/\d/.test(letter) ? digits : 0)
})
