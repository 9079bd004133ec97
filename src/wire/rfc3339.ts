const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/** A wall time as the UTC fields of a date; undefined for one that is in no calendar. */
export function wallOf(fields: readonly (string | undefined)[]): Date | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields.map((field) => Number(field ?? 0))
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const wall = new Date(0)
  // Date.UTC would read the years 0..99 as 19xx.
  wall.setUTCFullYear(year, month - 1, day)
  wall.setUTCHours(hour, minute, second)
  return wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day ? wall : undefined
}

/** Nanoseconds of the digits behind a second, nine of which count. */
export const fractionNs = (digits: string | undefined): bigint => BigInt((digits ?? '').slice(0, 9).padEnd(9, '0'))

/** RFC3339Nano to Unix nanoseconds: nine fraction digits kept (more are cut), any offset, leap seconds too. Undefined when malformed. */
export function fromRfc3339(text: string): bigint | undefined {
  const match = rfc3339.exec(text)
  const leap = match?.[6] === '60'
  const wall = match && wallOf([...match.slice(1, 6), leap ? '59' : match[6]])
  if (!match || !wall) return undefined
  const [sign, hours, minutes] = [match[8], Number(match[9] ?? 0), Number(match[10] ?? 0)]
  if (hours > 23 || minutes > 59) return undefined
  const offset = (hours * 60 + minutes) * 60_000 * (sign === '-' ? -1 : 1)
  const ms = wall.getTime() - offset + (leap ? 1000 : 0)
  // A leap second is the last of a UTC day; Unix time counts it as the first of the next one.
  if (leap && ms % 86_400_000 !== 0) return undefined
  return BigInt(ms) * 1_000_000n + fractionNs(match[7])
}

const nsPerSecond = 1_000_000_000n

/** The inverse of `fromRfc3339`, in UTC with nine fraction digits. The year must be within the range of Date. */
export function toRfc3339(ns: bigint): string {
  const fraction = ((ns % nsPerSecond) + nsPerSecond) % nsPerSecond
  const second = new Date(Number((ns - fraction) / 1_000_000n)).toISOString().slice(0, -5)
  return `${second}.${String(fraction).padStart(9, '0')}Z`
}
