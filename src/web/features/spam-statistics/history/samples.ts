import type { SpamStatistics } from '../../../../wire/spam-statistics.ts'
import { nodeState } from '../../../client/node-status.ts'
import { toMilliseconds } from '../../../format/time.ts'
import { createEmitter } from '../../../observable.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useObservable } from '../../../use-observable.ts'
import { observeHeight } from '../block-time.ts'
import { observeReadings, type SpamReading } from '../query.ts'
import { gaugesOf } from '../../../../wire/spam/spam-gauges.ts'
import { type History, mergeHistories, record, merge } from './history.ts'
import { type PartyHistory, readHistory, saveHistories } from './spam-history-db.ts'
import { getSpamHistory, sampledCounters, type SpamSample } from '../../../../wire/spam-history.ts'
import { ask } from '../../../client/request.ts'
import { isAbsentRoute } from '../../../client/node-failure.ts'
import { fromRfc3339 } from '../../../../wire/rfc3339.ts'
import type { Run } from '../../../../wire/spam/spam-pace.ts'

const noHistory: History = {}

/** The parties that a node keeps readings of; requested once for each network. */
const watchedBy = new Map<string, Promise<ReadonlySet<string>>>()

/** A node without this operation keeps nothing. After another failure the next call asks again. */
async function requestWatched(network: string): Promise<ReadonlySet<string>> {
  try {
    return new Set((await ask(getSpamHistory, {})).watched)
  } catch (error) {
    if (!isAbsentRoute(error)) watchedBy.delete(network)
    return new Set()
  }
}

function watchedParties(network: string): Promise<ReadonlySet<string>> {
  const requested = watchedBy.get(network) ?? requestWatched(network)
  watchedBy.set(network, requested)
  return requested
}

/** A time of the node's clock in Unix milliseconds of this browser; undefined when it cannot be read. */
function localTime(text: string, offset: number): number | undefined {
  const ns = fromRfc3339(text)
  return ns === undefined ? undefined : toMilliseconds(ns) - offset
}

/** The samples as runs of each counter. `offset`: milliseconds that the node's clock is ahead of this browser's. */
export function historyOfSamples(samples: readonly SpamSample[], offset: number): History {
  const timed = samples.flatMap((sample) => {
    const [from, to] = [localTime(sample.time, offset), localTime(sample.until, offset)]
    return from === undefined || to === undefined ? [] : [{ ...sample, from, to: Math.max(from, to) }]
  })
  return Object.fromEntries(
    sampledCounters.map((name) => {
      const runs = timed.flatMap(({ counters, epochSeq: epoch, from, to, readings: looks }): Run[] => {
        const counter = counters[name]
        if (!counter) return []
        const { used, max: most, bannedUntil } = counter
        const until = bannedUntil === undefined ? undefined : localTime(bannedUntil, 0)
        const ban = until === undefined || until <= 0 ? {} : { bannedUntil: until }
        return [{ from, to, epoch, used, most, looks, kept: true, ...ban }]
      })
      return [name, merge([], runs)]
    }),
  )
}

/** What Lyra's own service has read of a party in this epoch; empty where the node keeps nothing or does not answer. */
async function readNodeHistory(network: string, partyId: string): Promise<History> {
  const { lyra, base } = nodeState.get()
  if (!lyra || !(await watchedParties(network)).has(partyId)) return noHistory
  try {
    const { samples, now } = await ask(getSpamHistory, { partyId }, { base })
    const nodeTime = localTime(now, 0)
    return nodeTime === undefined ? noHistory : historyOfSamples(samples, nodeTime - Date.now())
  } catch {
    return noHistory
  }
}

/** Parties kept in memory: more than the watch room shows. */
const maxParties = 100
/** Counts that changed are saved within this time; that they stayed, what a page that crashes may lose, more seldom. */
const [saveIntervalMs, savedForMs] = [2_000, 60_000]
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
/** The time of `performance.now()` at which each has to be saved. */
const unsaved = new Map<PartyHistory, number>()
const changed = createEmitter()
/** How often any of them has changed. */
let changes = 0
let timer: ReturnType<typeof setTimeout> | undefined

const keyOf = (party: string): string => `${nodeState.get().network} ${party}`

function save(isLeaving: boolean): void {
  clearTimeout(timer)
  const now = performance.now()
  const due = [...unsaved].flatMap(([entry, at]) => (isLeaving || at <= now ? [entry] : []))
  for (const entry of due) unsaved.delete(entry)
  if (due.length > 0) void saveHistories(due, Date.now(), isLeaving)
  timer = unsaved.size === 0 ? undefined : setTimeout(save, saveIntervalMs, false)
}

if (typeof document !== 'undefined') {
  // A page that is hidden may never be shown again.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) save(true)
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
  const existing = parties.get(keyOf(party))
  if (existing) return existing
  const node = nodeState.get().network
  const empty = { history: noHistory, fromNode: noHistory, whole: noHistory, observedAt: -Infinity, isMerged: false }
  const entry: Party = { node, party, ...empty }
  parties.set(keyOf(party), entry)
  const [oldest] = parties.keys()
  if (parties.size > maxParties && oldest !== undefined) parties.delete(oldest)
  void readHistory(entry.node, party).then((saved) => {
    entry.isMerged = true
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
  const isChanged = readings.some(([name, runs]) => name !== 'pow' && runs.at(-1)?.looks === 1)
  const now = performance.now()
  // In the same instant for all parties: they are read one by one, and a transaction for each is dear.
  const dueAt = isChanged ? now : Math.ceil(now / savedForMs) * savedForMs
  unsaved.set(entry, Math.min(unsaved.get(entry) ?? Infinity, dueAt))
  timer ??= setTimeout(save, saveIntervalMs, false)
}

/** Adds a response, of this tab or another, to the histories in memory. */
export function observeReading({ party, reply, at }: SpamReading): void {
  observe(party, reply.statistics, at)
  observeHeight(reply.statistics.pow, performance.now() - (Date.now() - at), at)
}
observeReadings(observeReading)

/** The readings of a party, in this browser and kept by the node; the same object until there are more. */
export const historyOf = (partyId: string): History => parties.get(keyOf(partyId))?.whole ?? noHistory

/** The histories of several parties, in their order: drawn again once a second, or at each change. */
export function useHistories(partyIds: readonly string[], eachSecond = true): History[] {
  useNow(() => partyIds.length > 0 && changes)
  useObservable({ get: () => (eachSecond ? 0 : changes), subscribe: changed.subscribe })
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
