import { createObservable } from '../observable.ts'
import { useObservable } from '../use-observable.ts'
import type * as loadedMeanings from './loaded-meanings.ts'

/** What terms and fields mean: undefined until it is loaded, false when that failed. */
const meanings = createObservable<typeof loadedMeanings | false | undefined>(undefined)

/** Loads the meanings for a reader who points at a word, focuses it or opens it; again after a failure. */
export async function loadMeanings(): Promise<void> {
  if (!meanings.get()) meanings.set(await import('./loaded-meanings.ts').catch(() => false as const))
}

export const useMeanings = () => useObservable(meanings)

export const meaningMissing = 'The explanation could not be loaded. Reload the page to try again.'
