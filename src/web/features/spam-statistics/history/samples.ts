import type { SpamStatistics } from '../../../../wire/spam-statistics.ts'
import { nodeState } from '../../../api/status/node-status.ts'
import { createEmitter } from '../../../observable.ts'
import { useObservable } from '../../../use-observable.ts'
import { gaugesOf } from '../gauges/gauge.ts'
import { type History, mergeHistories, record, type Run } from './history.ts'
import { keepHistories, readHistory } from './spam-history-db.ts'

/** Parties kept in memory: more than a wall shows. */
const maxParties = 100
const keepEvery = 30_000

interface Seen {
  node: string
  party: string
  history: History
  changed: boolean
}

const parties = new Map<string, Seen>()
const changed = createEmitter()
const nothing: History = {}
let keeping: ReturnType<typeof setTimeout> | undefined

const keyOf = (party: string): string => `${nodeState.get().base} ${party}`

function keep(): void {
  clearTimeout(keeping)
  keeping = undefined
  const changed = [...parties.values()].filter((seen) => seen.changed)
  if (changed.length === 0) return
  for (const seen of changed) seen.changed = false
  void keepHistories(changed, Date.now())
}

if (typeof document !== 'undefined') {
  // The last chance to keep anything: a page that is hidden may never be seen again.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) keep()
  })
}

/** The party's memory; on first sight it is joined by what earlier visits kept. */
function seenOf(party: string): Seen {
  const key = keyOf(party)
  const known = parties.get(key)
  if (known) return known
  const seen: Seen = { node: nodeState.get().base, party, history: nothing, changed: false }
  parties.set(key, seen)
  const [oldest] = parties.keys()
  if (parties.size > maxParties && oldest !== undefined) parties.delete(oldest)
  void readHistory(seen.node, party).then((earlier) => {
    if (Object.keys(earlier).length === 0) return
    seen.history = mergeHistories(earlier, seen.history)
    changed.emit()
  })
  return seen
}

/** Remembers one answer, `at` in Unix milliseconds of this browser. */
export function observe(partyId: string, statistics: SpamStatistics, at: number): void {
  const seen = seenOf(partyId)
  const next: Record<string, readonly Run[]> = { ...seen.history }
  for (const { name, used, most } of gaugesOf(statistics, 0n)) {
    if (used === undefined || most === undefined) continue
    next[name] = record(seen.history[name] ?? [], { at, epoch: statistics.epochSeq, used, most })
  }
  seen.history = next
  seen.changed = true
  keeping ??= setTimeout(keep, keepEvery)
  changed.emit()
}

/** What this browser has seen of a party; the same value until more is seen. */
export const historyOf = (partyId: string): History => parties.get(keyOf(partyId))?.history ?? nothing

export const useHistory = (partyId: string): History =>
  useObservable({ get: () => historyOf(partyId), subscribe: changed.subscribe })

/** Forgets what the page remembers, beside what the browser keeps. */
export function forgetSamples(): void {
  parties.clear()
  changed.emit()
}
