/**
 * Whether this is a copy of the dashboard on a server of files alone, which knows one page: the address of what is shown stands
 * behind `#`. Lyra's service takes the mark out of the page.
 */
export const isStatic = typeof document !== 'undefined' && document.documentElement.hasAttribute('data-static')

/** The address of a file beside the page, such as `config.json`. */
export const siteFile = (path: string): string => (isStatic ? path : `/${path}`)

/** An address of this application (a path with its search and hash) as browsers follow it. */
export const siteHref = (href: string): string => (isStatic && href.startsWith('/') ? `#${href}` : href)

/** The address of what is shown: a path with its search and hash. */
export function shownAddress(): string {
  const { pathname, search, hash } = window.location
  return isStatic ? hash.slice(1).replace(/^(?!\/)/, '/') : `${pathname}${search}${hash}`
}

/** The same in its parts; its host means nothing. */
export const shownUrl = (): URL => new URL(`http://lyra.invalid${shownAddress()}`)
