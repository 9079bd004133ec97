import type { AnyRouter } from '@tanstack/react-router'
import * as v from 'valibot'
import { type ComponentType, createElement, use } from 'react'
import { browserHistory } from './navigate.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { decodePath } from '../format/path.ts'
import { storedValue } from '../stored-value.ts'

/** Scroll positions of the window and of each named scroll container, in CSS pixels. */
const Positions = v.record(v.string(), v.object({ top: v.number(), left: v.number() }))
type Positions = v.InferOutput<typeof Positions>

/** How long replies that arrive late may still change the page's height after Back, in milliseconds. */
const timeoutMs = 1500
const userEvents = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const

/** Positions by history entry, stored before a reload of this tab. Without storage the page starts at its top. */
const stored = storedValue('sessionStorage', 'lyra.scroll', v.record(v.string(), Positions))
const saved = stored.get() ?? {}

const scrollers = (): [string, Element][] => [
  ['', document.scrollingElement ?? document.documentElement],
  ...[...document.querySelectorAll<HTMLElement>('[data-keep-scroll]')].map((element): [string, Element] => [
    element.dataset['keepScroll'] ?? '',
    element,
  ]),
]

/** Saves the positions of a history entry. A scroll container takes part by its `data-keep-scroll` name. */
function save(key: string): void {
  saved[key] = Object.fromEntries(
    scrollers().map(([name, { scrollTop, scrollLeft }]) => [name, { top: scrollTop, left: scrollLeft }]),
  )
}

let frame = 0

/** Stops following a growing page: the user has scrolled or typed. */
function stopRestoring(): void {
  cancelAnimationFrame(frame)
  for (const event of userEvents) removeEventListener(event, stopRestoring)
}

/** Restores positions, again in every frame while late replies still change the height, until the user acts. */
function restore(positions: Positions): void {
  const end = performance.now() + timeoutMs
  const apply = (): void => {
    for (const [name, element] of scrollers()) {
      const position = positions[name]
      if (!position) continue
      // Assign only a different value: each assignment forces layout.
      if (Math.abs(element.scrollTop - position.top) >= 1) element.scrollTop = position.top
      if (Math.abs(element.scrollLeft - position.left) >= 1) element.scrollLeft = position.left
    }
    if (performance.now() < end) frame = requestAnimationFrame(apply)
    else stopRestoring()
  }
  for (const event of userEvents) addEventListener(event, stopRestoring, { passive: true })
  apply()
}

function showTop(hash: string): void {
  const target = hash === '' ? null : document.getElementById(decodePath(hash))
  if (target) target.scrollIntoView()
  else scrollTo({ top: 0, left: 0, behavior: 'instant' })
}

/** Restores positions on Back, Forward, reload; the router's own does so before late rows have come (decision 10). */
function startScrollRestoration(router: AnyRouter): () => void {
  history.scrollRestoration = 'manual'
  const keyOf = ({ state }: { state: { __TSR_key?: string | undefined } }): string => state.__TSR_key ?? ''
  const stops = [
    router.subscribe('onBeforeLoad', ({ fromLocation }) => fromLocation && save(keyOf(fromLocation))),
    router.subscribe('onRendered', ({ toLocation }) => {
      stopRestoring()
      const positions = saved[keyOf(toLocation)]
      if (positions) restore(positions)
      else if (!toLocation.state.keepScroll) showTop(toLocation.hash)
    }),
  ]
  const onPageHide = (): void => {
    save(keyOf(router.stores.resolvedLocation.get() ?? router.latestLocation))
    stored.set(saved)
  }
  addEventListener('pagehide', onPageHide)
  return () => {
    for (const stop of stops) stop()
    removeEventListener('pagehide', onPageHide)
  }
}

/** How long the previous page stays visible while the code of the next one loads, in milliseconds. */
const pendingMs = 1000

/** Options of every router of this application. Search is flat text: JSON would change ids and nanoseconds. */
export const routerOptions = {
  history: browserHistory,
  parseSearch,
  stringifySearch,
  caseSensitive: true,
  trailingSlash: 'preserve',
  notFoundMode: 'root',
  // The router's own restoration is replaced by startScrollRestoration.
  scrollRestoration: () => false,
  // Before the first page there is nothing to keep visible.
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
} as const

/** Starts scroll restoration, and keeps a page visible until the next one is loaded. */
export function startRouter(router: AnyRouter): () => void {
  const stopFirst = router.subscribe('onRendered', () => {
    stopFirst()
    router.options.defaultPendingMs = pendingMs
  })
  const stopScroll = startScrollRestoration(router)
  return () => {
    stopFirst()
    stopScroll()
  }
}

/** A page component whose code is loaded when it is first shown or preloaded. */
export interface LazyPage {
  (): React.ReactNode
  /** Starts the download. The router waits for it before it shows the page; a failure is retried on the next call. */
  preload: () => Promise<void>
}

/** Unlike the router's own wrapper it never reloads the tab when a file is missing without consent. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined
  let pending: Promise<ComponentType> | undefined
  const start = (): Promise<ComponentType> => {
    pending ??= load().then(
      (component) => (loaded = component),
      (error: unknown) => {
        pending = undefined
        throw error
      },
    )
    return pending
  }
  const Page = () => createElement(loaded ?? use(start()))
  return Object.assign(Page, {
    preload: async () => {
      await start()
    },
  })
}
