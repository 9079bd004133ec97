import type { Locator, Page, Request } from 'playwright/test'
import { pagePaths } from '../src/wire/pages.ts'
import { expectNoViolations } from './axe.ts'
import { collectRequests, expect, type Faults, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { routes } from './routes.ts'
import { demoTime } from './service.ts'
import { unexpected, watchShifts } from './shifts.ts'
import { symbolsOf, unlinkedIds } from './unlinked-ids.ts'

// What is true of every page: nothing jumps while it loads, nothing is requested twice, every id leads to its page, axe finds
// nothing, and the page scrolls in one direction only. One visit checks all of it.

test.describe.configure({ mode: 'parallel' })

/** Most that may move on a page, as browsers count layout shifts. */
const mostShift = 0.01
/** An id, whole or shortened. */
const hash = /[0-9a-f]{6}\u2026|[0-9a-f]{16}/
const everything = '^/(api|statistics|lyra|blockchain|time)'
/** Reads that are repeated while a page is open: the state of the node, the newest candles, and who meets its requirement now. */
const polled = /^\/(statistics|lyra|blockchain|time)|\/(epoch|info)$|\/candle\?|\/liquidity\/providers/

test('every path of the route table is visited below', () => {
  expect(pagePaths.map(({ path }) => path).filter((path) => !routes.some((route) => route.path === path))).toEqual([])
})

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

/** Leaves the service, and forgets what its page has kept: the next visit is a first one, with a whole budget. */
async function forget(page: Page, origin: string): Promise<void> {
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' })
  await session.detach()
}

/** The page may scroll vertically only; a wide table scrolls in its own box. */
async function expectNoSidewaysScroll(page: Page, elements = 'html, body, main'): Promise<void> {
  const wide = await page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ tagName, scrollWidth, clientWidth }) => `${tagName} is ${scrollWidth} wide in ${clientWidth}`),
    elements,
  )
  expect.soft(wide).toEqual([])
}

/** Makes every response take a moment, at the time of the demo network before its bans of half a minute end. */
function slowDown(faults: Faults): Promise<void> {
  const clockSkew = Date.parse(demoTime) - 20_000 - Date.now()
  return faults.set({ path: everything, fault: { latency: 250, clockSkew } })
}

for (const { name, path: pagePath, at, ready, withoutRequests } of routes) {
  /** `npm test` visits one address of each path. */
  const isFirstOfPath = routes.find(({ path }) => path === pagePath)?.name === name
  const openAt = async (page: Page, network: Network, faults: Faults, origin: string) => {
    const address = await at(network)
    const [shifts, loaded] = [await watchShifts(page), watchRequests(page)]
    return async (width: number, height: number): Promise<void> => {
      await forget(page, origin)
      await page.setViewportSize({ width, height })
      await slowDown(faults)
      await page.goto(address)
      await loaded()
      const { sum, moved } = unexpected(await shifts())
      expect.soft(sum, moved.join('\n')).toBeLessThanOrEqual(mostShift)
      await faults.clear()
    }
  }

  test(
    `${name}: loads without a jump or a repeated request, accessible, with every id leading to its page`,
    { tag: isFirstOfPath ? [] : '@full' },
    async ({ page, network, faults, baseURL }) => {
      const visit = await openAt(page, network, faults, baseURL)
      const requests = collectRequests(page, baseURL)
      await visit(1440, 900)
      await expect(ready(page)).toBeVisible()
      expect.soft(await page.title(), 'a tab, a saved view and an entry of the history have a name').not.toMatch(hash)
      const targets = requests.matching().map(({ target }) => target)
      const repeated = targets.filter((target, index) => !polled.test(target) && targets.indexOf(target) !== index)
      expect.soft(repeated, 'requested twice').toEqual([])
      await expectNoViolations(page)
      const symbols = await symbolsOf(network)
      expect.soft(await unlinkedIds(page, symbols), 'ids without a link').toEqual([])
      const grid = page.getByRole('grid').first()
      if ((await grid.count()) > 0) {
        await grid.press('Enter')
        expect.soft(await unlinkedIds(page, symbols), 'ids without a link in the details of a row').toEqual([])
        await page.keyboard.press('Escape')
      }
    },
  )

  test(
    `${name}: nothing jumps on a phone or a tablet, or scrolls sideways, also with text of twice the size`,
    { tag: '@full' },
    async ({ page, network, faults, baseURL }) => {
      test.slow()
      const visit = await openAt(page, network, faults, baseURL)
      await test.step('390 px wide', async () => {
        await visit(390, 844)
        await expectNoSidewaysScroll(page)
        await page.setViewportSize({ width: 320, height: 700 })
        // Sums of 20 digits and more are not broken, so that the statement is wider than the smallest window.
        if (name !== 'statement') await expectNoSidewaysScroll(page, 'html')
      })
      await test.step('768 px wide', async () => {
        await visit(768, 1024)
        await expectNoSidewaysScroll(page)
      })
      await test.step('with text of twice the size', async () => {
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.locator('html').evaluate((html) => (html.style.fontSize = '200%'))
        await expect(ready(page)).toBeVisible()
        await expectNoSidewaysScroll(page)
      })
    },
  )

  if (withoutRequests) continue
  test(`${name}: a page whose requests all fail is accessible`, { tag: '@full' }, async ({ page, network, faults }) => {
    const address = await at(network)
    await faults.set({ path: '^/(api|statistics)', fault: { status: 500 } })
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByLabel('Loading')).toHaveCount(0)
    await expectNoViolations(page)
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
  expect(sum, moved.join('\n')).toBeLessThanOrEqual(mostShift)
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
  test(
    `${name}: no control makes the page jump once its answer is there`,
    { tag: '@full' },
    async ({ page, network, faults }) => {
      test.slow()
      const address = await at(network)
      await faults.set({ path: everything, fault: { latency: 550 } })
      const shifts = await watchShifts(page)
      // A room of many parties is never without a request, so this waits for what is marked as waiting.
      const settled = async (): Promise<void> => {
        await page.waitForLoadState('networkidle')
        await expect(page.locator('[data-waiting]')).toHaveCount(0)
        await page.waitForLoadState('networkidle')
      }
      await page.goto(address)
      await settled()
      await shifts()
      const jumps: string[] = []
      await eachControl(page, async (control, words) => {
        const path = new URL(page.url()).pathname
        if ((await control.evaluate((one) => one.tagName)) === 'SELECT') {
          const values = await control
            .locator('option')
            .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
          await control.selectOption({ index: values.length - 1 })
        } else await control.click({ timeout: 2000 }).catch(() => undefined)
        await settled()
        if (new URL(page.url()).pathname === path) {
          const { sum, moved } = unexpected(await shifts())
          if (sum > mostShift) jumps.push(`${words}: ${sum.toFixed(3)} ${moved.join(' | ')}`)
          await page.keyboard.press('Escape')
        } else await page.goto(address)
        await settled()
        await shifts()
      })
      expect(jumps).toEqual([])
    },
  )
}
