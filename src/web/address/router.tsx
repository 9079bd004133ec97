import { createContext, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { type Entry, type Move, currentEntry, onMove } from './history.ts'
import type { Page } from './page.ts'
import { type Params, matchPath } from './pattern.ts'
import { keepForReload, leave } from './scroll.ts'
import { type Search, parseSearch } from './search-text.ts'

/** How long the page before stays in view while the code of the next one comes, in milliseconds. */
const timeoutMs = 1000

/** A page and the addresses that it answers; an address may choose between pages by what it asks for. */
export interface Route {
  readonly path: string
  readonly page: Page | ((search: Search) => Page)
}

export interface PageFailure {
  readonly error: unknown
  /** Tries the page again. */
  readonly reset: () => void
}

export interface Routes {
  readonly routes: readonly Route[]
  /** For an address that no route has. */
  readonly missing: Page
  /** Stands in while the code of a page takes long. */
  readonly waiting: ReactNode
  /** Stands for a page that broke or could not be loaded. */
  readonly failure: ComponentType<PageFailure>
}

/** The address in view and the page that it has. */
interface Place extends Move {
  readonly from: Entry | undefined
  readonly page: Page
  readonly path: string
  readonly params: Params
  readonly search: Search
}

interface Router {
  readonly place: Place
  readonly given: Routes
  /** Whether an entry was the last to arrive: its page may be drawn again, for another node. */
  readonly hasArrived: (entry: Entry) => boolean
  readonly arrive: (entry: Entry) => void
}

const RouterContext = createContext<Router | undefined>(undefined)

/** What the router around a component knows. */
export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('There is no router around this.')
  return router
}

function find({ routes, missing }: Routes, move: Move): Place {
  const search = parseSearch(move.entry.search)
  for (const { path, page } of routes) {
    const params = matchPath(path, move.entry.pathname)
    if (params)
      return { ...move, from: undefined, path, params, search, page: typeof page === 'function' ? page(search) : page }
  }
  return { ...move, from: undefined, path: '', params: {}, search, page: missing }
}

/** Asks for the page of the address in view, before anything is drawn. */
export function askEarly(given: Routes): void {
  // Whoever draws the page will hear of a failure.
  void find(given, { entry: currentEntry(), scroll: 'left' })
    .page.ask()
    .catch(() => undefined)
}

/** Comes when the page is there, failed, or has let the reader wait long enough for its stand-in. */
const readyOrLate = (page: Page): Promise<unknown> =>
  Promise.race([page.ask().catch(() => undefined), new Promise((late) => setTimeout(late, timeoutMs))])

/**
 * Follows the browser's history and says which page its address has (decision 10). The page before stays until the
 * next one can be drawn.
 */
export function Router({ given, children }: { given: Routes; children: ReactNode }) {
  const [place, setPlace] = useState(() => find(given, { entry: currentEntry(), scroll: 'left' }))
  const arrived = useRef<Entry>(undefined)

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    let latest = currentEntry()
    const stop = onMove((move) => {
      leave(latest)
      latest = move.entry
      const next = find(given, move)
      next.page.forget()
      const show = (): void => {
        // Meanwhile the reader may have gone on. Never as a transition: the next click must find this search, or loses it.
        if (latest === move.entry) setPlace((before) => ({ ...next, from: before.entry }))
      }
      if (next.page.loaded) show()
      else void readyOrLate(next.page).then(show)
    })
    const keep = (): void => keepForReload(latest)
    addEventListener('pagehide', keep)
    return () => {
      stop()
      removeEventListener('pagehide', keep)
    }
  }, [given])

  const router = useMemo(
    () => ({
      place,
      given,
      hasArrived: (entry: Entry) => arrived.current === entry,
      arrive: (entry: Entry) => void (arrived.current = entry),
    }),
    [place, given],
  )
  return <RouterContext value={router}>{children}</RouterContext>
}
