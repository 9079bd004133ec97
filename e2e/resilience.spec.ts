import type { Page } from 'playwright/test'
import { advanceUntil, collectRequests, copyOfDemo, expect, test as base } from './fixtures.ts'
import { startService, type Service } from './service.ts'

/** A second service that may be stopped: other tests need the worker's own. */
const test = base.extend<object, { other: Service }>({
  other: [
    async ({}, use, info) => {
      const service = await startService(await copyOfDemo(`other-${info.workerIndex}`))
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const connection = (page: Page) => page.getByRole('contentinfo', { name: 'Connection' })

/** All paths but the six operations of the interface. */
const restOfTheNode =
  '^/(?!api/v2/(ledgerentry/export|margin-modes|teams/referees/history/|liquidity/providers|candle\\?)|statistics/spam/)(api|statistics|time|vega|blockchain)'

// Complements bare-node.spec.ts: pages that derive what such a node does not list.
test.describe('a node with the six operations only', () => {
  test.beforeEach(async ({ faults, network }) => {
    await network.versatileParty() // found before the other answers go away
    await network.busyMarket()
    await faults.set({
      path: restOfTheNode,
      fault: { status: 404, error: { code: 5, message: 'Not Found', details: [] } },
    })
  })

  test('candles: the usual intervals, raw figures', { tag: '@full' }, async ({ page, network }) => {
    const { id } = await network.busyMarket()
    await page.goto(`/markets/${id}/candles`)
    await expect(page.getByRole('application')).toBeVisible()
    await expect(page.getByText('This node did not list the intervals of this market')).toBeVisible()
    await expect(page.getByRole('main').getByText('raw', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: '15m', exact: true }).click()
    await expect(page).toHaveURL(/interval=15(%20|\+)minutes/)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  })

  test('ledger export: the list of assets becomes a field', { tag: '@full' }, async ({ page, network }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
    await page.goto(`/ledger-export?partyId=${await network.versatileParty()}`)
    await expect(page.getByRole('combobox', { name: 'Asset' })).toBeVisible()
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.getByRole('heading', { name: /^Complete: / })).toBeVisible()
  })
})

test(
  'a node that repeats its cursor is not requested endlessly',
  { tag: '@full' },
  async ({ page, faults, requests }) => {
    await faults.set({ path: '/api/v2/margin-modes', fault: { repeatCursor: true } })
    await page.goto('/margin-modes?pagination.first=50')
    await page.getByRole('button', { name: 'Load all' }).click()
    await expect(page.getByText('the node repeated a page cursor')).toBeVisible()
    expect(requests.matching(/margin-modes/).length).toBeLessThan(4)
  },
)

test(
  'two tabs together send at most 100 requests at once and 20 a second',
  { tag: '@full' },
  async ({ page, context, service, requests }) => {
    const second = await context.newPage()
    const others = collectRequests(second, service.url)
    for (const tab of [page, second]) {
      await tab.goto('/margin-modes?pagination.first=1')
      await expect(tab.getByText('1 loaded, more on the node')).toBeVisible()
    }
    const start = Date.now()
    await Promise.all([page, second].map((tab) => tab.getByRole('button', { name: 'Load all' }).click()))
    const all = () =>
      [...requests.matching(/./, start), ...others.matching(/./, start)].map(({ at }) => at).sort((a, b) => a - b)
    await expect.poll(() => all().length, { timeout: 40_000 }).toBeGreaterThan(170)
    await Promise.all([page, second].map((tab) => tab.getByRole('button', { name: 'Cancel' }).click()))
    // The test learns of a request when it is sent or later, never before, which can only make it more lenient.
    const over = all().map((at, index) => index + 1 - (100 + (20 * (at - start)) / 1000))
    expect(Math.max(...over)).toBeLessThanOrEqual(1)
  },
)

test('after switching the node every request goes to it, and the page names it', async ({
  page,
  network,
  requests,
  other,
}) => {
  const partyId = await network.versatileParty()
  const others = collectRequests(page, other.url)
  await page.goto('/settings')
  const nodes = page.getByRole('region', { name: 'Node', exact: true })
  await nodes.getByRole('textbox', { name: 'Another node' }).fill(`${other.url}/api/v2/margin-modes`)
  await nodes.getByRole('button', { name: 'Test it' }).click()
  const row = nodes.getByRole('listitem').filter({ hasText: other.url })
  await expect(row).toContainText('lyra-demo-1')
  expect(requests.matching(/margin-modes\?pagination\.first=1$/, 0).length).toBeLessThan(2)
  await row.getByRole('button', { name: 'Use this node' }).click()
  await expect(connection(page)).toContainText(`node ${new URL(other.url).host}`)
  const since = Date.now()
  await page.goto(`/margin-modes?partyId=${partyId}`)
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  expect(requests.matching(/./, since)).toEqual([])
  expect(others.matching(new RegExp(`partyId=${partyId}`), since)).toHaveLength(1)
  await page.goto('/settings')
  await nodes
    .getByRole('listitem')
    .filter({ hasText: 'This origin' })
    .getByRole('button', { name: 'Use this node' })
    .click()
  await expect(connection(page)).toContainText(`node ${new URL(network.url).host}`)
})

test('a node stops answering and recovers', async ({ page, network, other }) => {
  await page.clock.install()
  await page.goto(`${other.url}/margin-modes?partyId=${await network.versatileParty()}`)
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  // The keys come with the status line, after the rows.
  await expect(connection(page)).toBeVisible()
  await other.stop()
  await page.keyboard.press('r')
  await expect(page.getByText('Node not responding. Showing the last values')).toBeVisible()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^No response\./ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Party' }).fill('ab'.repeat(32))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The node cannot be reached')
  await expect(page.getByText('returned an empty list')).toBeHidden()
  await other.start()
  await advanceUntil(page, () => expect(page.getByText('Node not responding')).toBeHidden({ timeout: 1000 }))
  await expect(page.getByRole('heading', { name: 'No margin modes recorded' })).toBeVisible()
})

test('a silent node is never called live: first connecting, then no answer', async ({ page }) => {
  await page.clock.install()
  const silent = /\/(api|statistics|lyra)/
  await page.route(silent, () => undefined)
  await page.goto('/margin-modes')
  const state = (word: string) => connection(page).getByRole('button', { name: new RegExp(`^${word}\\. `) })
  await page.clock.runFor(2_000)
  await expect(state('Connecting')).toBeVisible()
  await page.clock.runFor(16_000)
  await expect(state('No response')).toBeVisible()
  // The list says it: nothing was loaded that a banner would have to call old.
  await expect(page.getByRole('main').getByRole('alert')).toContainText('no response within 15 s')
  await expect(page.getByText('Node not responding')).toBeHidden()
  await page.unroute(silent)
  await page.clock.runFor(12_000)
  await expect(state('Live')).toBeVisible()
})

test('a lost connection is retried before it is reported as a failure', { tag: '@full' }, async ({ page, network }) => {
  const address = `/margin-modes?partyId=${await network.versatileParty()}`
  // The browser itself repeats a request whose connection was reset by the service, so the page's share is not certain.
  let lost = 0
  await page.route('**/api/v2/margin-modes*', (route) => {
    if (lost === 2) return route.continue()
    lost += 1
    return route.abort('connectionreset')
  })
  await page.goto(address)
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  expect(lost).toBe(2)
  await expect(page.getByText('Node not responding')).toHaveCount(0)
})

/** The networks of which readings of limits are saved in this browser. */
const savedNetworks = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('lyra')
        opening.onsuccess = () => {
          const keys = opening.result.transaction('spam-history').objectStore('spam-history').getAllKeys()
          keys.onsuccess = () => resolve((keys.result as [string, string][]).map(([network]) => network))
        }
      }),
  )

