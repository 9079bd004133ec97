import type { Locator, Page, Request } from 'playwright/test'
import { type RoutePath, routePaths } from '../src/web/route-table.ts'
import { candleIdOf } from '../src/wire/candles.ts'
import { getEpoch } from '../src/wire/network.ts'
import { expect, test } from './fixtures.ts'
import { demoTime } from './service.ts'
import type { Network } from './network.ts'
import { unexpected, watchShifts } from './shifts.ts'

test.describe.configure({ mode: 'parallel' })

/** Most that may move on a page, as browsers count layout shifts. */
const most = 0.01
const everything = '^/(api|statistics|lyra|blockchain|time)'

interface Route {
  name: string
  /** The path of the route table that it is an address of; undefined for one that is none. */
  path: RoutePath | undefined
  at: (network: Network) => string | Promise<string>
}

const party = (network: Network) => network.versatileParty()
const market = async (network: Network) => (await network.busyMarket()).id
const firstAsset = async (network: Network) => (await network.assets())[0]?.id ?? ''
const lastEpoch = async (network: Network) => String(BigInt((await network.ask(getEpoch, {})).epoch.seq) - 1n)
const firstTeam = async (network: Network) => (await network.stays(await party(network)))[0]?.teamId ?? ''

const routes: readonly Route[] = [
  { name: 'watch room', path: '/', at: () => '/' },
  { name: 'watch room, full screen', path: '/watch', at: () => '/watch' },
  {
    name: 'candles',
    path: '/markets/$marketId/candles',
    at: async (network) => `/markets/${await market(network)}/candles`,
  },
  { name: 'candles without a market', path: '/candles', at: () => '/candles' },
  { name: 'market', path: '/markets/$marketId', at: async (network) => `/markets/${await market(network)}` },
  { name: 'asset', path: '/assets/$assetId', at: async (network) => `/assets/${await firstAsset(network)}` },
  { name: 'team', path: '/teams/$teamId', at: async (network) => `/teams/${await firstTeam(network)}` },
  { name: 'party', path: '/parties/$partyId', at: async (network) => `/parties/${await party(network)}` },
  { name: 'party unknown to the node', path: '/parties/$partyId', at: () => `/parties/${'0f'.repeat(32)}` },
  { name: 'parties', path: '/parties', at: () => '/parties' },
  { name: 'spam limits', path: '/spam/$partyId', at: async (network) => `/spam/${await party(network)}` },
  { name: 'spam limits without a party', path: '/spam', at: () => '/spam' },
  {
    name: 'providers of a market',
    path: '/liquidity-providers',
    at: async (network) => `/liquidity-providers?marketId=${await market(network)}`,
  },
  {
    name: 'positions of a party',
    path: '/liquidity-providers',
    at: async (network) => `/liquidity-providers?partyId=${await party(network)}`,
  },
  { name: 'providers of nothing', path: '/liquidity-providers', at: () => '/liquidity-providers' },
  {
    name: 'margin modes of a market',
    path: '/margin-modes',
    at: async (network) => `/margin-modes?marketId=${await market(network)}`,
  },
  {
    name: 'margin modes of a party',
    path: '/margin-modes',
    at: async (network) => `/margin-modes?partyId=${await party(network)}`,
  },
  {
    name: 'team history',
    path: '/teams/referees/$referee',
    at: async (network) => `/teams/referees/${await party(network)}`,
  },
  { name: 'team history without a party', path: '/teams/referees', at: () => '/teams/referees' },
  {
    name: 'ledger export',
    path: '/ledger-export',
    at: async (network) => `/ledger-export?partyId=${await party(network)}`,
  },
  { name: 'ledger export without a party', path: '/ledger-export', at: () => '/ledger-export' },
  { name: 'statement', path: '/ledger', at: async (network) => `/ledger?partyId=${await party(network)}` },
  { name: 'statement without a party', path: '/ledger', at: () => '/ledger' },
  { name: 'comparison without parties', path: '/compare', at: () => '/compare' },
  {
    name: 'comparison of two parties',
    path: '/compare',
    at: async (network) => {
      const [first, second] = await network.parties()
      return `/compare?party=${first}&party=${second}`
    },
  },
  { name: 'settings', path: '/settings', at: () => '/settings' },
  {
    name: 'candles by their id',
    path: '/candles/$candleId',
    at: async (network) => `/candles/${encodeURIComponent(candleIdOf('1 hour', await market(network)))}`,
  },
  { name: 'market without an id', path: '/markets', at: () => '/markets' },
  {
    name: 'limits of several parties',
    path: '/spam',
    at: async (network) =>
      `/spam?${(await network.parties())
        .slice(0, 4)
        .map((id) => `party=${id}`)
        .join('&')}`,
  },
  { name: 'epoch', path: '/epochs/$epoch', at: async (network) => `/epochs/${await lastEpoch(network)}` },
  { name: 'block', path: '/blocks/$height', at: () => '/blocks/61204300' },
  { name: 'help', path: '/help', at: () => '/help' },
  { name: 'an address that is none', path: undefined, at: () => '/partys/abc' },
]

