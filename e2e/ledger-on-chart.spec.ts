import type { Page } from 'playwright/test'
import { expectNoViolations } from './axe.ts'
import { clicker } from './clicker.ts'
import { amount } from './expected.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { refusal } from './states.ts'

const path = '/api/v2/ledgerentry/export'
const hour = 3_600_000_000_000n
const strip = (page: Page) => page.getByRole('region', { name: 'Ledger of the range' })
const read = (page: Page) => strip(page).getByText(/^ledger read to [^,]*(?:, )?\S+ UTC$/)
const table = (page: Page) => page.getByRole('grid', { name: /^Candles of .* in view$/ })

test.slow()

interface Entry {
  type: string
  /** Unix nanoseconds of its block. */
  time: bigint
  /** What it changes of what the party holds, else of its account on the market. */
  change: bigint
}

/** A provider of a busy market, eight whole hours of it, and its entries there, taken from the service by hand. */
async function stretch(network: Network) {
  const market = await network.busyMarket()
  const instrument = market.tradableInstrument.instrument
  const settlement = instrument.perpetual?.settlementAsset ?? instrument.future?.settlementAsset ?? ''
  const asset = (await network.assets()).find(({ id }) => id === settlement)
  const candles = await network.candles(market.id, '1 hour', 12)
  const [newest, oldest] = [BigInt(candles[2]?.start ?? '0'), BigInt(candles[9]?.start ?? '0')]
  const range = { from: oldest, to: newest + hour }
  const providers = await network.providers({ marketId: market.id })
  for (const { partyId } of providers) {
    const query = `partyId=${partyId}&assetId=${settlement}&dateRange.startTimestamp=${range.from}&dateRange.endTimestamp=${range.to}`
    const csv = await (await fetch(`${network.url}${path}?${query}`)).text()
    const entries = csv
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map((cell) => (cell === '""' ? '' : cell)))
      .filter((cells) => cells[5] === market.id || cells[9] === market.id)
      .map((cells): Entry => {
        const [text = '', quantity = '', effect = '', type = ''] = cells
        const receives = cells[9] === market.id && cells[10] === partyId
        const own = receives ? BigInt(quantity) : -BigInt(quantity)
        const time = BigInt(Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`)) * 1_000_000n
        return { type: type.replace('TRANSFER_TYPE_', ''), time, change: effect === '0' ? own : BigInt(effect) }
      })
    if (entries.length > 10)
      return {
        market,
        partyId,
        range,
        entries,
        decimals: Number(asset?.details.decimals),
        symbol: asset?.details.symbol,
      }
  }
  throw new Error('no provider has entries on this market')
}

type Stretch = Awaited<ReturnType<typeof stretch>>

const addressOf = ({ market, partyId, range }: Stretch, more = '') =>
  `/markets/${market.id}/candles?interval=1%20hour&from=${range.from}&to=${range.to}&party=${partyId}${more}`

const groups = {
  'Margin moves': /^(?:ORDER_|ISOLATED_)?MARGIN_(?:LOW|HIGH)$/,
  'Realised and MTM': /^(?:MTM_)?(?:WIN|LOSS)$/,
  Funding: /^PERPETUALS_FUNDING_/,
}
const sumOf = (entries: readonly Entry[], types: RegExp): bigint =>
  entries.reduce((sum, { type, change }) => (types.test(type) ? sum + change : sum), 0n)
/** As an amount is shown: with its sign, without zeros at its end. */
const shown = (raw: bigint, decimals: number): string => {
  const text = amount(String(raw), decimals)
  return `${raw > 0n ? '+' : ''}${text.includes('.') ? text.replace(/\.?0+$/, '') : text}`
}
const rawOf = (text: string, decimals: number): bigint => {
  const [whole = '', fraction = ''] = text.replaceAll(/[+,]/g, '').replace('\u2212', '-').split('.')
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`)
}

test('marks of a range add up to the entries of the service, in their key and in the table, bar by bar', async ({
  page,
  network,
}) => {
  const given = await stretch(network)
  const { entries, decimals, symbol } = given
  await page.setViewportSize({ width: 2200, height: 1700 })
  await page.goto(addressOf(given, '&table=on'))
  await expect(read(page)).toBeVisible({ timeout: 30_000 })
  await expect(strip(page)).toContainText(`${symbol} in view, ${entries.length} entries`)
  for (const [name, types] of Object.entries(groups)) {
    const cell = strip(page).locator('dl > div').filter({ hasText: name })
    await expect(cell.locator('dd')).toHaveText(shown(sumOf(entries, types), decimals))
  }
  await expect(table(page).getByRole('row')).toHaveCount(9)
  const heads = await table(page).getByRole('columnheader').allTextContents()
  const rows = await table(page)
    .getByRole('row')
    .evaluateAll((all) =>
      all
        .slice(1)
        .map((row) => [...row.querySelectorAll('[role="gridcell"]')].map(({ textContent }) => textContent ?? '')),
    )
  const column = (name: string) => heads.findIndex((head) => head.startsWith(name))
  for (const [name, types] of Object.entries(groups)) {
    const at = column(name)
    if (at < 0) continue
    for (const [place, row] of rows.entries()) {
      const end = given.range.to - BigInt(place) * hour
      const own = entries.filter(({ type, time }) => types.test(type) && time >= end - hour && time < end)
      const text = row[at] ?? ''
      expect(text === '–' ? 0n : rawOf(text, decimals), `${name} of row ${place}`).toBe(
        own.reduce((sum, { change }) => sum + change, 0n),
      )
    }
  }
  expect(column('Realised and MTM')).toBeGreaterThan(0)
  const counts = rows.map((row) => Number(row[column('Entries')]?.replace('–', '0')))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(entries.length)
  await expectNoViolations(page)
})

test('a row of the statement leads to its candle in one click, and e leads back to the entries of that bar', async ({
  page,
  network,
}) => {
  const { market, partyId, range } = await stretch(network)
  await page.goto(`/ledger?partyId=${partyId}&market=${market.id}&from=${range.from}&to=${range.to}`)
  const time = page.getByRole('grid', { name: 'Entries' }).getByRole('row').nth(1).getByRole('link').first()
  const text = (await time.textContent()) ?? ''
  await time.click()
  await expect(page).toHaveURL(new RegExp(`/markets/${market.id}/candles\\?.*party=${partyId}`))
  await expect(read(page)).toBeVisible({ timeout: 30_000 })
  const at = BigInt(new URL(page.url()).searchParams.get('at') ?? '0')
  await page.mouse.move(0, 0)
  await page.keyboard.press('e')
  await expect(page).toHaveURL(new RegExp(`/ledger\\?partyId=${partyId}&.*from=${at}&to=${at + 60_000_000_000n}`))
  await expect(page.getByText(/ rows? read; complete$/)).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Entries' }).getByRole('row').nth(1)).toContainText(text)
})

test('an export that fails says so, with no sum in place of what is not known, and is read again', async ({
  page,
  network,
  faults,
}) => {
  const given = await stretch(network)
  await faults.set({ path, fault: { status: 500, error: refusal } })
  await page.goto(addressOf(given))
  await expect(strip(page).getByRole('alert')).toContainText('ledger not read: Status 500, code 13', {
    timeout: 30_000,
  })
  await expect(strip(page).locator('dd').first()).toHaveText('–')
  await faults.clear()
  await strip(page).getByRole('button', { name: 'Try again' }).click()
  await expect(read(page)).toBeVisible({ timeout: 30_000 })
  await expect(strip(page).locator('dd').nth(1)).toHaveText(
    shown(sumOf(given.entries, groups['Realised and MTM']), given.decimals),
  )
})

test(
  'a party without entries on the market is told from one whose ledger is not read',
  { tag: '@full' },
  async ({ page, network }) => {
    const given = await stretch(network)
    await page.goto(addressOf({ ...given, partyId: 'ab'.repeat(32) }))
    await expect(strip(page)).toContainText('no entries', { timeout: 30_000 })
    await expect(strip(page).locator('dd').first()).toHaveText('0')
  },
)

const chart = (page: Page) => page.getByRole('application', { name: /^Candles of / })

test(
  'in a fresh browser, a party that the node lists is put on the chart from its picker',
  { tag: '@full' },
  async ({ page, network }) => {
    const market = await network.busyMarket()
    await page.goto(`/markets/${market.id}/candles`)
    const button = page.getByRole('button', { name: 'Show the ledger of a party' })
    await button.click()
    const listed = page.getByRole('group', { name: 'On this node' }).getByRole('option')
    await expect(listed.first()).toBeVisible()
    await listed.first().click()
    await expect(page).toHaveURL(/[?&]party=[0-9a-f]{64}/)
    await expect(read(page)).toBeVisible()
    await page.getByRole('button', { name: /choose a party$/ }).click()
    await page.getByRole('option', { name: 'No ledger' }).click()
    await expect(page).not.toHaveURL(/party=/)
    await expect(button).toBeVisible()
  },
)

test('the mark under the pointer has its exact sum and the way to its entries, and the menu their number', async ({
  page,
  network,
}) => {
  const given = await stretch(network)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(addressOf(given))
  await expect(read(page)).toBeVisible({ timeout: 30_000 })
  // The busiest of the eight candles.
  const starts = Array.from({ length: 8 }, (_, at) => given.range.from + BigInt(at) * hour)
  const of = (start: bigint) => given.entries.filter(({ time }) => time >= start && time < start + hour)
  const counts = starts.map((start) => of(start).length)
  const busiest = counts.indexOf(Math.max(...counts))
  const own = of(starts[busiest] ?? 0n)
  const box = (await chart(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await chart(page).press('Home')
  for (let step = 0; step < busiest; step++) await chart(page).press('ArrowRight')
  // The spoken text of the candle has what the marks have.
  const result = sumOf(own, groups['Realised and MTM'])
  const words = shown(result, given.decimals)
  await expect(
    page.locator('output[aria-live=polite]').filter({ hasText: `${own.length} entries in ${given.symbol}: ` }),
  ).toHaveCount(1)
  await chart(page).press('Shift+F10')
  const menu = page.getByRole('menu', { name: /^Candle of / })
  await expect(menu.getByRole('menuitem', { name: /^Entries of this candle/ })).toContainText(
    `${amount(String(own.length))}, E`,
  )
  const at = (await menu.boundingBox()) ?? { x: 0, y: 0 }
  await page.keyboard.press('Escape')
  // The menu opened at the crosshair: its corner is in the candle, above and below which its marks are.
  const popover = page
    .getByText('Realised and MTM', { exact: true })
    .locator('..')
    .filter({ hasText: 'open in statement' })
  const x = Math.min(at.x, box.x + box.width - 80) - 1
  for (let y = box.y + 40; y < box.y + box.height * 0.66 && !(await popover.isVisible()); y += 3)
    await page.mouse.move(x, y)
  await expect(popover).toContainText(`${words} ${given.symbol}`)
  await popover.getByRole('link', { name: 'open in statement' }).click()
  await expect(page).toHaveURL(new RegExp(`/ledger\\?.*from=${starts[busiest]}`))
})

test('from a liquidation in the statement to its candle: one click', async ({ page, context, network }) => {
  const { market, partyId, range } = await stretch(network)
  // The demo has no liquidations: one loss in the response becomes one.
  const loss = new RegExp(`TRANSFER_TYPE_MTM_LOSS(?=[^\\n]*${market.id})`)
  await context.route(`**${path}?*`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(loss, 'TRANSFER_TYPE_MARGIN_CONFISCATED')
    await route.fulfill({ response, body })
  })
  await page.goto(`/ledger?partyId=${partyId}&market=${market.id}&from=${range.from}&to=${range.to}`)
  const row = page.getByRole('grid', { name: 'Entries' }).getByRole('row').filter({ hasText: 'Margin confiscated' })
  const { click, atMost } = clicker()
  await click(row.getByRole('link').first())
  await expect(page).toHaveURL(new RegExp(`/markets/${market.id}/candles\\?.*party=${partyId}`))
  await expect(read(page)).toBeVisible({ timeout: 30_000 })
  const { searchParams } = new URL(page.url())
  expect(BigInt(searchParams.get('at') ?? '0')).toBeGreaterThanOrEqual(range.from)
  await expect(strip(page).locator('dl > div').filter({ hasText: 'Liquidation' }).locator('small')).toHaveText('1')
  atMost(1)
})
