import type { Zone } from '../../format/time.ts'
import { presetName, presetRange, type Preset, type Range } from '../../features/ledger-export/range.ts'
import type { PartySearch } from './search.ts'

const offered: readonly Preset[] = ['week', 'last-month', 'quarter', 'year', 'all']
const usual: Preset = 'last-month'
/** The presets of the card, named for what they mean at `now`; on a chain that has stopped with their year. */
export const presetOptions = (now: bigint, zone: Zone, stopped: boolean): { value: Preset; label: string }[] =>
  offered.map((value) => ({ value, label: presetName(value, now, zone, stopped) }))

/** The range that the address means at `now` (Unix nanoseconds), and the preset behind it, if it is one of the card's. */
export function rangeOf(
  { range, from, to }: PartySearch,
  now: bigint,
  zone: Zone,
): { preset: Preset | undefined; range: Range } {
  if (from !== undefined || to !== undefined) {
    return { preset: undefined, range: { ...(from && { from }), ...(to && { to }) } }
  }
  const preset = offered.find((value) => value === range) ?? usual
  return { preset, range: presetRange(preset, now, zone) }
}

/** The search that will mean the same range tomorrow; one that names no range has none to freeze. */
export function frozen(search: PartySearch, now: bigint, zone: Zone): PartySearch {
  const { range: name, ...rest } = search
  if (name === undefined || name === 'all') return search
  return { ...rest, ...rangeOf(search, now, zone).range }
}
