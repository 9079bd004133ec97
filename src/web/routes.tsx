import { type RouteComponent, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { readSpamWallSearch } from './features/spam-statistics/wall/wall-search.ts'
import type { RoutePath } from './route-table.ts'
import { type LazyPage, lazyPage } from './router/lazy-page.ts'
import { routerOptions } from './router/router-options.ts'
import { useSearch } from './router/use-location.ts'
import { NotFound, PageError } from './shell/page-error.tsx'
import { Shell } from './shell/shell.tsx'
import { Skeleton } from './ui/feedback/skeleton.tsx'

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const at = <Path extends RoutePath>(path: Path, component: RouteComponent | LazyPage) =>
  createRoute({ getParentRoute: () => rootRoute, path, component, errorComponent: PageError })

// Every page is a chunk of its own. Pages about one party or market ask for it where the address names none.
const choose = lazyPage(async () => (await import('./shell/choose-page.tsx')).ChoosePage)
const overview = lazyPage(async () => (await import('./pages/overview/page.tsx')).OverviewPage)
const watch = lazyPage(async () => (await import('./pages/overview/watch-page.tsx')).WatchPage)
const party = lazyPage(async () => (await import('./pages/party/page.tsx')).PartyPage)
const market = lazyPage(async () => (await import('./pages/market/page.tsx')).MarketPage)
const marginModes = lazyPage(async () => (await import('./features/margin-modes/page.tsx')).MarginModesPage)
const teamHistory = lazyPage(async () => (await import('./features/referee-history/page.tsx')).RefereeHistoryPage)
const providers = lazyPage(async () => (await import('./features/liquidity-providers/page.tsx')).LiquidityProvidersPage)
const candles = lazyPage(async () => (await import('./features/candles/page.tsx')).CandlesPage)
const monitor = lazyPage(async () => (await import('./features/spam-statistics/page.tsx')).SpamStatisticsPage)
const wall = lazyPage(async () => (await import('./features/spam-statistics/wall/wall-page.tsx')).SpamWallPage)
const ledgerExport = lazyPage(async () => (await import('./features/ledger-export/page.tsx')).LedgerExportPage)
const compare = lazyPage(async () => (await import('./pages/compare/page.tsx')).ComparePage)
const asset = lazyPage(async () => (await import('./pages/homes/pages.ts')).AssetPage)
const team = lazyPage(async () => (await import('./pages/homes/pages.ts')).TeamPage)
const epoch = lazyPage(async () => (await import('./pages/homes/pages.ts')).EpochPage)
const block = lazyPage(async () => (await import('./pages/homes/pages.ts')).BlockPage)
const help = lazyPage(async () => (await import('./pages/help/page.tsx')).HelpPage)
const settings = lazyPage(async () => (await import('./pages/settings/page.tsx')).SettingsPage)

/** The wall of the parties that the address names; without any it asks for one. */
function Spam() {
  const Page = useSearch(readSpamWallSearch).party === undefined ? choose : wall
  return <Page />
}
Spam.preload = async () => {
  await Promise.all([choose.preload(), wall.preload()])
}

const routeTree = rootRoute.addChildren([
  at('/', overview),
  at('/watch', watch),
  at('/parties', choose),
  at('/parties/$partyId', party),
  at('/margin-modes', marginModes),
  at('/teams/referees', choose),
  at('/teams/referees/$referee', teamHistory),
  at('/liquidity-providers', providers),
  at('/markets', choose),
  at('/markets/$marketId', market),
  at('/candles', choose),
  at('/candles/$candleId', candles),
  at('/markets/$marketId/candles', candles),
  at('/spam', Spam),
  at('/spam/$partyId', monitor),
  at('/ledger-export', ledgerExport),
  at('/compare', compare),
  at('/assets/$assetId', asset),
  at('/teams/$teamId', team),
  at('/epochs/$epoch', epoch),
  at('/blocks/$height', block),
  at('/help', help),
  at('/settings', settings),
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
