import {
  formatAmount,
  groupDigits,
  isDecimal,
  round,
  shiftDecimals,
  subtract,
  trimZeros,
} from '../../../format/amount.ts'
import { changeDirection, formatChange } from '../../../format/percent.ts'
import { formatInstant, type InstantOptions, type Zone, zoneOfTimes } from '../../../format/time.ts'
import type { Row } from './candle-rows.ts'
import { compareIntegers, isGap, lastTraded } from './merge-candles.ts'
import { vwap } from './range-statistics.ts'

/** How to format a market's numbers. Without decimals from the node, `decimals` is undefined and values stay raw. */
export interface BarFormat {
  decimals: number | undefined
  positionDecimals: number | undefined
  zone: Zone
  /** Base and quote asset if known: the units of volume and notional. */
  base: string | undefined
  quote: string | undefined
  /** Nanoseconds of a period, if fixed. */
  length: bigint | undefined
}

const dayNs = 86_400_000_000_000n

/** Candles of whole days are days of UTC in every zone; the raw zone has digits. */
export const isDaily = ({ zone, length }: Pick<BarFormat, 'zone' | 'length'>): boolean =>
  zone !== 'raw' && length !== undefined && length % dayNs === 0n

/** The start or end of a candle (Unix nanoseconds): a date of UTC where candles are days, else a time in the zone. */
export const candleTime = (
  ns: bigint | string,
  format: Pick<BarFormat, 'zone' | 'length'>,
  options: InstantOptions,
): string =>
  isDaily(format)
    ? formatInstant(ns, 'utc', { time: false })
    : formatInstant(ns, format.zone, { ...options, offset: true })

/** What the times of candles are in: the name of the zone, or `UTC days`. */
export const candleZone = (format: Pick<BarFormat, 'zone' | 'length'>): string =>
  isDaily(format) ? 'UTC days' : zoneOfTimes(format.zone)

type Direction = 'up' | 'down' | 'flat'

/** A raw price with all decimals of its market, so that its text does not depend on what else is loaded. */
export const priceText = (raw: string, { decimals }: BarFormat): string => formatAmount(raw, decimals)

export const volumeText = (raw: string, { positionDecimals }: BarFormat): string => formatAmount(raw, positionDecimals)

/** Notional; its decimals are those of price and size combined. */
export function notionalText(raw: string, { decimals, positionDecimals }: BarFormat): string {
  if (decimals === undefined || positionDecimals === undefined) return groupDigits(raw)
  return groupDigits(trimZeros(shiftDecimals(raw, decimals + positionDecimals)))
}

/** Volume-weighted average price with the price's decimals, at least two if it has none; a dash without volume. */
export function vwapText(notional: bigint, volume: bigint, { decimals = 0 }: BarFormat): string {
  const places = decimals === 0 ? 2 : Math.max(0, decimals)
  const value = vwap(notional, volume, places - decimals)
  return value === undefined ? '–' : groupDigits(shiftDecimals(String(value), places))
}

const directionOf = (difference: string): Direction =>
  difference.startsWith('-') ? 'down' : /[1-9]/.test(difference) ? 'up' : 'flat'

export function differenceText(from: string, to: string, format: BarFormat): { text: string; direction: Direction } {
  const difference = subtract(to, from)
  const direction = directionOf(difference)
  return { text: `${direction === 'up' ? '+' : ''}${priceText(difference, format)}`, direction }
}

/** One candle as text, with all digits; without prices if the period has no trades. */
export function formatBar(row: Row, format: BarFormat) {
  const { zone, length } = format
  const precision = length === undefined ? 'micro' : 'second'
  return {
    start: candleTime(row.start, format, { precision }),
    lastUpdate: formatInstant(row.lastUpdate, zone, { precision: 'milli' }),
    volume: volumeText(row.volume, format),
    notional: notionalText(row.notional, format),
    prices: isGap(row) ? undefined : pricesOf(row, format),
  }
}

function pricesOf(row: Row, format: BarFormat) {
  const { text, direction } = differenceText(row.open, row.close, format)
  const percent = formatChange(row.open, row.close)
  return {
    open: priceText(row.open, format),
    high: priceText(row.high || row.close, format),
    low: priceText(row.low || row.close, format),
    close: priceText(row.close, format),
    change: text,
    percent: percent ?? '–',
    direction: percent === undefined ? direction : changeDirection(percent),
    vwap: vwapText(BigInt(row.notional), BigInt(row.volume), format),
  }
}

