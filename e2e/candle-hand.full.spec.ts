import type { Page } from 'playwright/test'
import { type Candle, candleIdOf, streamCandles } from '../src/wire/candles.ts'
import type { Market } from '../src/wire/network.ts'
import { exactly } from './expected.ts'
import { expect, test } from './fixtures.ts'

/** With the table open: it says what the chart shows. */
const addressOf = ({ id }: Pick<Market, 'id'>, query = '') =>
  `/markets/${id}/candles?table=on${query.replace('?', '&')}`
const chart = (page: Page) => page.getByRole('application', { name: /^Candles of / })
const table = (page: Page) => page.getByRole('grid', { name: /^Candles of .* in view$/ })
const opened = (page: Page) => expect(table(page).getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 })
const shownRange = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^\d+ \w+(?: \d+)?, \d\d:\d\d to /)
    .first()
const hour = 3_600_000_000_000n

/** Records text drawn on canvases: axes, labels and captions are nowhere else. */
async function recordDrawing(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const drawn = new Set<string>()
    Reflect.set(globalThis, 'drawnText', drawn)
    const { prototype } = CanvasRenderingContext2D
    const real = Reflect.get(prototype, 'fillText') as (...given: unknown[]) => void
    prototype.fillText = function (...given) {
      drawn.add(given[0])
      Reflect.apply(real, this, given)
    }
  })
  return () => page.evaluate(() => [...(Reflect.get(globalThis, 'drawnText') as Set<string>)])
}

