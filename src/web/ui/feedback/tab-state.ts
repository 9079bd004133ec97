import { useEffect, useSyncExternalStore } from 'react'
import type { RiskState } from './risk-state.ts'

let current: RiskState | undefined
const readers = new Set<() => void>()

function set(state: RiskState | undefined): void {
  if (state === current) return
  current = state
  for (const reader of readers) reader()
}

const subscribe = (reader: () => void): (() => void) => {
  readers.add(reader)
  return () => readers.delete(reader)
}

/** Tells the frame the worst state of what a page shows, for the title and the icon of the tab; while the page stands. */
export function useTellTab(state: RiskState | undefined): void {
  useEffect(() => set(state), [state])
  useEffect(() => () => set(undefined), [])
}

/** What the page in view told; undefined when it has nothing to say. */
export const useTabState = (): RiskState | undefined => useSyncExternalStore(subscribe, () => current)
