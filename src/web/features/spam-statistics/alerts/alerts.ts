import { nodeState } from '../../../api/status/node-status.ts'
import { shortId } from '../../../format/id.ts'
import { partyNames } from '../../../preferences/party-names.ts'
import { type AlertState, preferences } from '../../../preferences/preferences.ts'
import type { RiskState } from '../../../ui/feedback/risk-state.ts'
import { isConfirming } from '../ban.ts'
import { type Gauge, type GaugeName, gaugeLabels } from '../gauges/gauge.ts'
import type { SpamVerdict } from '../verdict/verdict.ts'

/** The state of each limit in the previous verdict. */
export type KnownStates = ReadonlyMap<GaugeName, RiskState>

/** A limit that became worse, or a ban that ended. */
export interface Change {
  state: AlertState
  /** `Transfers near the limit: 16 of 20`. */
  words: string
}

/** From better to worse. */
const stateWords = {
  watch: 'to watch',
  near: 'near the limit',
  limit: 'at the limit',
  banned: 'banned',
} as const satisfies Partial<Record<RiskState & AlertState, string>>
const ranked: readonly RiskState[] = Object.keys(stateWords) as RiskState[]
const isRanked = (state: RiskState): state is keyof typeof stateWords => state in stateWords

/** An expired ban counts as a ban until the node confirms its end. */
export const statesOf = ({ gauges, answeredAt }: SpamVerdict, known?: KnownStates): KnownStates => {
  const isBanned = ({ name, endedBan }: Gauge): boolean =>
    endedBan !== undefined && known?.get(name) === 'banned' && isConfirming(endedBan, answeredAt)
  return new Map(gauges.map((gauge) => [gauge.name, isBanned(gauge) ? 'banned' : gauge.state]))
}

/** The changes since `known`, the worst first; none for the first verdict of a party. */
export function changesSince(known: KnownStates | undefined, verdict: SpamVerdict): Change[] {
  if (!known) return []
  const states = statesOf(verdict, known)
  return verdict.gauges.flatMap(({ name, used, max = '?', endedBan }): Change[] => {
    const before = known.get(name)
    const state = states.get(name) ?? 'unknown'
    if (before === undefined || before === state) return []
    if (before === 'banned' && state !== 'unknown') {
      const words = endedBan === undefined ? 'no longer banned' : 'ban has expired, the node still reports it'
      return [{ state: 'free', words: `${gaugeLabels[name]} ${words}` }]
    }
    if (!isRanked(state) || ranked.indexOf(state) <= ranked.indexOf(before)) return []
    const count = state === 'banned' || used === undefined ? '' : `: ${used} of ${max}`
    return [{ state, words: `${gaugeLabels[name]} ${stateWords[state]}${count}` }]
  })
}

/** The ways to alert the reader. */
export interface AlertChannels {
  notify: (title: string, words: string, key: string) => void
  sound: (worst: AlertState) => void
}

const known = new Map<string, KnownStates>()

/** Compares the newest verdict on a party with the one before and raises the alerts that the reader chose, unless snoozed. */
export function watchParty(partyId: string, verdict: SpamVerdict, channels: AlertChannels, now = Date.now()): void {
  const { spam } = preferences.get()
  const party = `${nodeState.get().base} ${partyId}`
  // A state that changes because the reader moved a threshold is no news: other thresholds begin with a first verdict.
  const key = `${party} ${spam.watchAt} ${spam.nearAt}`
  const changes = changesSince(known.get(key), verdict)
  known.set(key, statesOf(verdict, known.get(key)))
  if (changes.length === 0 || spam.snoozedUntil > now) return
  const shown = changes.filter(({ state }) => spam.notify.includes(state))
  if (shown.length > 0)
    channels.notify(partyNames()[partyId] ?? shortId(partyId), shown.map(({ words }) => words).join('. '), party)
  const loudest = changes.find(({ state }) => spam.sound.includes(state))
  if (loudest) channels.sound(loudest.state)
}

/** Forgets all verdicts; for tests. */
export const forgetVerdicts = (): void => known.clear()
