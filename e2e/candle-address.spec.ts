import type { Page } from 'playwright/test'
import { candleIdOf, listCandles, type Candle } from '../src/wire/candles.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { demoTime } from './service.ts'

const day = 86_400_000_000_000n
/** The shortest and the longest, and those between at which a range button stays or takes a longer interval. */
const intervals = ['1 minute', '1 hour', '1 day', '7 days']
const table = (page: Page) => page.getByRole('grid', { name: /^Candles of .* in view$/ })
const rangeOf = (url: string) => {
  const { searchParams } = new URL(url)
  return {
    interval: searchParams.get('interval') ?? '1 hour',
    fromTimestamp: searchParams.get('from') ?? '',
    toTimestamp: searchParams.get('to') ?? '',
  }
}

/** The candles of a range of the address, from the network itself; none is empty before the first one that it keeps. */
async function candlesOf(network: Network, marketId: string, url: string): Promise<Candle[]> {
  const { interval, fromTimestamp, toTimestamp } = rangeOf(url)
  const { candles } = await network.ask(listCandles, {
    candleId: candleIdOf(interval, marketId),
    fromTimestamp,
    ...(toTimestamp === '' ? {} : { toTimestamp }),
    pagination: { first: 5000, newestFirst: false },
  })
  const all = candles.edges.map(({ node }) => node)
  return all.slice(all.findIndex(({ open }) => open !== ''))
}

/** Open and close in the statistics above the chart, as digits. */
async function statistics(page: Page): Promise<string[]> {
  const stat = (name: string) =>
    page
      .getByRole('main')
      .locator('dt', { hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd[1]')
  const texts = await Promise.all(['Open', 'Close'].map((name) => stat(name).first().textContent()))
  return texts.map((text) => (text ?? '').replaceAll(/\D/g, ''))
}

test('the link of every range button loads the candles that the node has for that range', async ({ page, network }) => {
  test.setTimeout(300_000)
  const market = await network.busyMarket()
  const [oldest] = (
    await network.ask(listCandles, {
      candleId: candleIdOf('7 days', market.id),
      pagination: { first: 1, newestFirst: false },
    })
  ).candles.edges.map(({ node }) => node)
  const links = new Set<string>()
  const expectAll = async (link: string) => {
    const candles = await candlesOf(network, market.id, link)
    await expect(table(page)).toHaveAttribute('aria-rowcount', String(candles.length + 1))
    const [open, close] = await statistics(page)
    expect(candles[0]?.open.startsWith(open ?? '-')).toBe(true)
    expect(candles.at(-1)?.close.startsWith(close ?? '-')).toBe(true)
  }
  for (const interval of intervals) {
    await page.goto(`/markets/${market.id}/candles?interval=${encodeURIComponent(interval)}`)
    await expect(table(page).getByRole('row').nth(1)).toBeVisible()
    for (const reach of ['1D', '1W', '1M', '3M', '1Y', 'All']) {
      await page.getByRole('button', { name: new RegExp(`^${reach}: `) }).click()
      if (reach === 'All') await expect(page).toHaveURL(new RegExp(`from=${oldest?.start}`))
      const link = await page.evaluate(() => location.href)
      // 1D and 1W of weekly candles are the same week, and a long range has the same longer interval everywhere.
      if (links.has(link)) continue
      await expectAll(link)
      links.add(link)
      if (rangeOf(link).interval !== interval) break
    }
  }
  for (const link of links) {
    await page.goto(link)
    await expectAll(link)
    expect(page.url()).toBe(link)
  }
})

test('a copied link shows the same candles in another browser a day later', async ({
  page,
  network,
  context,
  browser,
  faults,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const market = await network.busyMarket()
  const now = BigInt(Date.parse(demoTime)) * 1_000_000n
  // The node's clock is a day behind, and it has no candles of the day that follows.
  await faults.set({ path: '/', fault: { clockSkew: Date.parse(demoTime) - 86_400_000 - Date.now() } })
  await page.routeWebSocket(/stream/, () => undefined)
  await page.route(/\/api\/v2\/candle\?/, async (route) => {
    const url = new URL(route.request().url())
    if (!url.searchParams.has('toTimestamp')) url.searchParams.set('toTimestamp', String(now - day))
    await route.continue({ url: url.href })
  })
  await page.goto(`/markets/${market.id}/candles?studies=sma-20`)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
  const rows = async (shown: Page) => [
    await table(shown).getAttribute('aria-rowcount'),
    await table(shown).getByRole('row').nth(1).textContent(),
    ...(await statistics(shown)),
  ]
  const seen = await rows(page)
  await page.getByRole('button', { name: 'Copy link to this view' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/studies=sma-20&interval=1%20hour&from=\d{19}&to=\d{19}$/)

  await faults.clear()
  const other = await browser.newPage()
  await other.goto(link)
  await expect(table(other).getByRole('row').nth(1)).toBeVisible()
  await expect.poll(() => rows(other)).toEqual(seen)
  await other.close()
})
