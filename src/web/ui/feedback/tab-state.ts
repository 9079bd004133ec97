import { useEffect } from 'react'
import { createObservable } from '../../observable.ts'
import { useObservable } from '../../use-observable.ts'
import type { RiskState } from '../../../wire/spam/risk-state.ts'

const tabState = createObservable<RiskState | undefined>(undefined)

/** Reports the worst state on a page for the title and icon of the tab, while the page is mounted. */
export function useTabState(state: RiskState | undefined): void {
  useEffect(() => tabState.set(state), [state])
  useEffect(() => () => tabState.set(undefined), [])
}

/** What a page shows: in words of this moment, with prices, and in words that are as true tomorrow. */
interface TabTitle {
  now: string
  staticTitle: string
}
const tabTitle = createObservable<TabTitle | undefined>(undefined)

/** Names the tab for what the page shows, while the page is mounted. */
export function useTabTitle({ now, staticTitle }: TabTitle): void {
  useEffect(() => tabTitle.set({ now, staticTitle }), [now, staticTitle])
  useEffect(() => () => tabTitle.set(undefined), [])
}

/** Titles the tab by a kind of thing and its name; an id without a name is left out. */
export function useTabName(kind: string, name: string | undefined): void {
  const title = name ? `${kind}, ${name}` : kind
  useTabTitle({ now: title, staticTitle: title })
}

/** Undefined on a page that leaves its tab the name of the page. */
export const useCurrentTabTitle = (): TabTitle | undefined => useObservable(tabTitle)

export const useCurrentTabState = (): RiskState | undefined => useObservable(tabState)
