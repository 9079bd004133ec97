import { expect } from 'playwright/test'
import { amount } from './expected.ts'
import { test } from './live.ts'

test.use({ timezoneId: 'UTC' })

test('the block height increases without a reload', async ({ page }) => {
  await page.goto('/')
  const height = page.getByRole('contentinfo', { name: 'Connection' }).getByText(/^block [\d,]+$/)
  await expect(height).toBeVisible()
  const first = await height.textContent()
  await expect(height).not.toHaveText(first ?? '', { timeout: 30_000 })
})

test('the newest candle of a market updates live', async ({ page, network }) => {
  const market = await network.busyMarket()
  await page.goto(`/markets/${market.id}/candles?interval=1%20minute`)
  const volume = page
    .getByRole('main')
    .getByText(/^Volume(, \w+)? [\d.,]+/)
    .first()
  await expect(volume).toBeVisible()
  const first = await volume.textContent()
  await expect(volume).not.toHaveText(first ?? '', { timeout: 30_000 })
})

test('spam counters and proof of work update live', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.partyWith(async (id) => ((await network.spam(id)).pow?.blockStates.length ?? 0) > 40)
  await page.goto(`/spam/${partyId}`)
  const newest = page.getByRole('table', { name: 'Proof of work by block' }).getByRole('rowheader').first()
  await expect(newest).toBeVisible()
  const first = await newest.textContent()
  await expect(newest).not.toHaveText(first ?? '', { timeout: 30_000 })
  const { pow } = await network.spam(partyId)
  const highest = (pow?.blockStates ?? [])
    .map(({ blockHeight }) => BigInt(blockHeight))
    .reduce((a, b) => (a > b ? a : b))
  const shown = BigInt(((await newest.textContent()) ?? '').replace(/\D/g, ''))
  expect(shown <= highest, `${shown} of ${amount(String(highest))}`).toBe(true)
})
