import { foldHref } from '../format/path.ts'
import { createEmitter } from '../observable.ts'
import { stringifySearch } from './search-text.ts'

/** One entry of the browser's history. Its key stays with it when the reader goes back, forward or reloads. */
export interface Entry {
  readonly key: string
  readonly pathname: string
  /** With the question mark, or empty. */
  readonly search: string
  /** With the hash sign, or empty. */
  readonly hash: string
}

export interface Manner {
  /** No new entry: going back leads to where the reader was before this one. */
  replace?: boolean
  /** Stays where the reader is on the page. A replaced entry always does. */
  keepScroll?: boolean
}

export interface Move {
  readonly entry: Entry
  /** Where the page is to be scrolled to: its top, where it was left, or where it is. */
  readonly scroll: 'top' | 'left' | 'kept'
}

const newKey = (): string => Math.random().toString(36).slice(2, 10)

/**
 * The entry in view. One that another hand made (a typed hash, a link from outside) gets a key here. Every address is
 * read here, so here its ids get their one spelling, also in the address bar.
 */
function read(): Entry {
  const state: unknown = history.state
  const known = typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : ''
  const key = known || newKey()
  const here = `${location.pathname}${location.search}${location.hash}`
  const href = foldHref(here)
  // With the origin, or a path of two slashes would name another host.
  if (key !== known || href !== here) history.replaceState({ key }, '', `${location.origin}${href}`)
  const { pathname, search, hash } = location
  return { key, pathname, search, hash }
}

const moves = createEmitter<Move>(() => {
  addEventListener('popstate', back)
  return () => removeEventListener('popstate', back)
})
const tell = (scroll: Move['scroll']): void => moves.emit({ entry: read(), scroll })
const back = (): void => tell('left')

/** The entry that the browser shows now. */
export const currentEntry = read

/** Calls for every move to another entry, be it a link, a key of the browser or a changed search. */
export const onMove = moves.subscribe

/** Goes to an address of this application: a path with all that follows. */
export function go(href: string, { replace = false, keepScroll = replace }: Manner = {}): void {
  if (replace) history.replaceState({ key: read().key }, '', href)
  else history.pushState({ key: newKey() }, '', href)
  tell(keepScroll ? 'kept' : 'top')
}

/** Stays on the page and changes what its address asks for. Members that are undefined or empty are left out. */
export function goSearch(search: object, manner?: Manner): void {
  go(`${location.pathname}${stringifySearch(search)}`, manner)
}
