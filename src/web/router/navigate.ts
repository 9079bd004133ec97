import { foldHref } from '../format/path.ts'
import { browserHistory } from './browser-history.ts'
import { type Search, parseSearch, stringifySearch } from './search-text.ts'

export interface NavigateOptions {
  /** Replaces the current history entry, so that Back skips it. */
  replace?: boolean
  /** Keeps the scroll position; the default for a replaced entry. */
  keepScroll?: boolean
}

/** Opens an address of this application: a path with its search and hash. */
export function go(href: string, { replace = false, keepScroll = replace }: NavigateOptions = {}): void {
  browserHistory[replace ? 'replace' : 'push'](foldHref(href), keepScroll ? { keepScroll } : {})
  // The address bar is current when this returns, not a microtask later.
  browserHistory.flush()
}

/** Replaces the search of the current address. Members that are undefined or empty are left out. */
export function goSearch(search: object, options?: NavigateOptions): void {
  go(`${browserHistory.location.pathname}${stringifySearch(search)}`, options)
}

/** Changes members of the search in the address bar, which may not be rendered yet; undefined removes one. */
export function changeSearch<Parsed extends object>(
  parse: (search: Search) => Parsed,
  change: { readonly [Name in keyof Parsed]?: Parsed[Name] | undefined },
  options?: NavigateOptions,
): void {
  goSearch({ ...parse(parseSearch(browserHistory.location.search)), ...change }, options)
}
