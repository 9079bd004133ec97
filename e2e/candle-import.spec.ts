import { expect, test as base } from 'playwright/test'
import { candleIdOf } from '../src/wire/candles.ts'
import { serveImported } from './imported.ts'
import { bytes } from './segment.ts'
import type { Service } from './service.ts'

const [party, market] = ['a1'.repeat(32), 'c3'.repeat(32)] as [string, string]

/** Beyond what a number holds exactly, and different in the last digit alone. */
const price = (last: number): string => `12345678901234567890123456789${last}`
const trade = (second: number, last: number, size: number): Record<string, string> => {
  const time = `2026-03-01 00:0${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`
  return {
    synthetic_time: `${time}.000001+00`,
    vega_time: `${time}+00`,
    seq_num: '1',
    market_id: bytes(market),
    price: price(last),
    size: String(size),
  }
}
/** Minutes 0, 1 and 4; there is no trade in minutes 2 and 3. */
const rows = {
  'currentstate/parties': [{ id: bytes(party), tx_hash: bytes('00'), vega_time: '2026-03-01 00:00:01+00' }],
  'history/trades': [trade(5, 3, 10), trade(20, 7, 20), trade(50, 1, 5), trade(70, 2, 4), trade(250, 9, 1)],
}

const test = base.extend<{ baseURL: string }, { archive: Service }>({
  archive: [
    async ({}, use) => {
      const { service, remove } = await serveImported(300, rows)
      await use(service)
      await remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ archive }, use) => use(archive.url),
})

const candleId = candleIdOf('1 minute', market)
const grouped = (text: string): string => text.replaceAll(/\B(?=(\d{3})+$)/g, ',')

for (const address of [
  `/candles/${encodeURIComponent(candleId)}?table=on`,
  `/markets/${market}/candles?interval=1%20minute&table=on`,
]) {
  test(`an imported market without a description is charted exactly: ${address.slice(0, 9)}`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('application', { name: /^Candles of / })).toBeVisible()
    await expect(page.getByText('prices, volume and notional are raw integers')).toBeVisible()
    const table = page.getByRole('grid', { name: /^Candles of .* in view$/ })
    await expect(table.getByRole('row')).toHaveCount(6)
    const cells = table.getByRole('row').nth(5).getByRole('gridcell')
    for (const [at, last] of [3, 7, 1, 1].entries()) await expect(cells.nth(at + 1)).toHaveText(grouped(price(last)))
    await expect(cells.nth(5)).toHaveText('35')
    for (const gap of [2, 3]) await expect(table.getByRole('row').nth(gap)).toContainText('no trades in this candle')
    await expect(table.getByRole('row').nth(1)).toContainText(grouped(price(9)))
  })
}

test('a longer interval of an imported market sums the same trades', { tag: '@full' }, async ({ page }) => {
  await page.goto(`/markets/${market}/candles?interval=1%20hour&table=on`)
  const table = page.getByRole('grid', { name: /^Candles of .* in view$/ })
  await expect(table.getByRole('row')).toHaveCount(2)
  const cells = table.getByRole('row').nth(1).getByRole('gridcell')
  for (const [at, last] of [3, 9, 1, 9].entries()) await expect(cells.nth(at + 1)).toHaveText(grouped(price(last)))
  await expect(cells.nth(5)).toHaveText('40')
})
