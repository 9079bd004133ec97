import { useEffect, useMemo } from 'react'
import { expectLongAnswers } from '../../../api/client.ts'
import { useObservable } from '../../../use-observable.ts'
import { createHistory } from './bar-store.ts'
import type { HistoryState } from './bar-store-state.ts'
import { askCandles } from './query.ts'
import type { Reading } from './bar-format.ts'
import { fillRows, type Row } from './fill-gaps.ts'
import { skipGaps } from './skip-gaps.ts'
import type { CandleSubject } from '../use-candle-target.ts'
import { createView } from '../chart/viewport-store.ts'

/** Bars and view of one candle id of one node; another id gets its own, so no bar of the old one can be seen. */
export function useSession(candleId: string, node: string) {
  const session = useMemo(
    () => ({ node, history: createHistory(candleId, askCandles), view: createView() }),
    [candleId, node],
  )
  useEffect(expectLongAnswers, [])
  const state = useObservable(session.history)
  return { ...session, state }
}

/** The rows that are shown: missing periods filled in, or those without trades left out. */
export function useRows({ candles }: HistoryState, length: bigint | undefined, skip: boolean): readonly Row[] {
  return useMemo(() => (skip ? skipGaps(candles) : fillRows(candles, length)), [candles, length, skip])
}

/** How the numbers of these candles are read. */
export function useReading(subject: CandleSubject, zone: string): Reading {
  const { decimals, positionDecimals, base, quote, interval } = subject
  const length = interval?.length
  return useMemo(
    () => ({ decimals, positionDecimals, zone, base, quote, length }),
    [decimals, positionDecimals, zone, base, quote, length],
  )
}
