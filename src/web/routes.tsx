import { page } from './address/page.ts'
import type { Routes } from './address/router.tsx'
import { readSpamWallSearch } from './features/spam-statistics/wall/wall-search.ts'
import { PageError } from './shell/page-error.tsx'
import { Skeleton } from './ui/feedback/skeleton.tsx'

/** Pages about one party or market ask for it where the address names none. */
const choose = page(async () => (await import('./shell/choose-page.tsx')).ChoosePage)

const candles = page(async () => (await import('./features/candles/page.tsx')).CandlesPage)
const wall = page(async () => (await import('./features/spam-statistics/wall/wall-page.tsx')).SpamWallPage)

/** Every address of the dashboard. A page's code comes when somebody goes there. */
export const routes: Routes = {
  routes: [
    { path: '/', page: page(async () => (await import('./pages/overview/page.tsx')).OverviewPage) },
    { path: '/parties', page: choose },
    { path: '/parties/$partyId', page: page(async () => (await import('./pages/party/page.tsx')).PartyPage) },
    {
      path: '/margin-modes',
      page: page(async () => (await import('./features/margin-modes/page.tsx')).MarginModesPage),
    },
    { path: '/teams/referees', page: choose },
    {
      path: '/teams/referees/$referee',
      page: page(async () => (await import('./features/referee-history/page.tsx')).RefereeHistoryPage),
    },
    {
      path: '/liquidity-providers',
      page: page(async () => (await import('./features/liquidity-providers/page.tsx')).LiquidityProvidersPage),
    },
    { path: '/candles', page: choose },
    { path: '/candles/$candleId', page: candles },
    { path: '/markets/$marketId/candles', page: candles },
    // The wall of the parties that the address names; without any it asks for one.
    { path: '/spam', page: (search) => (readSpamWallSearch(search).party === undefined ? choose : wall) },
    {
      path: '/spam/$partyId',
      page: page(async () => (await import('./features/spam-statistics/page.tsx')).SpamStatisticsPage),
    },
    {
      path: '/ledger-export',
      page: page(async () => (await import('./features/ledger-export/page.tsx')).LedgerExportPage),
    },
    { path: '/settings', page: page(async () => (await import('./pages/settings/page.tsx')).SettingsPage) },
  ],
  missing: page(async () => (await import('./shell/not-found.tsx')).NotFound),
  waiting: <Skeleton rows={8} />,
  failure: PageError,
}
