import { monthNames, monthOf } from '../../format/calendar.ts'
import type { Zone } from '../../format/time.ts'
import { presetRange, presets } from '../ledger-export/range.ts'
import type { Preset, Range } from '../ledger-export/range.ts'
import type { PartySearch } from './search.ts'

const offered: readonly Preset[] = ['week', 'last-month', 'quarter', 'year', 'all']
const usual: Preset = 'last-month'
/** What a preset means today, in a word or two: `7 d`, `October`, `Q4`, `2026`, `All`. */
function presetLabel(preset: Preset, now: bigint, zone: Zone): string {
  const label = presets.find(({ value }) => value === preset)?.label ?? preset
  const { from } = presetRange(preset, now, zone)
  if (from === undefined || preset === 'week') return label
  const { year, month } = monthOf(from, zone)
  if (preset === 'year') return String(year)
  return preset === 'quarter' ? `Q${Math.floor(month / 3) + 1}` : (monthNames[month] ?? label)
}

/** The presets of the card with their labels of today. */
export const presetOptions = (now: bigint, zone: Zone): { value: Preset; label: string }[] =>
  offered.map((value) => ({ value, label: presetLabel(value, now, zone) }))

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
