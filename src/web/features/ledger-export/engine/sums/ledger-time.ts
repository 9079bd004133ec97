/**
 * Whole Unix seconds of a time as the CSV writes it (`2024-03-01 10:00:00.1+00`, wire.md 5.2): PostgreSQL leaves the minutes
 * of an offset out when there are none. NaN for anything else.
 */
export function secondOf(text: string): number {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d)?(?::?(\d\d))?$/.exec(text)
  if (!match) return Number.NaN
  const [, date = '', time = '', offset = 'Z', minutes = '00'] = match
  return Date.parse(`${date}T${time}${offset === 'Z' ? 'Z' : `${offset}:${minutes}`}`) / 1000
}

/** The UTC month of a time of the CSV, such as `2024-03`; empty when it is no time. */
export function monthOf(text: string): string {
  const second = secondOf(text)
  return Number.isNaN(second) ? '' : new Date(second * 1000).toISOString().slice(0, 7)
}
