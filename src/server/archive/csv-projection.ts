import { concatBytes, textOfBytes } from '../bytes.ts'
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
const utc = /^(\d{4})-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?\+00$/
/**
 * As a node writes it, of years whose nanoseconds all fit the interface's 64-bit integers. The database would round further digits,
 * and take a time without seconds or in a zone of its own.
 */
const isNoTime = (field: Uint8Array): boolean => {
  const year = Number(utc.exec(textOfBytes(field))?.[1])
  return !(year >= 1678 && year <= 2261)
}

const whole: Kind = { allowedBytes: digits, maxBytes: maxDigits, what: 'a whole number of zero or more belongs' }
const fraction: Kind = { allowedBytes: decimal, maxBytes: 160, what: 'a decimal number of zero or more belongs' }
/** The database would round what has more. */
const factor: Kind = {
  ...fraction,
  isWrong: (field) => field.includes(0x2e) && field.length - field.indexOf(0x2e) > 17,
  what: `${fraction.what}, with 16 decimals at most`,
}
const counter: Kind = { ...whole, maxBytes: 19 }
const instant: Kind = {
  allowedBytes: time,
  maxBytes: 40,
  isWrong: isNoTime,
  what: 'a time of the years 1678 to 2261 belongs, written as 2024-03-01 10:00:00.123456+00',
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
  ...named(factor, 'margin_factor min_theoretical_margin_factor max_theoretical_leverage fee'),
  ...named(fraction, 'quantum tick_size'),
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
const kindsOfByte: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte)
  const ofTime = /[\d :.+-]/.test(letter) ? time : 0
  const ofDecimal = /[\d.]/.test(letter) ? decimal : 0
  const ofHex = /[\\x\da-f]/.test(letter) ? hex : 0
  return anything | ofHex | ofTime | ofDecimal | (/\d/.test(letter) ? digits : 0)
})

const quote = 0x22
const comma = 0x2c
const newline = 0x0a
const longestHeader = 64 << 10

/** The CSV is malformed. The message follows "the table …". */
export class CsvError extends Error {
  override readonly name = 'CsvError'
}

const shown = (field: Uint8Array): string => {
  const text = textOfBytes(field)
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text)
}

/** Drops columns of CSV cut anywhere. Kept bytes do not change (NULL or empty); like COPY, a quote toggles anywhere. */
export class CsvProjection {
  /** Data rows seen so far. */
  rows = 0
  /** The line of the file, the header being the first. A quoted field may hold line ends. */
  line = 2
  #field = 0
  /** Bytes of the field in earlier chunks. */
  #fieldBytes = 0
  /** The kept field as far as it stood in earlier chunks, where its rule looks at whole fields. */
  #begun: Uint8Array = new Uint8Array()
  /** Whether an earlier field of this row was kept, so that a comma must come before the next kept one. */
  #keptBefore = false
  #inQuotes = false
  #rowIsEmpty = true

  /** What each column may hold; undefined drops it. */
  constructor(private readonly rules: readonly (ColumnRule | undefined)[]) {}

