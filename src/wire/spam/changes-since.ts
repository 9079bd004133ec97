import * as v from 'valibot'
import type { PowStatistics } from '../spam-statistics.ts'
import { workOutlook } from './proof-of-work.ts'
import { riskOrder, type RiskState } from './risk-state.ts'
import { allGauges, banWords, type Gauge, type GaugeName, gaugeLabels, reachedName } from './spam-gauges.ts'
import type { SpamVerdict } from './spam-verdict.ts'

const AlertRecord = v.object({
  epoch: v.pipe(v.string(), v.regex(/^\d+$/)),
  /** The state in the previous verdict. */
  state: v.picklist(riskOrder),
  /** The rank of the last state alerted in this epoch, or of the first one seen. */
  alertedRank: v.number(),
  /** Unix milliseconds when that was. */
  at: v.number(),
  /** The end of the last ban, Unix nanoseconds as text. */
  until: v.exactOptional(v.string()),
  /** Whether the limit was near, reached or banned when last alerted or first seen, and has not recovered since. */
  open: v.exactOptional(v.boolean()),
})
type AlertRecord = v.InferOutput<typeof AlertRecord>

/** The record of each limit of a party. Plain JSON, to be kept between runs. */
export const PartyAlertRecord = v.record(v.picklist(allGauges), AlertRecord)
export type PartyAlertRecord = Readonly<Partial<Record<GaugeName, AlertRecord>>>

/** From better to worse; a ban that is being confirmed is as bad as one. */
const stateWords = {
  watch: 'to watch',
  near: 'near the limit',
  limit: 'at the limit',
  confirming: 'had a ban that has expired and is not yet confirmed to be over',
  banned: 'banned',
} as const satisfies Partial<Record<RiskState, string>>
type RankedState = keyof typeof stateWords
const ranks: Readonly<Record<RankedState, number>> = { watch: 0, near: 1, limit: 2, confirming: 3, banned: 3 }
const isRanked = (state: RiskState): state is RankedState => state in ranks
const rankOf = (state: RiskState): number => (isRanked(state) ? ranks[state] : -1)
const isBan = (state: RiskState): boolean => state === 'banned' || state === 'confirming'

/** A limit that became worse, a ban that ended (`free`), or a limit that is no longer near or reached (`clear`). */
export interface SpamChange {
  state: RankedState | 'work' | 'free' | 'clear'
  /** `Transfers near the limit: 16 of 20`. */
  words: string
  gauge: Gauge
}

/** A value that flaps across a line is alerted again only after this time, in milliseconds. */
const quietMs = 600_000

/** A chain's epochs only rise: a lower one is a node that lags. Bans and the window of proof of work do not end with one. */
const startsOver = (record: AlertRecord, { name }: Gauge, epoch: string): boolean =>
  name !== 'pow' && !isBan(record.state) && BigInt(epoch) > BigInt(record.epoch)

const unjudged: ReadonlySet<RiskState> = new Set<RiskState>(['unknown', 'unrecorded', 'stale'])
/** What is not known is neither better nor worse, and a ban time that cannot be read is not the end of a ban. */
const isUnjudged = ({ state, unreadableBan }: Gauge, before: RiskState | undefined): boolean =>
  unjudged.has(state) || (unreadableBan !== undefined && before !== undefined && rankOf(state) <= rankOf(before))

const endOf = ({ bannedUntil, endedBan }: Gauge): string | undefined => (bannedUntil ?? endedBan)?.toString()
function endIn(gauge: Gauge): Pick<AlertRecord, 'until'> {
  const until = endOf(gauge)
  return until === undefined ? {} : { until }
}
const countWords = ({ used, max = '?' }: Gauge): string => (used === undefined ? '' : `: ${used} of ${max}`)

function worseningOf(gauge: Gauge, state: RankedState): SpamChange {
  const label = gaugeLabels[gauge.name]
  if (gauge.name === 'pow' && (state === 'near' || state === 'limit'))
    return { state: 'work', words: `${label} is running out${countWords(gauge)}`, gauge }
  if (state === 'banned') return { state, words: banWords([gauge.name]), gauge }
  if (state === 'limit')
    return {
      state,
      words: `${reachedName(gauge.name)}: limit reached${countWords(gauge).replace(/^: (.*)$/, ' ($1)')}`,
      gauge,
    }
  return { state, words: `${label} ${stateWords[state]}${isBan(state) ? '' : countWords(gauge)}`, gauge }
}

/** The change to a better state, of a limit that was in the state of `record` before; undefined for none. */
function recoveryOf(record: AlertRecord, gauge: Gauge): SpamChange | undefined {
  const label = gaugeLabels[gauge.name]
  // A ban that came back as it was raised no alert, so its end raises none.
  if (isBan(record.state) && !isBan(gauge.state) && record.alertedRank === ranks.banned)
    return { state: 'free', words: `${label} no longer banned`, gauge }
  const worries = gauge.name === 'pow' ? 'running out' : 'near the limit'
  return record.open === true && ['ok', 'watch', 'none'].includes(gauge.state)
    ? { state: 'clear', words: `${label} no longer ${worries}${countWords(gauge)}`, gauge }
    : undefined
}

/** A ban that ended unconfirmed and was followed by another one is reported too. */
const isWorse = (record: AlertRecord, gauge: Gauge): boolean =>
  rankOf(gauge.state) > rankOf(record.state) ||
  (record.state === 'confirming' && gauge.state === 'banned' && endOf(gauge) !== record.until)

/** Whether this worse state was alerted so lately that it is not told again. */
const isKnown = (record: AlertRecord, gauge: Gauge, now: number): boolean =>
  (rankOf(gauge.state) <= record.alertedRank || (isBan(gauge.state) && endOf(gauge) === record.until)) &&
  Math.abs(now - record.at) < quietMs

