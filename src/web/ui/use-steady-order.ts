import { useState, type FocusEvent } from 'react'

/** The order to show: while `held`, the previous one without the ids that are gone and with new ones at the end. */
export function steadyOrder(before: readonly string[], sorted: readonly string[], held: boolean): readonly string[] {
  if (!held) return sorted
  return [...before.filter((id) => sorted.includes(id)), ...sorted.filter((id) => !before.includes(id))]
}

/** A sorted list that does not move while pointer or keyboard focus is in it. `hold` goes on the list element. */
export function useSteadyOrder(sorted: readonly string[]) {
  const [held, setHeld] = useState({ pointer: false, focus: false })
  const [shown, setShown] = useState<readonly string[]>(sorted)
  const order = steadyOrder(shown, sorted, held.pointer || held.focus)
  if (order.join() !== shown.join()) setShown(order)
  return {
    order,
    isHeld: held.pointer || held.focus,
    hold: {
      onPointerEnter: () => setHeld((now) => ({ ...now, pointer: true })),
      onPointerLeave: () => setHeld((now) => ({ ...now, pointer: false })),
      onFocus: ({ target }: FocusEvent) => setHeld((now) => ({ ...now, focus: target.matches(':focus-visible') })),
      onBlur: () => setHeld((now) => ({ ...now, focus: false })),
    },
  }
}
