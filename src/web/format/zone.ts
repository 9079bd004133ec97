/** `utc`, `local` (the browser's zone), `raw` (Unix nanoseconds) or an IANA name. */
export type Zone = string

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached per zone: creating one costs more than a thousand uses. Throws RangeError for an unknown zone. */
function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  return format
}

export function isZone(zone: Zone): boolean {
  if (zone === 'utc' || zone === 'local' || zone === 'raw') return true
  try {
    return Boolean(offsetFormat(zone))
  } catch {
    return false
  }
}

/** The IANA name of a zone; UTC for an unknown one. */
export function timeZoneOf(zone: Zone): string {
  if (zone === 'local') return new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone === 'utc' || zone === 'raw' || !isZone(zone) ? 'UTC' : zone
}

/** How far the zone's clock is ahead of UTC at an instant (ms): `+01:00`, with seconds only where history had them. */
const offsetDigits = (ms: number, timeZone: string): string =>
  /[+-][\d:]+$/.exec(offsetFormat(timeZone).format(ms))?.[0] ?? '+00:00'

/** The same with a true minus. */
export const offsetText = (ms: number, timeZone: string): string => offsetDigits(ms, timeZone).replace('-', '\u2212')

/** Milliseconds that the zone's clock is ahead of UTC at an instant (ms). */
export function offsetAt(ms: number, timeZone: string): number {
  const digits = offsetDigits(ms, timeZone)
  const [hours = 0, minutes = 0, seconds = 0] = digits.slice(1).split(':').map(Number)
  const offset = ((hours * 60 + minutes) * 60 + seconds) * 1000
  return digits.startsWith('-') ? -offset : offset
}

/** What a clock in the zone shows at an instant (ms), as the UTC fields of a date. */
export const wallAt = (ms: number, timeZone: string): Date => new Date(ms + offsetAt(ms, timeZone))

const day = 86_400_000
const week = 7 * day
/** The range of Date. */
const farthestMs = 8_640_000_000_000_000
const within = (ms: number): number => Math.max(-farthestMs, Math.min(farthestMs, ms))

/** Weeks of a zone in which its clocks do not change. */
const steadyWeeks = new Map<string, boolean>()

/** Whether the zone's clock shows what it shows at an instant (ms) a second time: in the hour for which clocks go back. */
export function isShownTwice(ms: number, timeZone: string): boolean {
  const start = Math.floor(ms / week) * week
  const key = `${timeZone} ${start}`
  const steady =
    steadyWeeks.get(key) ?? offsetAt(within(start - day), timeZone) === offsetAt(within(start + week + day), timeZone)
  if (steadyWeeks.size > 1000) steadyWeeks.clear()
  steadyWeeks.set(key, steady)
  if (steady) return false
  const wall = wallAt(ms, timeZone).getTime()
  const [before, after] = [offsetAt(within(ms - day), timeZone), offsetAt(within(ms + day), timeZone)]
  return before !== after && [before, after].every((offset) => offsetAt(wall - offset, timeZone) === offset)
}

/** The instant (ms) at which the zone's clock shows this: the first of two; a skipped one by the clock before. */
export function instantOf(wall: Date, timeZone: string): number {
  const guess = wall.getTime()
  const before = offsetAt(guess - day, timeZone)
  const after = offsetAt(guess + day, timeZone)
  const candidates = [guess - before, guess - after].sort((a, b) => a - b)
  const meeting = candidates.find((ms) => ms + offsetAt(ms, timeZone) === guess)
  return meeting ?? guess - before
}
