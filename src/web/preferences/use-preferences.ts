import type { Zone } from '../format/zone.ts'
import { createObservable } from '../observable.ts'
import { preferences, type Preferences } from './preferences.ts'
import { useObservable } from '../use-observable.ts'

/** A member of the preferences; a component is drawn again only when that member changes. */
export const usePreference = <Name extends keyof Preferences>(name: Name): Preferences[Name] =>
  useObservable(preferences, (chosen) => chosen[name])

/** The nickname of an id, to show beside it, never instead. */
export const useNickname = (id: string): string | undefined =>
  useObservable(preferences, ({ nicknames }) => nicknames[id])

/** The zone that the address names, which goes before the preference; set by the frame with each address. */
export const addressZone = createObservable<Zone | undefined>(undefined)

/** The time zone of the page: that of its address, else the chosen one. */
export function useZone(): Zone {
  const named = useObservable(addressZone)
  const chosen = usePreference('zone')
  return named ?? chosen
}
