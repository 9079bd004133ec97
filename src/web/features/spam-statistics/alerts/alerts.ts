import { nodeState } from '../../../api/status/node-status.ts'
import { shortId } from '../../../format/id.ts'
import { type AlertState, preferences } from '../../../preferences/preferences.ts'
import type { RiskState } from '../../../ui/feedback/risk-state.ts'
import { isConfirming } from '../ban.ts'
import { type Gauge, type GaugeName, gaugeLabels } from '../gauges/gauge.ts'
import type { SpamVerdict } from '../verdict/verdict.ts'

/** The states of a party's limits as last told. */
export type KnownStates = ReadonlyMap<GaugeName, RiskState>

/** A limit that became worse, or a ban that ended: worth telling once. */
export interface Change {
  state: AlertState
  /** `Transfers near: 16 of 20`. */
  words: string
}

const rank: readonly RiskState[] = ['watch', 'near', 'limit', 'banned']
const stateWords: Readonly<Record<Exclude<AlertState, 'free'>, string>> = {
  watch: 'to watch',
  near: 'near the limit',
  limit: 'at the limit',
  banned: 'banned',
}

/** A ban that ran out is over for a bot when the node agrees: until then nobody is told that it is free. */
const stateOf = ({ name, state, endedBan }: Gauge, told: SpamVerdict, known: KnownStates | undefined): RiskState =>
  endedBan !== undefined && known?.get(name) === 'banned' && isConfirming(endedBan, told.answeredAt) ? 'banned' : state

export const statesOf = (told: SpamVerdict, known?: KnownStates): KnownStates =>
  new Map(told.gauges.map((gauge) => [gauge.name, stateOf(gauge, told, known)]))

/** What changed since `known`; nothing on first sight, when the reader sees it anyway. The worst comes first. */
export function changesSince(known: KnownStates | undefined, told: SpamVerdict): Change[] {
  if (!known) return []
  return told.gauges.flatMap((gauge): Change[] => {
    const { name, used, most, endedBan } = gauge
    const before = known.get(name)
    const state = stateOf(gauge, told, known)
    if (before === undefined || before === state) return []
    const label = gaugeLabels[name]
    if (before === 'banned' && state !== 'unknown') {
      const words = endedBan === undefined ? 'no longer banned' : 'ban has run out, the node still reports it'
      return [{ state: 'free', words: `${label} ${words}` }]
    }
    const worse = rank.indexOf(state) > rank.indexOf(before)
    if (!worse || (state !== 'watch' && state !== 'near' && state !== 'limit' && state !== 'banned')) return []
    const count = state === 'banned' || used === undefined ? '' : `: ${used} of ${most ?? '?'}`
    return [{ state, words: `${label} ${stateWords[state]}${count}` }]
  })
}

/** How the reader is told. */
export interface Voice {
  notify: (title: string, words: string, key: string) => void
  sound: (worst: AlertState) => void
}

const known = new Map<string, KnownStates>()

/** Takes the newest verdict of a party and tells its changes as the reader chose, once for each, unless snoozed. */
export function watchParty(partyId: string, told: SpamVerdict, voice: Voice, now = Date.now()): void {
  const { spam, nicknames } = preferences.get()
  const key = `${nodeState.get().base} ${partyId}`
  // States that change because the reader moved a threshold are no news: with other thresholds all are seen first.
  const seen = `${key} ${spam.watchAt} ${spam.nearAt}`
  const changes = changesSince(known.get(seen), told)
  known.set(seen, statesOf(told, known.get(seen)))
  if (changes.length === 0 || spam.snoozedUntil > now) return
  const wanted = (states: readonly AlertState[]): Change[] => changes.filter(({ state }) => states.includes(state))
  const shown = wanted(spam.notify)
  const name = nicknames[partyId] ?? shortId(partyId)
  if (shown.length > 0) voice.notify(name, shown.map(({ words }) => words).join('. '), key)
  const [loudest] = wanted(spam.sound)
  if (loudest) voice.sound(loudest.state)
}

/** Forgets what was seen: every party is new again. */
export const forgetTold = (): void => known.clear()
