import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { getSpamStatistics } from '../../../../wire/spam-statistics.ts'
import { soonExhausted } from '../../../../wire/spam/changes-since.ts'
import { compareRisk, type RiskState, worst } from '../../../../wire/spam/risk-state.ts'
import { isConfirming } from '../../../../wire/spam/spam-gauges.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'
import { nodeState } from '../../../client/node-status.ts'
import { onWake } from '../../../client/server-clock.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { useTabState } from '../../../ui/feedback/tab-state.ts'
import { useObservable } from '../../../use-observable.ts'
import { browserAlerts } from '../alerts/browser-alerts.ts'
import { blockTime } from '../block-time.ts'
import { observeReading } from '../history/samples.ts'
import { readLastReading } from '../history/spam-history-db.ts'
import { freshMs, spamReadings, spamStatisticsQuery } from '../query.ts'
import { useVerdict } from '../verdict/use-verdict.ts'
import { maxParties } from '../wall.ts'
import { startPresence } from './absences.ts'
import { alertChanges, alertUnread, forgetAlertRecords, forgetFailures } from './alerts.ts'
import { type Leader, startLeader } from './leader.ts'
import { type PollLoop, roundMs, startPollLoop } from './poll-loop.ts'
import { watched } from './watched.ts'
import { listen } from '../../../listen.ts'

const maxFirstDelayMs = 3_000
const intervalMs = 5_000
const durationMs = 60_000

/**
 * Calls `request` to find out whether a ban that ran out is over: first at a random delay, so that clients do not all do so
 * in the same instant, then at intervals until a minute has passed, whatever the polling interval. Returns a function that
 * stops it. `request` must not throw.
 */
export function confirmEnd(request: () => unknown, random: () => number = Math.random): () => void {
  const started = performance.now()
  let timer: ReturnType<typeof setTimeout>
  const next = (): void => {
    request()
    if (performance.now() - started < durationMs) timer = setTimeout(next, intervalMs)
  }
  timer = setTimeout(next, random() * maxFirstDelayMs)
  return () => clearTimeout(timer)
}

let loop: PollLoop | undefined

/** What tabs of one node tell each other: a reading, a party that could not be read, or that the leader's timers are held back. */
const Message = v.union([
  v.object({ party: v.string(), at: v.number(), reply: getSpamStatistics.reply }),
  v.object({ failed: v.string() }),
  v.object({ hiddenLeader: v.literal(true) }),
])
type Message = v.InferInput<typeof Message>

const subscribeHidden = (listener: () => void): (() => void) => listen(document, { visibilitychange: listener })

/** When this tab received what another one read: that one raises the alerts. */
const receivedAt = new Map<string, number>()

/** What was read on an earlier visit, with its age, where a reload finds no node. */
async function restoreLast(client: QueryClient, network: string, party: string): Promise<void> {
  const { queryKey } = spamStatisticsQuery(party)
  if (client.getQueryData(queryKey)) return
  const last = await readLastReading(network, party)
  if (!last || client.getQueryData(queryKey)) return
  client.setQueryData(queryKey, { chainId: '', statistics: last.statistics }, { updatedAt: last.at })
}

/** Connects the loop of this tab with the other tabs of this browser; true while this tab is the one that reads watched parties. */
function useTabs(network: string): boolean {
  const client = useQueryClient()
  const [leads, setLeads] = useState(false)
  useEffect(() => {
    const name = `lyra.watcher ${network}`
    const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
    const post = (message: Message): void => channel?.postMessage(message)
    const polls = startPollLoop(async (party) => {
      try {
        await client.fetchQuery({ ...spamStatisticsQuery(party), staleTime: 0 })
        return true
      } catch {
        post({ failed: party })
        void restoreLast(client, network, party)
        return false
      }
    })
    loop = polls
    const leader: Leader = startLeader(name, (now) => {
      setLeads(now)
      watched.leading.set(now)
      if (now && document.hidden) post({ hiddenLeader: true })
    })
    const receive = (message: unknown): void => {
      const { success, output } = v.safeParse(Message, message)
      if (!success || nodeState.get().network !== network) return
      if ('hiddenLeader' in output) return void (document.hidden || leader.claim())
      const { queryKey } = spamStatisticsQuery('party' in output ? output.party : output.failed)
      const queryState = client.getQueryState(queryKey)
      if ('failed' in output) {
        // Asks once itself, for the reason to show.
        if (queryState && queryState.dataUpdatedAt === 0 && !queryState.error)
          void client.prefetchQuery(spamStatisticsQuery(output.failed))
        return
      }
      const { party, at, reply } = output
      if (at <= (queryState?.dataUpdatedAt ?? 0)) return
      receivedAt.set(party, at)
      polls.skip(party)
      observeReading(output)
      client.setQueryData(queryKey, reply, { updatedAt: at })
    }
    if (channel) channel.onmessage = ({ data }) => receive(data)
    const stops = [
      spamReadings.subscribe((reading) => {
        polls.skip(reading.party)
        post(reading)
      }),
      subscribeHidden(() => void (document.hidden || leader.claim())),
      onWake(polls.restart),
      leader.stop,
      polls.stop,
    ]
    return () => {
      for (const stop of stops) stop()
      channel?.close()
    }
  }, [network, client])
  return leads
}

function publish(party: string, verdict: SpamVerdict | undefined): void {
  const verdicts = new Map(watched.verdicts.get())
  if (verdict) verdicts.set(party, verdict)
  else verdicts.delete(party)
  watched.verdicts.set(verdicts)
}

