import { useMemo } from 'react'
import type { Candle } from '../../../../wire/candles.ts'
import type { SeriesState } from '../data/series-state.ts'
import type { Reading } from '../data/bar-format.ts'
import type { Row } from '../data/fill-gaps.ts'
import type { Scene } from './chart-model.ts'
import type { CandlesSearch } from '../search.ts'
import type { Study } from '../indicators/indicator-spec.ts'
import { vwapLines } from '../indicators/vwap-choice.ts'

const suffix = (unit: string | undefined): string => (unit === undefined ? '' : `, ${unit}`)

/** All chart input as one memoized value that changes only when a part of it changes. */
export function useScene(
  rows: readonly Row[],
  { older, newer }: SeriesState,
  reading: Reading,
  search: CandlesSearch,
  studies: readonly Study[],
  compared: readonly Candle[] | undefined,
): Scene {
  const { type, scale, invert, gaps, empty, notional, vwap } = search
  return useMemo(() => {
    const lines = vwapLines(vwap === undefined ? {} : { vwap })
    return {
      rows,
      decimals: reading.decimals ?? 0,
      positionDecimals: reading.positionDecimals ?? 0,
      length: reading.length,
      zone: reading.zone,
      volumeUnit: suffix(reading.base),
      notionalUnit: suffix(reading.quote),
      endsLive: !newer.more,
      fromStart: !older.more,
      kind: type ?? 'candles',
      scale: scale ?? 'linear',
      inverted: invert === 'on',
      gaps: gaps !== 'off',
      flat: empty === 'flat',
      rangeVwap: lines.range,
      barVwap: lines.bar,
      notional: notional === 'on',
      studies,
      compared: compared && { candles: compared },
    }
  }, [rows, reading, newer.more, older.more, type, scale, invert, gaps, empty, notional, vwap, studies, compared])
}
