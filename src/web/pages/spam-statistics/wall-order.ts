import { compareRisk, type RiskState, riskWords, worst } from '../../ui/risk-state.ts'
import { permilleOf } from './gauge.ts'
import type { SpamVerdict } from './verdict.ts'

/** How a party of the wall stands; `state` is undefined until the node has answered. */
export interface Standing {
  party: string
  state: RiskState | undefined
  /** Of the limit that decides, used in permille. */
  used: number
}

/** The limit that decides the state of a party. */
export const decisive = (told: SpamVerdict) => told.gauges.find(({ state }) => state === told.worst) ?? told.gauges[0]

export function standingOf(party: string, told: SpamVerdict | undefined): Standing {
  const gauge = told && decisive(told)
  return { party, state: told?.worst, used: gauge ? permilleOf(gauge) : 0 }
}

/** The worst first, then the fullest; equals keep the order of the address. Parties without an answer come last. */
export const byRisk = (standings: readonly Standing[]): string[] =>
  standings
    .toSorted((a, b) => {
      if (a.state === undefined || b.state === undefined)
        return Number(a.state === undefined) - Number(b.state === undefined)
      return compareRisk(a.state, b.state) || b.used - a.used
    })
    .map(({ party }) => party)

/** The order shown while the reader points at a party: what was there stays where it was, new ones come last. */
export const heldOrder = (before: readonly string[], now: readonly string[]): string[] => [
  ...before.filter((party) => now.includes(party)),
  ...now.filter((party) => !before.includes(party)),
]

const urgent: readonly RiskState[] = ['banned', 'limit', 'near']

/** The wall in a sentence, and its worst state; undefined until any party is known. */
export function wallVerdict(standings: readonly Standing[]): { state: RiskState; sentence: string } | undefined {
  const states = standings.flatMap(({ state }) => (state === undefined ? [] : [state]))
  if (states.length === 0) return undefined
  const counts = urgent.flatMap((state) => {
    const count = states.filter((each) => each === state).length
    return count === 0 ? [] : [`${count} ${riskWords[state].toLowerCase()}`]
  })
  const parties = `${standings.length} ${standings.length === 1 ? 'party' : 'parties'}`
  const sentence = counts.length === 0 ? `None of ${parties} is near a limit.` : `Of ${parties}: ${counts.join(', ')}.`
  return { state: worst(states), sentence }
}
