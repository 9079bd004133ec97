import { lazy, Suspense, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { IdKind } from '../../ui/display/id-chip.tsx'
import { listen } from '../../listen.ts'
import { Timer } from '../../../client/timer.ts'

const kinds: readonly string[] = ['party', 'market', 'team', 'asset'] satisfies IdKind[]
const carriesId = '[data-id][data-kind]'
/** Ms before a card opens under a resting pointer, and before it closes when the pointer left for it. */
const [openAfter, closeAfter] = [450, 250]

/** An id in a cell whose card is open. */
export interface ShownId {
  readonly id: string
  readonly kind: IdKind
  readonly element: HTMLElement
  /** Opened by key: the focus goes into the card. */
  readonly focus: boolean
}

function shownIdOf(element: Element | null | undefined, focus: boolean): ShownId | undefined {
  const { id = '', kind = '' } = element instanceof HTMLElement ? element.dataset : {}
  if (!(element instanceof HTMLElement) || id === '' || !kinds.includes(kind)) return undefined
  return { id, kind: kind as IdKind, element, focus }
}

const activeCellOf = (scroller: HTMLElement): Element | null =>
  document.getElementById(scroller.getAttribute('aria-activedescendant') ?? '')

const isPlainKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === 'i' && !ctrlKey && !metaKey && !altKey

/** The id whose card is shown: the one under a resting mouse, or that of the active cell after the key `i`. */
function useIdCard(scroller: HTMLElement | null) {
  const [shown, setShown] = useState<ShownId>()
  const [timer] = useState(() => new Timer())
  const closeSoon = useCallback(
    () => timer.start(closeAfter, () => setShown((now) => (now?.focus ? now : undefined))),
    [timer],
  )
  useEffect(() => {
    if (!scroller) return undefined
    const stop = listen(
      scroller,
      {
        pointerover: ({ target, pointerType }) => {
          const next = target instanceof Element ? shownIdOf(target.closest(carriesId), false) : undefined
          if (next && pointerType === 'mouse') timer.start(openAfter, () => setShown(next))
          else closeSoon()
        },
        pointerleave: closeSoon,
        scroll: () => {
          timer.clear()
          setShown(undefined)
        },
        keydown: (event) => {
          if (event.target !== scroller || !isPlainKey(event)) return
          setShown(shownIdOf(activeCellOf(scroller)?.querySelector(carriesId), true))
        },
      },
      { passive: true },
    )
    return () => {
      timer.clear()
      stop()
    }
  }, [scroller, timer, closeSoon])
  return { shown, keep: () => timer.clear(), closeSoon, close: () => setShown(undefined) }
}

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
