import { useState } from 'react'

/** The order that is shown: the one before while it is held, with what is new behind and what is gone left out. */
export function steady(before: readonly string[], wanted: readonly string[], held: boolean): readonly string[] {
  if (!held) return wanted
  return [...before.filter((id) => wanted.includes(id)), ...wanted.filter((id) => !before.includes(id))]
}

/**
 * A sorted list that does not move under the reader: while the pointer or the focus is in it, rows keep their places
 * although their order by risk would be another. `hold` goes on the list.
 */
export function useSteadyOrder(wanted: readonly string[]) {
  const [held, setHeld] = useState({ pointer: false, focus: false })
  const [shown, setShown] = useState<readonly string[]>(wanted)
  const order = steady(shown, wanted, held.pointer || held.focus)
  if (order.join() !== shown.join()) setShown(order)
  return {
    order,
    hold: {
      onPointerEnter: () => setHeld((now) => ({ ...now, pointer: true })),
      onPointerLeave: () => setHeld((now) => ({ ...now, pointer: false })),
      onFocus: () => setHeld((now) => ({ ...now, focus: true })),
      onBlur: () => setHeld((now) => ({ ...now, focus: false })),
    },
  }
}
