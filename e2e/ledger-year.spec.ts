import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { listKnownParties } from '../src/wire/known-parties.ts'
import { violations } from './axe.ts'
import { clicker } from './clicker.ts'
import { amount } from './expected.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

const path = '/api/v2/ledgerentry/export'
const results = (page: Page) => page.getByRole('table', { name: 'Results', exact: true })

async function maker(network: Network): Promise<string> {
  const { parties } = await network.ask(listKnownParties, {})
  return parties.find(({ name }) => name === 'northwind-mm')?.partyId ?? ''
}

interface Movement {
  month: string
  effect: bigint
  type: string
  asset: string
  market: string
}

/** The rows of an export, split by hand: no field of the demo network holds a comma. */
async function movementsOf(network: Network, party: string): Promise<Movement[]> {
  const csv = await (await fetch(`${network.url}${path}?partyId=${party}`)).text()
  return csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const cells = line.split(',').map((cell) => (cell === '""' ? '' : cell))
      const [time = '', , effect = '0', type = '', asset = '', from = ''] = cells
      return { month: time.slice(0, 7), effect: BigInt(effect), type, asset, market: from || (cells[9] ?? '') }
    })
}

/** A sum as the results write it. */
function shown(movements: readonly Movement[], decimals: number): string {
  const sum = movements.reduce((total, { effect }) => total + effect, 0n)
  return sum === 0n ? '0' : `${sum > 0n ? '+' : ''}${amount(String(sum), decimals)}`
}

