import type {
  CandlestickData,
  HistogramData,
  ISeriesApi,
  SeriesDataItemTypeMap,
  SeriesType,
  Time,
  UTCTimestamp,
  WhitespaceData,
} from 'lightweight-charts'
import { isGap } from '../../data/merge-candles.ts'
import type { Plot } from '../axis/price-transform.ts'
import type { Row } from '../../data/fill-gaps.ts'
import { type ChartColours, onGround } from '../chart-colours.ts'

/** Unix seconds for the chart; the fraction separates blocks. Cut as text, since sixteen digits are exact. */
export const timeOf = (start: string): UTCTimestamp => (Number(start.slice(0, -3)) / 1e6) as UTCTimestamp

/** Options of a series that marks neither its last value nor the zero of a percent scale. */
export const plainSeries = { lastValueVisible: false, priceLineVisible: false, baseLineVisible: false } as const

/** The library processes all rows of a series for each updated one; beyond this count, setting them all is cheaper. */
const maxUpdates = 3

/** Shows `count` rows in a series, of which those before `from` are unchanged. */
export function setRows<Type extends SeriesType>(
  series: Pick<ISeriesApi<Type>, 'setData' | 'update'>,
  count: number,
  from: number,
  dataAt: (index: number) => SeriesDataItemTypeMap<Time>[Type],
): void {
  if (from === 0 || count - from > maxUpdates)
    series.setData(Array.from({ length: count }, (_, index) => dataAt(index)))
  else for (let index = from; index < count; index++) series.update(dataAt(index))
}

export type Drawn<Data> = Data | WhitespaceData<UTCTimestamp>

/** Whether the period closed at or above its open; both are raw integers. */
export const isUp = ({ open, close }: Pick<Row, 'open' | 'close'>): boolean =>
  close.length === open.length ? close >= open : close.length > open.length

/** Colours of a period without trades drawn at the last close: no fill, and a neutral border. */
export const flatColours = ({ ground, cross }: ChartColours, hollow: boolean) =>
  hollow ? { color: ground, borderColor: cross, wickColor: cross } : { color: cross }

/** A bar. At a gap whitespace, which keeps the period's slot, or a bar of zero height at `level`, the last close. */
export function drawnBar(
  row: Row,
  plot: Plot,
  level: number,
  flat: ReturnType<typeof flatColours> | undefined,
): Drawn<CandlestickData<UTCTimestamp>> {
  const time = timeOf(row.start)
  if (!isGap(row)) {
    return {
      time,
      open: plot.toNumber(row.open),
      high: plot.toNumber(row.high || row.close),
      low: plot.toNumber(row.low || row.close),
      close: plot.toNumber(row.close),
    }
  }
  return flat && !Number.isNaN(level) ? { time, open: level, high: level, low: level, close: level, ...flat } : { time }
}

/** A value; whitespace for NaN. */
export function drawnValue({ start }: Row, value: number, color?: string): Drawn<HistogramData<UTCTimestamp>> {
  const time = timeOf(start)
  return Number.isNaN(value) ? { time } : { time, value, ...(color !== undefined && { color }) }
}

/** Colours of volume and notional bars. Opaque, because overlapping translucent bars would look darker. */
export const amountColours = ({ upSoft, downSoft, ground }: ChartColours) => ({
  up: onGround(upSoft, ground),
  down: onGround(downSoft, ground),
})
