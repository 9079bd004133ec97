import { type ISeriesApi, PriceScaleMode, type SeriesType } from 'lightweight-charts'

/** What is needed of a series to know where its values stand. */
export type Scaled = Pick<ISeriesApi<SeriesType>, 'priceToCoordinate' | 'coordinateToPrice'> & {
  priceScale: () => { options: () => { mode: PriceScaleMode } }
}

/**
 * Where values stand in a pane of `height` px at this moment. All but a logarithm is a straight line, known by its ends:
 * asking the chart for each of thousands of values would cost a moving hand its frames.
 */
export function heightsOf(series: Scaled, height: number): (value: number) => number {
  const asked = (value: number): number => series.priceToCoordinate(value) ?? 0
  if (series.priceScale().options().mode === PriceScaleMode.Logarithmic) return asked
  const [top, bottom] = [series.coordinateToPrice(0), series.coordinateToPrice(height)]
  if (top === null || bottom === null || top === bottom || height === 0) return asked
  const step = height / (bottom - top)
  return (value) => (value - top) * step
}
