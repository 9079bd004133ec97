import type { Locator, Page } from 'playwright/test'
import { candleIdOf } from '../src/wire/candles.ts'
import { type Entity, type PageEntry, type PageName, pages } from '../src/web/route-table.ts'
import type { Network } from './network.ts'

export interface Route {
  name: string
  /** Checked by axe with data, empty and failed in states.spec.ts. */
  inStates?: true
  /** Sends no request of its own, so it has no failed state. */
  withoutRequests?: true
  at: (network: Network) => Promise<string>
  /** Visible once the page has its data. */
  ready: (page: Page) => Locator
}

/** The first cell of the list of a page. */
export const cells = (page: Page) => page.getByRole('grid').getByRole('gridcell').first()
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name })

/** An id of each kind that the network knows. */
const samples: Readonly<Record<Entity, (network: Network) => Promise<string | undefined>>> = {
  party: (network) => network.versatileParty(),
  market: async (network) => (await network.busyMarket()).id,
  candle: async (network) => candleIdOf('1 hour', (await network.busyMarket()).id),
  asset: async (network) => (await network.assets())[0]?.id,
  team: async (network) => (await network.stays(await network.versatileParty()))[0]?.teamId,
  epoch: async (network) => (await network.stays(await network.versatileParty()))[0]?.joinedAtEpoch,
  block: async () => '61204300',
}

/** A page as the table knows it, with an id where its last path or its first filter has one. */
function routeOf({ paths, filters = [] }: PageEntry): Omit<Route, 'name'> {
  const [path, entity] = Object.entries(paths).at(-1) ?? ['/', undefined]
  return {
    at: async (network) => {
      const id = entity && (await samples[entity](network))
      const filter = filters[0] && `?${filters[0]}Id=${await samples[filters[0]](network)}`
      return path.replace(/\$\w+/, id ?? '') + (filter ?? '')
    },
    ready: (page) => page.locator('main:not(:has([data-waiting]))').getByRole('heading').first(),
  }
}

/** What is particular of a page; a page of the route table that is not named here is checked as the table knows it. */
const particular: Readonly<Partial<Record<PageName, Omit<Route, 'name'>>>> = {
  overview: {
    inStates: true,
    at: async () => '/',
    ready: (page) => page.getByRole('table', { name: 'Markets' }),
  },
  party: {
    inStates: true,
    at: async (network) => `/parties/${await network.versatileParty()}`,
    ready: (page) => page.getByRole('table', { name: 'Margin modes' }),
  },
  marginModes: { inStates: true, at: async () => '/margin-modes', ready: cells },
  teamHistory: {
    inStates: true,
    at: async (network) => `/teams/referees/${await network.versatileParty()}`,
    ready: cells,
  },
  liquidity: {
    inStates: true,
    at: async (network) => `/liquidity-providers?marketId=${(await network.busyMarket()).id}`,
    ready: cells,
  },
  market: {
    at: async (network) => `/markets/${(await network.busyMarket()).id}`,
    ready: (page) => page.getByRole('application', { name: /^Candles of/ }),
  },
  candles: {
    at: async (network) => `/markets/${(await network.busyMarket()).id}/candles?table=on`,
    ready: cells,
  },
  spam: {
    at: async (network) => `/spam/${await network.versatileParty()}`,
    ready: (page) => page.getByRole('article', { name: 'Transfers' }),
  },
  statement: {
    at: async (network) => `/ledger?partyId=${await network.versatileParty()}`,
    ready: (page) => page.getByText(/ rows read; complete$/),
  },
  ledgerExport: {
    at: async (network) => `/ledger-export?partyId=${await network.versatileParty()}`,
    ready: (page) => page.getByRole('combobox', { name: 'Asset' }),
  },
  compare: {
    at: async (network) => {
      const { id } = await network.busyMarket()
      const [first, second] = await network.providers({ marketId: id })
      return `/compare?party=${first?.partyId}&party=${second?.partyId}&marketId=${id}`
    },
    ready: (page) => page.getByRole('table', { name: 'Service level' }),
  },
  team: {
    at: async (network) => `/teams/${(await network.stays(await network.versatileParty()))[0]?.teamId}`,
    ready: (page) => page.getByRole('table', { name: 'Referees seen joining' }),
  },
  epoch: {
    at: async (network) => `/epochs/${(await network.stays(await network.versatileParty()))[0]?.joinedAtEpoch}`,
    ready: (page) => page.getByRole('table', { name: 'Team joins in this epoch' }),
  },
  settings: {
    inStates: true,
    at: async () => '/settings',
    ready: (page) => page.getByText('lyra-demo-1').first(),
  },
}

/** A page of each kind, with data, and those that ask for a subject. */
export const routes: readonly Route[] = [
  ...(Object.keys(pages) as PageName[]).map((name) => ({
    ...(particular[name] ?? routeOf(pages[name])),
    name: pages[name].name.toLowerCase(),
  })),
  {
    name: 'liquidity providers without a filter',
    at: async () => '/liquidity-providers',
    ready: heading('Choose a market or a provider'),
    withoutRequests: true,
  },
  {
    name: 'spam limits without a party',
    at: async () => '/spam',
    ready: (page) =>
      page
        .getByRole('region', { name: /^On this node/ })
        .getByText('OK')
        .first(),
  },
  {
    name: 'market without an id',
    at: async () => '/markets',
    ready: (page) => page.getByRole('region', { name: 'Markets' }),
  },
  {
    name: 'candles without a market',
    at: async () => '/candles',
    ready: (page) => page.getByRole('region', { name: 'Markets' }),
  },
  { name: 'unknown address', at: async () => '/nowhere', ready: heading('Page not found'), withoutRequests: true },
]
