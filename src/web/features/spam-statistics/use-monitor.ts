import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer } from 'react'
import { onWake } from '../../api/status/sleep-detector.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { useTellTab } from '../../ui/feedback/tab-state.ts'
import { watchParty } from './alerts/alerts.ts'
import { confirmEnd, isConfirming } from './ban.ts'
import { spamStatisticsQuery } from './query.ts'
import { useHistory } from './history/samples.ts'
import { useVerdict } from './verdict/use-verdict.ts'
import type { SpamVerdict } from './verdict/verdict.ts'
import { browserVoice } from './alerts/voice.ts'

const jitter = 3_000
/** An answer this young needs no other when the page is seen again, in milliseconds. */
const young = 1_500

/** The last ban that ran out and awaits the node's word, as text: a value that effects can compare. */
export const endedIn = (told: SpamVerdict): string | undefined =>
  told.gauges
    .flatMap(({ endedBan }) => (endedBan !== undefined && isConfirming(endedBan, told.answeredAt) ? [endedBan] : []))
    .toSorted((a, b) => (a < b ? 1 : -1))[0]
    ?.toString()

/**
 * One party watched: its answer asked again and again, the verdict by the node's clock, and all that follows from it:
 * questions after a ban, the tab, alerts. It renders with each answer and each end, not each second.
 */
export function useMonitor(partyId: string) {
  const query = useQuery(spamStatisticsQuery(partyId))
  const { live, spam } = usePreferences()
  const history = useHistory(partyId)
  const [, onEnd] = useReducer((ends: number) => ends + 1, 0)
  const told = useVerdict({ partyId, data: query.data, dataUpdatedAt: query.dataUpdatedAt })

  const ask = useEffectEvent(() => void query.refetch({ cancelRefetch: false }))
  const askIfOld = useEffectEvent(() => {
    if (live && !document.hidden && Date.now() - query.dataUpdatedAt > young) ask()
  })

  const ended = told && endedIn(told)
  useEffect(() => (live && ended !== undefined ? confirmEnd(() => ask()) : undefined), [live, ended])

  useEffect(() => {
    const look = (): void => askIfOld()
    document.addEventListener('visibilitychange', look)
    const stop = onWake(look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      stop()
    }
  }, [])

  useTellTab(told?.worst)
  useEffect(() => {
    if (told) watchParty(partyId, told, browserVoice)
  }, [partyId, told])

  /** The epoch is over: the counters that start over are asked for, not by everybody in the same instant. */
  const onEpochEnd = (): void => {
    if (live) setTimeout(() => void query.refetch({ cancelRefetch: false }), Math.random() * jitter)
  }
  return { query, told, history, thresholds: spam, onEnd, onEpochEnd }
}