const monthWords = (month: string): string =>
  new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${month}-01`))

test('a year by month and market is the sum of the entries, and each amount opens its own', async ({
  page,
  network,
}) => {
  const party = await maker(network)
  const movements = await movementsOf(network, party)
  const usdt = (await network.assets()).find(({ details }) => details.symbol === 'USDT')
  const btc = (await network.markets()).find(({ tradableInstrument: { instrument } }) => instrument.code === 'BTC/USDT')
  const decimals = Number(usdt?.details.decimals)
  const own = movements.filter(({ asset }) => asset === usdt?.id)
  const months = [...new Set(own.map(({ month }) => month))]
  expect(months.length).toBeGreaterThan(2)
  await page.goto(`/ledger?partyId=${party}&view=year&asset=${usdt?.id}`)
  await expect(page.getByText('Total = closing − opening')).toBeVisible()
  await expect(page.getByText(/^Opening \+ entries = closing on (\d+) of \1 accounts\./)).toBeVisible()
  const funding = (all: readonly Movement[]) => all.filter(({ type }) => type.includes('FUNDING_'))
  for (const month of months) {
    const rows = own.filter((one) => one.month === month)
    const cells = results(page)
      .getByRole('row', { name: new RegExp(`^${monthWords(month)}`) })
      .getByRole('cell')
    await expect(cells.last()).toHaveText(shown(rows, decimals))
    await expect(cells.nth(1)).toHaveText(shown(funding(rows), decimals))
  }
  await expect(results(page).locator('tfoot tr').last().getByRole('cell').last()).toHaveText(shown(own, decimals))
  // A market's part of a month leads to just its entries.
  const month = months[1] ?? ''
  await page.getByRole('button', { name: monthWords(month) }).click()
  const part = funding(own).filter((one) => one.month === month && one.market === btc?.id)
  expect(part.length).toBeGreaterThan(5)
  const cell = results(page)
    .getByRole('row', { name: /^BTC\/USDT/ })
    .getByRole('cell')
    .nth(1)
  await expect(cell).toHaveText(shown(part, decimals))
  await cell.getByRole('link').click()
  await expect(page.getByText(new RegExp(`^${part.length} of [\\d,]+ rows read; complete$`))).toBeVisible()
  await expect(page.getByText('Funding', { exact: true }).first()).toBeVisible()
})

test(
  'the year has no accessibility violation, fits a phone, and shows equity with its drawdown',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.goto(`/ledger?partyId=${await maker(network)}&view=year`)
    await expect(page.getByText('Total = closing − opening')).toBeVisible()
    const equity = page.getByRole('region', { name: 'Equity' })
    await expect(equity.getByText('Deepest drawdown, without transfers')).toBeVisible()
    await expect(equity.getByRole('img')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Accounts', exact: true }).getByRole('img').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Market', exact: true }).click()
    await expect(page).toHaveURL(/by=market/)
    await expect(results(page).getByRole('columnheader', { name: 'Market' })).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    // The chart follows the window a frame later.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  },
)

test('a statement that is cut says so, and its files are named incomplete', async ({ page, network, faults }) => {
  await faults.set({ path, fault: { inBandError: 100_000 } })
  await page.goto(`/ledger?partyId=${await maker(network)}&view=year`)
  await expect(page.getByRole('heading', { name: /^Incomplete: cut after [\d,]+ rows/ })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Accounting layout', exact: true }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.incomplete\.accounting\.csv$/)
})

test('what funding cost on BTC last month: two clicks from the party', async ({ page, network }) => {
  const party = await maker(network)
  const movements = await movementsOf(network, party)
  const { click, atMost } = clicker()
  await page.goto(`/parties/${party}`)
  await click(page.getByRole('link', { name: 'Results', exact: true }))
  const usdt = (await network.assets()).find(({ details }) => details.symbol === 'USDT')
  await click(page.getByRole('group', { name: 'Asset' }).getByRole('button', { name: 'USDT' }))
  const btc = (await network.markets()).find(({ tradableInstrument: { instrument } }) => instrument.code === 'BTC/USDT')
  const part = movements.filter(
    ({ month, market, asset, type }) =>
      month === '2026-10' && market === btc?.id && asset === usdt?.id && type.includes('FUNDING_'),
  )
  await expect(
    results(page)
      .getByRole('row', { name: /^BTC\/USDT/ })
      .getByRole('cell')
      .nth(1),
  ).toHaveText(shown(part, Number(usdt?.details.decimals)))
  atMost(2)
})

test("last year's accounting file of a watched party: three clicks", async ({ page, network }) => {
  const party = await maker(network)
  await page.addInitScript((id) => localStorage.setItem('lyra.preferences', JSON.stringify({ watched: [id] })), party)
  const { click, atMost } = clicker()
  await page.goto('/?show=watched')
  await click(page.getByRole('table', { name: 'Parties, worst first' }).getByRole('link', { name: 'northwind-mm' }))
  await click(page.getByRole('link', { name: 'Last year’s results' }))
  await expect(page.getByRole('heading', { name: 'No entries in this range' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await click(page.getByRole('button', { name: 'Accounting layout', exact: true }))
  const file = await readFile(await (await downloading).path(), 'utf8')
  atMost(3)
  expect(file).toMatch(/^date_utc,type,received_amount,received_asset,[^\n]*\n$/)
  // The year before has no period after this one's future, and the arrows lead back.
  await page.getByRole('button', { name: 'Period after' }).click()
  await expect(page.getByText('Total = closing − opening')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Period after' })).toBeDisabled()
})

test(
  'the year prints on landscape pages, one for each asset, with quarters, markets and its check',
  { tag: '@full' },
  async ({ page, network }) => {
    const party = await maker(network)
    await page.goto(`/ledger?partyId=${party}&view=year`)
    await expect(page.getByText('Total = closing − opening')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Equity' }).getByRole('img')).toBeVisible()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const paper = page.getByRole('article', { name: 'Printed year' })
    const assets = new Set((await movementsOf(network, party)).map(({ asset }) => asset))
    const tables = paper.getByRole('table', { name: /^Results in / })
    await expect(tables).toHaveCount(assets.size)
    await expect(paper.getByText(party).first()).toBeVisible()
    await expect(paper.getByText('Total = closing − opening').first()).toBeVisible()
    await expect(paper.getByText(/SHA-256 of the original CSV [\da-f]{64}/).first()).toBeVisible()
    for (const name of [/^Quarter \d, 2026/, /^All/, /^of which /])
      await expect(tables.first().getByRole('row', { name }).first()).toBeVisible()
    for (const cell of await tables.first().getByRole('cell').all())
      await expect(cell).toHaveCSS('white-space', 'nowrap')
    await expect(paper.getByRole('img', { name: /^All accounts together: / })).toHaveCount(assets.size)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) =>
      [width, height].map(Number),
    )
    expect(boxes.length).toBeGreaterThanOrEqual(assets.size)
    for (const [width = 0, height = 0] of boxes) expect(width).toBeGreaterThan(height)
  },
)