  /** The kept part of `chunk`. Throws CsvError when a row has more or fewer fields than the header, or a field what its column may not hold. */
  push(chunk: Uint8Array): Uint8Array {
    const out = new Uint8Array(chunk.length)
    let length = 0
    // Local variables, because this loop reads every byte of an archive.
    let inQuotes = this.#inQuotes
    let rule = this.rules[this.#field]
    let start = 0
    // Where the kept field begins in `out`.
    let keptFrom = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if ((byte === newline || byte === comma) && !inQuotes) {
        this.#endField(rule, at - start, out.subarray(keptFrom, length))
        if (byte === newline) this.#endRow()
        else this.#nextField(rule)
        rule = this.rules[this.#field]
        start = at + 1
        if (byte === newline || (rule && this.#keptBefore)) out[length++] = byte
        keptFrom = length
      } else {
        this.#rowIsEmpty = false
        if (byte === quote) inQuotes = !inQuotes
        else if (byte === newline) this.line += 1
        if (!rule) continue
        if (((kindsOfByte[byte] ?? 0) & rule.allowedBytes) === 0) throw this.#wrong(rule, chunk.subarray(start))
        out[length++] = byte
      }
    }
    this.#inQuotes = inQuotes
    this.#beginField(rule, chunk.length - start, out.subarray(keptFrom, length))
    return out.subarray(0, length)
  }

  /** The line end that the last row lacks, if any. Throws CsvError when the row is incomplete. */
  end(): Uint8Array {
    if (this.#inQuotes) throw new CsvError(`ends inside a quoted field of row ${this.rows + 1}`)
    if (this.#rowIsEmpty) return new Uint8Array()
    this.#check(this.rules[this.#field], new Uint8Array())
    this.#endRow()
    return Uint8Array.of(newline)
  }

  #addBytes(rule: ColumnRule | undefined, bytes: number): void {
    this.#fieldBytes += bytes
    if (!rule || this.#fieldBytes <= rule.maxBytes) return
    throw new CsvError(`has more than ${rule.maxBytes} bytes in line ${this.line}, column ${rule.name}`)
  }

  #beginField(rule: ColumnRule | undefined, bytes: number, kept: Uint8Array): void {
    this.#addBytes(rule, bytes)
    if (rule?.isWrong) this.#begun = concatBytes([this.#begun, kept])
  }

  #nextField(rule: ColumnRule | undefined): void {
    this.#keptBefore ||= rule !== undefined
    this.#field += 1
    this.#rowIsEmpty = false
  }

  #endField(rule: ColumnRule | undefined, bytes: number, kept: Uint8Array): void {
    this.#addBytes(rule, bytes)
    this.#fieldBytes = 0
    this.#check(rule, kept)
  }

  #check(rule: ColumnRule | undefined, kept: Uint8Array): void {
    if (!rule?.isWrong) return
    const field = this.#begun.length > 0 ? concatBytes([this.#begun, kept]) : kept
    if (this.#begun.length > 0) this.#begun = new Uint8Array()
    if (field.length > 0 && rule.isWrong(field)) throw this.#wrong(rule, field)
  }

  #wrong(rule: ColumnRule, rest: Uint8Array): CsvError {
    const end = rest.findIndex((byte) => byte === comma || byte === newline)
    const field = shown(end < 0 ? rest : rest.subarray(0, end))
    return new CsvError(`has ${field} in line ${this.line}, column ${rule.name}, where ${rule.what}`)
  }

  #endRow(): void {
    const fields = this.#field + 1
    if (fields !== this.rules.length) {
      throw new CsvError(`has ${fields} fields in line ${this.line} where its header has ${this.rules.length}`)
    }
    this.rows += 1
    this.line += 1
    this.#field = 0
    this.#keptBefore = false
    this.#rowIsEmpty = true
  }
}

/** The names in a CSV header and the chunks that follow it. Rejects with CsvError when there is none. */
export async function readHeader(chunks: AsyncIterable<Uint8Array>): Promise<{
  names: string[]
  rest: AsyncGenerator<Uint8Array>
}> {
  const iterator = chunks[Symbol.asyncIterator]()
  let held: Uint8Array = new Uint8Array()
  for (let end = -1; end < 0; end = held.indexOf(newline)) {
    const next = await iterator.next()
    if (next.done) throw new CsvError('has no header line')
    held = concatBytes([held, next.value])
    if (held.length > longestHeader && held.subarray(0, longestHeader).indexOf(newline) < 0) {
      throw new CsvError('has no header line within 64 KiB')
    }
  }
  const end = held.indexOf(newline)
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      yield held.subarray(end + 1)
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  const header = textOfBytes(held.subarray(0, end))
  const by = 'another program saved it, and may have changed its values'
  if (header.startsWith('\ufeff')) throw new CsvError(`begins with a byte order mark in line 1: ${by}`)
  if (header.endsWith('\r')) throw new CsvError(`has CR LF line ends, as in line 1: ${by}`)
  return { names: header.split(','), rest: rest() }
}
