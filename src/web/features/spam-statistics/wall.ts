import { plural } from '../../format/words.ts'
import { compareRisk, type RiskState, worst } from '../../../wire/spam/risk-state.ts'
import type { SpamVerdict } from '../../../wire/spam/spam-verdict.ts'
import * as v from 'valibot'
import { foldId } from '../../format/id.ts'
import { encodePath } from '../../format/path.ts'
import { searchOf } from '../../router/search.ts'
import type { ComboboxOption } from '../../ui/inputs/use-combobox.ts'

/** With more parties each would be requested too seldom to rely on. */
export const maxParties = 50

const unique = (ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => foldId(id.trim())).filter((id) => id !== '')),
]

/** What the watch room of chosen parties keeps in its address: `party=…&party=…`, which is read joined by commas. */
export const readSpamWallSearch = searchOf({
  party: v.pipe(
    v.string(),
    v.transform((text) => unique(text.split(','))),
    v.minLength(1),
  ),
  /** The last 24 hours on the axis instead of the epoch. */
  span: v.literal('24h'),
})

/** The address of a wall of these parties. */
export function wallHref(parties: readonly string[]): string {
  const pairs = unique(parties).map((id) => `party=${encodePath(id)}`)
  return pairs.length > 0 ? `/spam?${pairs.join('&')}` : '/spam'
}

/** The way to the wall of several parties that were pasted together; none for fewer. */
export function wallOptions(parties: readonly string[]): (ComboboxOption & { href: string })[] {
  if (parties.length < 2) return []
  const label = `Spam limits of these ${parties.length} parties`
  return [{ key: 'wall', label, icon: 'columns', href: wallHref(parties) }]
}

/** What a party of the wall is sorted by; `state` is undefined until the node has responded. */
export interface PartyRisk {
  party: string
  state: RiskState | undefined
  /** The request for it failed, so that its state is unknown and not loading. */
  failed?: boolean
  /** The last state of values that are too old, which keeps its place in the order. */
  last?: RiskState | undefined
  /** Since when it has been in that state, Unix milliseconds; undefined when that has just begun. */
  since?: number | undefined
  /** What the party is called. */
  name: string
}

/** The limit that decides the state of a party. */
export const decisiveGauge = ({ gauges, worst }: SpamVerdict) =>
  gauges.find(({ state }) => state === worst) ?? gauges[0]

const maxTime = Number.MAX_SAFE_INTEGER

/** The worst first, then the longest in its state, then by name, so that equals never change places. Parties without a response come last. */
export const byRisk = (standings: readonly PartyRisk[]): string[] =>
  standings
    .toSorted((a, b) => {
      if (a.state === undefined || b.state === undefined)
        return Number(a.state === undefined) - Number(b.state === undefined)
      return (
        compareRisk(a.last ?? a.state, b.last ?? b.state) ||
        Math.sign((a.since ?? maxTime) - (b.since ?? maxTime)) ||
        a.name.localeCompare(b.name)
      )
    })
    .map(({ party }) => party)

const urgent: readonly (readonly [state: RiskState, words: string])[] = [
  ['banned', 'banned'],
  ['confirming', 'with a ban to confirm'],
  ['limit', 'at a limit'],
  ['near', 'near a limit'],
]

/** `1 of 3 parties is at a limit.`, or for several states `5 parties: 1 banned, 2 near a limit.`; empty for none. */
function urgentSentence(states: readonly RiskState[], parties: number): string {
  const found = urgent
    .map(([state, words]) => ({ words, count: states.filter((each) => each === state).length }))
    .filter(({ count }) => count > 0)
  const [only, another] = found
  if (!only) return ''
  const is = (count: number): string => (count === 1 ? 'is' : 'are')
  if (!another) return `${only.count} of ${plural(parties, 'party', 'parties')} ${is(only.count)} ${only.words}.`
  return `${parties} parties: ${found.map(({ count, words }) => `${count} ${words}`).join(', ')}.`
}

/** The worst state of the wall and a sentence about it; undefined until a party is known. Unknown parties do not count as safe. */
export function wallVerdict(standings: readonly PartyRisk[]): { state: RiskState; sentence: string } | undefined {
  const states = standings.flatMap(({ state }) => (state === undefined ? [] : [state]))
  if (states.length === 0) return undefined
  const count = (wanted: RiskState): number => states.filter((state) => state === wanted).length
  const unrecorded = count('unrecorded')
  const old = count('stale')
  const loading = standings.filter(({ state, failed }) => state === undefined && failed !== true).length
  const unknown = count('unknown') + standings.length - states.length - loading
  const known = standings.length - unrecorded - unknown - old - loading
  const sentences = [
    urgentSentence(states, standings.length) ||
      (known > 0 && (known === 1 ? '1 party is not near a limit.' : `None of ${known} parties is near a limit.`)),
    unrecorded > 0 && `This node has no record of ${plural(unrecorded, 'key')}.`,
    old > 0 && `No advice for ${plural(old, 'party', 'parties')}: values are old.`,
    unknown > 0 && `The state of ${plural(unknown, 'party', 'parties')} is unknown.`,
    loading > 0 && `${plural(loading, 'party is', 'parties are')} loading.`,
  ]
  return { state: worst(states), sentence: sentences.filter((each) => each !== false).join(' ') }
}
