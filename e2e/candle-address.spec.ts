import type { Page } from 'playwright/test'
import { candleIdOf, listCandles, type Candle } from '../src/wire/candles.ts'
import { bucketStart, intervalLength } from '../src/wire/candle-interval.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { demoTime } from './service.ts'

const day = 86_400_000_000_000n
const hour = day / 24n
const table = (page: Page) => page.getByRole('grid', { name: /^Candles of .* in view$/ })
const chart = (page: Page) => page.getByRole('application', { name: /^Candles of / })
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

const ranges = [
  ['1D', '5 minutes', day],
  ['1W', '30 minutes', 7n * day],
  ['1M', '4 hours', 30n * day],
  ['3M', '12 hours', 91n * day],
  ['1Y', '1 day', 365n * day],
] as const
const rangeButton = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Range', exact: true }).getByRole('button', { name: new RegExp(`^${name}: `) })

test('every range button chooses its interval, loads its candles, shows that it is on, and survives reload and Back', async ({
  page,
  network,
}) => {
  test.setTimeout(180_000)
  const market = await network.busyMarket()
  await page.goto(`/markets/${market.id}/candles?table=on`)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
  const expectRange = async (name: string, interval: string, span: bigint) => {
    await expect(rangeButton(page, name)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('group', { name: 'Range', exact: true }).locator('[aria-pressed=true]')).toHaveCount(1)
    const length = intervalLength(interval) ?? 1n
    // Whole candles, of which the last one is running.
    const from = bucketStart(BigInt(await network.time()) * 1_000_000n, length) + length - span
    const url = `${page.url()}&from=${from}`
    const candles = await candlesOf(network, market.id, url)
    await expect(table(page)).toHaveAttribute('aria-rowcount', String(candles.length + 1))
    const [open, close] = await statistics(page)
    expect(candles[0]?.open.startsWith(open ?? '-')).toBe(true)
    expect(candles.at(-1)?.close.startsWith(close ?? '-')).toBe(true)
  }
  for (const [name, interval, span] of ranges) {
    await rangeButton(page, name).click()
    await expect(page).toHaveURL(
      new RegExp(`interval=${encodeURIComponent(interval)}.*range=${name}|range=${name}.*interval`),
    )
    expect(page.url()).not.toContain('from=')
    await expectRange(name, interval, span)
  }
  await page.reload()
  await expectRange(...ranges[4])
  await page.goBack()
  await expectRange(...ranges[3])
  // Moving the view is no range any more.
  await chart(page).press('PageUp')
  await expect(page).toHaveURL(/from=\d+/)
  await expect(page).not.toHaveURL(/range=/)
  await expect(page.getByRole('group', { name: 'Range', exact: true }).locator('[aria-pressed=true]')).toHaveCount(0)
})

test('a range of 9,000 candles with newer ones behind it keeps its older half', async ({ page, network }) => {
  const market = await network.busyMarket()
  const to = (BigInt(Date.parse(demoTime)) / 86_400_000n - 2n) * day
  const from = to - 9000n * (hour / 60n)
  const newer: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const start = BigInt(searchParams.get('fromTimestamp') ?? 0)
    if (pathname === listCandles.path && start >= to - hour && start <= to) newer.push(request.url())
  })
  await page.goto(`/markets/${market.id}/candles?interval=1%20minute&from=${from}&to=${to}&table=on`)
  await expect(table(page)).toHaveAttribute('aria-rowcount', '9001')
  expect(newer).toEqual([])
})

test('an interval is no range, and All begins with the first candle', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  await page.goto(`/markets/${market.id}/candles?table=on&range=1W&interval=30%20minutes`)
  await expect(rangeButton(page, '1W')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('group', { name: 'Interval' }).getByRole('button', { name: '1D', exact: true }).click()
  await expect(page).not.toHaveURL(/range=/)
  await expect(rangeButton(page, '1D')).toHaveAttribute('aria-pressed', 'false')
  const [oldest] = (
    await network.ask(listCandles, {
      candleId: candleIdOf('7 days', market.id),
      pagination: { first: 1, newestFirst: false },
    })
  ).candles.edges.map(({ node }) => node)
  await rangeButton(page, 'All').click()
  await expect(page).toHaveURL(new RegExp(`from=${oldest?.start}`))
  await expect(rangeButton(page, 'All')).toHaveAttribute('aria-pressed', 'true')
  const candles = await candlesOf(network, market.id, page.url())
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(candles.length + 1))
})

test(
  'a copied link shows the same candles in another browser a day later',
  { tag: '@full' },
  async ({ page, network, context, browser, faults }) => {
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
    await page.goto(`/markets/${market.id}/candles?studies=sma-20&table=on`)
    await expect(table(page).getByRole('row').nth(1)).toBeVisible()
    const rows = async (shown: Page) => [
      await table(shown).getAttribute('aria-rowcount'),
      await table(shown).getByRole('row').nth(1).textContent(),
      ...(await statistics(shown)),
    ]
    const seen = await rows(page)
    await page.getByRole('button', { name: 'Copy link to this view' }).click()
    await page.getByRole('menuitem', { name: 'This moment' }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/studies=sma-20&table=on&interval=1%20hour&from=\d{19}&to=\d{19}$/)

    await faults.clear()
    const other = await browser.newPage()
    await other.goto(link)
    await expect(table(other).getByRole('row').nth(1)).toBeVisible()
    await expect.poll(() => rows(other)).toEqual(seen)
    await other.close()
  },
)
