import { type HistoryLocation, type RouterHistory, createBrowserHistory } from '@tanstack/react-router'
import { foldHref, tryDecodePath } from '../format/path.ts'
import { type Search, parseSearch, stringifySearch } from './search.ts'
import { shownAddress, siteHref } from '../format/site.ts'
import { afterPaint } from './after-paint.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page keeps its scroll position when this entry is opened. */
    keepScroll?: boolean
    /** The page is notified of this entry after the next paint, in which the control that was used shows the choice. */
    paintFirst?: boolean
  }
}

/** Escapes the percent signs of a part that is not percent-encoded UTF-8, such as a pasted `100%`, which the router refuses. */
const escapePart = (part: string): string => (tryDecodePath(part) === undefined ? part.replaceAll('%', '%25') : part)

/** The location of the address bar, ids folded in both; the router wraps the method of `history`, not its prototype's. */
function parseLocation(): HistoryLocation {
  const written = shownAddress()
  const href = foldHref(written)
  // With the origin: a path that begins with two slashes would name another host.
  if (href !== written) {
    const { origin } = window.location
    const url = siteHref(href)
    History.prototype.replaceState.call(window.history, window.history.state, '', url === href ? origin + href : url)
  }
  const [, path = '/', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? []
  const escaped = path.split('/').map(escapePart).join('/')
  // An entry that the router did not create, such as a hash typed into the address bar, has no state.
  const state = (window.history.state ?? { __TSR_index: 0 }) as HistoryLocation['state']
  return { href: escaped + query + fragment, pathname: escaped, search: query, hash: fragment, state }
}

/** Tells the page of entries with `paintFirst` after the next paint; the address bar shows them at once. */
function paintsFirst(history: RouterHistory): RouterHistory {
  const { subscribe } = history
  const isCurrent = (location: HistoryLocation): boolean => location === history.location
  history.subscribe = (listener) => {
    let isHeard = true
    const stop = subscribe((event) => {
      const isNew = event.action.type === 'PUSH' || event.action.type === 'REPLACE'
      if (isNew && event.location.state.paintFirst)
        afterPaint(() => isHeard && isCurrent(event.location) && listener(event))
      else listener(event)
    })
    return () => {
      isHeard = false
      stop()
    }
  }
  return history
}

/** The tab's session history, shared by the router and by code outside components. */
export const browserHistory = paintsFirst(createBrowserHistory({ parseLocation, createHref: siteHref }))

export interface NavigateOptions {
  /** Replaces the current history entry, so that Back skips it. */
  replace?: boolean
  /** Keeps the scroll position; the default for a replaced entry. */
  keepScroll?: boolean
  /** The address changes at once, and the page after the next paint, in which the control that was used shows the choice. */
  paintFirst?: boolean
}

/** Opens an address of this application: a path with its search and hash. */
export function go(href: string, options: NavigateOptions = {}): void {
  const { replace = false, keepScroll = replace, paintFirst = false } = options
  const state = { ...(keepScroll && { keepScroll }), ...(paintFirst && { paintFirst }) }
  browserHistory[replace ? 'replace' : 'push'](foldHref(href), state)
  // The address bar is current when this returns, not a microtask later.
  browserHistory.flush()
}

/** Replaces the search of the current address. Members that are undefined or empty are left out. */
export function goSearch(search: object, options?: NavigateOptions): void {
  go(`${browserHistory.location.pathname}${stringifySearch(search)}`, options)
}

/**
 * Changes members of the search in the address bar, which may not be rendered yet; undefined removes one. The page follows
 * after the next paint.
 */
export function changeSearch<Parsed extends object>(
  parse: (search: Search) => Parsed,
  change: { readonly [Name in keyof Parsed]?: Parsed[Name] | undefined },
  options?: NavigateOptions,
): void {
  goSearch({ ...parse(parseSearch(browserHistory.location.search)), ...change }, { paintFirst: true, ...options })
}
