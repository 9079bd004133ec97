import type { Page } from 'playwright/test'
import { candleIdOf } from '../src/wire/candles.ts'
import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

const chart = (page: Page) => page.getByRole('application', { name: /^Candles of / })
const box = (page: Page) => page.getByRole('combobox', { name: 'Interval or market' })

async function open(page: Page, network: Network, query = ''): Promise<void> {
  await page.goto(`/markets/${(await network.busyMarket()).id}/candles${query}`)
  await expect(chart(page)).toBeVisible()
}

test('an interval is typed anywhere on the page, and taken by Enter or after a short pause', async ({
  page,
  network,
}) => {
  await page.clock.install()
  await open(page, network)
  await page.keyboard.type('5m')
  await expect(box(page)).toHaveValue('5m')
  await expect(page.getByRole('option', { selected: true })).toContainText('5 min candles')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/interval=5%20minutes/)
  await expect(box(page)).toBeHidden()
  await chart(page).focus()
  await page.keyboard.type('4h')
  await expect(box(page)).toHaveValue('4h')
  expect(page.url()).toContain('interval=5%20minutes')
  await page.clock.runFor(1500)
  await expect(page).toHaveURL(/interval=4%20hours/)
  await expect(box(page)).toBeHidden()
})

test(
  'what the market has no candles of is said, and Escape leaves everything as it is',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.clock.install()
    await open(page, network)
    await page.keyboard.type('7m')
    await expect(page.getByText('This market has no 7m candles')).toBeVisible()
    await page.clock.runFor(5000)
    await expect(box(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(box(page)).toBeHidden()
    await expect(page).not.toHaveURL(/interval=/)
  },
)

test(
  'a market is typed by its name; a letter that is a key begins one with Shift',
  { tag: '@full' },
  async ({ page, network }) => {
    const market = await network.busyMarket()
    const others = (await network.markets()).filter(({ id }) => id !== market.id)
    const named = (pattern: RegExp) =>
      others.find(({ tradableInstrument: { instrument } }) => pattern.test(instrument.code))
    const free = named(/^[^FGPRSTYZ]/) ?? others[0]!
    await open(page, network)
    const code = free.tradableInstrument.instrument.code
    await page.keyboard.press(code[0]!.toLowerCase())
    await expect(box(page)).toBeFocused()
    await page.keyboard.type(code.slice(1))
    await expect(page.getByRole('option', { selected: true })).toContainText(code)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/markets/${free.id}/candles`))
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
    await page.keyboard.press('Shift+T')
    await expect(box(page)).toHaveValue('T')
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/table=on/)
  },
)

test('shell shortcuts still work on the chart page', { tag: '@full' }, async ({ page, network }) => {
  await open(page, network)
  await page.keyboard.press('p')
  await expect(box(page)).toBeHidden()
  await expect(page.getByRole('main').getByRole('button', { name: 'Live', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page).toHaveURL('/')
  await page.keyboard.press('5')
  await expect(box(page)).toHaveCount(0)
})

test(
  'up to five markets are compared, each in its own colour, and never the market itself',
  { tag: '@full' },
  async ({ page, network }) => {
    test.setTimeout(120_000)
    const market = await network.busyMarket()
    const others = (await network.markets()).filter(({ id }) => id !== market.id).slice(0, 5)
    await open(page, network)
    const compare = page.getByRole('button', { name: 'Compare', exact: true })
    await page.getByRole('button', { name: 'Chart', exact: true }).click()
    const field = page.getByRole('combobox', { name: /^Compare with a market/ })
    await compare.click()
    for (const own of [market.tradableInstrument.instrument.code, market.id, candleIdOf('1 day', market.id)]) {
      await field.fill(own)
      await expect(page.getByText('Already on the chart.')).toBeVisible()
    }
    await page.keyboard.press('Escape')
    for (const { id } of others) {
      await compare.click()
      await field.fill(id)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(id))
    }
    await expect(compare).toBeDisabled()
    const lines = page.getByRole('main').getByText(/^vs /)
    await expect(lines).toHaveCount(5)
    const colours = await page
      .getByRole('button', { name: /^Stop comparing with / })
      .evaluateAll((all) => all.map((one) => getComputedStyle(one.parentElement!.querySelector('i')!).borderTopColor))
    expect(new Set(colours).size).toBe(5)
    await page.reload()
    await expect(lines).toHaveCount(5)
    await page
      .getByRole('button', { name: /^Stop comparing with / })
      .first()
      .click()
    await expect(lines).toHaveCount(4)
    await expect(page).not.toHaveURL(new RegExp(others[0]?.id ?? ''))
    await page.getByRole('button', { name: 'Chart', exact: true }).click()
    await expect(compare).toBeEnabled()
    expect(await violations(page)).toEqual([])
  },
)

test(
  'a market typed before the browser has said that the list is open is chosen',
  { tag: '@full' },
  async ({ page, network }) => {
    const market = await network.busyMarket()
    const other = (await network.markets()).find(({ id }) => id !== market.id)
    await open(page, network)
    const compare = page.getByRole('button', { name: 'Compare', exact: true })
    await page.getByRole('button', { name: 'Chart', exact: true }).click()
    await expect(compare).toBeVisible()
    // In one task, as on a busy machine: the event that follows the opening comes after the typing.
    await compare.evaluate((button: HTMLButtonElement, id) => {
      button.click()
      const field = document.activeElement as HTMLInputElement
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, id)
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }, other?.id ?? '')
    await expect(page.getByRole('combobox', { name: /^Compare with a market/ })).toHaveValue(other?.id ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`compare=.*${other?.id}`))
  },
)
