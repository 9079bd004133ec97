import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { candleIdOf, listCandleIntervals, type Candle } from '../src/wire/candles.ts'
import type { Market } from '../src/wire/network.ts'
import { amount, exactly, literally, utc } from './expected.ts'
import { expect, test, type SentRequests } from './fixtures.ts'
import type { Network } from './network.ts'
import { testStates } from './states.ts'

/** With the table open: it says what the chart shows. */
const addressOf = ({ id }: Pick<Market, 'id'>, query = '') =>
  `/markets/${id}/candles?table=on${query.replace('?', '&')}`
const chart = (page: Page) => page.getByRole('application', { name: /^Candles of / })
const table = (page: Page) => page.getByRole('grid', { name: /^Candles of .* in view$/ })
/** The chart is drawn and knows what it shows. */
const opened = (page: Page) => expect(table(page).getByRole('row').nth(1)).toBeVisible()
// The page header requests the last 24 hours with both bounds; the chart sends one bound at most.
const candleQuestions = (requests: SentRequests) =>
  requests.matching(/^\/api\/v2\/candle\?(?!.*fromTimestamp=.*toTimestamp=)/)

/** The line above the chart: the exact figures of one bar. */
async function expectLegend(
  page: Page,
  candle: Candle | undefined,
  { decimalPlaces }: Market,
  start = utc,
): Promise<void> {
  if (!candle) throw new Error('the network has no such candle')
  const decimals = Number(decimalPlaces)
  const main = page.getByRole('main')
  await expect(main.getByText(start(candle.start)).first()).toBeVisible()
  for (const [name, price] of [
    ['O', candle.open],
    ['H', candle.high],
    ['L', candle.low],
    ['C', candle.close],
  ] as const) {
    await expect(main.getByText(new RegExp(`^${name}\\s${exactly(price, decimals)}$`))).toBeVisible()
  }
}

test('the market and its last day are shown before the code of the chart is there', async ({ page, network }) => {
  const market = await network.busyMarket()
  await page.route(/\/assets\/chart-[^/]*\.js$/, () => undefined)
  await page.goto(`/markets/${market.id}/candles`)
  await expect(page.getByText(/^24 h .* volume /)).toBeVisible()
  await expect(chart(page)).toBeHidden()
})

test('the newest bar shows the exact figures of the node', async ({ page, network }) => {
  const market = await network.busyMarket()
  const [newest] = await network.candles(market.id, '1 hour')
  await page.goto(addressOf(market))
  await expect(chart(page)).toBeVisible()
  await expectLegend(page, newest, market)
  const main = page.getByRole('main')
  const sizes = Number(market.positionDecimalPlaces)
  await expect(main.getByText(new RegExp(`^Volume(, \\w+)? ${exactly(newest?.volume ?? '', sizes)}`))).toBeVisible()
  const notional = exactly(newest?.notional ?? '', sizes + Number(market.decimalPlaces))
  await page.goto(addressOf(market, '?notional=on'))
  await expect(main.getByText(new RegExp(`^Notional(, \\w+)? ${notional}$`))).toBeVisible()
})

