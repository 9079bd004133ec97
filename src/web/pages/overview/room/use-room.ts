import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNodeParties } from '../../../entities/party/node-parties.ts'
import { spamStatisticsQuery } from '../../../features/spam-statistics/query.ts'
import { useVerdicts } from '../../../features/spam-statistics/verdict/use-verdict.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'
import { useRoundMs, useWatched } from '../../../features/spam-statistics/watcher/watcher.tsx'
import { byRisk, standingOf, wallVerdict } from '../../../features/spam-statistics/wall/wall-order.ts'
import { answerOf } from '../../../infinite-list/query-panel.tsx'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { changeSearch } from '../../../router/navigate.ts'
import { useSearch } from '../../../router/use-location.ts'
import { useSteadyOrder } from '../../../ui/use-steady-order.ts'
import { roomParties, type RoomParty } from './room-parties.ts'
import { readRoomSearch } from './room-search.ts'
import { failureOf } from '../../../client/node-failure.ts'
import type { Failure } from '../../../format/failure.ts'

/** A party of the room with the node's last response; a failure keeps the verdict before it. */
export interface RoomRow extends RoomParty {
  verdict: SpamVerdict | undefined
  /** The epoch that the verdict is of. */
  epoch: string | undefined
  failure: Failure | undefined
  /** Unix milliseconds of this browser; 0 before the first response. */
  dataUpdatedAt: number
}

/** Rows that are sorted as answers come in would move: they are shown once each has one, or after this time. */
const settleMs = 7000

/** False until everything is settled for the first time, or `settleMs` have passed. */
function useSettled(settled: boolean): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), settleMs)
    return () => clearTimeout(timer)
  }, [])
  if (settled && !ready) setReady(true)
  return ready || settled
}

const choose = (party: string): void => changeSearch(readRoomSearch, { party }, { replace: true })

/** The watch room, of `named` parties where they are given: its rows by risk, the chosen one, which the watcher reads. */
export function useRoom(named?: readonly string[]) {
  const { party: inAddress, show } = useSearch(readRoomSearch)
  const watched = usePreference('watched')
  const [pointed, setPointed] = useState<string>()
  const nicknames = usePreference('nicknames')
  const suggestions = useNodeParties()
  const parties = roomParties({
    watched,
    nicknames,
    suggested: suggestions.data ?? [],
    onlyWatched: show === 'watched',
    named,
  })
  const ids = parties.map(({ partyId }) => partyId)
  useWatched(ids, named !== undefined)

  // The watcher requests the statistics; this only reads their results.
  const results = useQueries({ queries: ids.map((id) => ({ ...spamStatisticsQuery(id), enabled: false })) })
  const answers = ids.map((partyId, at) => ({
    partyId,
    data: results[at]?.data,
    dataUpdatedAt: results[at]?.dataUpdatedAt ?? 0,
    failure: results[at]?.error ? failureOf(results[at].error) : undefined,
  }))
  const verdicts = useVerdicts(answers, { pollMs: useRoundMs() })
  const settled = answers.every(({ failure }, at) => failure ?? verdicts[at]?.checking === false)
  const ready = useSettled(answers.length > 0 && settled)
  const standings = ids.map((id, at) => standingOf(id, verdicts[at], answers[at]?.failure !== undefined))
  const { order, hold } = useSteadyOrder(byRisk(standings))
  const rows = parties.map((party, at): RoomRow => {
    const { data, dataUpdatedAt = 0, failure } = answers[at] ?? {}
    return { ...party, verdict: verdicts[at], epoch: data?.statistics.epochSeq, failure, dataUpdatedAt }
  })
  rows.sort((a, b) => order.indexOf(a.partyId) - order.indexOf(b.partyId))
  // The address of a room of named parties has no place for the chosen one.
  const wanted = named ? pointed : inAddress
  const chosen = rows.find(({ partyId }) => partyId === wanted) ?? rows[0]
  return {
    rows: ready ? rows : [],
    /** How many parties are requested in turn, whether shown yet or not. */
    requested: ids.length,
    waiting: !ready && (ids.length > 0 || suggestions.isPending),
    chosen: ready ? chosen : undefined,
    choose: named ? setPointed : choose,
    hold,
    show,
    summary: wallVerdict(standings),
    suggestions: answerOf(suggestions),
  }
}
