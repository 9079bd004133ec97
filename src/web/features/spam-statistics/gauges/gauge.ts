import type {
  PowStatistics,
  SpamCounter,
  SpamCounterName,
  SpamStatistics,
  VoteSpamStatistics,
} from '../../../../wire/spam-statistics.ts'
import { spamCounters } from '../../../../wire/spam-statistics.ts'
import { compareRisk, type RiskState, worst } from '../../../ui/feedback/risk-state.ts'
import { type Ban, banOf } from '../ban.ts'
import { workLeft } from '../proof-of-work/proof-of-work.ts'

export type GaugeName = SpamCounterName | 'votes' | 'pow'

/** One limit of a party, ready to be read: every figure is exact text, `undefined` means the node did not say. */
export interface Gauge extends Ban {
  name: GaugeName
  state: RiskState
  used?: string
  most?: string
  /** What may still be sent this epoch, never below zero. */
  left?: string
  /** Smallest unit of the staking asset. */
  minTokens?: string
  /** The proposal that is closest to its limit, for votes. */
  proposal?: string
}

/** uint64 maximum: a node without spam engine reports it where nothing is limited (wire.md 9.2). */
export const noLimit = 18_446_744_073_709_551_615n

export const gaugeLabels: Readonly<Record<GaugeName, string>> = {
  applyReferralCode: 'Apply referral code',
  createReferralSet: 'Create referral set',
  updateReferralSet: 'Update referral set',
  delegations: 'Delegations',
  issueSignatures: 'Multisig signatures',
  nodeAnnouncements: 'Node announcements',
  proposals: 'Proposals',
  transfers: 'Transfers',
  votes: 'Votes',
  pow: 'Proof of work',
}

/** From which percentage used a limit reads Watch, and Near. */
export interface Thresholds {
  readonly watchAt: number
  readonly nearAt: number
}
export const usualThresholds: Thresholds = { watchAt: 60, nearAt: 80 }

/** OK, then Watch and Near from their thresholds, At limit from 100 %; compared in integers, so nothing rounds up. */
export function stateOf(used: string, most: string, { watchAt, nearAt }: Thresholds = usualThresholds): RiskState {
  const count = BigInt(used)
  const limit = BigInt(most)
  if (limit >= noLimit) return 'none'
  if (limit === 0n) return 'denied'
  if (count >= limit) return 'limit'
  if (count * 100n >= limit * BigInt(nearAt)) return 'near'
  if (count * 100n >= limit * BigInt(watchAt)) return 'watch'
  return 'ok'
}

const counted = (
  used: string,
  most: string,
  thresholds: Thresholds,
): Pick<Gauge, 'state' | 'used' | 'most' | 'left'> => {
  const left = BigInt(most) - BigInt(used)
  return { state: stateOf(used, most, thresholds), used, most, left: (left > 0n ? left : 0n).toString() }
}

const withBan = (gauge: Gauge): Gauge => (gauge.bannedUntil === undefined ? gauge : { ...gauge, state: 'banned' })

export function counterGauge(
  name: SpamCounterName,
  counter: SpamCounter | null | undefined,
  now: bigint,
  thresholds: Thresholds = usualThresholds,
): Gauge {
  if (!counter) return { name, state: 'unknown' }
  return withBan({
    name,
    ...counted(counter.countForEpoch, counter.maxForEpoch, thresholds),
    minTokens: counter.minTokensRequired,
    ...banOf(counter.bannedUntil, now),
  })
}

const compareCounts = (a: string, b: string): number => {
  const difference = BigInt(a) - BigInt(b)
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}

/** Votes are limited per proposal: the gauge is that of the proposal closest to its limit. */
export function votesGauge(
  votes: VoteSpamStatistics | null | undefined,
  now: bigint,
  thresholds: Thresholds = usualThresholds,
): Gauge {
  if (!votes) return { name: 'votes', state: 'unknown' }
  const proposals = votes.statistics.map((entry): Gauge => ({
    name: 'votes',
    ...counted(entry.countForEpoch, votes.maxForEpoch, thresholds),
    minTokens: entry.minTokensRequired,
    proposal: entry.proposal,
  }))
  const [closest] = proposals.toSorted(
    (a, b) => compareRisk(a.state, b.state) || compareCounts(b.used ?? '0', a.used ?? '0'),
  )
  const gauge: Gauge = closest ?? { name: 'votes', ...counted('0', votes.maxForEpoch, thresholds) }
  return withBan({ ...gauge, ...banOf(votes.bannedUntil, now) })
}

/** Proof of work: places at base difficulty that the party has used in the window of block hashes. */
export function powGauge(
  pow: PowStatistics | null | undefined,
  now: bigint,
  thresholds: Thresholds = usualThresholds,
): Gauge {
  if (!pow) return { name: 'pow', state: 'unknown' }
  const ban = banOf(pow.bannedUntil, now)
  const window = workLeft(pow)
  if (!window) return withBan({ name: 'pow', state: 'unknown', ...ban })
  const gauge: Gauge = { name: 'pow', ...counted(window.used, window.most, thresholds) }
  // Where difficulty may rise, a full window makes sending costlier, not impossible.
  if (gauge.state === 'limit' && window.increasing) gauge.state = 'near'
  return withBan({ ...gauge, ...ban })
}

/** All limits in the order of the interface. */
export const allGauges: readonly GaugeName[] = [...spamCounters, 'votes', 'pow']

/** Permille used, whole; 0 where there is no scale. */
export function permilleOf({ used = '0', most = '0' }: Pick<Gauge, 'used' | 'most'>): number {
  const limit = BigInt(most)
  if (limit === 0n || limit >= noLimit) return 0
  const share = (BigInt(used) * 1000n) / limit
  return Number(share > 1000n ? 1000n : share)
}

/** Whole percent used, as the words beside the meter have it: rounded, 100 only when full, 0 only when zero. */
export function percentOf({ used = '0', most = '0' }: Pick<Gauge, 'used' | 'most'>): number {
  const [part, limit] = [BigInt(used), BigInt(most)]
  if (part === 0n || limit === 0n || limit >= noLimit) return 0
  if (part >= limit) return 100
  const rounded = Number((part * 200n + limit) / (limit * 2n))
  return Math.min(99, Math.max(1, rounded))
}

/** All ten limits of a party, the most severe state first, then the fullest. */
export function gaugesOf(statistics: SpamStatistics, now: bigint, thresholds: Thresholds = usualThresholds): Gauge[] {
  const gauges = [
    ...spamCounters.map((name) => counterGauge(name, statistics[name], now, thresholds)),
    votesGauge(statistics.votes, now, thresholds),
    powGauge(statistics.pow, now, thresholds),
  ]
  return gauges.toSorted((a, b) => compareRisk(a.state, b.state) || permilleOf(b) - permilleOf(a))
}

/** The state that a party is summed up by. A type that nobody may send does not make a party look endangered. */
export function worstOf(gauges: readonly Gauge[]): RiskState {
  const states = gauges.map((gauge) => gauge.state)
  const telling = states.filter((state) => state !== 'denied' && state !== 'none')
  return worst(telling.length > 0 ? telling : states)
}
