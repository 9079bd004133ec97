import { expect, test as base } from 'playwright/test'
import { serveImported } from './imported.ts'
import { bytes } from './segment.ts'
import type { Service } from './service.ts'

const [party, market, asset] = ['a1', 'c3', 'd4'].map((pair) => pair.repeat(32)) as [string, string, string]

const trade = (time: string, price: string, size: string): Record<string, string> => ({
  synthetic_time: `${time}.000001+00`,
  vega_time: `${time}+00`,
  seq_num: '1',
  market_id: bytes(market),
  price,
  size,
})
/** Text in a cell of the CSV that PostgreSQL writes. */
const quoted = (value: object): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`
const instrument = { id: '', code: 'OLD/USD', name: 'Old', perpetual: { settlementAsset: asset, quoteName: 'USD' } }

/** One block a second until 2026-03-02 00:30:00; the market traded a day before that, and then in its last seconds. */
const blocks = 88_200

const rows = {
  'currentstate/parties': [{ id: bytes(party), tx_hash: bytes('00'), vega_time: '2026-03-01 00:00:01+00' }],
  'currentstate/party_margin_modes': [
    { market_id: bytes(market), party_id: bytes(party), at_epoch: '41', margin_mode: '1' },
  ],
  'currentstate/markets_current': [
    {
      id: bytes(market),
      vega_time: '2026-03-01 00:00:01+00',
      tradable_instrument: quoted({ instrument }),
      decimal_places: '2',
      position_decimal_places: '0',
      trading_mode: 'TRADING_MODE_CONTINUOUS',
      state: 'STATE_ACTIVE',
      enable_tx_reordering: 'f',
    },
  ],
  'history/trades': [trade('2026-03-01 00:10:00', '20000', '7'), trade('2026-03-02 00:29:58', '25000', '3')],
}

const test = base.extend<{ baseURL: string }, { archive: Service }>({
  archive: [
    async ({}, use) => {
      const { service, remove } = await serveImported(blocks, rows)
      await use(service)
      await remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ archive }, use) => use(archive.url),
})

const stopped = 'The last block is from 2 Mar 2026, 00:30:00 UTC: '

test("markets of an archive show their last price and last day's change with its date", async ({ page }) => {
  await page.goto('/')
  const row = page.getByRole('table', { name: 'Markets' }).getByRole('row', { name: /OLD\/USD/ })
  await expect(row).toContainText('250.00')
  await expect(row).toContainText('+25.00')
  await expect(row.getByTitle(/^1 Mar 2026, 00:30:00 UTC to 2 Mar 2026, 00:30:00 UTC$/)).toHaveText('3')
  await expect(row.getByRole('img', { name: /hourly closes of the last day/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Markets' })).toContainText(`${stopped}24 h is the day before it.`)
})

test(
  'ledger ranges of an archive count back from its last block; an empty one names that block',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto(`/ledger-export?partyId=${party}`)
    await expect(page.getByRole('main')).toContainText(`${stopped}ranges count back from it.`)
    await page.getByRole('button', { name: 'February 2026' }).click()
    await expect(page.getByRole('textbox', { name: 'From, UTC' })).toHaveValue('1 Feb 2026, 00:00:00')
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
    await page.goto(`/ledger-export?partyId=${party}&from=${Date.UTC(2026, 9)}000000&to=${Date.UTC(2026, 10)}000000`)
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.getByRole('heading', { name: 'No entries in October 2026' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(
      "after the node's last block, which is from 2 Mar 2026, 00:30:00 UTC",
    )
  },
)
