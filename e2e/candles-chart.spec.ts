import type { Page } from 'playwright/test'
import { readFile } from 'node:fs/promises'
import { candleIdOf, type Candle } from '../src/wire/candles.ts'
import type { Market } from '../src/wire/network.ts'
import { violations } from './axe.ts'
import { amount, exactly, literally, utc } from './expected.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

/** With the table open: it says what the chart shows. */
const addressOf = ({ id }: Pick<Market, 'id'>, query = '') =>
  `/markets/${id}/candles?table=on${query.replace('?', '&')}`
const chart = (page: Page) => page.getByRole('application', { name: /^Candles of / })
const table = (page: Page) => page.getByRole('grid', { name: /^Candles of .* in view$/ })
const measured = (page: Page) => page.getByRole('region', { name: 'Measured' })
/** Other programs may keep the machine busy: drawing is waited for, not timed. */
const opened = (page: Page) => expect(table(page).getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 })

test.slow()

async function options(page: Page) {
  await page.getByRole('button', { name: 'Chart', exact: true }).click()
  return page.getByRole('dialog', { name: 'Chart options' })
}

/** A market with hours without trades, and a range of it with hours of both kinds. */
async function thinStretch(network: Network): Promise<{ market: Market; candles: Candle[]; query: string }> {
  const market = await network.marketWith(async ({ id }) => {
    const candles = await network.candles(id, '1 hour', 1000)
    return candles.some(({ open }) => open === '') && candles.some(({ open }) => open !== '')
  })
  const all = (await network.candles(market.id, '1 hour', 1000)).toReversed()
  const gap = all.findIndex(({ open }, at) => at > 40 && open === '' && all[at - 1]?.open !== '')
  const candles = all.slice(gap - 20, gap + 20)
  const hour = 3_600_000_000_000n
  const [from, to] = [candles[0]?.start ?? '0', BigInt(candles.at(-1)?.start ?? '0') + hour]
  return { market, candles, query: `interval=1%20hour&from=${from}&to=${to}` }
}

