import { fromRfc3339 } from '../../wire/rfc3339.ts'
import { floorDivide, jsonOf } from '../../wire/scalar.ts'
import {
  BadInput,
  earliest,
  idBytes,
  idName,
  idText,
  latest,
  rfc3339,
  timestampText,
  trimFraction,
} from './statement.ts'

/** The value of a cursor's member: an id, text, a non-negative integer or an instant that may be null. */
export type CursorKind = 'id' | 'text' | 'integer' | 'time'

/** One member of a list's cursor, in the network's order and spelling (wire.md 3.3). */
export interface CursorMember {
  name: string
  kind: CursorKind
  sql: string
}

/** Values by member name: ids and text as the network writes them, digits, RFC3339Nano or null. */
export type CursorValues = ReadonlyMap<string, string | null>

const quoted: Readonly<Record<CursorKind, (sql: string) => string>> = {
  id: (sql) => `'"' || ${idText(sql)} || '"'`,
  text: (sql) => `to_json(${sql})::text`,
  integer: (sql) => `${sql}::text`,
  time: (sql) => `coalesce('"' || ${rfc3339(sql)} || '"', 'null')`,
}

/** SQL text of a row's cursor, without the line breaks of PostgreSQL's base64. */
export function cursorSql(members: readonly CursorMember[]): string {
  const inside = members.map(({ name, kind, sql }) => `"${name}":' || ${quoted[kind](sql)} || '`).join(',')
  return `replace(encode(convert_to('{${inside}}', 'UTF8'), 'base64'), E'\\n', '')`
}

/** Unix microseconds of an RFC3339 instant of years 1 to 9999 with any offset and up to nine digits, or undefined. */
export function microsecondsOf(rfc3339: string): bigint | undefined {
  // Of the network's spelling alone: no leap second, no blank.
  if (!/^[\d-]{10}T\d\d:\d\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(rfc3339)) return undefined
  const ns = fromRfc3339(rfc3339)
  if (ns === undefined) return undefined
  const microseconds = floorDivide(ns, 1000n)
  return microseconds < earliest || microseconds >= latest + 1_000_000n ? undefined : microseconds
}

function valueOf({ name, kind }: CursorMember, given: unknown): string | null {
  const refused = () => new BadInput(`parsing cursor: parsing cursor: ${name} cannot be ${JSON.stringify(given)}`)
  // As on the network, null is the zero value of its kind.
  if (given === null) return kind === 'time' ? null : kind === 'integer' ? '0' : ''
  if (kind === 'integer') {
    const digits = typeof given === 'number' || typeof given === 'string' ? String(given) : ''
    if (!/^\d{1,18}$/.test(digits)) throw refused()
    return BigInt(digits).toString()
  }
  if (typeof given !== 'string') throw refused()
  if (kind === 'id') return idName(given)
  // No text of the database holds it, and PostgreSQL takes none with it.
  if (given.includes('\0')) throw refused()
  if (kind === 'text') return given
  const microseconds = microsecondsOf(given)
  if (microseconds === undefined) throw refused()
  return trimFraction(timestampText(microseconds))
}

/**
 * Values inside a cursor by names in any case; undefined for an empty object (wire.md 3.6). Throws BadInput, also when a
 * member is missing: as zero it would silently begin the page elsewhere (decision 37).
 */
export function readCursor(members: readonly CursorMember[], inside: string): CursorValues | undefined {
  const parsed = jsonOf(inside)
  if (parsed === undefined) throw new BadInput('parsing cursor: parsing cursor: the text inside is not JSON')
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new BadInput('parsing cursor: parsing cursor: the JSON inside is not an object')
  }
  const given = new Map(Object.entries(parsed).map(([name, value]) => [name.toLowerCase(), value as unknown]))
  if (given.size === 0) return undefined
  const missing = members.find(({ name }) => !given.has(name.toLowerCase()))
  if (missing) throw new BadInput(`parsing cursor: parsing cursor: it has no ${missing.name}, so it is of another list`)
  return new Map(members.map((member) => [member.name, valueOf(member, given.get(member.name.toLowerCase()))]))
}

/** A cursor's value as an SQL parameter with its cast. A missing instant is later than all others. */
export const cursorParameter: Readonly<Record<CursorKind, (value: string | null) => [value: string, cast: string]>> = {
  id: (value) => [idBytes(value ?? ''), 'bytea'],
  text: (value) => [value ?? '', 'text'],
  integer: (value) => [value ?? '0', 'bigint'],
  time: (value) => [value ?? 'infinity', 'timestamptz'],
}