test('an address that answers for another chain than before mixes nothing of the two', async ({
  page,
  network,
  faults,
}) => {
  const party = (await network.parties()).find((id) => id !== 'network') ?? ''
  await page.clock.install()
  await page.goto(`/spam/${party}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
  await expect(connection(page)).toContainText('lyra-demo')
  await faults.set({ path: '^/statistics$', fault: { set: { 'statistics.chainId': 'reborn-1' } } })
  const notice = main.getByText(/^This node now serves the chain reborn-1; before, it served lyra-demo/)
  await advanceUntil(page, () => expect(notice).toBeVisible({ timeout: 500 }))
  await expect(connection(page)).toContainText('reborn-1')
  await advanceUntil(page, async () =>
    expect((await savedNetworks(page)).some((of) => of.includes('reborn-1'))).toBe(true),
  )
  expect(await savedNetworks(page)).toContain('')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toBeHidden()
})

test('a page whose style sheets were lost once is shown, and has them soon', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  const lost = new Set<string>()
  await page.route(/\/assets\/.*\.css$/, (route) => {
    const url = route.request().url()
    if (lost.has(url)) return route.continue()
    lost.add(url)
    return route.abort()
  })
  await page.getByRole('link', { name: 'Ledger export' }).first().click()
  await expect(page.getByRole('combobox', { name: 'Party' })).toBeVisible()
  expect(lost.size).toBeGreaterThan(0)
  const styled = (): Promise<string[]> =>
    page.evaluate(() => [...document.styleSheets].flatMap(({ href }) => href ?? []))
  for (const url of lost) await expect.poll(styled, { timeout: 20_000 }).toContain(url)
})
