import * as v from 'valibot'
import { nodeState } from '../../../client/node-status.ts'
import { shortId } from '../../../format/id.ts'
import { partyNames } from '../../../preferences/party-names.ts'
import { type AlertState, preferences } from '../../../preferences/preferences.ts'
import { riskOrder, type RiskState } from '../../../../wire/spam/risk-state.ts'
import { allGauges, type Gauge, type GaugeName, gaugeLabels } from '../../../../wire/spam/spam-gauges.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'
import { type StoredValue, storedValue } from '../../../stored-value.ts'

/** The last verdict on a limit, and the last alert about it. */
interface AlertRecord {
  epoch: string
  /** The state in the previous verdict; a ban that is being confirmed is still one. */
  state: RiskState
  /** The rank of the last state alerted in this epoch, or of the first one seen. */
  alertedRank: number
  /** Unix milliseconds when that was. */
  at: number
  /** The end of the last ban, Unix nanoseconds as text. */
  until?: string
}
type PartyAlertRecord = Readonly<Partial<Record<GaugeName, AlertRecord>>>

/** A limit that became worse, or a ban that ended. */
export interface Change {
  state: AlertState | 'watch' | 'free'
  /** `Transfers near the limit: 16 of 20`. */
  words: string
}

/** From better to worse. */
const stateWords = {
  watch: 'to watch',
  near: 'near the limit',
  limit: 'at the limit',
  banned: 'banned',
} as const satisfies Partial<Record<RiskState, string>>
const ranked: readonly RiskState[] = Object.keys(stateWords) as RiskState[]
const isRanked = (state: RiskState): state is keyof typeof stateWords => state in stateWords

const rankOf = (state: RiskState): number => ranked.indexOf(state)

/** A value that flaps across a line is alerted again only after this time, in milliseconds. */
const quietMs = 600_000

/** A chain's epochs only rise: a lower one is a node that lags. Bans and the window of proof of work do not end with one. */
const startsOver = (record: AlertRecord, { name }: Gauge, epoch: string): boolean =>
  name !== 'pow' && record.state !== 'banned' && BigInt(epoch) > BigInt(record.epoch)

const unjudged: ReadonlySet<RiskState> = new Set<RiskState>(['unknown', 'unrecorded', 'stale'])
const endOf = ({ bannedUntil, endedBan }: Gauge): string | undefined => (bannedUntil ?? endedBan)?.toString()
const countWords = ({ used, max = '?' }: Gauge): string => (used === undefined ? '' : `: ${used} of ${max}`)

/** The change to alert about, of a limit that was in the state of `record` before; undefined for none. */
function changeOf(record: AlertRecord, gauge: Gauge, state: RiskState, now: number): Change | undefined {
  const label = gaugeLabels[gauge.name]
  if (record.state === 'banned' && state !== 'banned')
    // A ban that came back as it was raised no alert, so its end raises none.
    return record.alertedRank === rankOf('banned') ? { state: 'free', words: `${label} no longer banned` } : undefined
  if (!isRanked(state) || rankOf(state) <= rankOf(record.state)) return undefined
  const isKnown = rankOf(state) <= record.alertedRank || (state === 'banned' && endOf(gauge) === record.until)
  if (isKnown && Math.abs(now - record.at) < quietMs) return undefined
  const kind = gauge.name === 'pow' && state !== 'banned' && state !== 'watch' ? 'work' : state
  if (kind === 'work') return { state: kind, words: `${label} is running out${countWords(gauge)}` }
  return { state: kind, words: `${label} ${stateWords[state]}${state === 'banned' ? '' : countWords(gauge)}` }
}

interface LimitChange {
  record?: AlertRecord
  change?: Change
}

