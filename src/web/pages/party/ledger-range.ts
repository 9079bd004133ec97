import { isNanoseconds, type Zone } from '../../format/time.ts'
import { isZone } from '../../format/zone.ts'
import { presetName, presetRange, type Preset } from '../../ledger/range.ts'
import type { InstantRange } from '../../ui/calendar/day-range.ts'

/** The search parameters: range of the ledger card, by name or in Unix nanoseconds, and asset. */
export interface PartySearch {
  /** A moving range such as `last-month`; `from` and `to` take precedence. */
  range?: string
  from?: string
  to?: string
  zone?: string
  assetId?: string
}

/** Unknown names and invalid times are left out. */
export function readPartySearch({ range, from, to, zone, assetId }: Readonly<Record<string, string>>): PartySearch {
  return {
    ...(range ? { range } : {}),
    ...(from && isNanoseconds(from) ? { from } : {}),
    ...(to && isNanoseconds(to) ? { to } : {}),
    ...(zone && isZone(zone) ? { zone } : {}),
    ...(assetId ? { assetId } : {}),
  }
}

const offered: readonly Preset[] = ['week', 'last-month', 'quarter', 'year', 'all']
const defaultPreset: Preset = 'last-month'
/** The presets, labelled for `now`; on a stopped chain with their year. */
export const presetOptions = (now: bigint, zone: Zone, stopped: boolean): { value: Preset; label: string }[] =>
  offered.map((value) => ({ value, label: presetName(value, now, zone, stopped) }))

/** The range of a URL at `now` (Unix nanoseconds), and its preset if the card offers it. */
export function rangeOf(
  { range, from, to }: PartySearch,
  now: bigint,
  zone: Zone,
): { preset: Preset | undefined; range: InstantRange } {
  if (from !== undefined || to !== undefined) {
    return { preset: undefined, range: { ...(from && { from }), ...(to && { to }) } }
  }
  const preset = offered.find((value) => value === range) ?? defaultPreset
  return { preset, range: presetRange(preset, now, zone) }
}

/** The search with its range frozen, so that it means the same tomorrow. */
export function frozen(search: PartySearch, now: bigint, zone: Zone): PartySearch {
  const { range: name, ...rest } = search
  if (name === undefined || name === 'all') return search
  return { ...rest, ...rangeOf(search, now, zone).range }
}
