import type { AnyOperation, RequestParams, Reply } from '../../wire/protocol/operation.ts'
import { listMarginModes } from '../../wire/margin-modes.ts'
import { getEpoch, getInfo, getStatistics, getVegaTime } from '../../wire/network.ts'
import { fromRfc3339 } from '../../wire/rfc3339.ts'
import { preferences } from '../preferences/preferences.ts'
import { ask } from './request.ts'
import { isAway } from './connection.ts'
import { isNowhere } from './node-fetch.ts'
import { NodeFailure } from './node-failure.ts'
import { recordBlockTime, recordFacts, nodeState, type EpochSpan, type NodeFacts } from './node-status.ts'
import { onWake } from './server-clock.ts'

/** Milliseconds between two requests for version, epoch and height of the chain. */
const beatIntervalMs = 10_000
/** Milliseconds between two requests for the newest block. With a longer interval data would seem older than it is. */
const pulseIntervalMs = 3_000
/** Milliseconds until a malformed read, or a missing one that shows whether the node is reachable, is retried. */
const idleMs = 60_000

/** Failures that the connection state does not show already. */
const reportedKinds = new Set<NodeFailure['kind']>(['answer', 'unknown', 'redirect', 'timeout'])

/** When each read may be retried, in monotonic milliseconds, for `idleNode`. */
let idleNode = ''
let idleUntil = new Map<string, number>()

interface FetchOptions {
  onFailure?: (failure: NodeFailure) => void
  again?: boolean
}

/** One small read; undefined when it fails. `onFailure` is not called for a read that the node does not have. */
async function tryFetch<Op extends AnyOperation>(
  op: Op,
  params: RequestParams<Op>,
  base: string,
  { onFailure, again = false }: FetchOptions = {},
): Promise<Reply<Op> | undefined> {
  if (isNowhere(base)) return undefined
  if (!again && (idleUntil.get(op.name) ?? 0) > performance.now()) return undefined
  try {
    return await ask(op, params, { base, again })
  } catch (failure) {
    if (!(failure instanceof NodeFailure)) return undefined
    if (failure.kind === 'absent')
      idleUntil.set(op.name, op.name === getStatistics.name ? performance.now() + idleMs : Infinity)
    else if (failure.kind === 'malformed') idleUntil.set(op.name, performance.now() + idleMs)
    else if (reportedKinds.has(failure.kind)) onFailure?.(failure)
    return undefined
  }
}

function spanOf(seq: string, start: bigint | undefined, end: bigint | undefined): EpochSpan | undefined {
  return start !== undefined && end !== undefined && end > start ? { seq, start, end } : undefined
}

/** What the statistics of the chain say; what a node leaves empty is left out. */
function factsOf(statistics: Reply<typeof getStatistics>['statistics']): NodeFacts {
  const { chainId, blockHeight, epochSeq } = statistics
  const genesis = fromRfc3339(statistics.genesisTime)
  const epoch = spanOf(epochSeq, fromRfc3339(statistics.epochStartTime), fromRfc3339(statistics.epochExpiryTime))
  return {
    ...(chainId && { chainId }),
    ...(blockHeight !== '0' && { coreHeight: blockHeight }),
    ...(genesis !== undefined && genesis > 0n && { genesis }),
    ...(epoch && { epoch }),
  }
}

/** The version that the node reports of itself, else that of its chain. */
async function readVersion(base: string, appVersion: string | undefined, again: boolean): Promise<NodeFacts> {
  const info = await tryFetch(getInfo, {}, base, { again })
  const version = info?.version ?? (appVersion || undefined)
  return version === undefined ? {} : { version }
}

/** The running epoch. A data node sends every validator with it, so it is requested seldom. */
async function readEpoch(base: string, options: FetchOptions): Promise<EpochSpan | undefined> {
  const epoch = (await tryFetch(getEpoch, {}, base, options))?.epoch
  if (!epoch) return undefined
  idleUntil.set(getEpoch.name, performance.now() + idleMs)
  return spanOf(epoch.seq, BigInt(epoch.timestamps.startTime), BigInt(epoch.timestamps.expiryTime))
}

/** A node of six operations tells its last block in the headers of a list alone, once: ranges count from it. */
async function readBlockHeaders(base: string): Promise<void> {
  if (!idleUntil.has(getStatistics.name) || nodeState.get().blockTime !== undefined) return
  await tryFetch(listMarginModes, { pagination: { first: 1 } }, base)
  idleUntil.set(listMarginModes.name, Infinity)
}

/** Reads who the node in use is. What it does not have is requested again only when `wanted` by the reader. */
export async function beat(wanted = false): Promise<void> {
  const { base, phase, version } = nodeState.get()
  if (idleNode !== base || wanted) {
    idleNode = base
    idleUntil = new Map()
  }
  let failure: NodeFailure | undefined
  const onFailure = (reason: NodeFailure): void => void (failure ??= reason)
  // Nothing else shows when a node is back.
  const again = wanted || isAway(phase)
  const statistics = (await tryFetch(getStatistics, {}, base, { onFailure, again }))?.statistics
  if (isAway(nodeState.get().phase)) return // unreachable: one request in ten seconds is enough to see it recover
  const facts: NodeFacts = statistics ? factsOf(statistics) : {}
  if (version === undefined) Object.assign(facts, await readVersion(base, statistics?.appVersion, wanted))
  const epoch = facts.epoch ?? (await readEpoch(base, { onFailure, again: wanted }))
  await readBlockHeaders(base)
  recordFacts(base, { ...facts, ...(epoch && { epoch }) }, failure)
}

/** Requests the newest block, unless a response has just carried it or the reader needs the rate limit. */
export async function pulse(): Promise<void> {
  const { base, phase, budget, lastResponseAt = 0 } = nodeState.get()
  if (isAway(phase)) return
  if (Date.now() - lastResponseAt < pulseIntervalMs - 500 || budget.left < budget.max / 2) return
  const time = await tryFetch(getVegaTime, {}, base)
  if (time) recordBlockTime(base, BigInt(time.timestamp))
}

/** Beats every ten seconds, with a pulse every three, while the page is visible and live; at once when it returns, or the device wakes. */
export function startHeartbeat(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let beating = false
  let beatAt = -Infinity
  let { base } = nodeState.get()
  let { live } = preferences.get()
  const next = async (): Promise<void> => {
    clearTimeout(timer)
    if (beating || document.hidden || isNowhere(nodeState.get().base)) return
    beating = true
    const started = base
    // Timers of a browser may fire a little early.
    if (Date.now() - beatAt > beatIntervalMs - 100) {
      beatAt = Date.now()
      await beat()
    } else {
      await pulse()
    }
    beating = false
    if (started !== base) wake()
    else if (live)
      timer = setTimeout(() => void next(), isAway(nodeState.get().phase) ? beatIntervalMs : pulseIntervalMs)
  }
  const wake = (): void => {
    beatAt = -Infinity
    void next()
  }
  const onState = (): void => {
    if (nodeState.get().base === base) return
    base = nodeState.get().base
    wake()
  }
  const onPreferences = (): void => {
    if (preferences.get().live === live) return
    live = preferences.get().live
    if (live) wake()
    else clearTimeout(timer)
  }
  const onVisible = (): void => {
    if (live) wake()
  }
  const stops = [nodeState.subscribe(onState), preferences.subscribe(onPreferences)]
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', onVisible)
  stops.push(onWake(onVisible))
  wake()
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', onVisible)
  }
}
