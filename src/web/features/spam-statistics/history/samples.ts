import type { SpamStatistics } from '../../../../wire/spam-statistics.ts'
import { nodeState } from '../../../client/node-status.ts'
import { toMilliseconds } from '../../../format/time.ts'
import { createEmitter } from '../../../observable.ts'
import { useObservable } from '../../../use-observable.ts'
import { gaugesOf } from '../../../../wire/spam/spam-gauges.ts'
import { type History, mergeHistories, record } from './history.ts'
import { readNodeHistory } from './node-history.ts'
import { type PartyHistory, readHistory, saveHistories } from './spam-history-db.ts'

/** Parties kept in memory: more than the watch room shows. */
const maxParties = 100
const saveIntervalMs = 10_000
/** After a pause of this length the node may know what this browser has missed. */
const maxPauseMs = 60_000

/** `history` is this browser's own, which is saved; the node keeps its readings itself. */
interface Party extends PartyHistory {
  fromNode: History
  /** Both together. */
  whole: History
  /** Unix milliseconds of this browser. */
  observedAt: number
}

const parties = new Map<string, Party>()
const unsaved = new Set<PartyHistory>()
const changed = createEmitter()
/** How often any of them has changed. */
let changes = 0
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

/** Takes in what else is known of a party. */
function extend(entry: Party, parts: Partial<Pick<Party, 'history' | 'fromNode'>>): void {
  Object.assign(entry, parts)
  const { history, fromNode } = entry
  entry.whole = fromNode === noHistory ? history : mergeHistories(fromNode, history)
  changes += 1
  changed.emit()
}

/** The party's history in memory. A new one is merged with what earlier visits saved. */
function remember(party: string): Party {
  const known = parties.get(keyOf(party))
  if (known) return known
  const node = nodeState.get().base
  const empty = { history: noHistory, fromNode: noHistory, whole: noHistory, observedAt: -Infinity }
  const entry: Party = { node, party, ...empty }
  parties.set(keyOf(party), entry)
  const [oldest] = parties.keys()
  if (parties.size > maxParties && oldest !== undefined) parties.delete(oldest)
  void readHistory(entry.node, party).then((saved) => {
    if (Object.keys(saved).length > 0) extend(entry, { history: mergeHistories(saved, entry.history) })
  })
  return entry
}

/** Adds what the node has kept, if it keeps anything of this party. */
async function fetchKept(entry: Party): Promise<void> {
  const fromNode = await readNodeHistory(entry.node, entry.party)
  if (Object.keys(fromNode).length > 0) extend(entry, { fromNode })
}

/** Adds the statistics of one response, received `at` Unix milliseconds of this browser. */
export function observe(partyId: string, statistics: SpamStatistics, at: number): void {
  const entry = remember(partyId)
  const epoch = statistics.epochSeq
  const readings = gaugesOf(statistics, 0n).flatMap(({ name, used, max: most, bannedUntil }) => {
    if (used === undefined || most === undefined) return []
    const ban = bannedUntil === undefined ? {} : { bannedUntil: toMilliseconds(bannedUntil) }
    return [[name, record(entry.history[name] ?? [], { at, epoch, used, most, ...ban })] as const]
  })
  extend(entry, { history: { ...entry.history, ...Object.fromEntries(readings) } })
  if (at - entry.observedAt > maxPauseMs) void fetchKept(entry)
  entry.observedAt = at
  entry.last = { at, statistics }
  unsaved.add(entry)
  // A page may be closed at any moment: what has changed is kept right away.
  const changedCount = readings.some(([name, runs]) => name !== 'pow' && runs.at(-1)?.looks === 1)
  if (changedCount) setTimeout(save)
  else timer ??= setTimeout(save, saveIntervalMs)
}

/** The readings of a party, in this browser and kept by the node; the same object until there are more. */
export const historyOf = (partyId: string): History => parties.get(keyOf(partyId))?.whole ?? noHistory

/** The histories of several parties, in their order. */
export function useHistories(partyIds: readonly string[]): History[] {
  useObservable({ get: () => changes, subscribe: changed.subscribe })
  return partyIds.map(historyOf)
}

export const useHistory = (partyId: string): History =>
  useObservable({ get: () => historyOf(partyId), subscribe: changed.subscribe })

/** Clears the histories in memory, not the saved ones. */
export function forgetSamples(): void {
  parties.clear()
  unsaved.clear()
  changes += 1
  changed.emit()
}
