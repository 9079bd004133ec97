import type { Candle } from '../../../../wire/candles.ts'
import type { Zone } from '../../../format/time.ts'
import type { Row } from '../data/fill-gaps.ts'
import type { Plot } from './axis/price-transform.ts'
import type { Study } from '../indicators/indicator-spec.ts'

export const chartKinds = ['candles', 'bars', 'line', 'area'] as const
export type ChartKind = (typeof chartKinds)[number]

export const scaleModes = ['linear', 'log', 'percent'] as const
export type ScaleMode = (typeof scaleModes)[number]

/** Another candle id on the same time axis, drawn as percent change from each line's first visible close. */
export interface Compared {
  candleId: string
  candles: readonly Candle[]
}

/** Everything the chart needs to draw. */
export interface Scene {
  rows: readonly Row[]
  decimals: number
  positionDecimals: number
  /** Nanoseconds of a candle, if fixed. */
  length: bigint | undefined
  zone: Zone
  /** Suffix for captions: `, BTC`, or empty. */
  volumeUnit: string
  notionalUnit: string
  /** The last row is the newest candle that exists. */
  endsLive: boolean
  /** The first row is the oldest candle that exists. */
  fromStart: boolean
  kind: ChartKind
  scale: ScaleMode
  inverted: boolean
  /** Hatch candles without trades. */
  gaps: boolean
  /** Draw candles without trades as hollow ones at the last close. */
  flat: boolean
  rangeVwap: boolean
  barVwap: boolean
  notional: boolean
  studies: readonly Study[]
  compared: readonly Compared[]
}

/** What the chart currently shows, as far as its controls need it. */
export interface ChartSubject {
  rowsNow: () => readonly Row[]
  plotNow: () => Plot | undefined
  /** Nanoseconds of a candle, if fixed. */
  lengthNow: () => bigint | undefined
  /** The last row is the newest candle that exists, not only the newest loaded. */
  endsLive: () => boolean
}
