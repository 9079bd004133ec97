import { groupDigits } from '../amount.ts'
import type { SpamStatistics } from '../spam-statistics.ts'
import type { RiskState } from './risk-state.ts'
import {
  banWords,
  type Gauge,
  gaugeLabels,
  gaugeNoun,
  gaugesOf,
  isConfirming,
  reachedName,
  type Thresholds,
  defaultThresholds,
  worstOf,
} from './spam-gauges.ts'

/** Whether the node knows a key at all: it reports zeros for any text (wire.md 9.5). */
export type PartyRecord = 'known' | 'none' | 'checking' | 'unchecked'

/** The ban of proof of work, under which nothing is accepted, else the one that ends last. */
export interface SpamBan {
  label: string
  /** Unix nanoseconds. */
  until: bigint
  /** What is forbidden: `Can’t propose or vote`, or `Banned: no transaction is accepted`; its end follows as `until …`. */
  subject: string
  /** Whether this is the last of several bans to end. */
  several: boolean
}

/** What the operator of a bot needs first: the worst state, one sentence, and every limit sorted by risk. */
export interface SpamVerdict {
  worst: RiskState
  sentence: string
  /** The text after the ban in the sentence; empty without a ban. */
  rest: string
  context: string
  ban: SpamBan | undefined
  gauges: Gauge[]
  /** Whether the node knows the key is still loading. */
  checking: boolean
  /** When the node sent the statistics: Unix nanoseconds of its clock. */
  answeredAt: bigint
  epoch: string
  /** The values are too old: `last` was the state, and nothing derived from them is left in this verdict. */
  stale?: { cause: 'values' | 'chain'; ageMs: number | undefined; last: RiskState }
}

const listed = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]*)$/, ' and $1')
const lower = (gauge: Gauge): string => gaugeNoun(gauge.name)
const figure = (text: string | undefined): string => (text === undefined ? '?' : groupDigits(text))
const count = (gauge: Gauge): string => `${figure(gauge.used)} of ${figure(gauge.max)}`
const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase())
const isPlural = (gauges: readonly Gauge[]): boolean =>
  gauges.length > 1 || gaugeLabels[gauges[0]?.name ?? 'pow'].endsWith('s')
/** `Transfers and votes: limit reached`. */
const reached = (gauges: readonly Gauge[]): string =>
  `${capital(listed(gauges.map(({ name }) => reachedName(name).replace(/^./, (letter) => letter.toLowerCase()))))}: limit reached`
const subject = (gauges: readonly Gauge[]): string =>
  `${capital(listed(gauges.map(lower)))} ${isPlural(gauges) ? 'are' : 'is'}`

/** The limit that would be reached next; an unused one is not close. */
const closest = (gauges: readonly Gauge[]): Gauge | undefined =>
  gauges.find((gauge) => ['near', 'watch', 'ok'].includes(gauge.state) && gauge.used !== '0')

function restOf(gauges: readonly Gauge[]): string {
  // Under a ban of proof of work no other limit matters.
  if (gauges.some(({ name, state }) => name === 'pow' && state === 'banned')) return ''
  const full = gauges.filter((gauge) => gauge.state === 'limit')
  if (full.length > 0) return ` ${reached(full)}.`
  const near = gauges.find((gauge) => gauge.state === 'near')
  return near
    ? ` ${subject([near])} near ${isPlural([near]) ? 'their' : 'its'} limit, with ${figure(near.left)} left.`
    : ''
}

function sentenceOf(gauges: readonly Gauge[]): string {
  const banned = gauges.filter((gauge) => gauge.state === 'banned')
  if (banned.length > 0) return `${banWords(banned.map(({ name }) => name))}.${restOf(gauges)}`
  const ended = gauges.filter((gauge) => gauge.state === 'confirming')
  if (ended.length > 0) return `The ban of ${listed(ended.map(lower))} has expired.`
  const full = gauges.filter((gauge) => gauge.state === 'limit')
  if (full.length > 0) {
    const counts = full.length === 1 && full[0] ? ` (${count(full[0])})` : ''
    return `${reached(full)}${counts}.`
  }
  const isWhole = gauges.every(({ state }) => state !== 'unknown')
  const none = isWhole ? 'No limit reached.' : 'No reported limit is reached.'
  const next = closest(gauges)
  if (next) {
    const left = next.state === 'near' ? `, ${figure(next.left)} left` : ''
    return `${none} Closest: ${lower(next)} ${count(next)}${left}.`
  }
  if (gauges.every((gauge) => gauge.state === 'unknown')) return 'The node reports no counters for this party.'
  if (gauges.every((gauge) => ['none', 'unknown'].includes(gauge.state))) return 'This node reports no limits.'
  // Orders and cancels are never counted, so zero does not mean that nothing was sent.
  return gauges.every(({ used }) => used === '0') ? `${none} Nothing counted this epoch.` : none
}