test('while the user drags, the chart requests nothing; live updates resume afterwards', async ({
  page,
  network,
  faults,
  requests,
}) => {
  // A node without a stream is polled every two seconds.
  await faults.set({ path: streamCandles.path, fault: { status: 404 } })
  const tail = (since = 0) => requests.matching(/^\/api\/v2\/candle\?.*fromTimestamp(?!.*toTimestamp)/, since)
  await page.clock.install()
  await page.goto(addressOf(await network.busyMarket()))
  await opened(page)
  await expect.poll(() => tail().length).toBeGreaterThan(1)
  const box = (await chart(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3)
  await page.mouse.down()
  // To the left, so that the newest bar stays in view and dragging is the only reason to stop polling.
  await page.mouse.move(box.x + box.width / 2 - 40, box.y + box.height / 3, { steps: 4 })
  await page.clock.runFor(1000)
  const held = Date.now()
  await page.clock.runFor(6000)
  expect(tail(held)).toEqual([])
  await page.mouse.up()
  await expect.poll(() => tail(held).length).toBeGreaterThan(1)
})

test('loading older bars does not move the view', async ({ page, network }) => {
  await page.clock.install()
  const waiting: (() => void)[] = []
  await page.route(/\/api\/v2\/candle\?(?!.*fromTimestamp).*toTimestamp/, async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  await page.goto(addressOf(await network.busyMarket()))
  await opened(page)
  await chart(page).press('Shift+Home')
  await expect.poll(() => waiting.length).toBe(1)
  await expect(page.getByText('Loading older candles')).toBeVisible()
  await expect(page).toHaveURL(/from=\d+/) // written once the view rests
  const first = table(page).getByRole('row').nth(1)
  const before = [await shownRange(page).textContent(), await first.textContent()]
  waiting[0]?.()
  await expect(page.getByText('Loading older candles')).toBeHidden()
  await page.clock.runFor(1000)
  expect([await shownRange(page).textContent(), await first.textContent()]).toEqual(before)
  // They are there: the view can go on to them.
  await chart(page).press('PageUp')
  await expect(shownRange(page)).not.toHaveText(before[0] ?? '')
})

test('the axis shows the chosen time zone and the last price its value', async ({ page, network }) => {
  const market = await network.busyMarket()
  const [newest] = await network.candles(market.id, '1 hour')
  const from = BigInt(newest?.start ?? '0') - 11n * hour
  const drawn = await recordDrawing(page)
  const times = async () => (await drawn()).filter((text) => /^\d\d:\d\d$/.test(text))
  await page.goto(addressOf(market, `?from=${from}`))
  await opened(page)
  await expect.poll(times).not.toEqual([])
  for (const time of await times()) expect(time).toMatch(/:00$/)
  const close = new RegExp(`^${exactly(newest?.close ?? '', Number(market.decimalPlaces))}$`)
  expect(
    (await drawn()).some((text) => close.test(text)),
    (await drawn()).join(' '),
  ).toBe(true)
  // Whole hours of UTC are three quarters past the hour in Kathmandu.
  await page.goto(addressOf(market, `?from=${from}&zone=Asia%2FKathmandu`))
  await opened(page)
  await expect.poll(times).not.toEqual([])
  for (const time of await times()) expect(time).toMatch(/:45$/)
})

test('a date is parsed in the chosen time zone', async ({ page, network }) => {
  await page.goto(addressOf(await network.busyMarket(), '?zone=Asia%2FTokyo'))
  await opened(page)
  const field = page.getByRole('textbox', { name: 'Go to date, Asia/Tokyo' })
  await field.fill('2026-09-10 12:00')
  await field.press('Enter')
  await expect(page).toHaveURL(/from=1\d{18}&to=1\d{18}/)
  const { searchParams } = new URL(page.url())
  const middle = (BigInt(searchParams.get('from') ?? '0') + BigInt(searchParams.get('to') ?? '0')) / 2n
  expect(middle).toBe(BigInt(Date.parse('2026-09-10T03:00:00Z')) * 1_000_000n)
})

test('range statistics equal those of its bars exactly', async ({ page, network }) => {
  const market = await network.busyMarket()
  const candles = (await network.candles(market.id, '1 hour', 30)).slice(6).toReversed()
  const [open, close] = [candles[0], candles.at(-1)]
  const to = BigInt(close?.start ?? '0') + hour
  await page.goto(addressOf(market, `?interval=1%20hour&from=${open?.start}&to=${to}`))
  await opened(page)
  const [decimals, sizes] = [Number(market.decimalPlaces), Number(market.positionDecimalPlaces)]
  const all = (values: readonly (string | undefined)[]) => values.map((value) => BigInt(value ?? ''))
  const sum = (values: readonly (string | undefined)[]) => String(all(values).reduce((total, one) => total + one, 0n))
  const highest = all(candles.map(({ high }) => high)).reduce((a, b) => (a > b ? a : b))
  const lowest = all(candles.map(({ low }) => low)).reduce((a, b) => (a < b ? a : b))
  const figure = (name: string) =>
    page
      .getByRole('main')
      .getByRole('definition')
      .and(page.locator(`dt:text-is("${name}") + dd, dt:has(button:text-is("${name}")) + dd`))
      .first()
  for (const [name, price] of [
    ['Open', open?.open],
    ['High', String(highest)],
    ['Low', String(lowest)],
    ['Close', close?.close],
  ] as const) {
    await expect(figure(name)).toHaveText(new RegExp(`^${exactly(price ?? '', decimals)}$`))
  }
  await expect(figure('Candles')).toHaveText('24')
  const volume = exactly(sum(candles.map((candle) => candle.volume)), sizes)
  await expect(figure('Range volume').getByTitle(new RegExp(`^${volume}$`))).toBeVisible()
  const notional = exactly(sum(candles.map((candle) => candle.notional)), decimals + sizes)
  await expect(figure('Notional').getByTitle(new RegExp(`^${notional}$`))).toBeVisible()
})

test('the image names market, interval, range, time zone, node and time', async ({ page, network }) => {
  const market = await network.busyMarket()
  const drawn = await recordDrawing(page)
  await page.goto(addressOf(market, '?studies=sma-20'))
  await opened(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'PNG with caption' }).click()
  await downloading
  const texts = await drawn()
  expect(texts).toContain(`${market.tradableInstrument.instrument.code}, 1h candles`)
  expect(texts).toContain('SMA 20')
  const range = texts.find((text) => text.endsWith(' UTC, end exclusive'))
  expect(range).toMatch(/ to /)
  const source = texts.find((text) => text.startsWith(`${candleIdOf('1 hour', market.id)} from ${network.url}, drawn `))
  expect(source).toMatch(/drawn 20 Nov 2026, 12:0\d:\d\d UTC with/)
})

test('repeated keys announce the last bar only', async ({ page, network }) => {
  const market = await network.busyMarket()
  const candles = await network.candles(market.id, '1 hour', 12)
  await page.goto(addressOf(market))
  await opened(page)
  await chart(page).press('End')
  const announced = (candle?: Candle) => new RegExp(exactly(candle?.close ?? '', Number(market.decimalPlaces)))
  await expect(page.locator('output[aria-live=polite]').filter({ hasText: announced(candles[0]) })).toHaveCount(1)
  await page.evaluate(async () => {
    const heard: string[] = []
    Reflect.set(globalThis, 'heard', heard)
    for (const region of document.querySelectorAll('output[aria-live=polite]'))
      new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    // As a key that is held down: faster than a driver presses.
    const key = () => new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true })
    for (let count = 0; count < 10; count++) {
      document.activeElement?.dispatchEvent(key())
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  })
  const heard = () => page.evaluate(() => Reflect.get(globalThis, 'heard') as string[])
  await expect.poll(async () => (await heard()).length).toBe(1)
  expect((await heard())[0]).toMatch(announced(candles[10]))
})

