import {
  BarSeries,
  CandlestickSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  type SeriesType,
  type Time,
} from 'lightweight-charts'
import { barOptions, candleOptions, closeOptions } from '../chart-config.ts'
import type { Plot } from '../axis/price-transform.ts'
import type { Row } from '../../data/fill-gaps.ts'
import type { ChartKind } from '../chart-model.ts'
import { drawnBar, drawnClose, flatColours } from './series-data.ts'
import type { ChartColours } from '../chart-colours.ts'

/** Rows as series input: `closes` are drawn numbers, `levels` are closes carried across gaps. */
export interface PriceRows {
  rows: readonly Row[]
  closes: readonly number[]
  levels: readonly number[]
  plot: Plot
  flat: boolean
  colours: ChartColours
}

/** The series for prices: provides the scale, the crosshair and the last price for every chart kind. */
export interface PriceSeries {
  readonly api: ISeriesApi<SeriesType>
  set: (prices: PriceRows) => void
  /** Adds or replaces the row at `index`, which must be the last one. */
  update: (prices: PriceRows, index: number) => void
  style: (colours: ChartColours) => void
}

function ohlc(api: ISeriesApi<'Candlestick'> | ISeriesApi<'Bar'>, style: PriceSeries['style']): PriceSeries {
  const hollow = api.seriesType() === 'Candlestick'
  const draw = ({ rows, levels, plot, flat, colours }: PriceRows) => {
    const look = flat ? flatColours(colours, hollow) : undefined
    return (index: number) => drawnBar(rows[index]!, plot, levels[index]!, look)
  }
  return {
    api,
    style,
    set: (prices) => {
      const bar = draw(prices)
      api.setData(prices.rows.map((_, index) => bar(index)))
    },
    update: (prices, index) => api.update(draw(prices)(index)),
  }
}

/** Invisible series with the closes, for line and area: a series cannot break at gaps, so the line is drawn separately. */
function closing(api: ISeriesApi<'Line'>, style: PriceSeries['style']): PriceSeries {
  const value = ({ closes, levels, flat }: PriceRows, index: number): number => (flat ? levels : closes)[index]!
  return {
    api,
    style,
    set: (prices) => api.setData(prices.rows.map((row, index) => drawnClose(row, value(prices, index)))),
    update: (prices, index) => api.update(drawnClose(prices.rows[index]!, value(prices, index))),
  }
}

/** Adds the series of a chart kind to the first pane. */
export function addPriceSeries(chart: IChartApiBase<Time>, kind: ChartKind, colours: ChartColours): PriceSeries {
  switch (kind) {
    case 'candles': {
      const api = chart.addSeries(CandlestickSeries, candleOptions(colours), 0)
      return ohlc(api, (next) => api.applyOptions(candleOptions(next)))
    }
    case 'bars': {
      const api = chart.addSeries(BarSeries, barOptions(colours), 0)
      return ohlc(api, (next) => api.applyOptions(barOptions(next)))
    }
    case 'line':
    case 'area': {
      const api = chart.addSeries(LineSeries, closeOptions(colours), 0)
      return closing(api, (next) => api.applyOptions(closeOptions(next)))
    }
  }
}
