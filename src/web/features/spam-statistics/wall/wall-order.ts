import { plural } from '../../../format/words.ts'
import { compareRisk, type RiskState, riskWords, worst } from '../../../ui/feedback/risk-state.ts'
import { permilleOf } from '../gauges/gauge.ts'
import type { SpamVerdict } from '../verdict/verdict.ts'

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

/** The wall in a sentence, and its worst state; undefined until any party is known. Who is not known is not called safe. */
export function wallVerdict(standings: readonly Standing[]): { state: RiskState; sentence: string } | undefined {
  const states = standings.flatMap(({ state }) => (state === undefined ? [] : [state]))
  if (states.length === 0) return undefined
  const number = (wanted: RiskState): number => states.filter((state) => state === wanted).length
  const counts = urgent.flatMap((state) => {
    const found = number(state)
    return found === 0 ? [] : [`${found} ${riskWords[state].toLowerCase()}`]
  })
  const unrecorded = number('unrecorded')
  const unknown = number('unknown') + standings.length - states.length
  const told = standings.length - unrecorded - unknown
  const sentences = [
    counts.length > 0
      ? `Of ${plural(standings.length, 'party', 'parties')}: ${counts.join(', ')}.`
      : told > 0 && `None of ${plural(told, 'party', 'parties')} is near a limit.`,
    unrecorded > 0 && `This node has no record of ${plural(unrecorded, 'key')}.`,
    unknown > 0 && `The state of ${plural(unknown, 'party', 'parties')} is not known.`,
  ]
  return { state: worst(states), sentence: sentences.filter((each) => each !== false).join(' ') }
}
