/** A horizontal line of the reader. The price is a raw integer in market decimals. */
export interface PriceLine {
  price: string
  /** Alerts once for each crossing of the price, while the tab is open. */
  alert: boolean
}

/** As many as can be told apart at the axis. */
const maxLines = 12

const suffix = '-alert'

/** Parses `9360000-alert,9125000`. Ignores repetitions, and returns at most twelve. */
export function readLines(text: string | undefined): PriceLine[] {
  const found = new Map<string, PriceLine>()
  for (const part of (text ?? '').split(',')) {
    const price = part.replace(suffix, '').replace(/^0+(?=\d)/, '')
    if (/^\d+$/.test(price)) found.set(price, { price, alert: part.endsWith(suffix) })
  }
  return [...found.values()].slice(0, maxLines)
}

/** Form in the address; undefined for none. */
export const writeLines = (lines: readonly PriceLine[]): string | undefined =>
  lines.length === 0 ? undefined : lines.map(({ price, alert }) => (alert ? price + suffix : price)).join(',')

/** The lines with one at this price, which alerts or not; undefined takes it away. */
export const withLine = (lines: readonly PriceLine[], price: string, alert: boolean | undefined): PriceLine[] => {
  const others = lines.filter((line) => line.price !== price)
  return alert === undefined ? others : [...others, { price, alert }].slice(-maxLines)
}
