/** `utc`, `local` (the browser's zone), `raw` (Unix nanoseconds) or an IANA name. */
export type Zone = string

const second = 1000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached per zone: creating one costs more than a thousand uses. Throws RangeError for an unknown zone. */
function wallFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  formats.set(timeZone, made)
  return made
}

export function isZone(zone: Zone): boolean {
  if (zone === 'utc' || zone === 'local' || zone === 'raw') return true
  try {
    return Boolean(wallFormat(zone))
  } catch {
    return false
  }
}

/** The IANA name of a zone; UTC for an unknown one. */
export function timeZoneOf(zone: Zone): string {
  if (zone === 'local') return new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone === 'utc' || zone === 'raw' || !isZone(zone) ? 'UTC' : zone
}

export interface Wall {
  year: number
  /** 1..12 */
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** Wall fields as if they were UTC, in milliseconds. Date.UTC would read the years 0..99 as 19xx. */
export function wallAsUtc(wall: Wall): number {
  const date = new Date(0)
  date.setUTCFullYear(wall.year, wall.month - 1, wall.day)
  date.setUTCHours(wall.hour, wall.minute, wall.second)
  return date.getTime()
}

/** `Intl` takes twenty times as long. */
const wallInUtc = (date: Date): Wall => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
  hour: date.getUTCHours(),
  minute: date.getUTCMinutes(),
  second: date.getUTCSeconds(),
})

/** What a clock in the zone shows at an instant (milliseconds, whole range of Date). */
export function wallAt(ms: number, timeZone: string): Wall {
  if (timeZone === 'UTC') return wallInUtc(new Date(ms))
  const wall: Record<string, number> = {}
  let before = false
  for (const { type, value } of wallFormat(timeZone).formatToParts(ms)) {
    if (type === 'era') before = value.startsWith('B')
    else if (type !== 'literal') wall[type] = Number(value)
  }
  const year = wall['year'] ?? 0
  return {
    year: before ? 1 - year : year,
    month: wall['month'] ?? 1,
    day: wall['day'] ?? 1,
    hour: wall['hour'] ?? 0,
    minute: wall['minute'] ?? 0,
    second: wall['second'] ?? 0,
  }
}

/** Milliseconds that the zone's clock is ahead of UTC at an instant. */
export function offsetAt(ms: number, timeZone: string): number {
  const whole = Math.floor(ms / second) * second
  return wallAsUtc(wallAt(whole, timeZone)) - whole
}

const day = 86_400_000

/**
 * The instant (ms) at which the zone's clock shows this wall time. When the clock shows it twice the first counts;
 * when it is skipped (spring, or Apia's missing day) the clock as it was before the change counts.
 */
export function instantOf(wall: Wall, timeZone: string): number {
  const guess = wallAsUtc(wall)
  const before = offsetAt(guess - day, timeZone)
  const after = offsetAt(guess + day, timeZone)
  const candidates = [guess - before, guess - after].sort((a, b) => a - b)
  const meeting = candidates.find((ms) => ms + offsetAt(ms, timeZone) === guess)
  return meeting ?? guess - before
}

/** `+01:00`, with a true minus, seconds only where history had them. */
export function offsetText(ms: number): string {
  const total = Math.round(Math.abs(ms) / second)
  const parts = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60]
  const shown = parts[2] === 0 ? parts.slice(0, 2) : parts
  return `${ms < 0 ? '\u2212' : '+'}${shown.map((part) => String(part).padStart(2, '0')).join(':')}`
}
