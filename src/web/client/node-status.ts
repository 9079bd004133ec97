import * as v from 'valibot'
import { toMilliseconds } from '../format/time.ts'
import { createEmitter, type ReadonlyObservable } from '../observable.ts'
import { preferences } from '../preferences/preferences.ts'
import { storedValue } from '../stored-value.ts'
import { isArchive } from './node-fetch.ts'
import { rateLimiterOf } from './node-rate-limiter.ts'
import { forgetTime, recordDate, serverNow } from './server-clock.ts'
import { type Connection, connectionOf, type NoResponseReason } from './connection.ts'
import type { NodeFailure } from './node-failure.ts'

export interface EpochSpan {
  seq: string
  /** Unix nanoseconds. */
  start: bigint
  end: bigint
}

/** What is known about the node in use, from every answer's headers and the heartbeat. */
export interface NodeState {
  /** Base address; empty is the same origin. */
  base: string
  /** Names what answers there: the address, and its chain where that is not the first one of the address. */
  network: string
  /** The chain id for which this address answered before, until the reader has dismissed the notice. */
  formerChain?: string
  /** Last block in the node's database. */
  height?: string
  /** Its time in Unix nanoseconds. */
  blockTime?: bigint
  /** The same, if it was already old when the node reported it: an archive, a stopped network, a node far behind. */
  stoppedAt?: bigint
  chainId?: string
  version?: string
  /** Last block of the chain itself. */
  coreHeight?: string
  /** When the chain began, in Unix nanoseconds. */
  genesis?: bigint
  epoch?: EpochSpan
  budget: { left: number; max: number }
  /** Unix milliseconds of this browser. */
  lastResponseAt?: number
  phase: Connection
  /** Unix milliseconds of this browser when a pause or a ban ends. */
  until?: number
  trouble?: NoResponseReason
  /** Unix milliseconds of this browser when that was found. */
  troubledAt?: number
  /** Whether the node is Lyra's own query service. */
  lyra: boolean
  /** Whether its identity has been requested, with any result. */
  introduced: boolean
  /** Unix milliseconds of this browser when it last reported a block, a time or a fact. */
  reportedAt?: number
  /** Why the request for its identity failed, if the node has such a read. */
  failure?: NodeFailure
}

/** The facts that the heartbeat adds. */
export type NodeFacts = Pick<NodeState, 'chainId' | 'version' | 'coreHeight' | 'epoch' | 'genesis'>
type Known = Omit<NodeState, 'base' | 'network' | 'budget' | 'phase' | 'until'>

/** A network whose last block is older has stopped: its last day is not the last 24 hours. */
const stoppedAfterMs = 3_600_000

const Chain = v.object({ chainId: v.string(), genesis: v.exactOptional(v.string()) })
type Chain = v.InferOutput<typeof Chain>
/** The first and the last chain for which each address has answered, in any tab and on any visit. */
const chains = storedValue('localStorage', 'lyra.chains', v.record(v.string(), v.object({ first: Chain, last: Chain })))

const isSameChain = (a: Chain, b: Chain): boolean =>
  a.chainId === b.chainId && (a.genesis === b.genesis || a.genesis === undefined || b.genesis === undefined)

function networkOf(address: string): string {
  const { first, last } = chains.get()?.[address] ?? {}
  return !first || !last || isSameChain(first, last) ? address : `${address} ${last.chainId} ${last.genesis ?? ''}`
}

let base = preferences.get().node
let network = networkOf(base)
const unknownNode: Known = { lyra: false, introduced: false }
let known: Known = unknownNode
let since = Date.now()
/** When the request that returned the height was sent, so that responses out of order do not lower it. */
let heightRequestedAt = 0
let budget = rateLimiterOf(base)
let stopBudget = budget.subscribe(publish)
/** Phases also change with time alone, so they are computed every second while there is a subscriber. */
const { emit, subscribe } = createEmitter(() => {
  publish()
  const ticking = setInterval(tick, 1000)
  return () => clearInterval(ticking)
})
let state = compute()
/** The state that subscribers were last notified of. */
let told = state

/** The node in use as one value that changes only when something in it does; phases also change with time. */
export const nodeState: ReadonlyObservable<NodeState> = { get: () => state, subscribe }

function compute(): NodeState {
  const now = Date.now()
  const { left, max, ...refusal } = budget.state()
  const until = Math.max(refusal.pausedUntil, refusal.bannedUntil)
  const { live } = preferences.get()
  const blockAge = known.blockTime === undefined ? {} : { blockAge: toMilliseconds(serverNow() - known.blockTime) }
  return {
    base,
    network,
    ...known,
    budget: { left, max },
    phase: connectionOf({ ...known, ...refusal, ...blockAge, now, since, live, isArchive: isArchive(base) }),
    ...(until > now ? { until } : {}),
  }
}

const plain = (_: string, member: unknown): unknown => (typeof member === 'bigint' ? String(member) : member)
const text = (value: NodeState | EpochSpan | undefined): string | undefined => JSON.stringify(value, plain)

