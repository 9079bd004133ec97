import { useEffect, useRef } from 'react'
import { runStore, useFocusWanted } from './run-store.ts'

/** Takes the focus to a run's card when it is asked for: the same export was started again. */
export function useRunFocus(id: string) {
  const card = useRef<HTMLDivElement>(null)
  const wanted = useFocusWanted(id)
  useEffect(() => {
    if (!wanted) return
    runStore.focused()
    card.current?.scrollIntoView({ block: 'nearest' })
    card.current?.focus()
  }, [wanted])
  return card
}
