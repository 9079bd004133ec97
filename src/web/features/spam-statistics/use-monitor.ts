import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer } from 'react'
import { onWake } from '../../client/server-clock.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { useTellTab } from '../../ui/feedback/tab-state.ts'
import { useHistory } from './history/samples.ts'
import { spamStatisticsQuery } from './query.ts'
import { useVerdictEffects } from './use-verdict-effects.ts'
import { useVerdict } from './verdict/use-verdict.ts'

const jitterMs = 3_000
/** A response older than this is refreshed when the page is shown again. */
const freshMs = 1_500

/** Polls one party and derives its verdict by the node's clock. It renders with each response, not each second. */
export function useMonitor(partyId: string) {
  const query = useQuery(spamStatisticsQuery(partyId))
  const live = usePreference('live')
  const spam = usePreference('spam')
  const history = useHistory(partyId)
  const [, onEnd] = useReducer((ends: number) => ends + 1, 0)
  const verdict = useVerdict({ partyId, data: query.data, dataUpdatedAt: query.dataUpdatedAt })
  const refetch = (): void => void query.refetch({ cancelRefetch: false })

  useTellTab(verdict?.worst)
  useVerdictEffects(partyId, verdict, live, refetch)

  const refresh = useEffectEvent(() => {
    if (live && !document.hidden && Date.now() - query.dataUpdatedAt > freshMs) refetch()
  })
  useEffect(() => {
    const onVisible = (): void => refresh()
    document.addEventListener('visibilitychange', onVisible)
    const stop = onWake(onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      stop()
    }
  }, [])

  /** Requests the counters that have reset, at a random delay so that tabs and users do not do so in the same instant. */
  const onEpochEnd = (): void => {
    if (live) setTimeout(refetch, Math.random() * jitterMs)
  }
  return { query, verdict, history, thresholds: spam, onEnd, onEpochEnd }
}
