import { page } from './address/page.ts'
import type { Route, Routes } from './address/router.tsx'
import { readSpamWallSearch } from './features/spam-statistics/wall/wall-search.ts'
import { type RoutePath, routePaths } from './route-table.ts'
import { PageError } from './shell/page-error.tsx'
import { Skeleton } from './ui/feedback/skeleton.tsx'

/** Pages about one party or market ask for it where the address names none. */
const choose = page(async () => (await import('./shell/choose-page.tsx')).ChoosePage)

const candles = page(async () => (await import('./features/candles/page.tsx')).CandlesPage)
const wall = page(async () => (await import('./features/spam-statistics/wall/wall-page.tsx')).SpamWallPage)

/** The page of each path. Its code comes when somebody goes there. */
const pageOf: Readonly<Record<RoutePath, Route['page']>> = {
  '/': page(async () => (await import('./pages/overview/page.tsx')).OverviewPage),
  '/parties': choose,
  '/parties/$partyId': page(async () => (await import('./pages/party/page.tsx')).PartyPage),
  '/margin-modes': page(async () => (await import('./features/margin-modes/page.tsx')).MarginModesPage),
  '/teams/referees': choose,
  '/teams/referees/$referee': page(
    async () => (await import('./features/referee-history/page.tsx')).RefereeHistoryPage,
  ),
  '/liquidity-providers': page(
    async () => (await import('./features/liquidity-providers/page.tsx')).LiquidityProvidersPage,
  ),
  '/candles': choose,
  '/candles/$candleId': candles,
  '/markets/$marketId/candles': candles,
  // The wall of the parties that the address names; without any it asks for one.
  '/spam': (search) => (readSpamWallSearch(search).party === undefined ? choose : wall),
  '/spam/$partyId': page(async () => (await import('./features/spam-statistics/page.tsx')).SpamStatisticsPage),
  '/ledger-export': page(async () => (await import('./features/ledger-export/page.tsx')).LedgerExportPage),
  '/settings': page(async () => (await import('./pages/settings/page.tsx')).SettingsPage),
}

/** The route table with its pages. */
export const routes: Routes = {
  routes: routePaths.map(([path]) => ({ path, page: pageOf[path] })),
  missing: page(async () => (await import('./shell/not-found.tsx')).NotFound),
  waiting: <Skeleton rows={8} />,
  failure: PageError,
}