/** The last expired ban that the node has yet to confirm, as text, which effects can compare. */
const unconfirmedEnd = ({ gauges, answeredAt }: SpamVerdict): string | undefined =>
  gauges
    .flatMap(({ endedBan }) => (endedBan !== undefined && isConfirming(endedBan, answeredAt) ? [endedBan] : []))
    .toSorted((a, b) => (a < b ? 1 : -1))[0]
    ?.toString()

interface WatchedPartyProps {
  partyId: string
  /** Whether it is watched or the subject of the page: other parties raise no alerts. */
  isAlarmed: boolean
  isHidden: boolean
  roundMs: number
}

/**
 * Judges a party, so that a reading draws no other one; raises alerts for what this tab has read, and reads again until the node
 * confirms the end of a ban.
 */
const WatchedParty = memo(function WatchedParty({ partyId, isAlarmed, isHidden, roundMs }: WatchedPartyProps) {
  const live = usePreference('live')
  const { data, dataUpdatedAt } = useQuery({ ...spamStatisticsQuery(partyId), enabled: false })
  const verdict = useVerdict({ partyId, data, dataUpdatedAt }, { pollMs: roundMs, enabled: !isHidden })
  useEffect(() => publish(partyId, verdict), [partyId, verdict])
  useEffect(() => () => publish(partyId, undefined), [partyId])
  const alert = useEffectEvent(() => {
    if (isAlarmed && verdict && !verdict.stale && receivedAt.get(partyId) !== dataUpdatedAt)
      alertChanges(partyId, soonExhausted(verdict, data?.statistics.pow, blockTime()), browserAlerts)
  })
  const states = verdict?.gauges.map(({ name, state }) => `${name} ${state}`).join()
  useEffect(() => alert(), [states, dataUpdatedAt, isAlarmed])
  const ended = isAlarmed && verdict ? unconfirmedEnd(verdict) : undefined
  useEffect(
    () => (live && ended !== undefined ? confirmEnd(() => loop?.prefer(partyId)) : undefined),
    [live, ended, partyId],
  )
  return null
})

/** Other states are reported only on a page about the party. */
const isAlarming = (state: RiskState): boolean => compareRisk(state, 'stale') <= 0

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]

/** Parties that cannot be read are looked for this often; after a longer pause than hidden tabs have the device has slept. */
const [unreadMs, sleptMs] = [15_000, 90_000]

/** Calls `report` in turn, after a sleep and at first without what failed before. */
function useUnreadReport(report: () => void): void {
  const reportNow = useEffectEvent(report)
  useEffect(() => {
    let last = 0
    const turn = (): void => {
      const now = Date.now()
      if (now - last > sleptMs) forgetFailures()
      last = now
      reportNow()
    }
    turn()
    const timer = setInterval(turn, unreadMs)
    return () => clearInterval(timer)
  }, [])
}

/**
 * Reads the watched parties on whatever page, in one tab of all open ones, and those that the page shows. Sidebar, title, icon,
 * notifications and sound follow from it alone. Hidden tabs run as often as the browser lets them.
 */
export function Watcher() {
  const client = useQueryClient()
  const network = useObservable(nodeState, ({ network }) => network)
  const leads = useTabs(network)
  const isHidden = useSyncExternalStore(subscribeHidden, () => document.hidden)
  const mine = usePreference('watched').slice(0, maxParties)
  const { poll } = usePreference('spam')
  const live = usePreference('live')
  const forgetOthers = useEffectEvent(() => forgetAlertRecords(mine))
  // Before the first verdict of a party that has been read already is remembered.
  useLayoutEffect(() => forgetOthers(), [])
  useEffect(startPresence, [])
  const pages = useObservable(watched.shown)
  const subjects = pages.flatMap(({ parties, isSubject }) => (isSubject ? parties : []))
  const alarmed = unique([...mine, ...subjects])
  const all = unique([...alarmed, ...pages.flatMap(({ parties }) => parties)])
  const due = (isHidden ? alarmed : all).filter((party) => leads || !mine.includes(party)).join()

  useEffect(() => {
    const parties = due === '' ? [] : due.split(',')
    loop?.set(parties)
    // Whoever has just been read is the last to be read.
    const isFresh = (party: string): boolean =>
      Date.now() - (client.getQueryState(spamStatisticsQuery(party).queryKey)?.dataUpdatedAt ?? 0) < freshMs
    for (const party of parties) if (isFresh(party)) loop?.skip(party)
  }, [due, client])
  const roundNow = poll === 0 ? 0 : roundMs(all.length, poll)
  useEffect(() => watched.round.set(roundNow), [roundNow])

  useUnreadReport(() => {
    if (!leads || !live || poll === 0) return
    const isFailing = (party: string): boolean | undefined => {
      const verdict = watched.verdicts.get().get(party)
      if (verdict) return verdict.stale !== undefined
      // Before the first reading nothing is known, neither that it fails nor that it does not.
      return client.getQueryState(spamStatisticsQuery(party).queryKey)?.status === 'error' || undefined
    }
    alertUnread(new Map(mine.map((party) => [party, isFailing(party)])), browserAlerts)
  })
  useTabState(
    useObservable(watched.verdicts, (verdicts) => {
      const states = alarmed.flatMap((party) => verdicts.get(party)?.worst ?? [])
      // Parties that a page only shows are no reason to alarm, but old values are.
      const isStale = worst([...verdicts.values()].map((verdict) => verdict.worst)) === 'stale'
      const state = states.length > 0 ? worst(states) : isStale ? 'stale' : undefined
      return subjects.length > 0 || (state && isAlarming(state)) ? state : undefined
    }),
  )

  return all.map((party) => (
    <WatchedParty
      key={party}
      partyId={party}
      isAlarmed={alarmed.includes(party)}
      isHidden={isHidden}
      roundMs={roundNow}
    />
  ))
}
