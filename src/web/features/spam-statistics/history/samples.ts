import type { SpamStatistics } from '../../../../wire/spam-statistics.ts'
import { nodeState } from '../../../api/status/node-status.ts'
import { createEmitter } from '../../../observable.ts'
import { useObservable } from '../../../use-observable.ts'
import { gaugesOf } from '../gauges/gauge.ts'
import { type History, mergeHistories, record } from './history.ts'
import { type PartyHistory, readHistory, saveHistories } from './spam-history-db.ts'

/** Parties kept in memory: more than a wall shows. */
const maxParties = 100
const saveIntervalMs = 30_000

const parties = new Map<string, PartyHistory>()
const unsaved = new Set<PartyHistory>()
const changed = createEmitter()
const noHistory: History = {}
let timer: ReturnType<typeof setTimeout> | undefined

const keyOf = (party: string): string => `${nodeState.get().base} ${party}`

function save(): void {
  clearTimeout(timer)
  timer = undefined
  if (unsaved.size === 0) return
  void saveHistories([...unsaved], Date.now())
  unsaved.clear()
}

if (typeof document !== 'undefined') {
  // A page that is hidden may never be shown again.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) save()
  })
}

/** The party's history in memory. A new one is merged with what earlier visits saved. */
function remember(party: string): PartyHistory {
  const known = parties.get(keyOf(party))
  if (known) return known
  const entry: PartyHistory = { node: nodeState.get().base, party, history: noHistory }
  parties.set(keyOf(party), entry)
  const [oldest] = parties.keys()
  if (parties.size > maxParties && oldest !== undefined) parties.delete(oldest)
  void readHistory(entry.node, party).then((saved) => {
    if (Object.keys(saved).length === 0) return
    entry.history = mergeHistories(saved, entry.history)
    changed.emit()
  })
  return entry
}

/** Adds the statistics of one response, received `at` Unix milliseconds of this browser. */
export function observe(partyId: string, statistics: SpamStatistics, at: number): void {
  const entry = remember(partyId)
  const epoch = statistics.epochSeq
  const readings = gaugesOf(statistics, 0n).flatMap(({ name, used, max }) =>
    used === undefined || max === undefined
      ? []
      : [[name, record(entry.history[name] ?? [], { at, epoch, used, most: max })] as const],
  )
  entry.history = { ...entry.history, ...Object.fromEntries(readings) }
  unsaved.add(entry)
  timer ??= setTimeout(save, saveIntervalMs)
  changed.emit()
}

/** The readings of a party in this browser; the same object until there are more. */
export const historyOf = (partyId: string): History => parties.get(keyOf(partyId))?.history ?? noHistory

export const useHistory = (partyId: string): History =>
  useObservable({ get: () => historyOf(partyId), subscribe: changed.subscribe })

/** Clears the histories in memory, not the saved ones. */
export function forgetSamples(): void {
  parties.clear()
  unsaved.clear()
  changed.emit()
}
