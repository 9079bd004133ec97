import type { Locator, Page } from 'playwright/test'
import { candleIdOf } from '../src/wire/candles.ts'
import { getEpoch } from '../src/wire/network.ts'
import type { RoutePath } from '../src/wire/pages.ts'
import type { Network } from './network.ts'

export interface Route {
  name: string
  /** The path of the route table that it is an address of; undefined for an address of no page. */
  path: RoutePath | undefined
  at: (network: Network) => string | Promise<string>
  /** Visible once the page has its data. */
  ready: (page: Page) => Locator
  /** Sends no request of its own, so that it has no failed state. */
  withoutRequests?: true
}

/** The first cell of the list of a page. */
export const cells = (page: Page) => page.getByRole('grid').getByRole('gridcell').first()
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name })
const region = (name: string | RegExp) => (page: Page) => page.getByRole('region', { name })
const table = (name: string) => (page: Page) => page.getByRole('table', { name })
const title = (page: Page) => page.getByRole('main').getByRole('heading').first()

const party = (network: Network) => network.versatileParty()
const market = async (network: Network) => (await network.busyMarket()).id
const firstAsset = async (network: Network) => (await network.assets())[0]?.id ?? ''
const firstStay = async (network: Network) => (await network.stays(await party(network)))[0]
const provider = async (network: Network) =>
  (await network.providers({ marketId: await market(network) }))[0]?.partyId ?? ''
const parties = async (network: Network, count: number) =>
  (await network.parties())
    .slice(0, count)
    .map((id) => `party=${id}`)
    .join('&')

/** At least one address of every path, with data, without a subject and with one that the node does not know. */
export const routes: readonly Route[] = [
  { name: 'watch room', path: '/', at: () => '/', ready: table('Markets') },
  { name: 'watch room, full screen', path: '/watch', at: () => '/watch', ready: table('Parties, worst first') },
  { name: 'parties', path: '/parties', at: () => '/parties', ready: title },
  {
    name: 'party',
    path: '/parties/$partyId',
    at: async (network) => `/parties/${await party(network)}`,
    ready: table('Margin modes'),
  },
  {
    name: 'party unknown to the node',
    path: '/parties/$partyId',
    at: () => `/parties/${'0f'.repeat(32)}`,
    ready: title,
  },
  {
    name: 'spam limits',
    path: '/spam/$partyId',
    at: async (network) => `/spam/${await party(network)}`,
    ready: (page) => page.getByRole('article', { name: 'Transfers' }),
  },
  {
    name: 'spam limits without a party',
    path: '/spam',
    at: () => '/spam',
    ready: (page) =>
      region(/^On this node/)(page)
        .getByText('OK')
        .first(),
  },
  {
    name: 'limits of several parties',
    path: '/spam',
    at: async (network) => `/spam?${await parties(network, 4)}`,
    ready: title,
  },
  { name: 'margin modes', path: '/margin-modes', at: () => '/margin-modes', ready: cells },
  {
    name: 'margin modes of a market',
    path: '/margin-modes',
    at: async (network) => `/margin-modes?marketId=${await market(network)}`,
    ready: cells,
  },
  {
    name: 'margin modes of a party',
    path: '/margin-modes',
    at: async (network) => `/margin-modes?partyId=${await party(network)}`,
    ready: cells,
  },
  {
    name: 'team history',
    path: '/teams/referees/$referee',
    at: async (network) => `/teams/referees/${await party(network)}`,
    ready: (page) => region('Teams')(page).getByText(/so far$/),
  },
  { name: 'team history without a party', path: '/teams/referees', at: () => '/teams/referees', ready: title },
  {
    name: 'statement',
    path: '/ledger',
    at: async (network) => `/ledger?partyId=${await party(network)}`,
    ready: (page) => page.getByText(/ rows read; complete$/),
  },
  { name: 'statement without a party', path: '/ledger', at: () => '/ledger', ready: heading('Choose a party') },
  {
    name: 'ledger export',
    path: '/ledger-export',
    at: async (network) => `/ledger-export?partyId=${await party(network)}`,
    ready: (page) => page.getByRole('combobox', { name: 'Asset' }),
  },
  { name: 'ledger export without a party', path: '/ledger-export', at: () => '/ledger-export', ready: title },
  { name: 'market without an id', path: '/markets', at: () => '/markets', ready: region('Markets') },
  {
    name: 'market',
    path: '/markets/$marketId',
    at: async (network) => `/markets/${await market(network)}`,
    ready: (page) => page.getByRole('application', { name: /^Candles of/ }),
  },
  { name: 'candles without a market', path: '/candles', at: () => '/candles', ready: region('Markets') },
  {
    name: 'candles by their id',
    path: '/candles/$candleId',
    at: async (network) => `/candles/${encodeURIComponent(candleIdOf('1 hour', await market(network)))}`,
    ready: (page) => page.getByRole('application', { name: /^Candles of/ }),
  },
  {
    name: 'candles',
    path: '/markets/$marketId/candles',
    at: async (network) => `/markets/${await market(network)}/candles?table=on`,
    ready: cells,
  },
  {
    name: 'providers of a market',
    path: '/liquidity-providers',
    at: async (network) => `/liquidity-providers?marketId=${await market(network)}`,
    ready: cells,
  },
  {
    name: 'providers of nothing',
    path: '/liquidity-providers',
    at: () => '/liquidity-providers',
    ready: heading('Choose a market or a provider'),
    withoutRequests: true,
  },
  {
    name: 'positions of a party',
    path: '/liquidity-providers',
    at: async (network) => `/liquidity-providers?partyId=${await provider(network)}`,
    ready: cells,
  },
  {
    name: 'asset',
    path: '/assets/$assetId',
    at: async (network) => `/assets/${await firstAsset(network)}`,
    ready: title,
  },
  {
    name: 'team',
    path: '/teams/$teamId',
    at: async (network) => `/teams/${(await firstStay(network))?.teamId}`,
    ready: title,
  },
  {
    name: 'epoch',
    path: '/epochs/$epoch',
    at: async (network) => `/epochs/${(await firstStay(network))?.joinedAtEpoch}`,
    ready: title,
  },
  {
    name: 'last epoch',
    path: '/epochs/$epoch',
    at: async (network) => `/epochs/${BigInt((await network.ask(getEpoch, {})).epoch.seq) - 1n}`,
    ready: title,
  },
  { name: 'block', path: '/blocks/$height', at: () => '/blocks/61204300', ready: title },
  { name: 'help', path: '/help', at: () => '/help', ready: title },
  {
    name: 'settings',
    path: '/settings',
    at: () => '/settings',
    ready: (page) => page.getByText('lyra-demo-1').first(),
  },
  {
    name: 'an address that is none',
    path: undefined,
    at: () => '/partys/abc',
    ready: heading('Page not found'),
    withoutRequests: true,
  },
]
