import { useEffect, useMemo } from 'react'
import { createObservable } from '../../../observable.ts'
import { useObservable } from '../../../use-observable.ts'
import type { SeriesState } from './series-state.ts'

const none: ReadonlySet<string> = new Set()

/** Candle ids of a market that the node rejected, until they succeed: the toolbar marks them, the others still work. */
export function useRefused(
  marketId: string | undefined,
  candleId: string | undefined,
  phase: SeriesState['phase'],
): ReadonlySet<string> {
  const { refused } = useMemo(() => ({ marketId, refused: createObservable(none) }), [marketId])
  useEffect(() => {
    if (candleId === undefined || (phase !== 'refused' && phase !== 'ready')) return
    const before = refused.get()
    if (before.has(candleId) === (phase === 'refused')) return
    const others = [...before].filter((id) => id !== candleId)
    refused.set(new Set(phase === 'refused' ? [...others, candleId] : others))
  }, [refused, candleId, phase])
  return useObservable(refused)
}
