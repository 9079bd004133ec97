import { type ISeriesApi, PriceScaleMode, type SeriesType } from 'lightweight-charts'

/** The part of a series needed to convert values to pixel positions. */
export type Scaled = Pick<ISeriesApi<SeriesType>, 'priceToCoordinate' | 'coordinateToPrice'> & {
  priceScale: () => { options: () => { mode: PriceScaleMode } }
}

/**
 * Converts values to y positions in a pane of `height` px at the current scale. Every scale except the logarithmic one is
 * linear and defined by its end points: querying the chart for each of thousands of values would drop frames while dragging.
 */
export function heightsOf(series: Scaled, height: number): (value: number) => number {
  const asked = (value: number): number => series.priceToCoordinate(value) ?? 0
  if (series.priceScale().options().mode === PriceScaleMode.Logarithmic) return asked
  const [top, bottom] = [series.coordinateToPrice(0), series.coordinateToPrice(height)]
  if (top === null || bottom === null || top === bottom || height === 0) return asked
  const step = height / (bottom - top)
  return (value) => (value - top) * step
}
