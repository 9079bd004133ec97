import { hashKey, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type FocusEvent } from 'react'
import * as v from 'valibot'
import { useNodeParties } from '../../../entities/party/node-parties.ts'
import type { NodeParty } from '../../../entities/party/node-parties-query.ts'
import {
  byRisk,
  recentTimeline,
  type SpamReply,
  spamStatisticsQuery,
  type History,
  type PartyRisk,
  stateSince,
  useHistories,
  useRoundMs,
  useVerdicts,
  useWatched,
  useWatchedVerdicts,
  wallVerdict,
  readSpamWallSearch,
  maxParties,
} from '../../../features/spam-statistics/index.ts'
import type { PowStatistics } from '../../../../wire/spam-statistics.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'
import { clockOffset } from '../../../client/server-clock.ts'
import { usePartyNames } from '../../../preferences/party-names.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { useNow } from '../../../ui/use-now.ts'
import { changeSearch } from '../../../router/navigate.ts'
import { useSearch } from '../../../router/use-location.ts'
import type { TimeSpan } from './axis.ts'
import { type Failure, failureOf } from '../../../format/failure.ts'
import { foldId } from '../../../format/id.ts'
import { searchOf } from '../../../router/search.ts'

/** The order to show: while `held`, the previous one without the ids that are gone and with new ones at the end. */
export function steadyOrder(before: readonly string[], sorted: readonly string[], held: boolean): readonly string[] {
  if (!held) return sorted
  return [...before.filter((id) => sorted.includes(id)), ...sorted.filter((id) => !before.includes(id))]
}

/** A sorted list that does not move while pointer or keyboard focus is in it. `hold` goes on the list element. */
export function useSteadyOrder(sorted: readonly string[]) {
  const [held, setHeld] = useState({ pointer: false, focus: false })
  const [shown, setShown] = useState<readonly string[]>(sorted)
  const order = steadyOrder(shown, sorted, held.pointer || held.focus)
  if (order.join() !== shown.join()) setShown(order)
  return {
    order,
    isHeld: held.pointer || held.focus,
    hold: {
      onPointerEnter: () => setHeld((now) => ({ ...now, pointer: true })),
      onPointerLeave: () => setHeld((now) => ({ ...now, pointer: false })),
      onFocus: ({ target }: FocusEvent) => setHeld((now) => ({ ...now, focus: target.matches(':focus-visible') })),
      onBlur: () => setHeld((now) => ({ ...now, focus: false })),
    },
  }
}

/** So many rows are shown at first, and beyond the watched ones still a few. */
const comfortable = 8
const minSuggested = 3

interface RoomParty {
  partyId: string
  /** The nickname in this browser, else the name that the node publishes. */
  name?: string
  /** What the party does, or why it is here. */
  role: string
  watched: boolean
}

interface RoomSources {
  watched: readonly string[]
  nicknames: Readonly<Record<string, string>>
  suggested: readonly NodeParty[]
  onlyWatched: boolean
  /** Parties that the address names, in place of all others. */
  named?: readonly string[] | undefined
}

/** The parties of the room: all watched ones, then those of the node, as many as the rate allows. */
export function roomParties({ watched, nicknames, suggested, onlyWatched, named }: RoomSources): RoomParty[] {
  const suggestedById = new Map(suggested.map((party) => [party.partyId, party]))
  const others = onlyWatched && watched.length > 0 ? [] : suggested.map(({ partyId }) => partyId)
  const all = [...new Set(named ?? [...watched, ...others])].slice(0, maxParties)
  return all.map((partyId) => {
    const isWatched = watched.includes(partyId)
    const name = nicknames[partyId] ?? suggestedById.get(partyId)?.name
    const role = suggestedById.get(partyId)?.role ?? (isWatched ? 'watched' : 'on this node')
    return { partyId, role, watched: isWatched, ...(name !== undefined && { name }) }
  })
}