test('an indicator is added and removed with its pane and its address', async ({ page, network }) => {
  const market = await network.busyMarket()
  await page.goto(addressOf(market))
  await opened(page)
  const dialog = await options(page)
  await dialog.getByRole('button', { name: 'SMA' }).click()
  await dialog.getByRole('button', { name: 'RSI' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/studies=sma-20(%2C|,)rsi-14/)
  const main = page.getByRole('main')
  // The legend reads the bar under the pointer: off the chart it is the newest.
  await page.mouse.move(0, 0)
  const closes = (await network.candles(market.id, '1 hour', 20)).map(({ close }) => BigInt(close))
  const hundredfold = closes.reduce((sum, close) => sum + close, 0n) * 5n
  const mean = amount(String((hundredfold + 50n) / 100n), Number(market.decimalPlaces))
  await expect(main.getByText(new RegExp(`^SMA 20 ${literally(mean)}$`)).first()).toBeVisible()
  await expect(main.getByText(/^RSI 14 \d{1,3}\.\d$/)).toBeVisible()
  await page.reload()
  await expect(main.getByText(/^RSI 14 \d{1,3}\.\d$/)).toBeVisible()
  const again = await options(page)
  await again.getByRole('textbox', { name: 'SMA: length' }).fill('7')
  await expect(page).toHaveURL(/studies=sma-7/)
  await again.getByRole('textbox', { name: 'SMA: length' }).fill('many')
  await expect(again.getByRole('textbox', { name: 'SMA: length' })).toHaveAttribute('aria-invalid', 'true')
  await again.getByRole('button', { name: 'Remove SMA 7' }).click()
  await expect(main.getByText(/^SMA/)).toHaveCount(1) // only the button that offers it
})

test(
  'an indicator with too few periods says how many it needs and draws nothing',
  { tag: '@full' },
  async ({ page, network }) => {
    const market = await network.busyMarket()
    await page.goto(addressOf(market, '?interval=7%20days&studies=sma-500,macd-12-26-9'))
    await opened(page)
    await expect(page.getByRole('main').getByText(/^SMA 500 needs \d+ more candles$/)).toBeVisible()
  },
)

test(
  'chart types and scales (log, percent, inverted) are kept in the address',
  { tag: '@full' },
  async ({ page, network }) => {
    const market = await network.busyMarket()
    await page.goto(addressOf(market))
    await opened(page)
    const dialog = await options(page)
    const pictures = new Set<string>()
    /** Waits until the chart looks like none before. */
    const newPicture = () =>
      expect
        .poll(async () => {
          const picture = (await chart(page).screenshot()).toString('base64')
          const isNew = !pictures.has(picture)
          pictures.add(picture)
          return isNew
        })
        .toBe(true)
    await dialog.evaluate((element) => (element.style.opacity = '0'))
    await newPicture()
    for (const kind of ['Bars', 'Line', 'Area']) {
      await dialog.getByRole('button', { name: kind, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`type=${kind.toLowerCase()}`))
      await newPicture()
    }
    for (const scale of ['Log', 'Percent']) {
      await dialog.getByRole('button', { name: scale, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`scale=${scale.toLowerCase()}`))
      await newPicture()
    }
    await dialog.getByRole('checkbox', { name: 'Invert scale' }).check()
    await expect(page).toHaveURL(/invert=on/)
    await dialog.getByRole('checkbox', { name: 'Notional' }).check()
    await expect(page).toHaveURL(/notional=on/)
    await newPicture()
  },
)

test(
  'periods without trades are empty, at the last close, or skipped, and always counted',
  { tag: '@full' },
  async ({ page, network }) => {
    const { market, candles, query } = await thinStretch(network)
    const empty = candles.filter(({ open }) => open === '').length
    await page.goto(addressOf(market, `?${query}`))
    await opened(page)
    const rows = () => table(page).getAttribute('aria-rowcount').then(Number)
    await expect.poll(rows).toBe(candles.length + 1)
    await expect(page.getByText(`${empty} empty`).first()).toBeVisible()
    const drawn = await chart(page).screenshot()
    const dialog = await options(page)
    await dialog.getByRole('button', { name: 'Last close' }).click()
    await expect(page).toHaveURL(/empty=flat/)
    await expect.poll(rows).toBe(candles.length + 1)
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await chart(page).screenshot()).equals(drawn)).toBe(false)
    await (await options(page)).getByRole('button', { name: 'Skip' }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/empty=skip/)
    await expect(table(page).getByText('no trades in this candle')).toHaveCount(0)
    await expect(page.getByText(/\d+ empty/).first()).toBeVisible()
  },
)

test(
  'measuring by keys is exact, kept in the address, announced, and cleared by Escape',
  { tag: '@full' },
  async ({ page, network }) => {
    const market = await network.busyMarket()
    const [newest, , third] = await network.candles(market.id, '1 hour')
    const decimals = Number(market.decimalPlaces)
    await page.goto(addressOf(market))
    await opened(page)
    await chart(page).press('End')
    await chart(page).press('ArrowLeft')
    await chart(page).press('ArrowLeft')
    await chart(page).press('m')
    await expect(measured(page)).toContainText('Now click the second candle')
    await chart(page).press('ArrowRight')
    await chart(page).press('ArrowRight')
    await chart(page).press('m')
    const difference = BigInt(newest?.close ?? '0') - BigInt(third?.close ?? '0')
    const sign = difference > 0n ? '\\+' : ''
    await expect(measured(page)).toContainText(new RegExp(`^${sign}${exactly(String(difference), decimals)}`))
    await expect(measured(page)).toContainText('3 candles')
    await expect(measured(page)).toContainText('2 h')
    await expect(page.getByRole('status').filter({ hasText: /^Measured from close/ })).toHaveCount(1)
    await expect(page).toHaveURL(new RegExp(`measure=${third?.start}.close-${newest?.start}.close`))
    await page.reload()
    await expect(measured(page)).toContainText('3 candles')
    await chart(page).press('Escape')
    await expect(measured(page)).toBeHidden()
    await expect(page).not.toHaveURL(/measure=/)
  },
)

