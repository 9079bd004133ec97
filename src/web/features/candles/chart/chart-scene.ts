import { useMemo } from 'react'
import { type Candle, parseCandleId } from '../../../../wire/candles.ts'
import type { PriceTransform } from '../../../chart/price-transform.ts'
import { useMarkets } from '../../../entities/market/labels.ts'
import type { BarFormat } from '../data/bar-format.ts'
import type { Row } from '../data/candle-rows.ts'
import type { SeriesState } from '../data/candle-series.ts'
import { candleIdName, type ComparedSeries } from '../data/compared.ts'
import type { LedgerBars } from '../ledger/ledger-bars.ts'
import { readStudies, type Study, writeStudy } from '../indicators/study.ts'
import { type CandlesSearch, type ChartKind, type ScaleMode, vwapLines } from '../search.ts'

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

export interface ChartScene {
  rows: readonly Row[]
  format: BarFormat
  /** The last row is the newest candle that exists. */
  endsLive: boolean
  /** The first row is the oldest candle that exists. */
  fromStart: boolean
  kind: ChartKind
  scale: ScaleMode
  inverted: boolean
  gaps: boolean
  /** Draw candles without trades as hollow ones at the last close. */
  flat: boolean
  rangeVwap: boolean
  barVwap: boolean
  notional: boolean
  studies: readonly Study[]
  /** Indicators that are not drawn for now, as in the address. */
  hidden: ReadonlySet<string>
  /** Start of the candle from which a VWAP with bands is drawn. */
  anchor: string | undefined
  magnet: boolean
  compared: readonly Compared[]
  ledger?: SceneLedger | undefined
  /** An instant in Unix nanoseconds whose bar is marked. */
  at?: string | undefined
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
  const { type = 'candles', scale = 'linear', invert, gaps, empty, notional, vwap = 'range' } = search
  const { anchor, hidden, magnet, at } = search
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
  const [hasOlder, hasNewer] = [state.older.more, state.newer.more]
  return useMemo(() => {
    const lines = vwapLines({ vwap })
    return {
      rows,
      format,
      endsLive: !hasNewer,
      fromStart: !hasOlder,
      kind: type,
      scale,
      inverted: invert === 'on',
      gaps: gaps !== 'off',
      flat: empty === 'flat',
      rangeVwap: lines.range,
      barVwap: lines.bar,
      notional: notional === 'on',
      studies,
      hidden: new Set(readStudies(hidden).map(writeStudy)),
      anchor,
      magnet: magnet === 'on',
      compared: drawn,
      ledger,
      at,
    }
  }, [
    anchor,
    hidden,
    magnet,
    rows,
    format,
    hasNewer,
    hasOlder,
    type,
    scale,
    invert,
    gaps,
    empty,
    notional,
    vwap,
    studies,
    drawn,
    ledger,
    at,
  ])
}
