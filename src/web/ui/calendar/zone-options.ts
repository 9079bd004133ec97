import { shownUrl } from '../../format/site.ts'
import { zoneName, type Zone } from '../../format/time.ts'
import type { InstantRange } from './day-range.ts'
import { preferences } from '../../preferences/preferences.ts'
import { go } from '../../router/navigate.ts'

/** The zones in which a range can be typed: UTC, the device's, and the one of the settings when it is another. */
export function zoneOptions({ from, to }: InstantRange, chosen: Zone): { value: Zone; label: string }[] {
  const names = [from, to].flatMap((ns) => (ns === undefined ? [] : zoneName('local', BigInt(ns))))
  const [first, second] = names
  // An offset is that of an instant: a range may begin in summer time and end in winter time.
  const both = first === second ? first : `${first ?? ''}, then ${second?.replace('Local ', '') ?? ''}`
  const local = { value: 'local', label: names.length < 2 ? 'Local' : (both ?? 'Local') } as const
  const others: readonly Zone[] = chosen === 'utc' || chosen === 'local' ? [] : [chosen]
  return [{ value: 'utc', label: 'UTC' }, local, ...others.map((zone) => ({ value: zone, label: zoneName(zone) }))]
}

/** Shows times in a zone, on every page. A zone in the address goes before the preference, so it changes too. */
export function chooseZone(zone: Zone): void {
  preferences.set({ zone })
  const url = shownUrl()
  if (!url.searchParams.has('zone')) return
  url.searchParams.set('zone', zone)
  go(`${url.pathname}${url.search}${url.hash}`, { replace: true })
}
