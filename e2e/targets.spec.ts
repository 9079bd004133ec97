import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

// Targets of at least 24 px are held by axe on every page (axe.ts); these are those that thumbs hit most.
test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

const party = (network: Network) => network.versatileParty()
const market = async (network: Network) => (await network.busyMarket()).id

/** Smaller than 44 px in height, by the words in them. */
const low = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => ({ height: one.getBoundingClientRect().height, words: one.textContent.trim().slice(0, 40) }))
      .filter(({ height }) => height < 43.9)
      .map(({ height, words }) => `${words} (${height} px)`),
  )

test('the bars at the top and the bottom are 44 px high, each part of them', async ({ page }) => {
  await page.goto('/help')
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  expect(await low(page, 'header:has([aria-label=Menu]) > :is(a, button)')).toEqual([])
  expect(await low(page, 'nav[aria-label=Sections] a')).toEqual([])
  const menu = await page.getByRole('button', { name: 'Menu' }).boundingBox()
  expect(menu?.width).toBeGreaterThanOrEqual(44)
})

for (const [name, at, rows] of [
  ['the watch room', () => '/', 'table tbody tr'],
  ['a list of parties', () => '/parties', 'table tbody tr, main li > a'],
  [
    'margin modes',
    async (network: Network) => `/margin-modes?marketId=${await market(network)}`,
    '[role=grid] [role=row]',
  ],
  [
    'providers',
    async (network: Network) => `/liquidity-providers?marketId=${await market(network)}`,
    '[role=grid] [role=row]',
  ],
  ['joins', async (network: Network) => `/teams/referees/${await party(network)}?table=on`, '[role=grid] [role=row]'],
  [
    'candles',
    async (network: Network) => `/markets/${await market(network)}/candles?table=on`,
    '[role=grid] [role=row]',
  ],
] as const) {
  test(`${name}: each row is 44 px high`, { tag: '@full' }, async ({ page, network }) => {
    await page.goto(await at(network))
    await expect(page.locator(rows).filter({ visible: true }).nth(1)).toBeVisible()
    expect(await low(page, rows)).toEqual([])
  })
}