interface LimitChange {
  record?: AlertRecord
  change?: SpamChange
}

const openIf = (open: boolean | undefined): Pick<AlertRecord, 'open'> => (open === true ? { open } : {})

/** After a verdict that is worse than the one before. */
function worsened(record: AlertRecord, gauge: Gauge, state: RankedState, now: number): LimitChange {
  const isOpen = ranks[state] >= ranks.near
  if (isKnown(record, gauge, now)) {
    // What was reported as over, or as ending, is reported again if it still lasts after the quiet time.
    const waits = isOpen && (record.open !== true || record.state === 'confirming')
    return { record: waits ? record : { ...record, state, ...endIn(gauge) } }
  }
  const alerted = { alertedRank: ranks[state], at: now, ...openIf(isOpen || record.open) }
  return { record: { ...record, state, ...endIn(gauge), ...alerted }, change: worseningOf(gauge, state) }
}

/** After a verdict that is not worse than the one before. */
function eased({ open, ...before }: AlertRecord, gauge: Gauge, now: number): LimitChange {
  const { state } = gauge
  const change = recoveryOf({ ...before, ...openIf(open) }, gauge)
  const record = { ...before, state, ...endIn(gauge), ...openIf(change ? rankOf(state) >= ranks.near : open) }
  if (!change) return { record }
  return { record: change.state === 'free' ? { ...record, alertedRank: rankOf(state), at: now } : record, change }
}

/** The record of a limit after a verdict, and the change to alert about. */
function changeOfLimit(before: AlertRecord | undefined, gauge: Gauge, epoch: string, now: number): LimitChange {
  const { state } = gauge
  if (isUnjudged(gauge, before?.state)) return before ? { record: before } : {}
  const rank = rankOf(state)
  if (!before)
    return { record: { epoch, state, alertedRank: rank, at: now, ...endIn(gauge), ...openIf(rank >= ranks.near) } }
  const record: AlertRecord = startsOver(before, gauge, epoch)
    ? { ...before, epoch, state: 'ok', alertedRank: -1 }
    : before
  // What was near its limit before the epoch ended, and is only to be watched in the new one, has recovered.
  const isRecovery = record.open === true && rank < ranks.near
  return isRanked(state) && isWorse(record, gauge) && !isRecovery
    ? worsened(record, gauge, state, now)
    : eased(record, gauge, now)
}

/**
 * The changes of a verdict, the worst first, and the record after it; no changes for the first verdict of a party. Each
 * worsening is one change per epoch, and again only after a quiet time; one that is worse than the last alert always is one.
 * Each recovery follows a worsening. `now` is in Unix milliseconds.
 */
export function changesSince(
  before: PartyAlertRecord | undefined,
  { gauges, epoch }: Pick<SpamVerdict, 'gauges' | 'epoch'>,
  now: number,
): { record: PartyAlertRecord; changes: SpamChange[] } {
  const results = gauges.map((gauge) => ({
    name: gauge.name,
    ...changeOfLimit(before?.[gauge.name], gauge, epoch, now),
  }))
  return {
    record: Object.fromEntries(results.flatMap(({ name, record }) => (record ? [[name, record]] : []))),
    changes: results.flatMap(({ change }) => change ?? []),
  }
}

/** Proof of work that lasts no longer than this, in milliseconds, is reported as near its limit. */
const soonMs = 120_000

/**
 * The verdict with proof of work near its limit when it is about to run out at the rate of the party. `msPerBlock` is the
 * observed time of a block; without it the verdict stays as it is.
 */
export function soonExhausted(
  verdict: SpamVerdict,
  pow: PowStatistics | null | undefined,
  msPerBlock: number | undefined,
): SpamVerdict {
  const lastsBlocks = pow ? workOutlook(pow)?.lastsBlocks : undefined
  if (lastsBlocks === undefined || msPerBlock === undefined || lastsBlocks * msPerBlock > soonMs) return verdict
  const gauges = verdict.gauges.map((gauge) =>
    gauge.name === 'pow' && (gauge.state === 'ok' || gauge.state === 'watch')
      ? { ...gauge, state: 'near' as const }
      : gauge,
  )
  return { ...verdict, gauges }
}

/** What is known of the attempts to read a party; none while all succeed. Plain JSON, to be kept between runs. */
export const UnreadRecord = v.object({
  /** The first of the attempts that have failed in a row, Unix milliseconds. */
  since: v.exactOptional(v.number()),
  /** When it was last told, Unix milliseconds. */
  at: v.exactOptional(v.number()),
  /** Whether it was told, and nothing was read since. */
  open: v.exactOptional(v.boolean()),
})
export type UnreadRecord = v.InferOutput<typeof UnreadRecord>

/** Attempts that have failed for this long, in milliseconds, are told: the restart of a node takes less. */
const unreadMs = 120_000

/**
 * Whether an attempt to read a party is to be told: once that it has been `unread` for some time, and once that it was `read` again,
 * which says nothing of its limits. Attempts that fail now and then are told after a quiet time only. `now` is in Unix milliseconds.
 */
export function readingChange(
  before: UnreadRecord | undefined,
  failed: boolean,
  now: number,
): { record: UnreadRecord | undefined; change?: 'unread' | 'read' } {
  const { since = now, at, open = false } = before ?? {}
  const isQuiet = at !== undefined && Math.abs(now - at) < quietMs
  if (!failed) return { record: isQuiet ? { at } : undefined, ...(open && { change: 'read' }) }
  if (open || isQuiet || Math.abs(now - since) < unreadMs) return { record: { ...before, since } }
  return { record: { since, at: now, open: true }, change: 'unread' }
}
