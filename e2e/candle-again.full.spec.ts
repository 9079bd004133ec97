import type { Page } from 'playwright/test'
import { advanceUntil, expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

const chart = (page: Page) => page.getByRole('application', { name: /^Candles of / })
const table = (page: Page) => page.getByRole('grid', { name: /^Candles of .* in view$/ })
const missing = (page: Page) => page.getByText(/older candles.*Loaded candles are still shown/)

async function open(page: Page, network: Network): Promise<void> {
  const market = await network.busyMarket()
  await page.goto(`/markets/${market.id}/candles?interval=1%20minute&table=on`)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
}

test('older bars that failed to load are requested again by key', async ({ page, network, faults }) => {
  await open(page, network)
  await faults.set({ path: '/api/v2/candle?', fault: { status: 500 } })
  await chart(page).press('Shift+Home')
  await expect(missing(page)).toBeVisible()
  await faults.clear()
  await page.keyboard.press('r')
  await expect(missing(page)).toBeHidden()
  await expect(chart(page)).toBeVisible()
})

test('a key requests the newest bar while live updates are paused', async ({ page, network, requests }) => {
  await open(page, network)
  await page.getByRole('main').getByRole('button', { name: 'Live' }).click()
  // The page header requests the last 24 hours with both bounds; the chart sends one bound at most.
  const ofChart = /^\/api\/v2\/candle\?(?!.*toTimestamp)/
  const before = requests.matching(ofChart).length
  await page.keyboard.press('r')
  await expect.poll(() => requests.matching(ofChart).length).toBe(before + 1)
  expect(requests.matching(ofChart).at(-1)?.target).toContain('fromTimestamp')
})

test('a key retries a chart that failed, at the requested position', async ({ page, network, faults }) => {
  const market = await network.busyMarket()
  const [newest] = await network.candles(market.id, '1 minute', 1)
  const to = BigInt(newest?.start ?? '0') - 86_400_000_000_000n
  await faults.set({ path: '/api/v2/candle?', fault: { status: 500 } })
  await page.goto(`/markets/${market.id}/candles?interval=1%20minute&table=on&from=${to - 3_600_000_000_000n}&to=${to}`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Could not load the candles of')
  await faults.clear()
  await page.keyboard.press('r')
  await expect(page.getByText('60 candles, row follows the crosshair')).toBeVisible()
})

test('older bars load automatically once the node has recovered', async ({ page, network, faults }) => {
  await page.clock.install()
  await open(page, network)
  await faults.set({ path: '/', fault: { reset: 0 } })
  await chart(page).press('Shift+Home')
  const away = page.getByText(/The node cannot be reached.*Loaded candles are still shown/)
  await advanceUntil(page, () => expect(away.first()).toBeVisible({ timeout: 1000 }))
  await faults.clear()
  await advanceUntil(page, () => expect(away).toHaveCount(0, { timeout: 1000 }))
  await expect(chart(page)).toBeVisible()
})

test('switching the interval and back requests no page twice', async ({ page, network, requests }) => {
  await open(page, network)
  await page.getByRole('main').getByRole('button', { name: 'Live' }).click()
  const ofChart = /^\/api\/v2\/candle\?(?!.*fromTimestamp=.*toTimestamp=)/
  const choose = async (label: string) => {
    await page.getByRole('button', { name: label, exact: true }).click()
    await expect(
      page
        .getByRole('grid', { name: new RegExp(`, ${label} in view$`) })
        .getByRole('row')
        .nth(1),
    ).toBeVisible()
  }
  await choose('1h')
  await choose('4h')
  const before = requests.matching(ofChart).length
  expect(before).toBeGreaterThan(2)
  await page.goBack()
  await expect(
    page
      .getByRole('grid', { name: /, 1h in view$/ })
      .getByRole('row')
      .nth(1),
  ).toBeVisible()
  await page.goBack()
  await expect(
    page
      .getByRole('grid', { name: /, 1m in view$/ })
      .getByRole('row')
      .nth(1),
  ).toBeVisible()
  await choose('4h')
  expect(requests.matching(ofChart)).toHaveLength(before)
})
