import { createRootRoute, createRoute, createRouter, getRouteApi, lazyRouteComponent } from '@tanstack/react-router'
import { PageError } from './shell/page-error.tsx'
import { Shell } from './shell/shell.tsx'
import { Skeleton } from './ui/skeleton.tsx'
import { readCandlesSearch } from './pages/candles/search.ts'
import { readLedgerExportSearch } from './pages/ledger-export/search.ts'
import { readLiquidityProvidersSearch } from './pages/liquidity-providers/search.ts'
import { readMarginModesSearch } from './pages/margin-modes/search.ts'
import { readOverviewSearch } from './pages/overview/search.ts'
import { readPartySearch } from './pages/party/search.ts'
import { readRefereeHistorySearch } from './pages/referee-history/search.ts'
import { readSettingsSearch } from './pages/settings/search.ts'
import { readSpamStatisticsSearch } from './pages/spam-statistics/search.ts'
import { readSpamWallSearch } from './pages/spam-statistics/wall-search.ts'

/** The address in flat text, never JSON: ids and nanoseconds stay the characters they are. A repeated name joins with a comma. */
function parseSearch(search: string): Record<string, string> {
  const names = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(search)) {
    const earlier = names.get(name)
    names.set(name, earlier === undefined ? value : `${earlier},${value}`)
  }
  return Object.fromEntries(names)
}

/** The other way; a list is its name repeated. */
function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search)
    .flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((item) => [name, item] as const) : [[name, value] as const],
    )
    .filter(([, value]) => value !== undefined && value !== '')
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return text && `?${text}`
}

type Flat = Readonly<Record<string, string>>
const reading =
  <Search,>(read: (text: Flat) => Search) =>
  (search: Record<string, unknown>) =>
    read(search as Flat)

const root = createRootRoute({ component: Shell })
const parent = { getParentRoute: () => root }

const NotFound = lazyRouteComponent(() => import('./shell/not-found.tsx'), 'NotFound')

/** Pages about one party or market ask for it where the address names none. */
const choose = lazyRouteComponent(() => import('./shell/choose-page.tsx'), 'ChoosePage')

const Wall = lazyRouteComponent(() => import('./pages/spam-statistics/wall-page.tsx'), 'SpamWallPage')
const wall = getRouteApi('/spam')

/** The wall of the parties that the address names; without any it asks for one. */
function SpamEntrance() {
  const { party } = wall.useSearch()
  const Page = party === undefined ? choose : Wall
  return <Page />
}

const routes = [
  createRoute({
    ...parent,
    path: '/',
    validateSearch: reading(readOverviewSearch),
    component: lazyRouteComponent(() => import('./pages/overview/page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    ...parent,
    path: '/parties',
    component: choose,
  }),
  createRoute({
    ...parent,
    path: '/spam',
    validateSearch: reading(readSpamWallSearch),
    component: SpamEntrance,
  }),
  createRoute({
    ...parent,
    path: '/teams/referees',
    component: choose,
  }),
  createRoute({
    ...parent,
    path: '/candles',
    component: choose,
  }),
  createRoute({
    ...parent,
    path: '/parties/$partyId',
    validateSearch: reading(readPartySearch),
    component: lazyRouteComponent(() => import('./pages/party/page.tsx'), 'PartyPage'),
  }),
  createRoute({
    ...parent,
    path: '/margin-modes',
    validateSearch: reading(readMarginModesSearch),
    component: lazyRouteComponent(() => import('./pages/margin-modes/page.tsx'), 'MarginModesPage'),
  }),
  createRoute({
    ...parent,
    path: '/teams/referees/$referee',
    validateSearch: reading(readRefereeHistorySearch),
    component: lazyRouteComponent(() => import('./pages/referee-history/page.tsx'), 'RefereeHistoryPage'),
  }),
  createRoute({
    ...parent,
    path: '/liquidity-providers',
    validateSearch: reading(readLiquidityProvidersSearch),
    component: lazyRouteComponent(() => import('./pages/liquidity-providers/page.tsx'), 'LiquidityProvidersPage'),
  }),
  createRoute({
    ...parent,
    path: '/markets/$marketId/candles',
    validateSearch: reading(readCandlesSearch),
    component: lazyRouteComponent(() => import('./pages/candles/page.tsx'), 'CandlesPage'),
  }),
  createRoute({
    ...parent,
    path: '/candles/$candleId',
    validateSearch: reading(readCandlesSearch),
    component: lazyRouteComponent(() => import('./pages/candles/page.tsx'), 'CandlesPage'),
  }),
  createRoute({
    ...parent,
    path: '/spam/$partyId',
    validateSearch: reading(readSpamStatisticsSearch),
    component: lazyRouteComponent(() => import('./pages/spam-statistics/page.tsx'), 'SpamStatisticsPage'),
  }),
  createRoute({
    ...parent,
    path: '/ledger-export',
    validateSearch: reading(readLedgerExportSearch),
    component: lazyRouteComponent(() => import('./pages/ledger-export/page.tsx'), 'LedgerExportPage'),
  }),
  createRoute({
    ...parent,
    path: '/settings',
    validateSearch: reading(readSettingsSearch),
    component: lazyRouteComponent(() => import('./pages/settings/page.tsx'), 'SettingsPage'),
  }),
] as const

export const router = createRouter({
  routeTree: root.addChildren([...routes]),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: false,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: () => <Skeleton rows={8} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
