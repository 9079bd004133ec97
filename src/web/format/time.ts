import { fractionNs, fromRfc3339, wallOf } from '../../wire/rfc3339.ts'
import { instantOf, isShownTwice, isZone, offsetText, timeZoneOf, wallAt, type Zone } from './zone.ts'

export type { Zone } from './zone.ts'

const nsPerMs = 1_000_000n
const nsPerSecond = 1_000_000_000n
/** The limit of Date in milliseconds, less a day for the zone. */
const farthest = 8_639_999_913_600_000n
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const floorDivide = (a: bigint, b: bigint): bigint => (a >= 0n ? a / b : -((-a + b - 1n) / b))

/** The nine fraction digits of an instant. */
const nanosecondsOf = (ns: bigint): string => String(ns - wholeSecond(ns)).padStart(9, '0')

/** Unix nanoseconds of a whole number of milliseconds. */
export const fromMilliseconds = (ms: number): bigint => BigInt(Math.floor(ms)) * nsPerMs

/** The whole second at or before an instant, in Unix nanoseconds; before 1970 too. */
export const wholeSecond = (ns: bigint): bigint => floorDivide(ns, nsPerSecond) * nsPerSecond

/** Milliseconds, rounded down; safe for every time that fits 64-bit nanoseconds. */
export const toMilliseconds = (ns: bigint): number => Number(floorDivide(ns, nsPerMs))

export type Precision = 'minute' | 'second' | 'milli' | 'micro' | 'nano'
const fractionDigits: Record<Precision, number> = { minute: 0, second: 0, milli: 3, micro: 6, nano: 9 }

export interface InstantOptions {
  /** Truncated, never rounded; `second` by default. */
  precision?: Precision
  date?: boolean
  time?: boolean
  /** Appends the zone; by default wherever a time is shown. */
  name?: boolean
  /** Appends the offset in the hour that the zone's clocks show twice; by default where the zone is. */
  offset?: boolean
}

/** The name of a zone: `UTC`, `Local +01:00` (at `atNs`, by default now), `Europe/London`, `raw ns`. */
export function zoneName(zone: Zone, atNs?: bigint): string {
  if (zone === 'raw') return 'raw ns'
  const timeZone = timeZoneOf(zone)
  if (zone !== 'local') return timeZone
  return `Local ${offsetText(atNs === undefined ? Date.now() : toMilliseconds(atNs), timeZone)}`
}

/** The name of a zone over times of several instants, of which the device's may have two offsets: `UTC`, `Europe/London`. */
export const zoneOfTimes = (zone: Zone): string => (zone === 'local' ? timeZoneOf(zone) : zoneName(zone))

/** `02:41:00.123` of a wall time; `fraction` is the nine digits behind its second. */
function timeOfDay(wall: Date, fraction: string, precision: Precision): string {
  const clock = wall.toISOString().slice(-13, -5)
  if (precision === 'minute') return clock.slice(0, 5)
  const digits = fraction.slice(0, fractionDigits[precision])
  return digits === '' ? clock : `${clock}.${digits}`
}

/** The name of the zone, and the offset in the hour that its clocks show twice: as far as they are wanted. */
function zoneWords(instant: bigint, zone: Zone, { time = true, name = time, offset = name }: InstantOptions): string[] {
  const [at, timeZone] = [toMilliseconds(instant), timeZoneOf(zone)]
  const words = name ? [zoneName(zone, instant)] : []
  // The name of the local zone is its offset.
  const isClear = !offset || !time || (name && zone === 'local') || !isShownTwice(at, timeZone)
  return isClear ? words : [...words, offsetText(at, timeZone)]
}

/**
 * An instant (Unix nanoseconds) as `21 Nov 2026, 02:41:00 UTC`, with the offset in the hour that the zone's clocks show twice,
 * or as digits: in the raw zone, outside the calendar.
 */
export function formatInstant(ns: string | bigint, zone: Zone, options: InstantOptions = {}): string {
  if (typeof ns === 'string' && !/^[+-]?\d+$/.test(ns)) return ns
  const instant = BigInt(typeof ns === 'string' ? ns.replace(/^\+/, '') : ns)
  const ms = floorDivide(instant, nsPerMs)
  if (zone === 'raw' || ms > farthest || ms < -farthest) return instant.toString()
  const { precision = 'second', date = true, time = true } = options
  const wall = wallAt(toMilliseconds(instant), timeZoneOf(zone))
  const parts = [
    date && `${wall.getUTCDate()} ${months[wall.getUTCMonth()]} ${wall.getUTCFullYear()}`,
    time && timeOfDay(wall, nanosecondsOf(instant), precision),
  ]
  return [parts.filter(Boolean).join(', '), ...zoneWords(instant, zone, options)].join(' ')
}

/** The time of an instant without its day, to the minute: `07:12 UTC`, without the zone's name `07:12`. */
export const clockTime = (ns: bigint, zone: Zone, name = true): string =>
  formatInstant(ns, zone, { date: false, precision: 'minute', name })