test('two quick clicks measure', { tag: '@full' }, async ({ page, network }) => {
  await page.goto(addressOf(await network.busyMarket()))
  await opened(page)
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
  await expect(measured(page)).toContainText('click a candle')
  const box = (await chart(page).boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.click(box.x + 300, box.y + 200)
  await page.mouse.move(box.x + 600, box.y + 150, { steps: 3 })
  await expect(measured(page)).toContainText('candles')
  await page.mouse.click(box.x + 600, box.y + 150)
  await expect(page).toHaveURL(/measure=\d+\.\w+-\d+\.\w+/)
  await page.getByRole('button', { name: 'Stop measuring' }).click()
  await expect(measured(page)).toBeHidden()
})

test(
  'a compared market is in percent from the left edge and reports its own errors',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const market = await network.busyMarket()
    const other = await network.marketWith(async ({ id }) => {
      const candles = await network.candles(id, '1 hour', 300)
      return id !== market.id && candles.length === 300 && candles.every(({ open }) => open !== '')
    })
    const code = other.tradableInstrument.instrument.code
    const candleId = candleIdOf('1 hour', other.id)
    await faults.set({ path: `/api/v2/candle?candleId=${candleId}`, fault: { status: 500 } })
    await page.goto(addressOf(market))
    await opened(page)
    await (await options(page)).getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('combobox', { name: /^Compare with a market/ }).fill(code)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`compare=${candleId}`))
    await expect(page.getByText(/Could not load the candles of/)).toBeVisible()
    await faults.clear()
    await page.getByRole('button', { name: 'Retry' }).first().click()
    const figure = page.getByRole('main').getByText(new RegExp(`^vs ${code} [+\u2212]?\\d+\\.\\d\\d\u00a0%$`))
    await expect(figure).toBeVisible()

    // By hand: from the first bar in view of the other market to its newest one.
    await chart(page).press('Home')
    const first = (await table(page).locator('[aria-selected=true]').getByRole('gridcell').first().textContent()) ?? ''
    await chart(page).press('End')
    const candles = await network.candles(other.id, '1 hour', 300)
    const at = candles.findIndex(({ start }) => utc(start) === first)
    const percent = ({ close }: Candle) => (Number(candles[0]?.close) / Number(close) - 1) * 100
    // The left edge cuts through a bar: that one, or the first that is whole.
    const wanted = candles.slice(at, at + 2).map(percent)
    const shown = /([+\u2212]?\d+\.\d\d)\u00a0%/.exec((await figure.textContent()) ?? '')?.[1]?.replace('\u2212', '-')
    expect(Math.min(...wanted.map((change) => Math.abs(Number(shown) - change)))).toBeLessThan(0.011)
    await page.getByRole('button', { name: `Stop comparing with ${code}` }).click()
    await expect(figure).toBeHidden()
    await expect(page).not.toHaveURL(/compare=/)
  },
)

test('decimals set for a market are kept', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  const [newest] = await network.candles(market.id, '1 hour')
  await page.goto(addressOf(market))
  await opened(page)
  const dialog = await options(page)
  const prices = dialog.getByRole('textbox', { name: 'Prices' })
  await expect(prices).toHaveValue(market.decimalPlaces)
  await prices.fill('6')
  const main = page.getByRole('main')
  const close = new RegExp(`^C\\s${exactly(newest?.close ?? '', 6)}$`)
  await expect(main.getByText(close)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Sizes' }).fill('0')
  await expect(main.getByText(new RegExp(`^Volume(, \\w+)? ${amount(newest?.volume ?? '')}(?!\\.)`))).toBeVisible()
  await page.reload()
  await expect(main.getByText(close)).toBeVisible()
  await (await options(page)).getByRole('button', { name: 'Use the node’s' }).click()
  await expect(
    main.getByText(new RegExp(`^C\\s${exactly(newest?.close ?? '', Number(market.decimalPlaces))}$`)),
  ).toBeVisible()
})