test('every path of the route table is measured below', () => {
  expect(routePaths.map(([path]) => path).filter((path) => !routes.some((route) => route.path === path))).toEqual([])
})

/** The page has what it asked for: no placeholder, no request, and nothing is about to move. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

/**
 * Returns a function that waits until an opened page has loaded: no placeholder, and no request under way for 300 ms, for
 * a request that depends on another one is sent when that one's response is rendered.
 */
function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  let changedAt = performance.now()
  const remove = (request: Request): void => {
    if (pending.delete(request)) changedAt = performance.now()
  }
  page.on('request', (request) => {
    pending.add(request)
    changedAt = performance.now()
  })
  page.on('requestfinished', remove)
  page.on('requestfailed', remove)
  const isSilent = (): boolean => pending.size === 0 && performance.now() - changedAt > 300
  const isLoaded = async (): Promise<boolean> =>
    isSilent() && (await page.locator('[data-waiting]').count()) === 0 && isSilent()
  return () => expect.poll(isLoaded, { intervals: [50] }).toBe(true)
}

const windows = [
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const

/** Leaves the service, and forgets what its page has kept: the next visit is a first one, with a whole budget. */
async function forget(page: Page, origin: string): Promise<void> {
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' })
  await session.detach()
}

for (const { name, at } of routes) {
  test(`${name}: what is read is not pushed away by what comes after it, in windows of three widths`, async ({
    page,
    network,
    faults,
    baseURL,
  }) => {
    const address = await at(network)
    const [shifts, loaded] = [await watchShifts(page), watchRequests(page)]
    for (const [width, height] of windows)
      await test.step(`${width} px wide`, async () => {
        await forget(page, baseURL)
        await page.setViewportSize({ width, height })
        // The demo network's bans of half a minute would end meanwhile, which changes the order of the room.
        const clockSkew = Date.parse(demoTime) - 20_000 - Date.now()
        await faults.set({ path: everything, fault: { latency: 250, clockSkew } })
        await page.goto(address)
        await loaded()
        const { sum, moved } = unexpected(await shifts())
        expect.soft(sum, moved.join('\n')).toBeLessThanOrEqual(most)
      })
  })
}

test('limits that come long after the rest of a phone’s first page push nothing away', async ({ page, faults }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const clockSkew = Date.parse(demoTime) - 20_000 - Date.now()
  await faults.set(
    { path: '^/statistics/spam', fault: { latency: 2500, clockSkew } },
    { path: everything, fault: { clockSkew } },
  )
  const shifts = await watchShifts(page)
  await page.goto('/')
  await expect(page.getByRole('table', { name: 'Parties, worst first' })).toBeVisible()
  const { sum, moved } = unexpected(await shifts())
  expect(sum, moved.join('\n')).toBeLessThanOrEqual(most)
})

/** Each button, switch and list of the page's content in turn; a dialog or menu it opens is left again. */
async function eachControl(page: Page, use: (control: Locator, name: string) => Promise<void>): Promise<void> {
  const controls = page.getByRole('main').locator('button:enabled, summary, select:enabled')
  const names = await controls.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40) ?? ''),
  )
  for (const [at, name] of names.entries()) {
    const control = controls.nth(at)
    if (await control.isVisible()) await use(control, name)
  }
}

const withControls = routes.filter(({ name }) =>
  [
    'watch room',
    'market',
    'party',
    'parties',
    'spam limits',
    'providers of a market',
    'margin modes of a market',
    'team history',
    'ledger export',
    'limits of several parties',
    'positions of a party',
    'asset',
    'team',
    'epoch',
    'help',
    'settings',
  ].includes(name),
)

for (const { name, at } of withControls) {
  test(`${name}: no control makes the page jump once its answer is there`, async ({ page, network, faults }) => {
    test.slow()
    const address = await at(network)
    await faults.set({ path: everything, fault: { latency: 550 } })
    const shifts = await watchShifts(page)
    await page.goto(address)
    await settled(page)
    await shifts()
    const jumps: string[] = []
    await eachControl(page, async (control, words) => {
      const path = new URL(page.url()).pathname
      if ((await control.evaluate((one) => one.tagName)) === 'SELECT') {
        const values = await control.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))
        await control.selectOption({ index: values.length - 1 })
      } else await control.click({ timeout: 2000 }).catch(() => undefined)
      await settled(page)
      if (new URL(page.url()).pathname === path) {
        const { sum, moved } = unexpected(await shifts())
        if (sum > most) jumps.push(`${words}: ${sum.toFixed(3)} ${moved.join(' | ')}`)
        await page.keyboard.press('Escape')
      } else await page.goto(address)
      await settled(page)
      await shifts()
    })
    expect(jumps).toEqual([])
  })
}
