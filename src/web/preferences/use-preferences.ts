import type { Zone } from '../format/zone.ts'
import { preferences, type Preferences } from './preferences.ts'
import { useObservable } from '../use-observable.ts'

/** All preferences, current in every tab. */
export const usePreferences = (): Preferences => useObservable(preferences)

/** The reader's own name for an id; shown beside the id, never instead of it. */
export const useNickname = (id: string): string | undefined =>
  useObservable(preferences, ({ nicknames }) => nicknames[id])

/** The zone that times are shown in unless a page's address names another. */
export const useZone = (): Zone => useObservable(preferences, ({ zone }) => zone)