/** The record of a limit after a verdict, and the change to alert about. */
function changeOfLimit(before: AlertRecord | undefined, gauge: Gauge, epoch: string, now: number): LimitChange {
  const state = gauge.state === 'confirming' ? 'banned' : gauge.state
  // What is not known is neither better nor worse.
  if (unjudged.has(state)) return before ? { record: before } : {}
  const until = endOf(gauge) ?? before?.until
  const end = until === undefined ? {} : { until }
  if (!before) return { record: { epoch, state, alertedRank: rankOf(state), at: now, ...end } }
  const record: AlertRecord = startsOver(before, gauge, epoch)
    ? { ...before, epoch, state: 'ok', alertedRank: -1 }
    : before
  const change = changeOf(record, gauge, state, now)
  const next: AlertRecord = { ...record, state, ...end }
  return change ? { record: { ...next, alertedRank: rankOf(state), at: now }, change } : { record: next }
}

/**
 * The changes of a verdict, the worst first, and the record after it; no changes for the first verdict of a party. Each
 * worsening is one change per epoch, and again only after a quiet time; one that is worse than the last alert always is one.
 * `now` is in Unix milliseconds.
 */
export function changesSince(
  before: PartyAlertRecord | undefined,
  { gauges, epoch }: SpamVerdict,
  now: number,
): { record: PartyAlertRecord; changes: Change[] } {
  const results = gauges.map((gauge) => ({
    name: gauge.name,
    ...changeOfLimit(before?.[gauge.name], gauge, epoch, now),
  }))
  return {
    record: Object.fromEntries(results.flatMap(({ name, record }) => (record ? [[name, record]] : []))),
    changes: results.flatMap(({ change }) => change ?? []),
  }
}

/** The ways to alert the reader. */
export interface AlertChannels {
  notify: (title: string, words: string, key: string) => void
  sound: (worst: Change['state']) => void
}

const StoredRecord = v.record(
  v.picklist(allGauges),
  v.object({
    epoch: v.pipe(v.string(), v.regex(/^\d+$/)),
    state: v.picklist(riskOrder),
    alertedRank: v.number(),
    at: v.number(),
    until: v.exactOptional(v.string()),
  }),
)

const prefix = 'lyra.alerts '
/** The records of parties, in any tab and on any visit. */
const records = new Map<string, StoredValue<PartyAlertRecord>>()

function recordAt(key: string): StoredValue<PartyAlertRecord> {
  const record = records.get(key) ?? storedValue('localStorage', prefix + key, StoredRecord)
  records.set(key, record)
  return record
}

/** Forgets the records of parties other than these, on any node; all without them. */
export function forgetAlertRecords(except: readonly string[] = []): void {
  records.clear()
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) && !except.some((party) => key.includes(party))) localStorage.removeItem(key)
  } catch {
    // Nothing is stored.
  }
}

/**
 * Compares the newest verdict on a party with what was last known, on an earlier visit too, and raises the alerts that the
 * reader chose, unless snoozed. Other tabs that call it with the same verdict raise nothing.
 */
export function alertChanges(partyId: string, verdict: SpamVerdict, channels: AlertChannels, now = Date.now()): void {
  const { spam } = preferences.get()
  const party = `${nodeState.get().base} ${partyId}`
  // A state that changes because the reader moved a threshold is no news: other thresholds begin with a first verdict.
  const stored = recordAt(`${party} ${spam.watchAt} ${spam.nearAt}`)
  const { record, changes } = changesSince(stored.get(), verdict, now)
  stored.set(record)
  raiseAlerts(partyId, changes, channels, now)
}

/** The choice of the reader that an alert follows. */
const choiceOf = (state: Change['state']): AlertState | undefined =>
  state === 'free' ? 'banned' : state === 'watch' ? undefined : state

/** Raises those changes of a party, the worst first, that the reader chose, unless snoozed. */
export function raiseAlerts(
  partyId: string,
  changes: readonly Change[],
  channels: AlertChannels,
  now = Date.now(),
): void {
  const { spam } = preferences.get()
  if (spam.snoozedUntil > now) return
  const shown = changes.filter(({ state }) => spam.notify.some((chosen) => chosen === choiceOf(state)))
  const [worst] = shown
  if (!worst) return
  const words = shown.map((change) => change.words).join('. ')
  channels.notify(partyNames()[partyId] ?? shortId(partyId), words, `${nodeState.get().base} ${partyId}`)
  if (spam.sound) channels.sound(worst.state)
}
