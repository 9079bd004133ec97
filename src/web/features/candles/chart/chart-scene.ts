import { useMemo } from 'react'
import { type Candle, parseCandleId } from '../../../../wire/candles.ts'
import type { PriceTransform } from '../../../chart/price-transform.ts'
import { useMarkets } from '../../../entities/labels.ts'
import type { BarFormat } from '../data/bar-format.ts'
import type { Row } from '../data/candle-rows.ts'
import type { SeriesState } from '../data/candle-series.ts'
import { candleIdName, type ComparedSeries } from '../data/compared.ts'
import type { LedgerBars } from '../ledger/ledger-bars.ts'
import { readStudies, type Study, writeStudy } from '../indicators/study.ts'
import { type CandlesSearch, vwapLines } from '../search.ts'

/** Another candle id on the same time axis, drawn as percent change from each line's first visible close. */
export interface Compared {
  candleId: string
  /** The market's code, or its id. */
  name: string
  candles: readonly Candle[]
}

/** A party's ledger on the market: entries and balance by bar, and the asset that both are in. */
export interface SceneLedger {
  bars: LedgerBars
  unit: string
  /** Undefined: amounts are raw. */
  decimals: number | undefined
}

/** What the address says of how the chart is drawn. */
function optionsOf(search: CandlesSearch) {
  const { type = 'candles', scale = 'linear', invert, empty, notional, anchor, magnet, at } = search
  const { range, bar } = vwapLines(search)
  return {
    kind: type,
    scale,
    inverted: invert === 'on',
    /** Draw candles without trades as hollow ones at the last close. */
    flat: empty === 'flat',
    rangeVwap: range,
    barVwap: bar,
    notional: notional === 'on',
    /** Start of the candle from which a VWAP with bands is drawn. */
    anchor,
    magnet: magnet === 'on',
    at,
  }
}

export interface ChartScene extends Omit<ReturnType<typeof optionsOf>, 'at'> {
  /** An instant in Unix nanoseconds whose bar is marked. */
  at?: string | undefined
  rows: readonly Row[]
  format: BarFormat
  /** The last row is the newest candle that exists. */
  endsLive: boolean
  /** The first row is the oldest candle that exists. */
  fromStart: boolean
  studies: readonly Study[]
  /** Indicators that are not drawn for now, as in the address. */
  hidden: ReadonlySet<string>
  compared: readonly Compared[]
  ledger?: SceneLedger | undefined
}

/** What the chart currently draws; undefined before the first scene and the first trade. */
export interface CurrentScene {
  scene: ChartScene | undefined
  transform: PriceTransform | undefined
}

interface SceneSource extends Pick<ChartScene, 'rows' | 'format' | 'studies' | 'ledger'> {
  state: SeriesState
  search: CandlesSearch
  compared: readonly ComparedSeries[]
}

/** All chart input as one memoized value that changes only when a part of it changes. */
export function useChartScene({ rows, state, format, search, studies, compared, ledger }: SceneSource): ChartScene {
  const { byId } = useMarkets()
  const drawn = useMemo(
    () =>
      compared.map(({ candleId, state: { candles } }) => ({
        candleId,
        candles,
        name: candleIdName(candleId, byId, parseCandleId(candleId)?.interval),
      })),
    [compared, byId],
  )
  const [endsLive, fromStart] = [!state.newer.more, !state.older.more]
  // The address has a range too, which changes with each move of the view.
  const options = JSON.stringify(optionsOf(search))
  const { hidden } = search
  return useMemo(
    () => ({
      ...(JSON.parse(options) as ReturnType<typeof optionsOf>),
      rows,
      format,
      endsLive,
      fromStart,
      studies,
      compared: drawn,
      ledger,
      hidden: new Set(readStudies(hidden).map(writeStudy)),
    }),
    [options, rows, format, endsLive, fromStart, studies, drawn, ledger, hidden],
  )
}