/** Digits that ` (−12.34 %)` takes as much room as: half of its characters are narrow. */
const percentRoom = 7

/** Characters that the longest price, volume and change of the rows take. Only the longest row is formatted. */
export function figureRoom(rows: readonly Row[], format: BarFormat): { price: number; volume: number; change: number } {
  const longest = { price: '0', volume: '0' }
  for (const { high, volume } of rows) {
    if (high.length > longest.price.length) longest.price = high
    if (volume.length > longest.volume.length) longest.volume = volume
  }
  const price = priceText(longest.price, format).length
  return { price, volume: volumeText(longest.volume, format).length, change: price + percentRoom }
}

export const unpricedWords = ({ unreadable }: Row, untraded?: string | false): string =>
  unreadable ? 'the node cannot answer this candle' : untraded || 'no trades in this candle'

export function spokenBar(row: Row, format: BarFormat): string {
  const { start, prices, volume } = formatBar(row, format)
  if (!prices) return `${start}: ${unpricedWords(row, 'no trades')}`
  const { open, high, low, close, percent, direction } = prices
  const moved = direction === 'flat' ? `change ${percent}` : `${direction} ${percent.replace(/^[+\u2212]/, '')}`
  const change = compareIntegers(row.open, row.close) === 0 ? 'unchanged' : moved
  const unit = format.base === undefined ? '' : ` ${format.base}`
  return `${start}: open ${open}, high ${high}, low ${low}, close ${close}, ${change}, volume ${volume}${unit}`
}

const minDigits = 4

/** Rounds a fraction half up to `places` decimals, but keeps at least four significant digits. */
export function roundFraction(text: string, places: number): string {
  const plain = text.replaceAll(',', '').replace('\u2212', '-')
  if (!isDecimal(plain)) return text
  const [whole = '', fraction = ''] = plain.replace(/^-?0*/, '').split('.')
  const leading = whole === '' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  return groupDigits(round(plain, Math.max(places, leading + minDigits - whole.length)))
}

const suffixes = ['', 'K', 'M', 'B', 'T'] as const

/** Three digits of an exact amount and its power of a thousand: `1,234,567.89` is `1.23M`. Small ones keep two decimals. */
export function compactText(text: string): string {
  const plain = text.replaceAll(',', '').replace('\u2212', '-')
  if (!isDecimal(plain)) return text
  const whole = plain.replace(/^-|\..*$/g, '')
  const power = Math.min(Math.floor((whole.length - 1) / 3), suffixes.length - 1)
  if (power === 0) return roundFraction(text, 2)
  const places = Math.max(0, 3 - (whole.length - power * 3))
  const rounded = trimZeros(round(shiftDecimals(plain.replace(/\..*$/, ''), power * 3), places))
  // 999,950 rounds to a thousand thousands.
  const carried = rounded.replace('-', '') === '1000' && power < suffixes.length - 1
  return carried ? `${rounded.replace('1000', '1')}${suffixes[power + 1]}` : `${groupDigits(rounded)}${suffixes[power]}`
}

/** From one period's start to another's end (exclusive); years only if not that of `now` (Unix nanoseconds). */
export function rangeText(first: Row, last: Row, now: bigint, format: BarFormat): string {
  const write = (ns: bigint | string): string => candleTime(ns, format, { precision: 'minute', name: false })
  const year = / \d{4}(?=,|$)/.exec(write(now))?.[0]
  const [from, to] = [write(first.start), write(BigInt(last.start) + (format.length ?? 0n))]
  const plain = year !== undefined && from.includes(year) && to.includes(year)
  return plain ? `${from.replace(year, '')} to ${to.replace(year, '')}` : `${from} to ${to}`
}

/** `BTC/USDT 86,442.0 ↑ 1h`: the price is left out before candles have come, and for a range that ends, where it is old. */
export function tabTitle(
  name: string,
  { interval, decimals }: { interval?: { label: string } | undefined; decimals: number | undefined },
  rows: readonly Row[],
  to: unknown,
): string {
  const last = to === undefined ? lastTraded(rows) : undefined
  const price = last && formatAmount(last.close, decimals ?? 0)
  const risen = last && compareIntegers(last.close, last.open)
  const arrow = risen === undefined || risen === 0 ? undefined : risen > 0 ? '\u2191' : '\u2193'
  return [name, price, arrow, interval?.label].filter((part) => part !== undefined).join(' ')
}