/** The rows to show at first of `rows`, the worst first: watched ones, the chosen one, and the worst of the others. */
export function firstRows<Row extends RoomParty>(rows: readonly Row[], chosen?: string): readonly Row[] {
  const places = Math.max(minSuggested, comfortable - rows.filter(({ watched }) => watched).length)
  const others = rows.filter(({ watched }) => !watched).slice(0, places)
  return rows.filter((row) => row.watched || row.partyId === chosen || others.includes(row))
}

export const readRoomSearch = searchOf({
  party: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.transform(foldId)),
  /** Only watched parties, without those that the node suggests. */
  show: v.literal('watched'),
  /** The last 24 hours on the axis instead of the epoch. */
  span: v.literal('24h'),
  /** The moment to show, Unix milliseconds of this browser. */
  at: v.pipe(v.string(), v.regex(/^\d{13}$/), v.transform(Number)),
})

/** A party of the room with the node's last response; a failure keeps the verdict before it. */
export interface RoomRow extends RoomParty {
  verdict: SpamVerdict | undefined
  history: History
  pow: PowStatistics | null | undefined
  /** The epoch that the verdict is of. */
  epoch: string | undefined
  failure: Failure | undefined
  /** Unix milliseconds of this browser; 0 before the first response. */
  dataUpdatedAt: number
}

export const sameMembers = <Whole extends object>(one: Whole, other: Whole): boolean =>
  Object.entries(one).every(([name, value]) => Object.is(value, other[name as keyof Whole]))

const lastRows = new Map<string, RoomRow>()

/** The last row of the party while nothing in it changes, so that nothing of it is drawn again. */
function steadyRow(row: RoomRow): RoomRow {
  const last = lastRows.get(row.partyId)
  if (last && sameMembers(row, last)) return last
  lastRows.set(row.partyId, row)
  return row
}

/** Rows that are sorted as answers come in would move: they are shown once each has one, or after this time. */
const settleMs = 7000

/** False until `settle` is called with true for the first time, or `settleMs` have passed. */
function useSettled(): [isSettled: boolean, settle: (settled: boolean) => boolean] {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settleMs)
    return () => clearTimeout(timer)
  }, [])
  const settle = (settled: boolean): boolean => {
    if (settled && !isSettled) setSettled(true)
    return settled || isSettled
  }
  return [isSettled, settle]
}

const none: readonly ReturnType<typeof spamStatisticsQuery>[] = []

/**
 * The last response about each party, which the watcher requests, and its history. Once the rows have come, all that was read
 * within a second is drawn at once: so many parties are read that rows drawn one by one took a tenth of a core.
 */
function useAnswers(ids: readonly string[], isSettled: boolean) {
  const client = useQueryClient()
  const all = ids.join()
  const queries = useMemo(
    () =>
      (all === '' ? [] : all.split(',')).map((id) => {
        const query = spamStatisticsQuery(id)
        return { ...query, queryHash: hashKey(query.queryKey), enabled: false }
      }),
    [all],
  )
  useQueries({ queries: isSettled ? none : queries })
  // By the hash: making it of a key fifty times costs more than all else that is done here.
  const readStates = () => queries.map(({ queryHash }) => client.getQueryCache().get<SpamReply>(queryHash)?.state)
  const states = readStates()
  // Times only grow, and their sum with each of them.
  useNow(() =>
    isSettled
      ? readStates().reduce((sum, state) => sum + (state ? state.dataUpdatedAt + state.errorUpdatedAt : 0), 0)
      : 0,
  )
  const histories = useHistories(ids, isSettled)
  return ids.map((partyId, at) => {
    const { data, dataUpdatedAt = 0, error } = states[at] ?? {}
    const history = histories[at] ?? {}
    return { partyId, data, dataUpdatedAt, history, failure: error ? failureOf(error) : undefined }
  })
}

const noAnswers: ReturnType<typeof useAnswers> = []

