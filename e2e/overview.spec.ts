import { candleIdOf } from '../src/wire/candles.ts'
import { getEpoch, getStatistics } from '../src/wire/network.ts'
import { amount } from './expected.ts'
import { expect, test } from './fixtures.ts'
import { demoTime } from './service.ts'
import { testInvalidResponse } from './states.ts'

const search = 'Find a party, market or candles'

test('the status line has the state of the network, and the card what it leaves out', async ({ page, network }) => {
  const { statistics } = await network.ask(getStatistics, {})
  const { epoch } = await network.ask(getEpoch, {})
  const [from, to] = [BigInt(epoch.timestamps.startTime), BigInt(epoch.timestamps.expiryTime)]
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Network' })
  await expect(card).toContainText('Synced')
  await expect(card).toContainText(/Lag\s*\d+\s*blocks?/)
  await expect(card.getByText(statistics.chainId)).toBeHidden()
  const line = page.getByRole('contentinfo', { name: 'Connection' })
  await expect(line).toContainText(`block ${amount(statistics.blockHeight)}`)
  await expect(line).toContainText(`chain ${statistics.chainId}`)
  await expect(line).toContainText(`epoch ${amount(statistics.epochSeq)}`)
  await expect(line).toContainText(/data age\s*\d+(\.\d)?\s*s/)
  await expect(line).toContainText(/\d\d:\d\d:\d\d left/)
  const rule = line.getByRole('img', { name: /^(?:[<>] )?\d+ % of the epoch has elapsed$/ })
  const shown = BigInt(/(\d+) %/.exec((await rule.getAttribute('aria-label')) ?? '')?.[1] ?? -1)
  // The node's clock started at the demo's time and has advanced since, so its current value is requested.
  const share = (ms: number): bigint => ((BigInt(ms) * 1_000_000n - from) * 200n + to - from) / ((to - from) * 2n)
  expect(shown).toBeGreaterThanOrEqual(share(Date.parse(demoTime)))
  const most = share((await network.time()) + 1000)
  // The beginning is shown as less than 1 %.
  expect(shown).toBeLessThanOrEqual(most > 1n ? most : 1n)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(card.getByText(statistics.chainId)).toBeVisible()
})

test('the overview has one field that finds anything', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('combobox', { name: search })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Find or go to' })).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: search })).toBeFocused()
})

test('a node whose last block is old is called stale', { tag: '@full' }, async ({ page, faults }) => {
  await faults.set({ path: '^/(api|statistics)', fault: { clockSkew: 0, headers: { 'x-block-timestamp': '1' } } })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Network' })).toContainText('Stale')
  await expect(page.getByRole('button', { name: 'Stale. Pause live updates' })).toBeVisible()
})

test('each market is listed with its last price', { tag: '@full' }, async ({ page, network }) => {
  await page.goto('/')
  const table = page.getByRole('table', { name: 'Markets' })
  for (const { id, decimalPlaces, tradableInstrument } of await network.markets()) {
    const row = table.getByRole('row').filter({ hasText: tradableInstrument.instrument.code })
    const day = await network.candles(id, '1 hour', 24)
    const last = day.find(({ close }) => close !== '')
    await expect(row).toContainText(last ? amount(last.close, Number(decimalPlaces)) : 'no trade')
  }
})

test(
  'a market whose candles fail reports it; the others are unaffected',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const { id, tradableInstrument } = await network.busyMarket()
    await faults.set({ path: `/api/v2/candle?candleId=${candleIdOf('1 hour', id)}`, fault: { status: 500 } })
    await page.goto('/')
    const rows = page.getByRole('table', { name: 'Markets' }).getByRole('row')
    const failed = rows.filter({ hasText: tradableInstrument.instrument.code })
    await expect(failed).toContainText('Could not load its candles')
    await expect(rows.filter({ hasText: 'Could not load' })).toHaveCount(1)
    await faults.clear()
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(failed).not.toContainText('Could not load')
  },
)

test('any pasted id opens the right page', { tag: '@full' }, async ({ page, network }) => {
  const [partyId, market] = [await network.versatileParty(), await network.busyMarket()]
  const candleId = candleIdOf('5 minutes', market.id)
  for (const [text, address] of [
    [`  ${partyId.toUpperCase()}  `, `/parties/${partyId}`],
    [`https://node.example.org/party/${partyId}?x=1`, `/parties/${partyId}`],
    [market.id, `/markets/${market.id}`],
    [market.tradableInstrument.instrument.code, `/markets/${market.id}`],
    [candleId, `/candles/${candleId}`],
    ['network', '/parties/network'],
  ] as const) {
    await page.goto('/')
    await expect(page.getByRole('table', { name: 'Markets' })).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('combobox', { name: search })).toBeFocused()
    await page.keyboard.insertText(text)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL((url) => url.pathname === address)
  }
})

test('an unknown name is reported, and no page opens', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('combobox', { name: search }).fill('Betelgeuse')
  await expect(page.getByText('No match')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})

test('watched parties are in the watch room with their worst limit, the worst party first', async ({
  page,
  network,
}) => {
  const used = async (id: string) => (await network.spam(id)).transfers?.countForEpoch ?? '0'
  const near = await network.partyWith(async (id) => Number(await used(id)) >= 16)
  const quiet = await network.partyWith(async (id) => id !== 'network' && (await used(id)) === '0')
  await page.goto('/')
  for (const id of [quiet, near]) {
    await page.getByRole('button', { name: 'Watch a party' }).click()
    await page.getByRole('combobox', { name: 'Party to watch' }).fill(id)
    await page.keyboard.press('Enter')
  }
  await page.reload()
  await page.getByRole('button', { name: 'Watched', exact: true }).click()
  const rows = page.getByRole('table', { name: 'Parties, worst first' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0).getByRole('img', { name: `Transfers: ${await used(near)} of 20` })).toBeVisible()
  await expect(rows.nth(0)).toContainText('Near')
  await expect(rows.nth(1).getByRole('link')).toHaveAttribute('href', `/parties/${quiet}`)
})

test('recently opened pages are listed', { tag: '@full' }, async ({ page, network }) => {
  const [partyId, market] = [await network.versatileParty(), await network.busyMarket()]
  await page.goto(`/spam/${partyId}`)
  // The first frame has a heading too; the title is the page's own.
  await expect(page).toHaveTitle(/Spam limits/)
  await page.goto(`/markets/${market.id}/candles`)
  await expect(page.getByRole('heading', { level: 1, name: market.tradableInstrument.instrument.code })).toBeVisible()
  await page.goto('/')
  const recent = page.getByRole('navigation', { name: 'Recent' }).getByRole('link')
  await expect(recent).toHaveCount(2)
  await expect(recent.nth(0)).toContainText(market.tradableInstrument.instrument.code)
  await expect(recent.nth(1)).toHaveAttribute('href', `/parties/${partyId}`)
})

testInvalidResponse({
  at: () => Promise.resolve('/'),
  path: '/api/v2/markets',
  data: (page) => page.getByRole('table', { name: 'Markets' }),
  empty: /no market|does not list/,
  wrong: { 'markets.edges.*.node.decimalPlaces': 'two' },
})