/** An instant in a cell whose column names the zone: without the name, with the offset in the hour that is shown twice. */
export const cellTime = (ns: string | bigint, zone: Zone, precision: Precision): string =>
  formatInstant(ns, zone, { precision, name: false, offset: true })

/** Whether two instants fall on one day of the zone; false in the raw zone, which has no days. */
export const isSameDay = (a: bigint, b: bigint, zone: Zone): boolean =>
  zone !== 'raw' && formatInstant(a, zone, { time: false }) === formatInstant(b, zone, { time: false })

/** Nanoseconds of each unit in which a time may be a number. */
const unitNs: Readonly<Record<string, bigint>> = { s: nsPerSecond, ms: nsPerMs, us: 1000n, µs: 1000n, ns: 1n }

/** Numbers of so many digits are times between 1973 and 2286 in one unit, and in the others far from any chain. */
const unitOfDigits: Readonly<Record<number, keyof typeof unitNs>> = {
  9: 's',
  10: 's',
  12: 'ms',
  13: 'ms',
  15: 'us',
  16: 'us',
  18: 'ns',
  19: 'ns',
}

const bareNumber = /^([+-]?)(\d+)(?:\.(\d{1,9}))?(?:\s*(ns|[uµ]s|ms|s))?$/

/** A number as an instant; `ns` says that it is in nanoseconds. Undefined where its unit cannot be told. */
function fromNumber(text: string, ns: boolean): bigint | undefined {
  const [, sign, digits, fraction, named] = bareNumber.exec(text) ?? []
  if (digits === undefined) return undefined
  const unit = named ?? (ns ? 'ns' : unitOfDigits[digits.length])
  if (unit === undefined || (fraction !== undefined && unit !== 's')) return undefined
  const size = BigInt(digits) * (unitNs[unit] ?? 1n) + (fraction === undefined ? 0n : fractionNs(fraction))
  return sign === '-' ? -size : size
}

/** Whether a text is Unix nanoseconds as addresses spell them; a number of other length may be of another unit. */
export const isNanoseconds = (text: string): boolean => /^-?(?:0|\d{18,19})$/.test(text)

const dateForm =
  /^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2}) ([a-z]{3})[a-z]* (\d{4}))(?:(?:t|,? )(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?(?: ?(z|utc|gmt|(?:local )?[+-]\d\d(?::?\d\d)?|[a-z]+(?:\/[\w+-]+)+(?: [+-]\d\d:\d\d)?))?$/i

/** Milliseconds of an offset such as `+0530`, `-03:30` or `+00`; undefined for the name of a zone. */
function offsetOf(text: string): number | undefined {
  if (/^(?:z|utc|gmt)$/i.test(text)) return 0
  const [, sign, hours, minutes = '0'] = /^(?:local |[a-z]+\/\S+ )?([+-])(\d\d):?(\d\d)?$/i.exec(text) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
}

/** A date as it is typed, pasted or shown here, in Unix nanoseconds; without a zone of its own it is in `zone`. */
function fromDate(text: string, zone: Zone | undefined): bigint | undefined {
  const match = dateForm.exec(text)
  if (!match) return undefined
  const [, year = match[6], month = monthNumber(match[5]), day = match[4], , , , hour, minute, second, fraction, own] =
    match
  const wall = wallOf([year, month, day, hour, minute, second])
  if (!wall) return undefined
  const named = own === undefined ? zone : own
  if (named === undefined) return undefined
  const offset = own === undefined ? undefined : offsetOf(own)
  if (own !== undefined && offset === undefined && !isZone(own)) return undefined
  const ms = offset === undefined ? instantOf(wall, timeZoneOf(named)) : wall.getTime() - offset
  return fromMilliseconds(ms) + fractionNs(fraction)
}

const monthNumber = (name: string | undefined): string =>
  String(months.findIndex((month) => month.toLowerCase() === name?.toLowerCase()) + 1)

const maxNs = 2n ** 63n - 1n

/**
 * A time that was typed or pasted, in Unix nanoseconds: RFC 3339, as the CSV of a ledger or a page here shows it, any offset, or
 * a number of seconds, milli-, micro- or nanoseconds by its length; in the raw zone a number is nanoseconds. Without a zone of
 * its own a date is in `zone`; a time shown twice is its first. Undefined when it cannot be understood or does not fit 64 bits.
 */
export function parseInstant(text: string, zone: Zone | undefined): bigint | undefined {
  const plain = text
    .replace(/^[\s"'`]+|[\s"'`]+$/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\u2212/g, '-')
  const ns = fromRfc3339(plain) ?? fromNumber(plain, zone === 'raw') ?? fromDate(plain, zone)
  return ns === undefined || ns > maxNs || ns < -maxNs - 1n ? undefined : ns
}

/** Why a text is no time, naming the field that it is in. */
export function instantError(field: string, text: string): string {
  const number = /^\D?\d+$/.test(text.trim())
  return number
    ? `${field} is a number whose unit is unclear: use 10 digits for seconds, 13 for ms, 16 for µs or 19 for ns.`
    : `${field} is not a valid time: use 2026-11-21 or 2026-11-21 14:30:00.`
}
