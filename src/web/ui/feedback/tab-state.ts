import { useEffect } from 'react'
import { createObservable } from '../../observable.ts'
import { useObservable } from '../../use-observable.ts'
import type { RiskState } from './risk-state.ts'

const tabState = createObservable<RiskState | undefined>(undefined)

/** Reports the worst state on a page for the title and icon of the tab, while the page is mounted. */
export function useTellTab(state: RiskState | undefined): void {
  useEffect(() => tabState.set(state), [state])
  useEffect(() => () => tabState.set(undefined), [])
}

const tabTitle = createObservable<string | undefined>(undefined)

/** Names the tab for what the page shows, while the page is mounted; undefined leaves the name of the page. */
export function useTellTitle(title: string | undefined): void {
  useEffect(() => tabTitle.set(title), [title])
  useEffect(() => () => tabTitle.set(undefined), [])
}

export const useTabTitle = (): string | undefined => useObservable(tabTitle)

/** The state that the current page reports. */
export const useTabState = (): RiskState | undefined => useObservable(tabState)
