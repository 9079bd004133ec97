import { fromRfc3339 } from '../rfc3339.ts'
import { spamCounters, type SpamCounterName, type SpamStatistics } from '../spam-statistics.ts'
import { compareRisk, type RiskState, worst } from './risk-state.ts'
import { workLeft } from './proof-of-work.ts'

/** What a `bannedUntil` means at an instant. At most one member is present. */
export interface Ban {
  /** Unix nanoseconds, in the future. */
  bannedUntil?: bigint
  /** A ban that has run out but is still reported. */
  endedBan?: bigint
  /** A `bannedUntil` that cannot be parsed, as received. */
  unreadableBan?: string
}

/** Reads a `bannedUntil` at `now`, Unix nanoseconds of the node's clock. */
export function banOf(bannedUntil: string | null | undefined, now: bigint): Ban {
  if (bannedUntil === undefined || bannedUntil === null || bannedUntil === '') return {}
  const until = fromRfc3339(bannedUntil)
  if (until === undefined) return { unreadableBan: bannedUntil }
  // The zero of a clock (year 1 or 1970) means that the time was never set.
  if (until <= 0n) return {}
  return until > now ? { bannedUntil: until } : { endedBan: until }
}

/** How long a ban that has run out counts as unconfirmed, in nanoseconds. */
const confirmWithinNs = 60_000_000_000n

/** A ban's end is unconfirmed until the node reports it a minute after it, by its clock; silence proves nothing. */
export const isConfirming = (ended: bigint, answeredAt: bigint): boolean => answeredAt - ended < confirmWithinNs

export type GaugeName = SpamCounterName | 'votes' | 'pow'

