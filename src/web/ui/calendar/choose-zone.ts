import type { Zone } from '../../format/zone.ts'
import { preferences } from '../../preferences/preferences.ts'
import { go } from '../../router/navigate.ts'

/** Shows times in a zone, on every page. A zone in the address goes before the preference, so it changes too. */
export function chooseZone(zone: Zone): void {
  preferences.set({ zone })
  const url = new URL(location.href)
  if (!url.searchParams.has('zone')) return
  url.searchParams.set('zone', zone)
  go(`${url.pathname}${url.search}${url.hash}`, { replace: true })
}
