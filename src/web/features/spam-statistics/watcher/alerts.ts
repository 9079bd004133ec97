import * as v from 'valibot'
import { nodeState } from '../../../client/node-status.ts'
import { formatInstant, fromMilliseconds } from '../../../format/time.ts'
import { shortId } from '../../../format/id.ts'
import { partyNames } from '../../../preferences/party-names.ts'
import { type AlertState, isSnoozed, preferences } from '../../../preferences/preferences.ts'
import {
  changesSince,
  PartyAlertRecord,
  readingChange,
  type SpamChange,
  UnreadRecord,
} from '../../../../wire/spam/changes-since.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'
import { type StoredValue, storedValue } from '../../../stored-value.ts'

/** A limit that became worse or better, a provider that is behind on its SLA, or a party that cannot be read, or can again. */
export interface Change extends Pick<SpamChange, 'words'> {
  state: AlertState | SpamChange['state'] | 'unread' | 'read'
}

/** The ways to alert the reader. */
export interface AlertChannels {
  notify: (title: string, words: string, key: string) => void
  sound: (worst: Change['state']) => void
}

const prefix = 'lyra.alerts '
/** The records of parties, in any tab and on any visit. */
const records = new Map<string, StoredValue<PartyAlertRecord>>()

function recordAt(key: string): StoredValue<PartyAlertRecord> {
  const record = records.get(key) ?? storedValue('localStorage', prefix + key, PartyAlertRecord)
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
  const party = `${nodeState.get().network} ${partyId}`
  // A state that changes because the reader moved a threshold raises no alert: new thresholds begin with a first verdict.
  const stored = recordAt(`${party} ${spam.watchAt} ${spam.nearAt}`)
  const { record, changes } = changesSince(stored.get(), verdict, now)
  stored.set(record)
  raiseAlerts(partyId, changes, channels, now)
}

/** The choice of the reader that an alert follows; undefined for what is never told here. */
function choiceOf(state: Change['state']): AlertState | undefined {
  if (state === 'free' || state === 'confirming') return 'banned'
  return state === 'watch' || state === 'clear' || state === 'unread' || state === 'read' ? undefined : state
}

/** Raises those changes of a party, the worst first, that the reader chose, unless snoozed. */
export function raiseAlerts(
  partyId: string,
  changes: readonly Change[],
  channels: AlertChannels,
  now = Date.now(),
): void {
  const { spam } = preferences.get()
  const shown = changes.filter(({ state }) => spam.notify.some((chosen) => chosen === choiceOf(state)))
  const [worst] = shown
  if (!worst) return
  const words = shown.map((change) => change.words).join('. ')
  const title = partyNames()[partyId] ?? shortId(partyId)
  alertReader({ title, words, key: `${nodeState.get().network} ${partyId}`, state: worst.state }, channels, now)
}

interface ReaderAlert {
  title: string
  words: string
  /** Alerts of the same key replace each other. */
  key: string
  /** What its sound is that of. */
  state: Change['state']
}

/** Notifies the reader, with a sound where that is on, unless alerts are snoozed. */
export function alertReader(
  { title, words, key, state }: ReaderAlert,
  channels: AlertChannels,
  now = Date.now(),
): void {
  const { spam } = preferences.get()
  if (isSnoozed(spam, now)) return
  channels.notify(title, words, key)
  if (spam.sound) channels.sound(state)
}

const unread = storedValue('localStorage', 'lyra.unread', v.record(v.string(), UnreadRecord))
/** Parties that become due within this time, in milliseconds, are told together: a node that is away is so for all. */
const gatherMs = 15_000
const maxNames = 3

/** Attempts that failed before the page was opened, or the device slept, do not count. */
export const forgetFailures = (): void =>
  unread.set(Object.fromEntries(Object.entries(unread.get() ?? {}).filter(([, { open, at }]) => open === true || at)))

/**
 * Alerts once when nothing current is known of parties for some time, which is no all-clear, and once when it is again. `failing`
 * says of each watched party whether its values are old or absent, undefined while that is not known; `now` is in Unix milliseconds of this browser.
 */
export function alertUnread(
  failing: ReadonlyMap<string, boolean | undefined>,
  channels: AlertChannels,
  now = Date.now(),
): void {
  const { network } = nodeState.get()
  const { spam, zone } = preferences.get()
  const before = unread.get() ?? {}
  const judged = Array.from(failing, ([party, failed]) => {
    const known = before[`${network} ${party}`]
    const judge = (at: number) => (failed === undefined ? { record: known } : readingChange(known, failed, at))
    return { party, since: known?.since, change: undefined, ...judge(now), late: judge(now + gatherMs) }
  })
  const isDue = judged.some(({ change }) => change === 'unread')
  const all = judged.map(({ late, ...each }) => (isDue && late.change === 'unread' ? { ...each, ...late } : each))
  const others = Object.entries(before).filter(([key]) => !key.startsWith(`${network} `))
  const kept = all.flatMap(({ party, record }) => (record ? [[`${network} ${party}`, record] as const] : []))
  unread.set(Object.fromEntries([...others, ...kept]))
  if (spam.notify.length === 0) return
  for (const state of ['unread', 'read'] as const) {
    const told = all.filter(({ change }) => change === state)
    if (told.length === 0) continue
    const names = told.slice(0, maxNames).map(({ party }) => partyNames()[party] ?? shortId(party))
    const more = told.length > maxNames ? ` and ${told.length - maxNames} more` : ''
    const since = Math.min(...told.map((each) => each.since ?? now))
    const words =
      state === 'read'
        ? 'Limits known again'
        : `Limits unknown since ${formatInstant(fromMilliseconds(since), zone, { date: false })}`
    alertReader({ title: `${names.join(', ')}${more}`, words, key: `${network} unread`, state }, channels, now)
  }
}
