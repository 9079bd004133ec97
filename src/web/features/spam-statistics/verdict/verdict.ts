import type { SpamStatistics } from '../../../../wire/spam-statistics.ts'
import { groupDigits } from '../../../format/amount.ts'
import { listed } from '../../../format/words.ts'
import type { RiskState } from '../../../ui/feedback/risk-state.ts'
import { isConfirming } from '../ban.ts'
import { type Gauge, gaugeLabels, gaugesOf, type Thresholds, usualThresholds, worstOf } from '../gauges/gauge.ts'
import type { PartyRecord } from './party-record.ts'

/** The ban that ends last. */
export interface SpamBan {
  label: string
  /** Unix nanoseconds. */
  until: bigint
  /** What is banned with its verb: `Proposals are`, `Proposals and votes are`. */
  subject: string
  /** Whether others are banned too, and free earlier. */
  several: boolean
}

/** What a bot owner must know first: the worst state, one sentence, and every limit sorted by risk. */
export interface SpamVerdict {
  worst: RiskState
  sentence: string
  /** What follows the ban in the sentence; empty without one. */
  rest: string
  /** A second line: what comes next. */
  context: string
  /** The ban that ends last, if any: its countdown belongs into the sentence. */
  ban: SpamBan | undefined
  gauges: Gauge[]
  /** When the node said what this rests on: Unix nanoseconds of its clock. */
  answeredAt: bigint
}

const lower = (gauge: Gauge): string => gaugeLabels[gauge.name].replace(/^./, (letter) => letter.toLowerCase())
const figure = (text: string | undefined): string => (text === undefined ? '?' : groupDigits(text))
const count = (gauge: Gauge): string => `${figure(gauge.used)} of ${figure(gauge.most)}`
const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase())
const isPlural = (gauges: readonly Gauge[]): boolean =>
  gauges.length > 1 || gaugeLabels[gauges[0]?.name ?? 'pow'].endsWith('s')
const subject = (gauges: readonly Gauge[]): string =>
  `${capital(listed(gauges.map(lower)))} ${isPlural(gauges) ? 'are' : 'is'}`

/** The limit that would be reached next; one that nothing was counted into is not close. */
function closest(gauges: readonly Gauge[]): Gauge | undefined {
  return gauges.find((gauge) => ['near', 'watch', 'ok'].includes(gauge.state) && gauge.used !== '0')
}

function restOf(gauges: readonly Gauge[]): string {
  const full = gauges.filter((gauge) => gauge.state === 'limit')
  if (full.length > 0) return ` ${subject(full)} at the limit.`
  const near = gauges.find((gauge) => gauge.state === 'near')
  return near
    ? ` ${subject([near])} near ${isPlural([near]) ? 'their' : 'its'} limit, with ${figure(near.left)} left.`
    : ''
}

function sentenceOf(gauges: readonly Gauge[]): string {
  const banned = gauges.filter((gauge) => gauge.state === 'banned')
  if (banned.length > 0) return `${subject(banned)} banned.${restOf(gauges)}`
  const full = gauges.filter((gauge) => gauge.state === 'limit')
  if (full.length > 0) {
    const counts = full.length === 1 && full[0] ? `: ${count(full[0])}` : ''
    return `${capital(listed(full.map(lower)))} reached the limit${counts}.`
  }
  const next = closest(gauges)
  if (next) {
    const left = next.state === 'near' ? `, ${figure(next.left)} left` : ''
    return `No limit reached. Closest: ${lower(next)} ${count(next)}${left}.`
  }
  if (gauges.every((gauge) => gauge.state === 'unknown')) return 'The node reports no counters for this party.'
  if (gauges.every((gauge) => ['none', 'unknown'].includes(gauge.state))) return 'This node sets no limits.'
  // Orders and cancels are never counted: that nothing is counted does not mean that nothing was sent.
  return gauges.every(({ used }) => used === '0')
    ? 'No limit reached. Nothing counted this epoch.'
    : 'No limit reached.'
}

