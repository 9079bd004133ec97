import type { Candle } from '../../../../wire/candles.ts'
import type { Zone } from '../../../format/time.ts'
import type { Row } from '../data/fill-gaps.ts'
import type { Study } from '../indicators/indicator-spec.ts'

export const chartKinds = ['candles', 'bars', 'line', 'area'] as const
export type ChartKind = (typeof chartKinds)[number]

export const scaleModes = ['linear', 'log', 'percent'] as const
export type ScaleMode = (typeof scaleModes)[number]

/** Another candle id on the same time, drawn as percent of where both begin in view. */
export interface Compared {
  candles: readonly Candle[]
}

/** Everything the chart must know. */
export interface Scene {
  rows: readonly Row[]
  decimals: number
  positionDecimals: number
  /** Nanoseconds of a period, when fixed. */
  length: bigint | undefined
  zone: Zone
  /** As they stand behind a caption: `, BTC`, or empty. */
  volumeUnit: string
  notionalUnit: string
  /** The last row is the newest there is. */
  endsLive: boolean
  /** The first row is the oldest there is. */
  fromStart: boolean
  kind: ChartKind
  scale: ScaleMode
  inverted: boolean
  /** Periods without trades are hatched. */
  gaps: boolean
  /** Periods without trades stand at the last close, hollow. */
  flat: boolean
  rangeVwap: boolean
  barVwap: boolean
  notional: boolean
  studies: readonly Study[]
  compared: Compared | undefined
}
