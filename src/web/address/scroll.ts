import { decoded } from '../format/path.ts'
import type { Entry } from './history.ts'

/** Where the window and each named scroller stood. */
type Places = Record<string, { top: number; left: number }>

/** More than anybody goes back. */
const most = 60
/** How long late answers may still change the height of a page that was come back to, in milliseconds. */
const timeoutMs = 1500
const shelf = 'lyra.scroll'

/** Reads what an earlier load of this tab left; a browser that keeps nothing is no reason to fail. */
function recall(): Map<string, Places> {
  try {
    return new Map(Object.entries(JSON.parse(sessionStorage.getItem(shelf) ?? '{}') as Record<string, Places>))
  } catch {
    return new Map()
  }
}

const left = recall()

const scrollers = (): [string, Element][] => [
  ['', document.scrollingElement ?? document.documentElement],
  ...[...document.querySelectorAll<HTMLElement>('[data-keep-scroll]')].map((element): [string, Element] => [
    element.dataset['keepScroll'] ?? '',
    element,
  ]),
]

/** Keeps where an entry is scrolled to, when it is left. A scroller takes part by its `data-keep-scroll` name. */
export function leave({ key }: Entry): void {
  left.delete(key)
  left.set(
    key,
    Object.fromEntries(
      scrollers().map(([name, { scrollTop, scrollLeft }]) => [name, { top: scrollTop, left: scrollLeft }]),
    ),
  )
  for (const oldest of left.keys()) {
    if (left.size <= most) break
    left.delete(oldest)
  }
}

/** Keeps all of it for a reload of this tab. */
export function keepForReload(entry: Entry): void {
  leave(entry)
  try {
    sessionStorage.setItem(shelf, JSON.stringify(Object.fromEntries(left)))
  } catch {
    // No room or no permission: a reload starts at the top.
  }
}

let following = 0

/** Ends the search for a place that a page has not grown to: the reader has gone on. */
export function stopFollowing(): void {
  cancelAnimationFrame(following)
  for (const kind of ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const)
    removeEventListener(kind, stopFollowing)
}

/** Brings window and scrollers to where an entry was left, and again while its parts still come, until the reader moves. */
export function comeBack(entry: Entry): void {
  stopFollowing()
  const places = left.get(entry.key)
  if (!places) {
    showTop(entry)
    return
  }
  const end = performance.now() + timeoutMs
  const bring = (): void => {
    for (const [name, element] of scrollers()) {
      const place = places[name]
      if (!place) continue
      // Set only where it differs: setting lays the page out.
      if (Math.abs(element.scrollTop - place.top) >= 1) element.scrollTop = place.top
      if (Math.abs(element.scrollLeft - place.left) >= 1) element.scrollLeft = place.left
    }
    if (performance.now() < end) following = requestAnimationFrame(bring)
    else stopFollowing()
  }
  for (const kind of ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const)
    addEventListener(kind, stopFollowing, { passive: true })
  bring()
}

/** Shows the top of a page, or what its address points at. */
export function showTop({ hash }: Entry): void {
  stopFollowing()
  const target = hash.length > 1 ? document.getElementById(decoded(hash.slice(1))) : null
  if (target) target.scrollIntoView()
  else scrollTo({ top: 0, left: 0, behavior: 'instant' })
}
