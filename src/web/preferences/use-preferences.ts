import { useSyncExternalStore } from 'react'
import type { Zone } from '../format/zone.ts'
import { preferences } from './preferences.ts'
import type { Preferences } from './preferences.ts'

/** All preferences, current in every tab. */
export const usePreferences = (): Preferences => useSyncExternalStore(preferences.subscribe, preferences.get)

/** The reader's own name for an id; shown beside the id, never instead of it. */
export const useNickname = (id: string): string | undefined =>
  useSyncExternalStore(preferences.subscribe, () => preferences.get().nicknames[id])

/** The zone that times are shown in unless a page's address names another. */
export const useZone = (): Zone => useSyncExternalStore(preferences.subscribe, () => preferences.get().zone)