/** The part whose changes are published at once. Counts and ages change with every request and are published once a second. */
const news = ({ budget: { max }, lastResponseAt, reportedAt, ...rest }: NodeState): string =>
  JSON.stringify([rest, max, lastResponseAt === undefined, reportedAt === undefined], plain)

function publish(): void {
  const next = compute()
  if (text(next) === text(state)) return
  // Whoever shows the epoch is not drawn again because the node has named it again.
  if (state.epoch && text(next.epoch) === text(state.epoch)) next.epoch = state.epoch
  state = next
  if (news(state) !== news(told)) tell()
}

function tell(): void {
  told = state
  emit()
}

function tick(): void {
  publish()
  if (told !== state) tell()
}

preferences.subscribe(() => {
  const { node } = preferences.get()
  if (node === base) return publish()
  base = node
  network = networkOf(base)
  known = unknownNode
  since = Date.now()
  heightRequestedAt = 0
  forgetTime()
  stopBudget()
  budget = rateLimiterOf(base)
  stopBudget = budget.subscribe(publish)
  publish()
})

function withBlockTime(facts: Known, blockTime: bigint): Known {
  const { stoppedAt: _, ...rest } = facts
  const age = toMilliseconds(serverNow() - blockTime)
  return { ...rest, blockTime, ...(age > stoppedAfterMs && { stoppedAt: blockTime }) }
}

/** The last block in the headers of a response, and its time (Unix nanoseconds); nodes send 0 for "not known". */
export function reportedBlock(headers: Headers): { height?: string; blockTime?: bigint } {
  const [height, time] = ['X-Block-Height', 'X-Block-Timestamp'].map(
    (name) => /^(?!0+$)\d{1,20}$/.exec(headers.get(name) ?? '')?.[0],
  )
  return { ...(height && { height }), ...(time && { blockTime: BigInt(time) }) }
}

/** Learns block, time and kind of a node from the headers of a response. Times in Unix milliseconds of this browser. */
export function recordResponse(from: string, headers: Headers, sentAt: number, receivedAt: number): void {
  if (from !== base) return
  recordDate(headers, receivedAt - sentAt)
  const { trouble: _, troubledAt: __, ...rest } = known
  known = { ...rest, lastResponseAt: receivedAt, lyra: rest.lyra || headers.has('X-Lyra') }
  const { height, blockTime } = reportedBlock(headers)
  // A request that was sent later than now was sent before this device's clock was set back.
  if (height !== undefined && (sentAt >= heightRequestedAt || heightRequestedAt > receivedAt)) {
    heightRequestedAt = sentAt
    known = { ...known, height, reportedAt: receivedAt }
    if (blockTime !== undefined) known = withBlockTime(known, blockTime)
  }
  publish()
}

export function recordNoResponse(from: string, trouble: NoResponseReason, sentAt: number): void {
  const { lastResponseAt = 0 } = known
  if (from !== base || (sentAt < lastResponseAt && lastResponseAt <= Date.now())) return
  known = { ...known, trouble, troubledAt: Date.now() }
  publish()
}

/** An address that answers for another chain than before, on an earlier visit too, is another network: nothing read of that one is of this. */
function recordChain({ chainId, genesis }: NodeFacts): void {
  // The address of an archive is its chain.
  if (chainId === undefined || isArchive(base)) return
  const all = chains.get() ?? {}
  const now = { chainId, ...(genesis !== undefined && { genesis: String(genesis) }) }
  const { first, last } = all[base] ?? { first: now, last: now }
  if (!all[base] || !isSameChain(last, now)) chains.set({ ...all, [base]: { first, last: now } })
  const former = known.chainId ?? last.chainId
  if (networkOf(base) === network) return
  network = networkOf(base)
  const { lyra, introduced, lastResponseAt } = known
  known = { lyra, introduced, ...(lastResponseAt !== undefined && { lastResponseAt }), formerChain: former }
  heightRequestedAt = 0
}

export function dismissFormerChain(): void {
  const { formerChain: _, ...rest } = known
  known = rest
  publish()
}

/** Adds what the small reads returned, which may be nothing; the node counts as introduced either way. `failure` is why a read failed. */
export function recordFacts(from: string, facts: NodeFacts, failure?: NodeFailure): void {
  if (from !== base) return
  recordChain(facts)
  const { failure: _, ...rest } = known
  const reported = Object.keys(facts).length > 0 ? { reportedAt: Date.now() } : {}
  known = { ...rest, ...facts, ...reported, ...(failure && { failure }), introduced: true }
  publish()
}

/** Adds the time of the last block (Unix nanoseconds) where no header has reported a later one. */
export function recordBlockTime(from: string, blockTime: bigint): void {
  if (from !== base || blockTime <= (known.blockTime ?? 0n)) return
  known = { ...withBlockTime(known, blockTime), reportedAt: Date.now() }
  publish()
}

/** "Now" of the chain in Unix nanoseconds, where ranges end: the node's time, or the last block of a stopped chain. */
export const chainNow = (): bigint => nodeState.get().stoppedAt ?? serverNow()
