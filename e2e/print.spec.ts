import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

test('a printed list is light, complete and names its source', async ({ page, network }) => {
  const rows = await network.marginModes({})
  await page.goto('/margin-modes')
  const grid = page.getByRole('grid', { name: 'Margin modes' })
  await expect(grid.getByRole('row').nth(2)).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  // The theme of the screen does not reach the paper.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const colours = await grid.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element.closest('section') ?? element)
    return { color, backgroundColor }
  })
  expect(colours).toEqual({ color: 'rgb(14, 21, 26)', backgroundColor: 'rgb(255, 255, 255)' })
  await expect(grid.getByRole('row')).toHaveCount(rows.length + 1)
  await expect(page.getByRole('contentinfo', { name: 'Connection' })).toBeHidden()
  await expect(page.getByText(`${page.url()} · printed `)).toBeVisible()
})

/** How many canvases of charts are cut by an element around them. */
const cutCanvases = (page: Page) =>
  page.locator('main canvas').evaluateAll(
    (all) =>
      all.filter((canvas) => {
        const { right } = canvas.getBoundingClientRect()
        for (let around = canvas.parentElement; around?.matches('main *'); around = around.parentElement)
          if (getComputedStyle(around).overflowX !== 'visible' && around.getBoundingClientRect().right < right - 1)
            return true
        return false
      }).length,
  )

test('the chart of a printed market has its newest candles and its axis of prices', async ({ page, network }) => {
  await page.goto(`/markets/${(await network.busyMarket()).id}`)
  await expect(page.getByRole('application', { name: /^Candles of/ })).toBeVisible()
  const chart = page.locator('.tv-lightweight-charts').first()
  await expect(chart).toHaveCSS('overflow-x', 'hidden')
  await page.emulateMedia({ media: 'print' })
  await expect(chart).toHaveCSS('overflow-x', 'visible')
  expect(await cutCanvases(page)).toBe(0)
})

test('no figure of the range is cut at the edge of the paper', { tag: '@full' }, async ({ page, network }) => {
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.goto(`/markets/${(await network.busyMarket()).id}/candles`)
  const statistics = page.getByRole('region', { name: 'Statistics of the range' })
  await expect(statistics.getByText(/^\d\d? \w+.* to \d\d? \w+/)).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  const hidden = () => statistics.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(hidden).toBeLessThanOrEqual(0)
  // The axis of prices is not cut either.
  expect(await cutCanvases(page)).toBe(0)
})

test('every sheet says where and when it was printed, and no control is on paper', async ({ page, network }) => {
  const [party, market] = [await network.versatileParty(), (await network.busyMarket()).id]
  for (const address of [
    '/',
    `/parties/${party}`,
    `/spam/${party}`,
    `/margin-modes?marketId=${market}`,
    `/liquidity-providers?marketId=${market}`,
    `/ledger-export?partyId=${party}`,
    `/markets/${market}/candles`,
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page.locator('[data-waiting]')).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const controls = page
      .locator('main :is(input, select, textarea, button[aria-label], button[aria-haspopup]:not(h1 *))')
      .filter({ visible: true })
    await expect(controls, address).toHaveCount(0)
    const sheets = await page.evaluate(() =>
      document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join(),
    )
    expect(sheets).toContain(
      `@bottom-center { width: 100%; font: 7pt sans-serif; content: "${page.url()} \u00b7 printed `,
    )
    await page.emulateMedia({ media: 'screen' })
  }
})
