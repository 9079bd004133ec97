import { absolute, groupDigits } from '../../../format/amount.ts'
import { formatDuration } from '../../../format/duration.ts'
import { changeDirection, formatChange } from '../../../format/percent.ts'
import { plural } from '../../../format/words.ts'
import {
  candleTime,
  compactText,
  differenceText,
  notionalText,
  priceText,
  type BarFormat,
  volumeText,
} from '../data/bar-format.ts'
import type { Row } from '../data/candle-rows.ts'
import { indexAt, isGap } from '../data/merge-candles.ts'
import { rangeStatistics } from '../data/range-statistics.ts'

/** A traded price: one of a candle's four prices, so that the difference between two marks is exact. */
export interface PriceMark {
  start: string
  price: MarkPrice
}
export const markPrices = ['open', 'high', 'low', 'close'] as const
export type MarkPrice = (typeof markPrices)[number]

interface Measure {
  from: PriceMark
  to?: PriceMark
}

/** State of measuring: off, waiting for the first point, waiting for the second, or done. */
export type Measuring =
  | { phase: 'off' }
  | { phase: 'from' }
  | { phase: 'to'; from: PriceMark; to?: PriceMark }
  | { phase: 'done'; from: PriceMark; to: PriceMark }

export const measuredOf = (state: Measuring): Measure | undefined => ('from' in state ? state : undefined)

/** URL form: `1795219200000000000.close-1795222800000000000.high`. */
export const writeMeasure = ({ from, to }: Measure): string =>
  [from, to].flatMap((mark) => (mark ? [`${mark.start}.${mark.price}`] : [])).join('-')

function readMark(text: string | undefined): PriceMark | undefined {
  const [, start, price] = /^(\d{1,19})\.(\w+)$/.exec(text ?? '') ?? []
  const found = markPrices.find((name) => name === price)
  return start !== undefined && found ? { start, price: found } : undefined
}

export function readMeasure(text: string | undefined): Measure | undefined {
  const [from, to] = (text ?? '').split('-').map(readMark)
  return from && to ? { from, to } : undefined
}

/** The raw price of a mark. Rows ascend. Undefined if its candle is not loaded or has no trades. */
export function markedPrice(rows: readonly Row[], { start, price }: PriceMark): string | undefined {
  const row = rows[indexAt(rows, start)]
  return row?.start === start && !isGap(row) ? row[price] || row.close : undefined
}

/** The measurement between two marks, both candles included, with all digits; undefined while one of them is not loaded. */
export function measureWords(rows: readonly Row[], { from, to }: Measure, format: BarFormat) {
  const [start, end] = [markedPrice(rows, from), to && markedPrice(rows, to)]
  if (!to || start === undefined || end === undefined) return undefined
  const [first, last] = [indexAt(rows, from.start), indexAt(rows, to.start)]
  const [left, right] = [Math.min(first, last), Math.max(first, last)]
  const { volume, notional, empty } = rangeStatistics(rows, left, right)
  const { text, direction } = differenceText(start, end, format)
  const percent = formatChange(start, end)
  const precision = format.length === undefined ? 'micro' : 'minute'
  const say = (mark: PriceMark, raw: string): string =>
    `${mark.price} ${priceText(raw, format)}, ${candleTime(mark.start, format, { precision })}`
  const bars = right - left + 1
  const span = BigInt(to.start) - BigInt(from.start)
  const exactNotional = notionalText(String(notional), format)
  const unit = (name: string | undefined): string => (name === undefined ? '' : ` ${name}`)
  return {
    from: say(from, start),
    to: say(to, end),
    difference: text,
    percent: percent ?? '–',
    direction: percent === undefined ? direction : changeDirection(percent),
    bars: `${plural(bars, 'candle')}${last < first ? ' back' : ''}${empty > 0 ? `, ${groupDigits(String(empty))} empty` : ''}`,
    time: formatDuration(Number(absolute(span) / 1_000_000n)),
    volume: `${volumeText(String(volume), format)}${unit(format.base)}`,
    notional: `${exactNotional}${unit(format.quote)}`,
    notionalShort: `${compactText(exactNotional)}${unit(format.quote)}`,
  }
}

export type MeasureWords = NonNullable<ReturnType<typeof measureWords>>

export const spokenMeasure = (words: MeasureWords): string =>
  `Measured from ${words.from} to ${words.to}: ${words.difference}, ${words.percent}, ${words.bars}, ${words.time}, volume ${words.volume}`
