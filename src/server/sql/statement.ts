import { floorDivide } from '../../wire/scalar.ts'

/** Input of the caller that cannot be read. `message` is the inner text of the error body (wire.md 3.7, 4.2). */
export class BadInput extends Error {
  override readonly name: string = 'BadInput'
}

/** An id that is neither hex nor a well-known name. */
export class BadId extends BadInput {
  override readonly name = 'BadId'
  constructor(id: string) {
    super(`decoding '${id}': not a valid hex id (or well known exception)`)
  }
}

/** Ids that are stored as one byte and written by name (wire.md 12). */
const wellKnownIds: readonly (readonly [name: string, byte: string])[] = [
  ['VOTE', '00'],
  ['network', '03'],
  ['XYZalpha', '04'],
  ['XYZbeta', '05'],
  ['XYZdelta', '06'],
  ['XYZepsilon', '07'],
  ['XYZgamma', '08'],
  ['fBTC', '09'],
  ['fDAI', '0a'],
  ['fEURO', '0b'],
  ['fUSDC', '0c'],
]
const byteOfName = new Map(wellKnownIds)
const nameOfByte = new Map(wellKnownIds.map(([name, byte]) => [byte, name]))

/** The stored bytes of an id, such as `\x03`: hex in either case, empty or a well-known name; else throws BadId (wire.md 4.3). */
export function idBytes(id: string): string {
  const hex = byteOfName.get(id) ?? id
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(hex)) throw new BadId(id)
  return `\\x${hex.toLowerCase()}`
}

/** An id as the network writes it: lower case, by name when it has one. Throws BadId like idBytes. */
export function idName(id: string): string {
  const hex = idBytes(id).slice(2)
  return nameOfByte.get(hex) ?? hex
}

/** Exactly 64 hex characters in either case: required by export, intervals, candle ids and single reads (wire.md 4.3). */
export const isFullId = (id: string): boolean => /^[0-9a-fA-F]{64}$/.test(id)

const names = wellKnownIds.map(([name, byte]) => `when '\\x${byte}'::bytea then '${name}'`).join(' ')

/** SQL text of an id column as the network writes it. NULL stays NULL. */
export const idText = (column: string): string =>
  `case octet_length(${column}) when 1 then case ${column} ${names} else encode(${column}, 'hex') end else encode(${column}, 'hex') end`

/** SQL text of an instant in Unix microseconds. */
export const microsecondsSql = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint::text`

/** SQL text of an instant in Unix nanoseconds; the database keeps microseconds. */
export const nanoseconds = (column: string): string => `(extract(epoch from ${column}) * 1000000000)::bigint::text`

/** SQL text of an instant in RFC3339Nano. Dates of all sessions are in ISO form (`Handshake`), which takes half the time of JSON's. */
export const rfc3339 = (column: string): string => `replace((${column} at time zone 'UTC')::text, ' ', 'T') || 'Z'`

const secondsOfDay = 86_400
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
const two = (value: number): string => twoDigits[Math.floor(value)] ?? ''
let cachedDay = Number.NaN
let cachedDate = ''

/** Unix microseconds as RFC3339 in UTC with six digits of a fraction; years 1 to 9999. The last date is kept. */
export function timestampText(microseconds: bigint | number): string {
  const big = typeof microseconds === 'bigint'
  const seconds = big ? Number(floorDivide(microseconds, 1_000_000n)) : Math.floor(microseconds / 1_000_000)
  const fraction = big ? Number(microseconds - BigInt(seconds) * 1_000_000n) : microseconds - seconds * 1_000_000
  const day = Math.floor(seconds / secondsOfDay)
  if (day !== cachedDay) {
    cachedDay = day
    cachedDate = new Date(day * secondsOfDay * 1000).toISOString().slice(0, 10)
  }
  const rest = seconds - day * secondsOfDay
  return `${cachedDate}T${two(rest / 3600)}:${two((rest / 60) % 60)}:${two(rest % 60)}.${String(fraction).padStart(6, '0')}Z`
}

/** A text of `timestampText`, or one with more digits, without the zeros that end its fraction, as Go writes RFC3339Nano. */
export const trimFraction = (text: string): string => text.replace(/\.?0*Z$/, 'Z')

/** The first and last instant that `timestampText` can write, in Unix microseconds. */
export const earliest = -62_135_596_800_000_000n
export const latest = 253_402_300_799_000_000n

const limitedText = (microseconds: bigint): string =>
  timestampText(microseconds < earliest ? earliest : microseconds > latest ? latest : microseconds)

/** SQL text of Unix microseconds, limited to `earliest` and `latest`. A literal, so that planning can leave out chunks. */
export const instantSql = (microseconds: bigint): string => `'${limitedText(microseconds)}'::timestamptz`

const dayMicroseconds = 86_400_000_000n

/**
 * SQL text of the start of the day in UTC that holds Unix microseconds, or of the one after it. Statements with no other time in
 * them repeat all day, so that their plans are kept (`StatementNames`).
 */
export const dayStartSql = (microseconds: bigint, after = 0n): string =>
  `'${limitedText((floorDivide(microseconds, dayMicroseconds) + after) * dayMicroseconds).slice(0, 10)} 00:00Z'::timestamptz`

/** Collects the values of a statement; `bind` returns `$n` with a cast. */
export class StatementParameters {
  readonly values: (string | null | readonly string[])[] = []
  readonly bind = (value: string | null | readonly string[], cast: string): string => {
    this.values.push(value)
    return `$${this.values.length}::${cast}`
  }
}
export type Bind = StatementParameters['bind']

/** The same as a parameter, where a plan that is kept costs less than one for each page. */
export const bindInstant = (microseconds: bigint, bind: Bind): string => bind(limitedText(microseconds), 'timestamptz')

/** SQL of a condition on the rows; `bind` adds its values. */
export type Condition = (bind: Bind) => string

/** The condition that an id column holds `id`; none when it is undefined. Throws BadId. */
export function whereId(column: string, id: string | undefined): Condition[] {
  if (id === undefined) return []
  const bytes = idBytes(id)
  return [(bind) => `${column} = ${bind(bytes, 'bytea')}`]
}

/**
 * SQL of the first rows of `ordered`, in its order. The count is a parameter, so that all page sizes share a few texts; the limit
 * within it is the next power of four, because without any number a kept plan would be made for a tenth of all rows.
 */
export function firstRows(ordered: string, count: number, bind: Bind): string {
  const planned = 4 ** Math.max(2, Math.ceil(Math.log2(count) / 2))
  return `select * from (${ordered} limit ${planned}) ordered limit ${bind(String(count), 'bigint')}`
}