test('every interval of the node can be chosen and survives a reload', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  const { intervalToCandleId } = await network.ask(listCandleIntervals, { marketId: market.id })
  await page.goto(addressOf(market))
  const intervals = page.getByRole('group', { name: 'Interval' }).getByRole('button')
  await expect(intervals).toHaveText(['1m', '15m', '1h', '4h', '1D'])
  await page.getByRole('button', { name: 'All intervals' }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(intervalToCandleId.length)
  await page.getByRole('menuitem', { name: '5 minutes 5m' }).click()
  // The legend reads the bar under the pointer.
  await page.mouse.move(0, 0)
  await expect(page).toHaveURL(/interval=5(%20|\+)minutes/)
  const [newest] = await network.candles(market.id, '5 minutes')
  await expectLegend(page, newest, market)
  await page.reload()
  await expect(page.getByRole('button', { name: 'All intervals, now 5m' })).toBeVisible()
  await expectLegend(page, newest, market)
  await page.goBack()
  await expect(page.getByRole('button', { name: '1h', exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test('a candle id works as an address', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  const [newest] = await network.candles(market.id, '1 day')
  await page.goto(`/candles/${candleIdOf('1 day', market.id)}`)
  // Days are days of UTC: a date, and in every zone the same.
  const day = (start: string) => utc(start).replace(/, .*/, '')
  await expectLegend(page, newest, market, day)
  await page.goto(`/candles/${candleIdOf('1 day', market.id)}?zone=America/New_York`)
  await expectLegend(page, newest, market, day)
})

test('the table shows the figures of the chart', async ({ page, network }) => {
  const market = await network.busyMarket()
  const candles = await network.candles(market.id, '1 hour', 4)
  await page.goto(addressOf(market))
  for (const [at, candle] of candles.entries()) {
    const row = table(page)
      .getByRole('row')
      .nth(at + 1)
    await expect(row.getByRole('gridcell').first()).toHaveText(utc(candle.start))
    for (const price of [candle.open, candle.high, candle.low, candle.close]) {
      const exact = new RegExp(`^${exactly(price, Number(market.decimalPlaces))}$`)
      await expect(row.getByRole('gridcell', { name: exact }).first()).toBeVisible()
    }
  }
  await table(page).getByRole('row').nth(3).click()
  await expectLegend(page, candles[2], market)
  await chart(page).press('t')
  await expect(table(page)).toBeHidden()
  await expect(page).not.toHaveURL(/table=/)
  await page.reload()
  await expect(chart(page)).toBeVisible()
  await expect(table(page)).toBeHidden()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(table(page)).toBeVisible()
  await expect(page).toHaveURL(/table=on/)
})

test('keys move from bar to bar and announce the bar', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  const candles = await network.candles(market.id, '1 hour', 4)
  await page.goto(addressOf(market))
  await expectLegend(page, candles[0], market)
  await chart(page).press('End')
  await chart(page).press('ArrowLeft')
  await chart(page).press('ArrowLeft')
  await expectLegend(page, candles[2], market)
  await expect(page.getByRole('status').filter({ hasText: /close/i })).toContainText(
    new RegExp(exactly(candles[2]?.close ?? '', Number(market.decimalPlaces))),
  )
  await chart(page).press('Escape')
  await expectLegend(page, candles[0], market)
})

test('older bars load near the left edge, by key and by wheel, and the view is in the address', async ({
  page,
  network,
  requests,
}) => {
  const market = await network.busyMarket()
  await page.goto(addressOf(market))
  await expect(chart(page)).toBeVisible()
  await opened(page)
  const [newest] = await network.candles(market.id, '1 hour')
  const older = () =>
    candleQuestions(requests).filter(({ target }) => {
      const to = new URL(target, 'http://node').searchParams.get('toTimestamp')
      return to !== null && BigInt(to) < BigInt(newest?.start ?? '0')
    })
  expect(older()).toHaveLength(0)
  await chart(page).press('Shift+Home')
  await expect.poll(() => older().length).toBeGreaterThan(0)
  await expect(page).toHaveURL(/from=\d+&to=\d+/)
  const range = page
    .getByRole('main')
    .getByText(/^\d+ \w+(?: \d+)?, \d\d:\d\d to /)
    .first()
  const shown = await range.textContent()
  // Before the hand moves: the address may follow it at once.
  const seen = page.url()
  await chart(page).hover()
  await page.mouse.wheel(-600, 0)
  await expect(range).not.toHaveText(shown ?? '')
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  await expect(async () => {
    const to = new URL(page.url()).searchParams.get('to')
    expect(to).not.toBe(new URL(seen).searchParams.get('to'))
  }).toPass()
  const moved = await range.textContent()
  await page.reload()
  await expect(range).toHaveText(moved ?? '')
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(table(page).getByRole('row').nth(1).getByRole('gridcell').first()).toHaveText(utc(newest?.start ?? '0'))
})

test('the range All says where the candles start', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  await page.goto(addressOf(market, '?interval=1%20day'))
  await expect(chart(page)).toBeVisible()
  await page.getByRole('button', { name: 'All: show all candles' }).click()
  await expect(page.getByText(/^Oldest \d+-\w+ candle$/)).toBeVisible()
  await expect(page).toHaveURL(/from=\d+/)
})

test('go to a date', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  await page.goto(addressOf(market))
  await expect(chart(page)).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Go to date, UTC' })
  await field.fill('some day')
  await field.press('Enter')
  await expect(page.getByText('The date is not a valid time: use 2026-11-21 or 2026-11-21 14:30:00.')).toBeVisible()
  await field.fill('2026-09-10 12:00')
  await field.press('Enter')
  await expect(page).toHaveURL(/from=1\d{18}&to=1\d{18}/)
  const from = new URL(page.url()).searchParams.get('from') ?? '0'
  const to = new URL(page.url()).searchParams.get('to') ?? '0'
  const wanted = BigInt(Date.parse('2026-09-10T12:00:00Z')) * 1_000_000n
  expect(BigInt(from) < wanted && wanted < BigInt(to)).toBe(true)
  await expect(table(page).getByRole('row').nth(1).getByRole('gridcell').first()).toContainText(/\d+ Sep 2026/)
})

test('a date within the loaded bars moves the view, and Back returns', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  await page.goto(addressOf(market))
  await opened(page)
  const candles = await network.candles(market.id, '1 hour', 201)
  const [newest, wanted] = [candles[0]?.start ?? '0', candles[200]?.start ?? '0']
  const first = table(page).getByRole('row').nth(1).getByRole('gridcell').first()
  await expect(first).toHaveText(utc(newest))
  const field = page.getByRole('textbox', { name: 'Go to date, UTC' })
  await field.fill(new Date(Number(BigInt(wanted) / 1_000_000n)).toISOString().slice(0, 16))
  await field.press('Enter')
  await expect(first).not.toHaveText(utc(newest))
  const { searchParams } = new URL(page.url())
  const [from, to] = ['from', 'to'].map((name) => BigInt(searchParams.get(name) ?? '0'))
  expect(from! < BigInt(wanted) && BigInt(wanted) < to!).toBe(true)
  await page.goBack()
  await expect(first).toHaveText(utc(newest))
})

