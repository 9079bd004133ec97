import { useMemo } from 'react'
import type { SeriesState } from '../data/series-state.ts'
import type { ComparedSeries } from '../data/use-compared.ts'
import type { Reading } from '../data/bar-format.ts'
import type { Row } from '../data/fill-gaps.ts'
import type { Scene } from './chart-model.ts'
import type { CandlesSearch } from '../search.ts'
import type { Study } from '../indicators/indicator-spec.ts'
import { vwapLines } from '../indicators/vwap-choice.ts'

export interface SceneSource {
  rows: readonly Row[]
  state: SeriesState
  reading: Reading
  search: CandlesSearch
  studies: readonly Study[]
  compared: readonly ComparedSeries[]
}

const suffix = (unit: string | undefined): string => (unit === undefined ? '' : `, ${unit}`)

/** All chart input as one memoized value that changes only when a part of it changes. */
export function useScene({ rows, state, reading, search, studies, compared }: SceneSource): Scene {
  const { type = 'candles', scale = 'linear', invert, gaps, empty, notional, vwap = 'range' } = search
  const drawn = useMemo(() => compared.map(({ candleId, state: { candles } }) => ({ candleId, candles })), [compared])
  const [hasOlder, hasNewer] = [state.older.more, state.newer.more]
  return useMemo(() => {
    const lines = vwapLines({ vwap })
    return {
      rows,
      decimals: reading.decimals ?? 0,
      positionDecimals: reading.positionDecimals ?? 0,
      length: reading.length,
      zone: reading.zone,
      volumeUnit: suffix(reading.base),
      notionalUnit: suffix(reading.quote),
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
      compared: drawn,
    }
  }, [rows, reading, hasNewer, hasOlder, type, scale, invert, gaps, empty, notional, vwap, studies, drawn])
}
