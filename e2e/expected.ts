/** The text expected for a value of the wire, computed without the formatters of the product. */

/** `'1234567'` with 2 decimals is `12,345.67`; a minus is the real one. */
export function amount(raw: string, decimals = 0): string {
  const digits = raw.replace('-', '').padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(?:\d{3})+$)/g, ',')
  const rest = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${raw.startsWith('-') ? '\u2212' : ''}${whole}${rest}`
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Nanoseconds as `20 Nov 2026, 11:00:00` in UTC. */
export function utc(nanoseconds: string): string {
  const [date = '', time = ''] = new Date(Number(BigInt(nanoseconds) / 1_000_000n)).toISOString().split('T')
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${months[(month ?? 0) - 1]} ${year}, ${time.slice(0, 8)}`
}

/** A text as a regular expression that means just that text. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** An amount as a regular expression that allows any number of trailing zeros, since that depends on the column. */
export function exactly(raw: string, decimals: number): string {
  const text = amount(raw, decimals)
  if (!text.includes('.')) return `${literally(text)}(?:\\.0+)?(?!\\d)`
  const trimmed = text.replace(/\.?0+$/, '')
  return `${literally(trimmed)}${trimmed.includes('.') ? '0*' : '(?:\\.0+)?'}(?!\\d)`
}
