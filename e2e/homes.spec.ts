import { startBareNode } from './bare-node.ts'
import { expectNoViolations, expectNoViolationsOnTallPage } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Page } from 'playwright/test'

test.describe.configure({ mode: 'parallel' })

const unknownId = '0f'.repeat(32)
const main = (page: Page) => page.getByRole('main')
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

/** Sums layout shifts of elements that were already painted. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { sum: 0 }
    Object.assign(window, { shifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
}

test.describe('market', () => {
  test('the sentence counts what the node says, and each part leads to its page with the filter set', async ({
    page,
    network,
  }) => {
    const market = await network.busyMarket()
    const { code } = market.tradableInstrument.instrument
    const [providers, modes] = [
      await network.providers({ marketId: market.id }),
      await network.marginModes({ marketId: market.id }),
    ]
    const below = providers.filter(({ sla }) =>
      [sla?.notionalVolumeBuys, sla?.notionalVolumeSells].some(
        (side) => side !== undefined && BigInt(side) < BigInt(sla?.requiredLiquidity ?? 0),
      ),
    ).length
    const isolated = modes.filter(({ marginMode }) => marginMode === 'MARGIN_MODE_ISOLATED_MARGIN').length
    await page.goto(`/markets/${market.id}`)
    const sentence = page.getByRole('heading', { level: 2, name: new RegExp(`^${code}.*, active, `) })
    await expect(sentence).toContainText(`; ${providers.length} providers, ${below || 'none'} below requirement; `)
    await expect(sentence).toContainText(`; ${isolated} of ${modes.length} parties isolated.`)
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
    const [last] = await network.candles(market.id, '1 minute', 1)
    const price = (Number(last?.close) / 10 ** Number(market.decimalPlaces)).toLocaleString('en-US', {
      minimumFractionDigits: Number(market.decimalPlaces),
    })
    await expect(sentence).toContainText(`, ${price}, `)
    await expect(region(page, 'Price').getByText(price).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open candles' })).toHaveAttribute(
      'href',
      new RegExp(`^/markets/${market.id}/candles\\?.*range=1W`),
    )
    await expect(page.getByRole('link', { name: 'All providers' })).toHaveAttribute(
      'href',
      `/liquidity-providers?marketId=${market.id}`,
    )
    await expect(page.getByRole('link', { name: 'Open table' })).toHaveAttribute(
      'href',
      `/margin-modes?marketId=${market.id}`,
    )
    const rules = region(page, 'Rules')
    await expect(rules.getByText('60.00\u00a0%', { exact: true })).toBeVisible()
    await expect(
      rules.getByRole('term').filter({ hasText: /^(Tick|Maker|Infrastructure|Parent|Successor)$/ }),
    ).toHaveCount(5)
    await expect(page.getByRole('application', { name: `Candles of ${code}, 30m` })).toBeVisible()
    await region(page, 'Price').getByRole('button', { name: '1M' }).click()
    await expect(page).toHaveURL(`/markets/${market.id}?range=1M`)
    await expect(page.getByRole('application', { name: `Candles of ${code}, 4h` })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('application', { name: `Candles of ${code}, 4h` })).toBeVisible()
  })

  test('nothing moves while its parts arrive, and axe finds nothing in either theme', async ({
    page,
    network,
    faults,
  }) => {
    const market = await network.busyMarket()
    await faults.set({ path: '^/(api|statistics)', fault: { latency: 700 } })
    const shifted = await watchShifts(page)
    await page.goto(`/markets/${market.id}`, { waitUntil: 'commit' })
    await expect(page.getByRole('table', { name: 'Liquidity providers' })).toBeVisible()
    await expect(page.getByRole('application', { name: /^Candles of/ })).toBeVisible()
    await expect(region(page, 'Rules').getByText('Successor')).toBeVisible()
    expect(await shifted()).toBeLessThan(0.02)
    await faults.clear()
    await expectNoViolationsOnTallPage(page)
  })

  test('an id that no market has is said to be none, part by part, and nothing is told as zero', async ({ page }) => {
    await page.goto(`/markets/${unknownId}`)
    await expect(page.getByRole('heading', { name: /^No market of this node has this id/ })).toBeVisible()
    await expect(region(page, 'Rules').getByText('This node knows no such market')).toBeVisible()
    await expect(region(page, 'Liquidity').getByText('Nobody provides liquidity here')).toBeVisible()
    await expect(region(page, 'Margin modes').getByText('No margin modes recorded')).toBeVisible()
    await expect(main(page).getByText(/^0$|NaN|undefined/)).toHaveCount(0)
    await expectNoViolations(page)
  })

  test('one part that is refused is told in its panel, the others stay', async ({ page, network, faults }) => {
    const market = await network.busyMarket()
    await faults.set({ path: '/api/v2/liquidity/providers', fault: { status: 500 } })
    await page.goto(`/markets/${market.id}`)
    await expect(page.getByRole('heading', { name: 'Showing 3 of 4 panels' })).toBeVisible()
    await expect(region(page, 'Liquidity').getByRole('alert')).toContainText('500')
    await expect(page.getByText('Not known: the providers; its panel says why.')).toBeVisible()
    await expect(region(page, 'Rules').getByText('Successor')).toBeVisible()
    await faults.clear()
    await page.getByRole('button', { name: 'Retry that panel' }).click()
    await expect(page.getByRole('table', { name: 'Liquidity providers' })).toBeVisible()
  })

  test('offline, its values stay and say how old they are', async ({ page, network, context }) => {
    const market = await network.busyMarket()
    await page.goto(`/markets/${market.id}`)
    await expect(page.getByRole('table', { name: 'Liquidity providers' })).toBeVisible()
    await expect(page.getByRole('contentinfo', { name: 'Connection' })).toBeVisible()
    await context.setOffline(true)
    await page.keyboard.press('r')
    await expect(main(page).getByText('This device is offline')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Liquidity providers' })).toBeVisible()
    await expect(
      main(page)
        .getByText(/These values are .* old/)
        .first(),
    ).toBeVisible()
    await context.setOffline(false)
    await expect(main(page).getByText('This device is offline')).toBeHidden({ timeout: 15_000 })
  })

  test('on a node that lists no markets it works by the id', async ({ page, network, service }) => {
    const market = await network.busyMarket()
    const node = await startBareNode(service.url)
    try {
      await page.addInitScript((url) => {
        localStorage.setItem('lyra.preferences', JSON.stringify({ node: url }))
      }, node.url)
      await page.goto(`/markets/${market.id}`)
      await expect(page.getByRole('heading', { name: /^Market \w{6}…\w{6}, .*\d+ providers, / })).toBeVisible()
      await expect(region(page, 'Rules').getByText('This node describes no markets')).toBeVisible()
      await expect(page.getByRole('table', { name: 'Liquidity providers' })).toBeVisible()
      await expect(page.getByRole('application', { name: /^Candles of/ })).toBeVisible()
      await expect(main(page).getByRole('alert')).toHaveCount(0)
    } finally {
      await node.stop()
    }
  })
})