/** One limit of a party. Figures are exact text; `undefined` means that the node did not report them. */
export interface Gauge extends Ban {
  name: GaugeName
  state: RiskState
  used?: string
  max?: string
  /** How many more may be sent this epoch, or at base difficulty in the rolling window of proof of work; never below zero. */
  left?: string
  /** Smallest unit of the staking asset. */
  minTokens?: string
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

/** What a ban of a limit forbids, after "can't". */
const forbids: Readonly<Record<Exclude<GaugeName, 'pow'>, string>> = {
  applyReferralCode: 'apply referral codes',
  createReferralSet: 'create referral sets',
  updateReferralSet: 'update referral sets',
  delegations: 'delegate',
  issueSignatures: 'issue multisig signatures',
  nodeAnnouncements: 'announce nodes',
  proposals: 'propose',
  transfers: 'transfer',
  votes: 'vote',
}

/** What bans of these limits mean: `Can’t propose or vote`, `Banned: no transaction is accepted`. */
export const banWords = (names: readonly GaugeName[]): string =>
  names.includes('pow')
    ? 'Banned: no transaction is accepted'
    : `Can’t ${names
        .map((name) => name !== 'pow' && forbids[name])
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')}`

const reachedNames: Readonly<Partial<Record<GaugeName, string>>> = {
  applyReferralCode: 'Referral codes',
  createReferralSet: 'New referral sets',
  updateReferralSet: 'Referral set updates',
}

/** A limit that is reached, as in `Referral codes: limit reached (5 of 5)`. */
export const reachedName = (name: GaugeName): string => reachedNames[name] ?? gaugeLabels[name]

/** The label of a limit within a sentence: `multisig signatures`. */
export const gaugeNoun = (name: GaugeName): string => gaugeLabels[name].replace(/^./, (letter) => letter.toLowerCase())

/** The percentages used from which a limit is in the states Watch and Near. */
export interface Thresholds {
  readonly watchAt: number
  readonly nearAt: number
}
export const defaultThresholds: Thresholds = { watchAt: 60, nearAt: 80 }

/** OK, then Watch and Near from their thresholds, At limit from 100 %. Compares integers, so nothing rounds up. */
export function stateOf(used: string, max: string, { watchAt, nearAt }: Thresholds = defaultThresholds): RiskState {
  const count = BigInt(used)
  const limit = BigInt(max)
  if (limit >= noLimit) return 'none'
  if (limit === 0n) return 'denied'
  if (count >= limit) return 'limit'
  if (count * 100n >= limit * BigInt(nearAt)) return 'near'
  if (count * 100n >= limit * BigInt(watchAt)) return 'watch'
  return 'ok'
}

function countGauge(name: GaugeName, used: string, max: string, thresholds: Thresholds): Gauge {
  const left = BigInt(max) - BigInt(used)
  return { name, state: stateOf(used, max, thresholds), used, max, left: (left > 0n ? left : 0n).toString() }
}

function withBan(gauge: Gauge, bannedUntil: string | null | undefined, now: bigint): Gauge {
  const ban = banOf(bannedUntil, now)
  if (ban.bannedUntil !== undefined) return { ...gauge, ...ban, state: 'banned' }
  // A ban that has run out by the clock is over only when the node no longer reports it.
  if (ban.endedBan !== undefined) return { ...gauge, ...ban, state: 'confirming' }
  return ban.unreadableBan === undefined ? gauge : { ...gauge, ...ban, state: worst([gauge.state, 'unknown']) }
}

export function counterGauge(
  name: SpamCounterName,
  counter: SpamStatistics[SpamCounterName],
  now: bigint,
  thresholds: Thresholds = defaultThresholds,
): Gauge {
  if (!counter) return { name, state: 'unknown' }
  const gauge = countGauge(name, counter.countForEpoch, counter.maxForEpoch, thresholds)
  return withBan({ ...gauge, minTokens: counter.minTokensRequired }, counter.bannedUntil, now)
}

/** Votes are limited per proposal: the gauge is that of the proposal closest to its limit. */
export function votesGauge(
  votes: SpamStatistics['votes'],
  now: bigint,
  thresholds: Thresholds = defaultThresholds,
): Gauge {
  if (!votes) return { name: 'votes', state: 'unknown' }
  const [closest] = votes.statistics
    .map(({ countForEpoch, minTokensRequired }) => ({
      ...countGauge('votes', countForEpoch, votes.maxForEpoch, thresholds),
      minTokens: minTokensRequired,
    }))
    .toSorted((a, b) => compareRisk(a.state, b.state) || Number(BigInt(b.used ?? '0') - BigInt(a.used ?? '0')))
  return withBan(closest ?? countGauge('votes', '0', votes.maxForEpoch, thresholds), votes.bannedUntil, now)
}

/** Proof of work: transactions at base difficulty that the party has used in the window of block hashes. */
export function powGauge(pow: SpamStatistics['pow'], now: bigint, thresholds: Thresholds = defaultThresholds): Gauge {
  const window = pow && workLeft(pow)
  if (!window) return withBan({ name: 'pow', state: 'unknown' }, pow?.bannedUntil, now)
  const gauge = countGauge('pow', window.used, window.max, thresholds)
  // Where difficulty may rise, a full window makes sending costlier, not impossible.
  if (gauge.state === 'limit' && window.increasing) gauge.state = 'near'
  return withBan(gauge, pow.bannedUntil, now)
}

/** All limits in the order of the interface. */
export const allGauges: readonly GaugeName[] = [...spamCounters, 'votes', 'pow']

/** Permille used, rounded down; 0 without a limit. */
export function permilleOf({ used = '0', max = '0' }: Pick<Gauge, 'used' | 'max'>): number {
  const limit = BigInt(max)
  if (limit === 0n || limit >= noLimit) return 0
  const share = (BigInt(used) * 1000n) / limit
  return Number(share > 1000n ? 1000n : share)
}

/** Whether nothing is used of a limit, now or when it was read last, and there is neither a ban nor anything else to say of it. */
export const isUnused = ({ state, used, max, bannedUntil, endedBan, unreadableBan }: Gauge): boolean =>
  (state === 'ok' || state === 'stale') &&
  used === '0' &&
  max !== undefined &&
  BigInt(max) > 0n &&
  BigInt(max) < noLimit &&
  [bannedUntil, endedBan, unreadableBan].every((ban) => ban === undefined)

/** All ten limits of a party, the most severe state first, then the fullest. */
export function gaugesOf(statistics: SpamStatistics, now: bigint, thresholds: Thresholds = defaultThresholds): Gauge[] {
  const gauges = [
    ...spamCounters.map((name) => counterGauge(name, statistics[name], now, thresholds)),
    votesGauge(statistics.votes, now, thresholds),
    powGauge(statistics.pow, now, thresholds),
  ]
  return gauges.toSorted((a, b) => compareRisk(a.state, b.state) || permilleOf(b) - permilleOf(a))
}

/** The state that sums up a party. */
export const worstOf = (gauges: readonly Gauge[]): RiskState => worst(gauges.map(({ state }) => state))