test('a market without any trade is not an error', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.marketWith(async ({ id }) => (await network.candles(id, '1 day')).length === 0)
  await page.goto(addressOf(market))
  await expect(page.getByRole('heading', { name: 'No candles' })).toBeVisible()
  await expect(
    page.getByText(
      'No 1 h candles for this market yet. The market is in its opening auction: candles begin with its first trade. ' +
        'New trades appear here automatically.',
    ),
  ).toBeVisible()
})

test('periods without trades are gaps, never zeros', async ({ page, network }) => {
  const thin = await network.marketWith(async ({ id }) => {
    const candles = await network.candles(id, '1 hour', 1000)
    return candles.some(({ open }) => open === '') && candles.some(({ open }) => open !== '')
  })
  const candles = await network.candles(thin.id, '1 hour', 1000)
  const gap = candles.find(({ open }, at) => open === '' && candles[at - 1]?.open !== '')
  const hour = 3_600_000_000_000n
  const start = BigInt(gap?.start ?? '0')
  await page.goto(addressOf(thin, `?interval=1%20hour&from=${start - 20n * hour}&to=${start + 20n * hour}`))
  const row = table(page)
    .getByRole('row')
    .filter({ hasText: utc(gap?.start ?? '0') })
  await row.click()
  await expect(row).toContainText('no trades in this candle')
  await expect(page.getByRole('main').getByText('no trades in this candle').first()).toBeVisible() // above the chart
  await expect(row).not.toContainText(/(^|\s)0\.0+\s/)
})

