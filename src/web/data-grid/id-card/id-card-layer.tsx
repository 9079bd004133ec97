import { lazy, Suspense, type ReactNode } from 'react'
import { useIdCard } from './use-id-card.ts'

/** Most readers of a list never open one. */
const IdCard = lazy(() => import('./id-card.tsx').then((module) => ({ default: module.IdCard })))

/** The card of an id in a cell, for a resting pointer or the key `i`. */
export function IdCardLayer({ scroller }: { scroller: HTMLElement | null }): ReactNode {
  const { shown, keep, closeSoon, close } = useIdCard(scroller)
  if (!shown) return null
  const leave = () => {
    close()
    if (shown.focus) scroller?.focus({ preventScroll: true })
  }
  return (
    <Suspense>
      <IdCard key={shown.id} shown={shown} onEnter={keep} onLeave={closeSoon} onClose={leave} />
    </Suspense>
  )
}