test('loaded candles export as CSV and JSON Lines with raw and decimal numbers, the chart as a captioned image', async ({
  page,
  network,
}) => {
  const market = await network.busyMarket()
  const [newest] = await network.candles(market.id, '1 hour')
  await page.goto(addressOf(market, '?studies=sma-20'))
  await opened(page)
  const save = async (item: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const lines = (await save('All loaded as JSON Lines')).bytes.toString().trimEnd().split('\n')
  expect(lines.length).toBeGreaterThanOrEqual(500)
  const decimals = Number(market.decimalPlaces)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    start_ns: newest?.start,
    close_raw: newest?.close,
    close: amount(newest?.close ?? '', decimals).replaceAll(',', ''),
  })
  const [head, ...rows] = (await save('All loaded as CSV')).bytes.toString().trimEnd().split('\n')
  expect(head).toContain('close,volume,notional,vwap')
  expect(rows).toHaveLength(lines.length)
  const picture = await save('PNG with caption')
  expect(picture.name).toMatch(/\.png$/)
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG')
  const box = await chart(page).boundingBox()
  expect(picture.bytes.readUInt32BE(20)).toBeGreaterThan((box?.height ?? 0) + 60) // the caption's lines below the chart
})

test(
  'a year at the one-minute interval opens with bars wide enough to distinguish',
  { tag: '@full' },
  async ({ page, network }) => {
    const market = await network.busyMarket()
    const [newest] = await network.candles(market.id, '1 minute', 1)
    const from = BigInt(newest?.start ?? '0') - 365n * 86_400_000_000_000n
    await page.goto(addressOf(market, `?interval=1%20minute&from=${from}&to=${newest?.start}`))
    await opened(page)
    await expect(page.getByText(/^Shown as .+ candles: this range has more than 10,000 1 min candles\.$/)).toBeVisible()
  },
)

test('the key sheet lists every key of the chart', { tag: '@full' }, async ({ page, network }) => {
  await page.goto(addressOf(await network.busyMarket()))
  await opened(page)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Measure from candle to candle')
  await expect(sheet).toContainText('Stretch the price scale')
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1180, height: 820 } })

  test('every gesture has a button', { tag: '@full' }, async ({ page, network }) => {
    await page.goto(addressOf(await network.busyMarket()))
    await opened(page)
    const view = page.getByRole('group', { name: 'View' })
    const names = [
      'Earlier',
      'Later',
      'Show more candles',
      'Show fewer candles',
      'Wider price range',
      'Narrower price range',
      'Fit',
    ]
    const range = page
      .getByRole('main')
      .getByText(/^\d+ \w+(?: \d+)?, \d\d:\d\d to /)
      .first()
    for (const name of names) await expect(view.getByRole('button', { name, exact: true })).toBeEnabled()
    const shown = await range.textContent()
    await view.getByRole('button', { name: 'Earlier' }).click()
    await expect(range).not.toHaveText(shown ?? '')
    await view.getByRole('button', { name: 'Jump to latest' }).click()
    await expect(range).toHaveText(shown ?? '')
  })
})

test('no axe violation with all indicators drawn and the options open', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  await page.goto(addressOf(market, '?studies=sma-20,bollinger-20-2,rsi-14,macd-12-26-9&notional=on'))
  await opened(page)
  await chart(page).press('End')
  await chart(page).press('m')
  await options(page)
  expect(await violations(page)).toEqual([])
})
