import { afterPaint } from '../../router/after-paint.ts'

/** What encloses the focus, the innermost first, each with what stands before the branch that has it. */
type Place = readonly { part: Element; before: Element | null }[]

const landmarks = 'main, nav, footer, dialog, [popover]'
/** Without fields: they would open their list, or the keyboard of a phone. */
const controls = 'a[href], button:not(:disabled), select:not(:disabled), summary, [role="grid"]'

const controlsIn = (part: Element): HTMLElement[] =>
  [...part.querySelectorAll<HTMLElement>(controls)].filter((one) => one.tabIndex >= 0 && one.checkVisibility())

function placeOf(element: Element): Place {
  const place: Place[number][] = []
  const root = element.closest(landmarks)
  if (!root) return place
  for (let at = element; at !== root && at.parentElement; at = at.parentElement)
    place.push({ part: at.parentElement, before: at.previousElementSibling })
  return place
}

function nearest(place: Place): HTMLElement | null {
  for (const { part, before } of place) {
    if (!part.isConnected) continue
    const near = (before?.isConnected && controlsIn(before).at(-1)) || controlsIn(part)[0]
    if (near) return near
  }
  return document.querySelector('main')
}

/**
 * Keeps the focus of the keyboard beside a control that takes itself away, as one that removes its row does: readers of a screen
 * would start again at the top of the page. Returns the end of it.
 */
export function keepFocus(): () => void {
  let last: { element: Element; place: Place } | undefined
  const follow = (target: EventTarget | null): void => {
    const isByKeyboard = target instanceof HTMLElement && target.matches(':focus-visible')
    last = isByKeyboard ? { element: target, place: placeOf(target) } : undefined
  }
  const onFocus = ({ target }: FocusEvent): void => follow(target)
  const observer = new MutationObserver(() => {
    if (!last || last.element.isConnected) return
    const { place } = last
    last = undefined
    // A dialog gives the focus back, and a page that is gone to takes it at its title.
    afterPaint(() => document.activeElement === document.body && nearest(place)?.focus({ preventScroll: true }))
  })
  follow(document.activeElement)
  document.addEventListener('focusin', onFocus)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', onFocus)
    observer.disconnect()
  }
}
