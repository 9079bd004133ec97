const csvTime = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d)(?::?(\d\d))?$/

/** JavaScript takes 30 February for 1 March. */
const isInCalendar = (date: string): boolean =>
  date.slice(8) <= '28' || new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)

/** Unix milliseconds of the whole second of a time of the CSV, and its fraction as text; undefined for other text. */
function parsed(text: string): { ms: number; fraction: string } | undefined {
  const match = csvTime.exec(text)
  if (!match) return undefined
  const [, date = '', time = '', fraction = '', offset = '', minutes = '00'] = match
  const ms = Date.parse(`${date}T${time}${offset === 'Z' ? 'Z' : `${offset}:${minutes}`}`)
  return Number.isNaN(ms) || !isInCalendar(date) ? undefined : { ms, fraction }
}

/**
 * Whole Unix seconds of a time as the CSV writes it (`2024-03-01 10:00:00.1+00`, wire.md 5.2): PostgreSQL leaves the minutes
 * of an offset out when there are none. NaN for anything else.
 */
export const ledgerSeconds = (text: string): number => (parsed(text)?.ms ?? Number.NaN) / 1000

/** Unix microseconds of a time of the CSV; NaN for anything else. Further digits are cut. */
export function ledgerMicros(text: string): number {
  const time = parsed(text)
  return time ? time.ms * 1000 + Number(time.fraction.slice(1, 7).padEnd(6, '0')) : Number.NaN
}

/** The UTC month of a time of the CSV, such as `2024-03`; empty when it is no time. */
export function ledgerMonth(text: string): string {
  const time = parsed(text)
  return time ? new Date(time.ms).toISOString().slice(0, 7) : ''
}

/** `2024-03-01 10:00:00.1+02` as `2024-03-01T08:00:00.1Z`: the same instant, every digit kept; other text as it is. */
export function ledgerTimeIso(text: string): string {
  const time = parsed(text)
  return time ? `${new Date(time.ms).toISOString().slice(0, 19)}${time.fraction}Z` : text
}
