import type { Page } from 'playwright/test'
import { readFile } from 'node:fs/promises'
import { violations } from './axe.ts'
import { amount, literally } from './expected.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

const chart = (page: Page) => page.getByRole('application', { name: /^Candles of / })
const menu = (page: Page) => page.getByRole('menu', { name: /^Candle of / })
const line = (page: Page) => page.getByRole('slider', { name: 'Price line' })

test.slow()

async function open(page: Page, network: Network, query = '') {
  const market = await network.busyMarket()
  await page.goto(`/markets/${market.id}/candles${query}`)
  await expect(page.getByRole('main').getByText(/^VWAP \d/)).toBeVisible()
  const box = (await chart(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { market, box }
}

test('the menu of a candle opens by Shift+F10, is used by keys, and gives the focus back', async ({
  page,
  network,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { market } = await open(page, network)
  const [newest] = await network.candles(market.id, '1 hour')
  await chart(page).press('End')
  await chart(page).press('Shift+F10')
  await expect(menu(page).getByRole('menuitem').first()).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(menu(page).getByRole('menuitem', { name: /^Copy time/ })).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(menu(page)).toBeHidden()
  await expect(chart(page)).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    amount(newest?.close ?? '', Number(market.decimalPlaces)),
  )
  await chart(page).press('Shift+F10')
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(chart(page)).toBeFocused()
})

test(
  'a finger that stays opens the menu where it is, and one that moves or leaves does not',
  { tag: '@full' },
  async ({ page, network }) => {
    const { box } = await open(page, network)
    const [clientX, clientY] = [box.x + 400, box.y + 200]
    const finger = { pointerType: 'touch', isPrimary: true, pointerId: 7, bubbles: true }
    const press = () => chart(page).dispatchEvent('pointerdown', { ...finger, clientX, clientY })
    await page.clock.install()
    await press()
    await chart(page).dispatchEvent('pointermove', { ...finger, clientX: clientX + 30, clientY })
    await page.clock.runFor(1000)
    await expect(menu(page)).toBeHidden()
    await press()
    await chart(page).dispatchEvent('pointerup', { ...finger, clientX, clientY })
    await page.clock.runFor(1000)
    await expect(menu(page)).toBeHidden()
    await press()
    await page.clock.runFor(1000)
    await expect(menu(page)).toBeVisible()
    const place = (await menu(page).boundingBox()) ?? { x: 0, y: 0 }
    expect(Math.abs(place.x - clientX) + Math.abs(place.y - clientY)).toBeLessThan(20)
  },
)

test('the menu stays inside the window at its edges', { tag: '@full' }, async ({ page, network }) => {
  const { box } = await open(page, network)
  for (const [x, y] of [
    [20, 20],
    [box.width - 90, box.height - 40],
  ] as const) {
    await page.mouse.click(box.x + x, box.y + y, { button: 'right' })
    await expect(menu(page)).toBeInViewport({ ratio: 1 })
    await page.mouse.click(box.x + 300, box.y + 60)
    await expect(menu(page)).toBeHidden()
  }
})

test('a price line is drawn where the menu opened, is in the address, moves by hand and keys, and is removed', async ({
  page,
  network,
}) => {
  const { box, market } = await open(page, network)
  await page.mouse.click(box.x + 400, box.y + 200, { button: 'right' })
  await menu(page).getByRole('menuitem', { name: 'Horizontal line' }).click()
  await expect(page).toHaveURL(/lines=\d+(&|$)/)
  const price = () => new URL(page.url()).searchParams.get('lines') ?? ''
  const first = BigInt(price())
  const shown = amount(String(first), Number(market.decimalPlaces))
  await expect(line(page)).toHaveAttribute('aria-valuetext', shown)
  await line(page).press('ArrowUp')
  await expect.poll(() => BigInt(price())).toBeGreaterThan(first)
  await line(page).press('ArrowDown')
  await expect.poll(() => BigInt(price())).toBe(first)
  await page.mouse.move(box.x + 400, box.y + 200)
  await page.mouse.down()
  await page.mouse.move(box.x + 400, box.y + 120, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => BigInt(price())).toBeGreaterThan(first)
  await line(page).press('Enter')
  await expect(page).toHaveURL(/lines=\d+-alert/)
  await expect(line(page)).toHaveAttribute('aria-valuetext', /alert when crossed, while this tab is open$/)
  await page.reload()
  await expect(line(page)).toHaveCount(1)
  await line(page).press('Delete')
  await expect(line(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/lines=/)
})

test(
  'a VWAP from a candle has the exact figure of its trades, and a hidden indicator can be shown again',
  { tag: '@full' },
  async ({ page, network }) => {
    const { market } = await open(page, network, '?studies=sma-20,atr-14,volume-20')
    const candles = await network.candles(market.id, '1 hour', 3)
    await chart(page).press('End')
    for (let step = 0; step < 2; step++) await chart(page).press('ArrowLeft')
    await chart(page).press('Shift+F10')
    await menu(page).getByRole('menuitem', { name: 'VWAP from here' }).click()
    await expect(page).toHaveURL(new RegExp(`anchor=${candles[2]?.start}`))
    await chart(page).press('Escape')
    const sum = (name: 'notional' | 'volume') => candles.reduce((all, one) => all + BigInt(one[name]), 0n)
    // The running candle may have traded since: the figure of the two before it does not change.
    await chart(page).press('End')
    await chart(page).press('ArrowLeft')
    const [notional, volume] = [
      sum('notional') - BigInt(candles[0]?.notional ?? 0),
      sum('volume') - BigInt(candles[0]?.volume ?? 0),
    ]
    const vwap = amount(String((notional + volume / 2n) / volume), Number(market.decimalPlaces))
    const main = page.getByRole('main')
    await expect(main.getByText(new RegExp(`^VWAP from .* ${literally(vwap)}$`))).toBeVisible()
    await expect(main.getByText(/^ATR 14 [\d,.]+/)).toBeVisible()
    await expect(main.getByText(/^Volume average 20 [\d,.]+/)).toBeVisible()
    await main.getByRole('button', { name: 'Hide ATR 14' }).click()
    await expect(page).toHaveURL(/hidden=atr-14/)
    await expect(main.getByText(/^ATR 14 [\d,.]+/)).toBeHidden()
    await main.getByRole('button', { name: 'Show ATR 14' }).press('Enter')
    await expect(main.getByText(/^ATR 14 [\d,.]+/)).toBeVisible()
  },
)

test('a drag with Shift measures and leaves the view where it is', { tag: '@full' }, async ({ page, network }) => {
  const { box } = await open(page, network)
  await page.keyboard.down('Shift')
  await page.mouse.move(box.x + 300, box.y + 200)
  await page.mouse.down()
  await page.mouse.move(box.x + 600, box.y + 150, { steps: 5 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await expect(page).toHaveURL(/measure=\d+\.\w+-\d+\.\w+/)
  await expect(page).not.toHaveURL(/from=/)
  await expect(page.getByRole('region', { name: 'Measured' })).toContainText('candles')
})

test(
  'the crosshair is drawn to a price of the candle while the magnet is on, else to the pointer',
  { tag: '@full' },
  async ({ page, network }) => {
    const market = await network.busyMarket()
    const candles = await network.candles(market.id, '1 hour', 60)
    // Old candles, which do not change.
    const ended = `?interval=1%20hour&from=${candles.at(-1)?.start}&to=${candles[20]?.start}`
    const { box } = await open(page, network, ended)
    const pictureAt = async (y: number) => {
      await page.mouse.move(box.x + 500, box.y + y)
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      return chart(page).screenshot({ mask: [page.locator('[data-legend]')] })
    }
    const free = await pictureAt(100)
    expect(await pictureAt(110)).not.toEqual(free)
    await page.mouse.move(0, 0)
    await page.getByRole('button', { name: 'Chart', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Magnet crosshair' }).check()
    await expect(page).toHaveURL(/magnet=on/)
    await page.keyboard.press('Escape')
    const drawn = await pictureAt(100)
    expect(drawn).not.toEqual(free)
    expect(await pictureAt(110)).toEqual(drawn)
  },
)

test('A and log stand at the axis, and say what holds', { tag: '@full' }, async ({ page, network }) => {
  const { box } = await open(page, network)
  const [auto, log] = ['Auto scale', 'Log scale'].map((name) => page.getByRole('button', { name }))
  await expect(auto!).toHaveAttribute('aria-pressed', 'true')
  await page.mouse.move(box.x + box.width - 20, box.y + 200)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 20, box.y + 260, { steps: 4 })
  await page.mouse.up()
  await expect(auto!).toHaveAttribute('aria-pressed', 'false')
  await auto!.click()
  await expect(auto!).toHaveAttribute('aria-pressed', 'true')
  await log!.click()
  await expect(page).toHaveURL(/scale=log/)
  await expect(log!).toHaveAttribute('aria-pressed', 'true')
})

test('the saved picture has twice the size of the chart', { tag: '@full' }, async ({ page, network }) => {
  const { box } = await open(page, network, '?studies=rsi-14')
  await chart(page).press('Shift+F10')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    menu(page)
      .getByRole('menuitem', { name: /^Save picture/ })
      .click(),
  ])
  const bytes = await readFile(await file.path())
  expect(bytes.readUInt32BE(16)).toBe(2 * Math.round(box.width))
  expect((await chart(page).boundingBox())?.height).toBe(box.height)
})
