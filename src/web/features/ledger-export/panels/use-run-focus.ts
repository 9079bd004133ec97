import { useEffect, useRef } from 'react'
import { runStore, useFocusRequest } from '../run/run-store.ts'

/** Moves the focus to the card of a run when that is requested: the same export was started again. */
export function useRunFocus(id: string) {
  const card = useRef<HTMLDivElement>(null)
  const requested = useFocusRequest(id)
  useEffect(() => {
    if (!requested) return
    runStore.focused()
    card.current?.scrollIntoView({ block: 'nearest' })
    card.current?.focus()
  }, [requested])
  return card
}
