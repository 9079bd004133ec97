import { type RouteComponent, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { readSpamWallSearch } from './features/spam-statistics/wall/wall-search.ts'
import type { RoutePath } from './route-table.ts'
import { type LazyPage, lazyPage } from './router/lazy-page.ts'
import { routerOptions } from './router/router-options.ts'
import { useSearch } from './router/use-location.ts'
import { PageError } from './shell/page-error.tsx'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'
import { Skeleton } from './ui/feedback/skeleton.tsx'

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })

/** One route of the table. */
const at = <Path extends RoutePath>(path: Path, component: RouteComponent | LazyPage) =>
  createRoute({ getParentRoute: () => rootRoute, path, component, errorComponent: PageError })

/** Pages about one party or market ask for it where the address names none. */
const choose = lazyPage(async () => (await import('./shell/choose-page.tsx')).ChoosePage)
const candles = lazyPage(async () => (await import('./features/candles/page.tsx')).CandlesPage)
const wall = lazyPage(async () => (await import('./features/spam-statistics/wall/wall-page.tsx')).SpamWallPage)

/** The wall of the parties that the address names; without any it asks for one. */
function Spam() {
  const { party } = useSearch(readSpamWallSearch)
  const Page = party === undefined ? choose : wall
  return <Page />
}
Spam.preload = async () => {
  await Promise.all([choose.preload(), wall.preload()])
}

/** The routes of route-table.ts with their pages, each of them a chunk of its own. */
export const routeTree = rootRoute.addChildren([
  at(
    '/',
    lazyPage(async () => (await import('./pages/overview/page.tsx')).OverviewPage),
  ),
  at('/parties', choose),
  at(
    '/parties/$partyId',
    lazyPage(async () => (await import('./pages/party/page.tsx')).PartyPage),
  ),
  at(
    '/margin-modes',
    lazyPage(async () => (await import('./features/margin-modes/page.tsx')).MarginModesPage),
  ),
  at('/teams/referees', choose),
  at(
    '/teams/referees/$referee',
    lazyPage(async () => (await import('./features/referee-history/page.tsx')).RefereeHistoryPage),
  ),
  at(
    '/liquidity-providers',
    lazyPage(async () => (await import('./features/liquidity-providers/page.tsx')).LiquidityProvidersPage),
  ),
  at('/candles', choose),
  at('/candles/$candleId', candles),
  at('/markets/$marketId/candles', candles),
  at('/spam', Spam),
  at(
    '/spam/$partyId',
    lazyPage(async () => (await import('./features/spam-statistics/page.tsx')).SpamStatisticsPage),
  ),
  at(
    '/ledger-export',
    lazyPage(async () => (await import('./features/ledger-export/page.tsx')).LedgerExportPage),
  ),
  at(
    '/settings',
    lazyPage(async () => (await import('./pages/settings/page.tsx')).SettingsPage),
  ),
])

export const router = createRouter({
  ...routerOptions,
  routeTree,
  defaultPendingComponent: () => <Skeleton rows={8} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
