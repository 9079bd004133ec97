import type { Zone } from '../format/zone.ts'
import { preferences, type Preferences } from './preferences.ts'
import { useObservable } from '../use-observable.ts'

export const usePreferences = (): Preferences => useObservable(preferences)

/** The nickname of an id, to show beside it, never instead. */
export const useNickname = (id: string): string | undefined =>
  useObservable(preferences, ({ nicknames }) => nicknames[id])

/** The time zone, unless the URL of a page names another. */
export const useZone = (): Zone => useObservable(preferences, ({ zone }) => zone)