test('every key that moves the view works without a pointer', async ({ page, network }) => {
  await page.goto(addressOf(await network.busyMarket()))
  await opened(page)
  const range = shownRange(page)
  let shown = await range.textContent()
  for (const key of ['PageUp', 'PageDown', 'Shift+ArrowLeft', '-', '+', 'Shift+ArrowRight', 'Shift+Home', 'l']) {
    await chart(page).press(key)
    await expect(range, key).not.toHaveText(shown ?? '')
    shown = await range.textContent()
  }
  await chart(page).press('Escape')
  const picture = async () => (await chart(page).screenshot()).toString('base64')
  /** The picture once two in a row are the same. */
  const restingPicture = async () => {
    let last = ''
    await expect
      .poll(async () => {
        const before = last
        last = await picture()
        return last === before
      })
      .toBe(true)
    return last
  }
  const fitted = await restingPicture()
  await chart(page).press('Shift+ArrowUp')
  await expect.poll(picture).not.toBe(fitted)
  const stretched = await restingPicture()
  await chart(page).press('a')
  await expect.poll(picture).toBe(fitted)
  await chart(page).press('Shift+ArrowDown')
  await expect.poll(async () => [fitted, stretched].includes(await picture())).toBe(false)
})

test('failed live updates are reported, bars stay, and updates recover automatically', async ({
  page,
  network,
  faults,
}) => {
  const noStream = { path: streamCandles.path, fault: { status: 404 } }
  await faults.set(noStream)
  await page.goto(addressOf(await network.busyMarket()))
  await opened(page)
  await faults.set(noStream, { path: '^/api/v2/candle\\?.*fromTimestamp', fault: { status: 500 } })
  const trouble = page.getByText(
    /Could not load newer candles\..* Loaded candles are still shown\. The newest candle is from/,
  )
  await expect(trouble).toBeVisible()
  await expect(chart(page)).toBeVisible()
  await faults.set(noStream)
  await expect(trouble).toBeHidden({ timeout: 40_000 })
})

test('the chart marks periods without trades until they are left out', async ({ page, network }) => {
  const market = await network.marketWith(async ({ id }) => {
    const candles = await network.candles(id, '1 hour', 30)
    return candles.some(({ open }) => open === '') && candles.some(({ open }) => open !== '')
  })
  const drawn = await recordDrawing(page)
  await page.goto(addressOf(market, '?interval=1%20hour'))
  await opened(page)
  await expect.poll(drawn).toContain('no trades')
  await page.goto(addressOf(market, '?interval=1%20hour&empty=skip'))
  await opened(page)
  await expect.poll(async () => (await drawn()).length).toBeGreaterThan(5)
  expect(await drawn()).not.toContain('no trades')
})
