import { nodeState } from '../../../client/node-status.ts'
import { shortId } from '../../../format/id.ts'
import { partyNames } from '../../../preferences/party-names.ts'
import { type AlertState, preferences } from '../../../preferences/preferences.ts'
import { changesSince, PartyAlertRecord, type SpamChange } from '../../../../wire/spam/changes-since.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'
import { type StoredValue, storedValue } from '../../../stored-value.ts'

/** A limit that became worse or better, or a provider that is behind on its SLA. */
export interface Change extends Pick<SpamChange, 'words'> {
  state: AlertState | SpamChange['state']
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
  const party = `${nodeState.get().base} ${partyId}`
  // A state that changes because the reader moved a threshold raises no alert: new thresholds begin with a first verdict.
  const stored = recordAt(`${party} ${spam.watchAt} ${spam.nearAt}`)
  const { record, changes } = changesSince(stored.get(), verdict, now)
  stored.set(record)
  raiseAlerts(partyId, changes, channels, now)
}

/** The choice of the reader that an alert follows; undefined for what is never told here. */
function choiceOf(state: Change['state']): AlertState | undefined {
  if (state === 'free' || state === 'confirming') return 'banned'
  return state === 'watch' || state === 'clear' ? undefined : state
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
  alertReader({ title, words, key: `${nodeState.get().base} ${partyId}`, state: worst.state }, channels, now)
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
  if (spam.snoozedUntil > now) return
  channels.notify(title, words, key)
  if (spam.sound) channels.sound(state)
}