test('the bars in view are exported with raw and exact values', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  const [newest, second] = await network.candles(market.id, '1 hour')
  await page.goto(addressOf(market))
  await expect(chart(page)).toBeVisible()
  const save = async (format: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ])
    return (await readFile(await file.path(), 'utf8')).trimEnd().split('\n')
  }
  const lines = (await save('JSON Lines, decimals and raw')).map((line): unknown => JSON.parse(line))
  expect(lines.slice(-2)).toMatchObject([second, newest].map((candle) => ({ start_ns: candle?.start })))
  const csv = await save('CSV, decimals and raw')
  expect(csv.at(-1)?.split(',')).toEqual(expect.arrayContaining([newest?.start, newest?.open, newest?.notional]))
  expect(csv.at(-1)).toContain(amount(newest?.close ?? '', Number(market.decimalPlaces)).replaceAll(',', ''))
})

test('another market by name', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  const other = await network.marketWith(
    async ({ id }) => id !== market.id && (await network.candles(id, '1 hour')).length > 0,
  )
  const [newest] = (await network.candles(other.id, '1 hour', 200)).filter(({ open }) => open !== '')
  await page.goto(addressOf(market))
  await page.getByRole('button', { name: market.tradableInstrument.instrument.code }).click()
  await page
    .getByRole('combobox', { name: 'Market, or a pasted market or candle id' })
    .fill(other.tradableInstrument.instrument.code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(literally(addressOf(other))))
  await expect(page.getByRole('heading', { level: 1, name: other.tradableInstrument.instrument.code })).toBeVisible()
  await expect(table(page).getByText(utc(newest?.start ?? '0'))).toBeVisible()
})

test(
  'a market id in place of a candle id opens the candles of that market, and Back does not return to it',
  { tag: '@full' },
  async ({ page, network }) => {
    const market = await network.busyMarket()
    await page.goto('/help')
    await page.goto(`/candles/${market.id}`)
    await expect(page).toHaveURL(new RegExp(`/markets/${market.id}/candles`))
    await expect(page.getByRole('heading', { level: 1, name: market.tradableInstrument.instrument.code })).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/help')
  },
)

test(
  'an interval that the node rejects is reported; the others work',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const market = await network.busyMarket()
    await faults.set({ path: `/api/v2/candle?candleId=${candleIdOf('5 minutes', market.id)}`, fault: { status: 500 } })
    await page.goto(addressOf(market, '?interval=5%20minutes'))
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Could not load the candles of')
    await page.getByRole('button', { name: '15m', exact: true }).click()
    await expect(chart(page)).toBeVisible()
  },
)

test('older bars that fail to load leave the loaded ones', { tag: '@full' }, async ({ page, network, faults }) => {
  const market = await network.busyMarket()
  await page.goto(addressOf(market))
  await opened(page)
  await faults.set({ path: '/api/v2/candle?', fault: { status: 500 } })
  await chart(page).press('Shift+Home')
  await expect(page.getByText(/Could not load older candles.*Loaded candles are still shown/)).toBeVisible()
  await expect(chart(page)).toBeVisible()
  await faults.clear()
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect(page.getByText('Could not load older candles')).toBeHidden()
})

test('the time zone is in the address and shown beside times', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  const [newest] = await network.candles(market.id, '1 hour')
  const tokyo = utc(String(BigInt(newest?.start ?? '0') + 9n * 3_600_000_000_000n))
  await page.goto(addressOf(market, '?zone=Asia%2FTokyo'))
  await expect(table(page).getByRole('columnheader', { name: /Start, Asia\/Tokyo/ })).toBeVisible()
  await expect(table(page).getByRole('row').nth(1)).toContainText(tokyo)
})

testStates({
  at: async (network: Network) => addressOf(await network.busyMarket()),
  path: '/api/v2/candle?',
  data: chart,
  empty: /No 1 h candles for this market yet/,
  wrong: { 'candles.edges.*.node.open': 'high' },
  again: (page) => page.getByRole('button', { name: 'Retry', exact: true }).first().click(),
})
