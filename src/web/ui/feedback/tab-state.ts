import { useEffect } from 'react'
import { createObservable } from '../../observable.ts'
import { useObservable } from '../../use-observable.ts'
import type { RiskState } from './risk-state.ts'

const tabState = createObservable<RiskState | undefined>(undefined)

/** Tells the frame the worst state of what a page shows, for the title and the icon of the tab; while the page stands. */
export function useTellTab(state: RiskState | undefined): void {
  useEffect(() => tabState.set(state), [state])
  useEffect(() => () => tabState.set(undefined), [])
}

/** What the page in view told; undefined when it has nothing to say. */
export const useTabState = (): RiskState | undefined => useObservable(tabState)