function contextOf(gauges: readonly Gauge[], answeredAt: bigint): string {
  const unreadable = gauges.filter((gauge) => gauge.unreadableBan !== undefined)
  if (unreadable.length > 0)
    return `The ban time of ${listed(unreadable.map(lower))} cannot be read; its state may be worse.`
  const ended = gauges.filter((gauge) => gauge.endedBan !== undefined)
  const fresh = ended.filter(({ endedBan = 0n }) => isConfirming(endedBan, answeredAt))
  if (fresh.length > 0) return `The ban of ${listed(fresh.map(lower))} has run out; the node has yet to confirm it.`
  if (ended.length > 0) return `The node still reports a ban of ${listed(ended.map(lower))} that has run out.`
  const unknown = gauges.filter((gauge) => gauge.state === 'unknown')
  if (unknown.length > 0 && unknown.length < gauges.length)
    return `Not reported by this node: ${listed(unknown.map(lower))}.`
  if (gauges.some(({ name, state }) => name === 'pow' && state === 'banned'))
    return 'Without proof of work nothing that this party sends is accepted.'
  const next = closest(gauges)
  if (gauges.some(({ state }) => state === 'limit') && next)
    return `The next tightest limit is ${lower(next)}, ${count(next)}.`
  return 'Orders and cancels have no counter. Only proof of work and margin checks limit them.'
}

function banIn(gauges: readonly Gauge[]): SpamBan | undefined {
  const banned = gauges.filter((gauge) => gauge.state === 'banned')
  const [last] = banned.toSorted((a, b) => ((a.bannedUntil ?? 0n) < (b.bannedUntil ?? 0n) ? 1 : -1))
  if (last?.bannedUntil === undefined) return undefined
  return {
    label: gaugeLabels[last.name],
    until: last.bannedUntil,
    subject: subject(banned),
    several: banned.length > 1,
  }
}

/**
 * Judges spam statistics (interface.md 2.6) at `now`, Unix nanoseconds of the node's clock. Pure: the same answer,
 * instant and thresholds give the same verdict. States never rest on `bannedUntil` alone, which v0.77 nodes do not send.
 * `answeredAt`, by the same clock, is when the node gave the answer.
 */
export function verdict(
  statistics: SpamStatistics,
  now: bigint,
  thresholds: Thresholds = usualThresholds,
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
    answeredAt,
  }
}

/** Nothing is counted and nothing is banned: a node answers the same for a key that it has never seen. */
export const isSilent = (gauges: readonly Gauge[]): boolean =>
  gauges.some(({ state }) => state === 'ok') &&
  gauges.every(
    ({ used = '0', bannedUntil, endedBan, unreadableBan }) =>
      used === '0' && bannedUntil === undefined && endedBan === undefined && unreadableBan === undefined,
  )

const silence: Readonly<Record<Exclude<PartyRecord, 'known'>, Pick<SpamVerdict, 'sentence' | 'context'>>> = {
  none: {
    sentence: 'This node has no record of this key.',
    context: 'Check it: nodes answer zeros for keys they do not know.',
  },
  checking: {
    sentence: 'Nothing counted this epoch.',
    context: 'Checking whether this node knows the key.',
  },
  unchecked: {
    sentence: 'Nothing counted this epoch.',
    context: 'Whether this node knows the key could not be checked, and nodes answer zeros for keys they do not know.',
  },
}

/** The verdict with what is known of its key: zeros of a key without a record are no all-clear. */
export function withRecord(told: SpamVerdict, record: PartyRecord): SpamVerdict {
  if (record === 'known' || !isSilent(told.gauges)) return told
  const state: RiskState = record === 'none' ? 'unrecorded' : 'unknown'
  const gauges = told.gauges.map((gauge) => (gauge.state === 'ok' ? { ...gauge, state } : gauge))
  return { ...told, ...silence[record], worst: worstOf(gauges), gauges }
}