/** The watcher's verdicts; the room's own until its rows have come, and where the watcher could not be loaded. */
function useRoomVerdicts(answers: ReturnType<typeof useAnswers>, isSettled: boolean): (SpamVerdict | undefined)[] {
  const watched = useWatchedVerdicts()
  const isWatched = isSettled && watched.size > 0
  const own = useVerdicts(isWatched ? noAnswers : answers, { pollMs: useRoundMs() })
  return isWatched ? answers.map(({ partyId }) => watched.get(partyId)) : own
}

function useStandings(rows: readonly RoomRow[]): PartyRisk[] {
  const thresholds = usePreference('spam')
  return rows.map(({ partyId: party, name = party, verdict, failure, dataUpdatedAt: now, history }): PartyRisk => {
    const { worst: state, stale } = verdict ?? {}
    const bands = recentTimeline(history, { thresholds, clockOffset: clockOffset(), now })
    const since = state && stateSince(bands, stale?.last ?? state)
    return { party, name, state, since, failed: failure !== undefined, last: stale?.last }
  })
}

const choose = (party: string): void => changeSearch(readRoomSearch, { party, at: undefined }, { replace: true })

/** Keeps the span of the axis in the address, whose other members depend on whether it names parties. */
export function changeSpan(isNamed: boolean, span: TimeSpan): void {
  const change = { span: span === '24h' ? span : undefined }
  if (isNamed) changeSearch(readSpamWallSearch, change, { replace: true })
  else changeSearch(readRoomSearch, change, { replace: true })
}

/** Whether the reader says which parties are in the room. */
const isChosen = (show: 'watched' | undefined, named: readonly string[] | undefined): boolean =>
  named !== undefined || show === 'watched'

/** The watch room, of `named` parties where they are given: its rows by risk, the chosen one, which the watcher reads. */
export function useRoom(named?: readonly string[]) {
  const { party: inAddress, show, at, span } = useSearch(readRoomSearch)
  const watched = usePreference('watched')
  const [pointed, setPointed] = useState<string>()
  const nicknames = usePartyNames()
  const suggestions = useNodeParties()
  const { data: suggested = [] } = suggestions
  const parties = roomParties({ watched, nicknames, suggested, onlyWatched: show === 'watched', named })
  const ids = parties.map(({ partyId }) => partyId)
  useWatched(ids, named !== undefined)

  const [isSettled, settle] = useSettled()
  const answers = useAnswers(ids, isSettled)
  const verdicts = useRoomVerdicts(answers, isSettled)
  const settled = answers.every(({ failure }, at) => failure ?? verdicts[at]?.checking === false)
  const ready = settle(answers.length > 0 && settled && (isChosen(show, named) || !suggestions.isPending))
  const rows = parties.map((party, at): RoomRow => {
    const { data, dataUpdatedAt = 0, history = {}, failure } = answers[at] ?? {}
    const { epochSeq: epoch, pow } = data?.statistics ?? {}
    return steadyRow({ ...party, verdict: verdicts[at], history, epoch, pow, failure, dataUpdatedAt })
  })
  const standings = useStandings(rows)
  const { order, hold, isHeld } = useSteadyOrder(byRisk(standings))
  rows.sort((a, b) => order.indexOf(a.partyId) - order.indexOf(b.partyId))
  // The address of a room of named parties has no place for the chosen one.
  const [chosenId, missing] = named ? [pointed] : [inAddress, inAddress]
  const found = rows.find(({ partyId }) => partyId === chosenId)
  const chosen = found ?? rows[0]
  return {
    rows: ready ? rows : [],
    /** How many parties are requested in turn, whether shown yet or not. */
    requested: ids.length,
    waiting: !ready && (ids.length > 0 || suggestions.isPending),
    chosen: ready ? chosen : undefined,
    /** The party that the address wants to choose, where it is none of the room's. */
    missing: ready && !found ? missing : undefined,
    choose: named ? setPointed : choose,
    hold,
    isHeld,
    show,
    span: (span ?? 'epoch') satisfies TimeSpan as TimeSpan,
    /** The moment that the address wants to show. */
    at,
    summary: wallVerdict(standings),
    suggestions,
  }
}
