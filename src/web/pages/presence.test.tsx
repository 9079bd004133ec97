// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MarketField } from '../grid/toolbar/filters.tsx'
import { MarketPicker } from '../features/candles/panels/market-picker.tsx'
import { AssetField } from '../features/ledger-export/form/export-form.tsx'
import { pageCode } from '../app/page-code.ts'
import type { RoutePath } from '../../wire/pages.ts'
import { testRouter } from '../../../tests/web/render-routes.tsx'
import { LedgerCard } from './party/ledger-card.tsx'
import { MarketsPanel } from './overview/markets-panel.tsx'

vi.mock('./market/price-chart.tsx', () => ({ PriceChart: () => null }))

const id = '0f'.repeat(32)
const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' }
const page = { edges: [], pageInfo }
/** The lists of the six operations, and those that name things. */
const six: Readonly<Record<string, object>> = {
  '/api/v2/margin-modes': { partyMarginModes: page },
  '/api/v2/liquidity/providers': { liquidityProviders: page },
  '/api/v2/candle': { candles: page },
  '/api/v2/candle/intervals': { intervalToCandleId: [] },
}
const lists: Readonly<Record<string, object>> = {
  '/api/v2/markets': { markets: page },
  '/api/v2/assets': { assets: page },
  '/api/v2/parties': { parties: page },
}

const noRoute = () => Response.json({ code: 5, message: 'Not Found', details: [] }, { status: 404 })
const noThing = () => {
  const detail = { '@type': 'type.googleapis.com/vega.ErrorDetail', code: 250001, message: 'failed to get it' }
  return Response.json({ code: 5, message: 'NotFound error', details: [detail] }, { status: 404 })
}

/** Nodes by what they know: the answer to a path. */
const nodes = {
  'has no such route': (path: string) => (six[path] ? Response.json(six[path]) : noRoute()),
  'refuses the method': (path: string) =>
    six[path] ? Response.json(six[path]) : Response.json({ code: 12, message: 'Not allowed' }, { status: 501 }),
  'does not know it': (path: string) => {
    const body = six[path] ?? lists[path]
    return body ? Response.json(body) : noThing()
  },
  fails: () => Response.json({ code: 13, message: 'Internal error', details: [] }, { status: 500 }),
  'cannot be reached': () => Promise.reject(new TypeError('Failed to fetch')),
  'has not answered': () => new Promise<Response>(() => undefined),
} satisfies Record<string, (path: string) => Response | Promise<Response>>
type Node = keyof typeof nodes

const quick = { timeout: 3000 }
let stopRouter = (): void => undefined
beforeEach(() => sessionStorage.clear())
afterEach(() => {
  stopRouter()
  cleanup()
  vi.unstubAllGlobals()
})

/** What the node makes of an address or an element, as text. */
async function shown(node: Node, what: { address: string; path: RoutePath } | ReactElement): Promise<() => string> {
  vi.stubGlobal('fetch', async (input: string) => nodes[node](new URL(input, 'http://node.example').pathname))
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let element: ReactElement
  if ('address' in what) {
    history.replaceState({}, '', what.address)
    const Page = await pageCode.get(what.path)!()
    const routed = testRouter({ pages: { [what.path]: () => <Page /> } })
    stopRouter = routed.stop
    element = routed.element
  } else {
    element = what
  }
  let text = () => ''
  await act(async () => {
    const { container } = render(<QueryClientProvider client={queries}>{element}</QueryClientProvider>)
    text = () => {
      const labels = [...container.querySelectorAll('[placeholder]')].map((field) => field.getAttribute('placeholder'))
      return [container.textContent, ...labels].join(' ').replaceAll('\u00a0', ' ')
    }
  })
  return text
}

const homes = {
  asset: { address: `/assets/${id}`, path: '/assets/$assetId' },
  epoch: { address: '/epochs/39', path: '/epochs/$epoch' },
  block: { address: '/blocks/39', path: '/blocks/$height' },
  market: { address: `/markets/${id}`, path: '/markets/$marketId' },
} as const

const absent = {
  asset: /is not described by this node/,
  epoch: /This node does not report epochs/,
  block: /This node does not report epochs/,
  market: /This node does not describe its markets/,
}
const unknown = {
  asset: /No asset of this node has this id/,
  epoch: /Epoch 39 is not on this node/,
  block: /No epoch on this node contains block 39/,
  market: /This node has no market with this id/,
}
const failed = {
  asset: /Asset \S+ could not be loaded/,
  epoch: /Epoch 39 could not be loaded/,
  block: /Block 39 could not be loaded/,
  market: /Could not load (the rules of|anything about) this market/,
}
const waiting = { asset: /Loading this asset/, epoch: /Loading epoch 39/, block: /Loading block 39/, market: /Loading/ }
const expected: Readonly<Record<Node, typeof absent>> = {
  'has no such route': absent,
  'refuses the method': absent,
  'does not know it': unknown,
  fails: failed,
  'cannot be reached': failed,
  'has not answered': waiting,
}

const cases = Object.keys(homes).flatMap((home) =>
  Object.keys(nodes).map((node) => [home as keyof typeof homes, node as Node] as const),
)

test.each(cases)(
  'the %s of a node that %s is neither called missing nor empty for another reason',
  async (home, node) => {
    const text = await shown(node, homes[home])
    await waitFor(() => expect(text()).toMatch(expected[node][home]), quick)
    const others = [absent, unknown, failed, waiting].filter((words) => words !== expected[node])
    for (const words of others) if (words !== waiting) expect(text()).not.toMatch(words[home])
  },
)

const marketsOf = {
  'has no such route': /does not list its markets/,
  fails: /Could not load the markets/,
} as const

test.each(Object.entries(marketsOf))(
  'no market is said to settle in an asset before the markets of a node that %s are known',
  async (node, words) => {
    const text = await shown(node as Node, homes.asset)
    await waitFor(() => expect(text()).toMatch(words), quick)
    for (const other of Object.values(marketsOf)) if (other !== words) expect(text()).not.toMatch(other)
  },
)

test('while the markets load nothing is said of an asset', async () => {
  const text = await shown('has not answered', homes.asset)
  expect(text()).not.toMatch(/settles in this asset|does not list/)
})

const lackingLists: readonly [string, () => ReactElement, RegExp, RegExp][] = [
  ['the markets of the overview', () => <MarketsPanel />, /does not list its markets/, /Could not load the markets/],
  [
    'the market filter',
    () => <MarketField value={undefined} onChange={() => undefined} none="All" />,
    /Market id$/,
    /list not loaded/,
  ],
  [
    'the market picker',
    () => <MarketPicker id="p" open current={undefined} onOpen={() => undefined} onChoose={() => undefined} />,
    /does not list its markets/,
    /The list of markets could not be loaded/,
  ],
  [
    'the asset field',
    () => <AssetField value="" onChange={() => undefined} />,
    /does not list its assets/,
    /The list of assets could not be loaded/,
  ],
  [
    'the ledger card',
    () => <LedgerCard partyId={id} search={{}} />,
    /does not list its assets/,
    /The list of assets could not be loaded/,
  ],
]

test.each(lackingLists)('a failed list is not called a node without one: %s', async (_, element, none, failure) => {
  const lacking = await shown('has no such route', element())
  await waitFor(() => expect(lacking()).toMatch(none), quick)
  cleanup()
  sessionStorage.clear()
  const failing = await shown('fails', element())
  await waitFor(() => expect(failing()).toMatch(failure), quick)
  expect(failing()).not.toMatch(none)
})
