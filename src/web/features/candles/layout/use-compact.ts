import { useSyncExternalStore } from 'react'

/** A phone, or a window at 200 % zoom: one row of controls. In rem, as every layout here. */
const query = (): MediaQueryList => window.matchMedia('(max-width: 40rem), (max-height: 30rem)')

const subscribe = (listener: () => void): (() => void) => {
  const list = query()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether there is room for one row of controls only; the others are in a sheet. */
export const useCompact = (): boolean => useSyncExternalStore(subscribe, () => query().matches)
