/**
 * The paths of the dashboard's pages, `:id` for whatever a page is about. They are known here because the service gives a page
 * also to a program that takes anything, as those are that make previews of shared links; any other address is none to it.
 */
export const pagePaths: readonly string[] = [
  '/',
  '/watch',
  '/parties',
  '/parties/:id',
  '/spam',
  '/spam/:id',
  '/margin-modes',
  '/teams/referees',
  '/teams/referees/:id',
  '/teams/:id',
  '/ledger',
  '/ledger-export',
  '/markets',
  '/markets/:id',
  '/markets/:id/candles',
  '/candles',
  '/candles/:id',
  '/liquidity-providers',
  '/assets/:id',
  '/epochs/:id',
  '/blocks/:id',
  '/help',
  '/settings',
]

const patterns = pagePaths.map((path) => new RegExp(`^${path.replaceAll(':id', '[^/]+')}$`))

/** Whether a path is that of a page; one with a dot in its last segment is a file's. */
export const isPagePath = (path: string): boolean =>
  !/\.[^/]*$/.test(path) && patterns.some((pattern) => pattern.test(path))
