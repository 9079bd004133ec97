import type { AnyOperation, Asked, Reply } from '../../wire/operation.ts'
import { getEpoch, getInfo, getStatistics, getVegaTime } from '../../wire/network.ts'
import { fromRfc3339 } from '../format/time.ts'
import { preferences } from '../preferences/preferences.ts'
import { ask } from '../api/client.ts'
import { isAway } from '../api/status/connection.ts'
import { NodeFailure } from '../api/node-error.ts'
import { learnBlockTime, learnFacts, nodeState, type EpochSpan, type NodeFacts } from '../api/status/node-status.ts'

/** Milliseconds between two requests for version, epoch and height of the chain. */
const beatIntervalMs = 10_000
/** Milliseconds between two requests for the newest block. Asked less often, the data would seem older than it is. */
const pulseIntervalMs = 3_000
/** Milliseconds until a malformed read, or a missing one that shows whether the node is reachable, is asked again. */
const idleMs = 60_000

/** When each read may be asked again, in Unix milliseconds, for `idleNode`. */
let idleNode = ''
let idleUntil = new Map<string, number>()

/** One small read; undefined when it fails. `onFailure` is not called for a read that the node does not have. */
async function tryFetch<Op extends AnyOperation>(
  op: Op,
  params: Asked<Op>,
  base: string,
  { onFailure, again = false }: { onFailure?: (failure: NodeFailure) => void; again?: boolean } = {},
): Promise<Reply<Op> | undefined> {
  if ((idleUntil.get(op.name) ?? 0) > Date.now()) return undefined
  try {
    return await ask(op, params, { base, again })
  } catch (failure) {
    if (!(failure instanceof NodeFailure)) return undefined
    if (failure.missing) idleUntil.set(op.name, op.name === getStatistics.name ? Date.now() + idleMs : Infinity)
    else if (failure.kind === 'malformed') idleUntil.set(op.name, Date.now() + idleMs)
    else if (failure.kind === 'answer' || failure.kind === 'timeout') onFailure?.(failure)
    return undefined
  }
}

function spanOf(seq: string, start: bigint | undefined, end: bigint | undefined): EpochSpan | undefined {
  return start !== undefined && end !== undefined && end > start ? { seq, start, end } : undefined
}

/**
 * Asks the node in use who it is. Only what it answers is learnt; the six operations need none of it. What the node does
 * not have is asked for again when the reader wants it, or where nothing else shows that the node is there.
 */
export async function beat(wanted = false): Promise<void> {
  const { base, version, epoch: knownEpoch, lastAnswerAt } = nodeState.get()
  if (idleNode !== base || wanted) {
    idleNode = base
    idleUntil = new Map()
  }
  let failure: NodeFailure | undefined
  const onFailure = (reason: NodeFailure): void => void (failure ??= reason)
  const statistics = (
    await tryFetch(getStatistics, {}, base, { onFailure, again: wanted || lastAnswerAt === undefined })
  )?.statistics
  if (isAway(nodeState.get().phase)) return // unreachable: one request in ten seconds is enough to see it recover
  const info = version === undefined ? await tryFetch(getInfo, {}, base, { again: wanted }) : undefined
  const facts: NodeFacts = {}
  if (info) facts.version = info.version
  if (statistics) {
    if (statistics.chainId) facts.chainId = statistics.chainId
    if (statistics.blockHeight !== '0') facts.coreHeight = statistics.blockHeight
    if (version === undefined && !info && statistics.appVersion) facts.version = statistics.appVersion
    const genesis = fromRfc3339(statistics.genesisTime)
    if (genesis !== undefined && genesis > 0n) facts.genesis = genesis
    const { epochSeq, epochStartTime, epochExpiryTime } = statistics
    const span = spanOf(epochSeq, fromRfc3339(epochStartTime), fromRfc3339(epochExpiryTime))
    if (span) facts.epoch = span
  }
  if (!facts.epoch) {
    // The epoch of a data node carries every validator: asked seldom, and only when nothing else tells it.
    const epoch = (await tryFetch(getEpoch, {}, base, { onFailure, again: wanted }))?.epoch
    if (epoch) idleUntil.set(getEpoch.name, Date.now() + idleMs)
    const span = epoch && spanOf(epoch.seq, BigInt(epoch.timestamps.startTime), BigInt(epoch.timestamps.expiryTime))
    if (span ?? knownEpoch) facts.epoch = (span ?? knownEpoch) as EpochSpan
  }
  learnFacts(base, facts, failure)
}

/**
 * Asks only for the newest block, by the smallest read there is, unless an answer has just told it or the budget is
 * needed for what the reader asks. Block headers of the answer are learnt by the client; its body serves where a
 * browser may not read them.
 */
export async function pulse(): Promise<void> {
  const { base, phase, budget, lastAnswerAt = 0 } = nodeState.get()
  if (isAway(phase)) return
  if (Date.now() - lastAnswerAt < pulseIntervalMs - 500 || budget.left < budget.max / 2) return
  const time = await tryFetch(getVegaTime, {}, base)
  if (time) learnBlockTime(base, BigInt(time.timestamp))
}

/**
 * Beats every ten seconds, with a pulse every three between, while the page is seen and updates are live; at once when
 * it is seen again, online again, live again or on another node. Paused, nothing is asked but who a new node is.
 */
export function startHeartbeat(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let beating = false
  let beatAt = -Infinity
  let { base } = nodeState.get()
  let { live } = preferences.get()
  const next = async (): Promise<void> => {
    clearTimeout(timer)
    if (beating || document.hidden) return
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
  const seen = (): void => {
    if (live) wake()
  }
  const stops = [nodeState.subscribe(onState), preferences.subscribe(onPreferences)]
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('online', seen)
  wake()
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', seen)
    window.removeEventListener('online', seen)
  }
}