/** The context where there is nothing more urgent. */
export const uncounted =
  'Orders and cancellations aren\u2019t counted; only proof of work and margin checks limit them.'

function contextOf(gauges: readonly Gauge[], answeredAt: bigint): string {
  const unreadable = gauges.filter((gauge) => gauge.unreadableBan !== undefined)
  if (unreadable.length > 0)
    return `The ban time of ${listed(unreadable.map(lower))} cannot be read; its state may be worse.`
  const ended = gauges.filter((gauge) => gauge.endedBan !== undefined)
  const fresh = ended.filter(({ endedBan = 0n }) => isConfirming(endedBan, answeredAt))
  if (fresh.length > 0) return 'The node has yet to confirm it. Do not send before it does.'
  if (ended.length > 0) return `The node still reports a ban of ${listed(ended.map(lower))} that has expired.`
  const unknown = gauges.filter((gauge) => gauge.state === 'unknown')
  if (unknown.length > 0 && unknown.length < gauges.length)
    return `Not reported by this node: ${listed(unknown.map(lower))}.`
  if (gauges.some(({ name, state }) => name === 'pow' && state === 'banned'))
    return 'Proof of work is banned, and every transaction needs it.'
  const next = closest(gauges)
  if (gauges.some(({ state }) => state === 'limit') && next)
    return `The next tightest limit is ${lower(next)}, ${count(next)}.`
  return uncounted
}

function banIn(gauges: readonly Gauge[]): SpamBan | undefined {
  const banned = gauges.filter((gauge) => gauge.state === 'banned')
  const work = banned.find(({ name }) => name === 'pow')
  const [last] = work ? [work] : banned.toSorted((a, b) => ((a.bannedUntil ?? 0n) < (b.bannedUntil ?? 0n) ? 1 : -1))
  if (last?.bannedUntil === undefined) return undefined
  const { name, bannedUntil: until } = last
  const words = banWords(banned.map((gauge) => gauge.name))
  return { label: gaugeLabels[name], until, subject: words, several: !work && banned.length > 1 }
}

/**
 * Judges spam statistics at `now`. `answeredAt` is when the node sent them. Both are Unix nanoseconds of
 * the node's clock. States never depend on `bannedUntil` alone, which v0.77 nodes do not send.
 */
export function verdict(
  statistics: SpamStatistics,
  now: bigint,
  thresholds: Thresholds = defaultThresholds,
  answeredAt: bigint = now,
): SpamVerdict {
  const gauges = gaugesOf(statistics, now, thresholds)
  const ban = banIn(gauges)
  return {
    worst: worstOf(gauges),
    sentence: sentenceOf(gauges),
    rest: ban ? restOf(gauges) : '',
    context: contextOf(gauges, answeredAt),
    ban,
    gauges,
    checking: false,
    answeredAt,
    epoch: statistics.epochSeq,
  }
}

/** Nothing is counted and nothing is banned: what a node also reports for a key that it has never seen. */
export const hasNoActivity = (gauges: readonly Gauge[]): boolean =>
  gauges.some(({ state }) => state === 'ok') &&
  gauges.every(
    ({ used = '0', bannedUntil, endedBan, unreadableBan }) =>
      used === '0' && bannedUntil === undefined && endedBan === undefined && unreadableBan === undefined,
  )

const nothingCounted = 'Nothing counted this epoch.'
const silence: Readonly<Record<Exclude<PartyRecord, 'known'>, Pick<SpamVerdict, 'sentence' | 'context'>>> = {
  none: {
    sentence: 'This node has no record of this key.',
    context: 'Check it: nodes return zeros for keys they don’t know.',
  },
  checking: { sentence: nothingCounted, context: 'Checking whether this node knows the key.' },
  unchecked: {
    sentence: nothingCounted,
    context: 'Whether this node knows the key could not be checked, and nodes return zeros for keys they don’t know.',
  },
}

/** The verdict in the light of the key's record: zeros of a key without one do not mean that all is well. */
export function withRecord(verdict: SpamVerdict, record: PartyRecord): SpamVerdict {
  if (record === 'known' || !hasNoActivity(verdict.gauges)) return verdict
  const state: RiskState = record === 'none' ? 'unrecorded' : 'unknown'
  const gauges = verdict.gauges.map((gauge) => (gauge.state === 'ok' ? { ...gauge, state } : gauge))
  return { ...verdict, ...silence[record], checking: record === 'checking', worst: state, gauges }
}
