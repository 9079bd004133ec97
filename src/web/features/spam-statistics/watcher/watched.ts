import { useEffect } from 'react'
import type { RiskState } from '../../../../wire/spam/risk-state.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'
import { createObservable } from '../../../observable.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useObservable } from '../../../use-observable.ts'

/** Parties that an open page shows. Those that it is about raise alerts as watched ones do. */
interface Shown {
  parties: readonly string[]
  isSubject: boolean
}

/** What pages show, and what the watcher says of it and of the watched parties; it is loaded once there are any. */
export const watched = {
  shown: createObservable<readonly Shown[]>([]),
  round: createObservable(0),
  verdicts: createObservable<ReadonlyMap<string, SpamVerdict>>(new Map()),
  leading: createObservable(false),
  /** Whether there is something to watch and the watcher could not be loaded. */
  unloaded: createObservable(false),
}

/** Milliseconds in which each party is requested once while the page is visible; 0 when the reader refreshes by hand. */
export const useRoundMs = (): number => useObservable(watched.round)

/** Whether this tab is the one that reads the watched parties and raises alerts. */
export const useIsLeading = (): boolean => useObservable(watched.leading)

/** The worst state of a party that is read; undefined until there is one. */
export const useWatchedState = (party: string): RiskState | undefined =>
  useObservable(watched.verdicts, (all) => all.get(party)?.worst)

let publications = 0
watched.verdicts.subscribe(() => (publications += 1))

/** The verdicts on the parties that are read, once a second; empty until the watcher has been loaded. */
export function useWatchedVerdicts(): ReadonlyMap<string, SpamVerdict> {
  useNow(() => publications)
  return watched.verdicts.get()
}

/** Has these parties read in turn with the watched ones while the component is mounted. */
export function useWatched(parties: readonly string[], isSubject = false): void {
  const ids = parties.join()
  useEffect(() => {
    const entry = { parties: ids === '' ? [] : ids.split(','), isSubject }
    watched.shown.set([...watched.shown.get(), entry])
    return () => watched.shown.set(watched.shown.get().filter((other) => other !== entry))
  }, [ids, isSubject])
}
