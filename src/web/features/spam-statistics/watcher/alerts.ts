import * as v from 'valibot'
import { nodeState } from '../../../client/node-status.ts'
import { shortId } from '../../../format/id.ts'
import { partyNames } from '../../../preferences/party-names.ts'
import { type AlertState, preferences } from '../../../preferences/preferences.ts'
import { riskOrder, type RiskState } from '../../../../wire/spam/risk-state.ts'
import { allGauges, type Gauge, type GaugeName, gaugeLabels } from '../../../../wire/spam/spam-gauges.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'

/** What the reader has heard of a limit. */
export interface Heard {
  epoch: string
  /** The state in the previous verdict; a ban that is being confirmed is still one. */
  state: RiskState
  /** The rank of the last state told in this epoch, or of the first one seen. */
  told: number
  /** Unix milliseconds when that was. */
  at: number
  /** The end of the last ban, Unix nanoseconds as text. */
  until?: string
}
export type HeardOfParty = Readonly<Partial<Record<GaugeName, Heard>>>

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

/** A value that flaps across a line is told again only after this time, in milliseconds. */
const quietMs = 600_000

/** A chain's epochs only rise: a lower one is a node that lags. Bans and the window of proof of work do not end with one. */
const startsOver = (heard: Heard, { name }: Gauge, epoch: string): boolean =>
  name !== 'pow' && heard.state !== 'banned' && BigInt(epoch) > BigInt(heard.epoch)

const unjudged: ReadonlySet<RiskState> = new Set<RiskState>(['unknown', 'unrecorded', 'stale'])
const endOf = ({ bannedUntil, endedBan }: Gauge): string | undefined => (bannedUntil ?? endedBan)?.toString()
const countWords = ({ used, max = '?' }: Gauge): string => (used === undefined ? '' : `: ${used} of ${max}`)

/** What is to be told of a limit that was in the state of `heard` before; undefined for nothing. */
function changeOf(heard: Heard, gauge: Gauge, state: RiskState, now: number): Change | undefined {
  const label = gaugeLabels[gauge.name]
  if (heard.state === 'banned' && state !== 'banned')
    // The end of a ban that came back as it was, and was not told, is not told either.
    return heard.told === rankOf('banned') ? { state: 'free', words: `${label} no longer banned` } : undefined
  if (!isRanked(state) || rankOf(state) <= rankOf(heard.state)) return undefined
  const isKnown = rankOf(state) <= heard.told || (state === 'banned' && endOf(gauge) === heard.until)
  if (isKnown && Math.abs(now - heard.at) < quietMs) return undefined
  const kind = gauge.name === 'pow' && state !== 'banned' && state !== 'watch' ? 'work' : state
  if (kind === 'work') return { state: kind, words: `${label} is running out${countWords(gauge)}` }
  return { state: kind, words: `${label} ${stateWords[state]}${state === 'banned' ? '' : countWords(gauge)}` }
}

/** What is to be told of one limit, and what has been heard of it afterwards. */
function hear(before: Heard | undefined, gauge: Gauge, epoch: string, now: number): { heard?: Heard; change?: Change } {
  const state = gauge.state === 'confirming' ? 'banned' : gauge.state
  // What is not known is neither better nor worse.
  if (unjudged.has(state)) return before ? { heard: before } : {}
  const until = endOf(gauge) ?? before?.until
  const end = until === undefined ? {} : { until }
  if (!before) return { heard: { epoch, state, told: rankOf(state), at: now, ...end } }
  const heard: Heard = startsOver(before, gauge, epoch) ? { ...before, epoch, state: 'ok', told: -1 } : before
  const change = changeOf(heard, gauge, state, now)
  const next: Heard = { ...heard, state, ...end }
  return change ? { heard: { ...next, told: rankOf(state), at: now }, change } : { heard: next }
}

/**
 * The changes of a verdict, the worst first, and what has been heard then; none for the first verdict of a party. Each
 * worsening is told once per epoch, and again only after a quiet time; one that is worse than what was told is always told.
 * `now` is in Unix milliseconds.
 */
export function changesSince(
  before: HeardOfParty | undefined,
  { gauges, epoch }: SpamVerdict,
  now: number,
): { heard: HeardOfParty; changes: Change[] } {
  const results = gauges.map((gauge) => ({ name: gauge.name, ...hear(before?.[gauge.name], gauge, epoch, now) }))
  return {
    heard: Object.fromEntries(results.flatMap(({ name, heard }) => (heard ? [[name, heard]] : []))),
    changes: results.flatMap(({ change }) => change ?? []),
  }
}

/** The ways to alert the reader. */
export interface AlertChannels {
  notify: (title: string, words: string, key: string) => void
  sound: (worst: Change['state']) => void
}

const StoredHeard = v.record(
  v.picklist(allGauges),
  v.object({
    epoch: v.pipe(v.string(), v.regex(/^\d+$/)),
    state: v.picklist(riskOrder),
    told: v.number(),
    at: v.number(),
    until: v.exactOptional(v.string()),
  }),
)

/** Where nothing can be stored, what was heard lasts as long as the page. */
const inMemory = new Map<string, HeardOfParty>()
const prefix = 'lyra.heard '

/** What the reader has heard of a party, in any tab and on any visit; undefined for nothing. */
function heardOf(key: string): HeardOfParty | undefined {
  try {
    const stored = v.safeParse(StoredHeard, JSON.parse(localStorage.getItem(prefix + key) ?? 'null'))
    return stored.success ? stored.output : inMemory.get(key)
  } catch {
    return inMemory.get(key)
  }
}

function keepHeard(key: string, heard: HeardOfParty): void {
  inMemory.set(key, heard)
  try {
    localStorage.setItem(prefix + key, JSON.stringify(heard))
  } catch {
    // Storage is full or forbidden.
  }
}

/** Forgets what was heard of parties other than these, on any node; of all without them. */
export function forgetHeard(except: readonly string[] = []): void {
  inMemory.clear()
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
  const key = `${party} ${spam.watchAt} ${spam.nearAt}`
  const { heard, changes } = changesSince(heardOf(key), verdict, now)
  keepHeard(key, heard)
  tell(partyId, changes, channels, now)
}

/** The choice of the reader that an alert follows. */
const choiceOf = (state: Change['state']): AlertState | undefined =>
  state === 'free' ? 'banned' : state === 'watch' ? undefined : state

/** Raises those changes of a party, the worst first, that the reader chose, unless snoozed. */
export function tell(partyId: string, changes: readonly Change[], channels: AlertChannels, now = Date.now()): void {
  const { spam } = preferences.get()
  if (spam.snoozedUntil > now) return
  const shown = changes.filter(({ state }) => spam.notify.some((chosen) => chosen === choiceOf(state)))
  const [worst] = shown
  if (!worst) return
  const words = shown.map((change) => change.words).join('. ')
  channels.notify(partyNames()[partyId] ?? shortId(partyId), words, `${nodeState.get().base} ${partyId}`)
  if (spam.sound) channels.sound(worst.state)
}
