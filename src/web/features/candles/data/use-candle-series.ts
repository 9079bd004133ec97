import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useObservable } from '../../../use-observable.ts'
import { createCandleSeries } from './candle-series.ts'
import type { SeriesState } from './series-state.ts'
import type { Reading } from './bar-format.ts'
import { fillRows, type Row, skipGaps } from './fill-gaps.ts'
import type { CandleSubject } from '../use-candle-target.ts'
import { createView } from '../chart/viewport-store.ts'

/** Candles and view of one candle id on one node. Each id gets new ones, so that no bar of the previous id is shown. */
export function useSession(candleId: string, node: string) {
  const client = useQueryClient()
  const session = useMemo(
    () => ({ series: createCandleSeries(client, { node, candleId }), view: createView() }),
    [client, candleId, node],
  )
  const state = useObservable(session.series)
  return { ...session, state }
}

/** The displayed rows: with missing periods filled in, or with all periods without trades removed. */
export function useRows({ candles }: SeriesState, length: bigint | undefined, skip: boolean): readonly Row[] {
  return useMemo(() => (skip ? skipGaps(candles) : fillRows(candles, length)), [candles, length, skip])
}

/** How to format the numbers of these candles. */
export function useReading(subject: CandleSubject, zone: string): Reading {
  const { decimals, positionDecimals, base, quote, interval } = subject
  const length = interval?.length
  return useMemo(
    () => ({ decimals, positionDecimals, zone, base, quote, length }),
    [decimals, positionDecimals, zone, base, quote, length],
  )
}
