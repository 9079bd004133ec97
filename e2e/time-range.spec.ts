import type { Page } from 'playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const ns = (text: string): string => `${Date.parse(text)}000000`
const from = ns('2026-11-10T00:00:00Z')
const to = ns('2026-11-12T00:00:00Z')
/** Whether an address asks for a range, in a zone; whatever their order. */
const asks =
  (from: string, to: string, zone: string) =>
  ({ searchParams }: URL): boolean =>
    ['from', 'to', 'zone'].every((name, at) => searchParams.get(name) === [from, to, zone][at])
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

test('range and zone go along from the candles to the ledger export and back, and a page without time drops them', async ({
  page,
  network,
}) => {
  const { id } = await network.busyMarket()
  const party = await network.versatileParty()
  await page.goto(`/parties/${party}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`/markets/${id}/candles?from=${from}&to=${to}&zone=Asia/Tokyo`)
  await expect(page.getByRole('application', { name: /^Candles of/ })).toBeVisible()
  await follow(page, 'Ledger export')
  await expect(page).toHaveURL(new RegExp(`/ledger-export\\?from=${from}&to=${to}&zone=Asia(%2F|/)Tokyo`))
  await expect(page.getByRole('textbox', { name: 'From, Asia/Tokyo' })).toHaveValue('10 Nov 2026, 09:00:00')
  await page.getByRole('combobox', { name: 'Party' }).fill(party)
  await expect(page).toHaveURL(new RegExp(`partyId=${party}`))
  await expect(page).toHaveURL(/zone=Asia/)
  await follow(page, 'Candles')
  await expect(page).toHaveURL(new RegExp(`/candles\\?from=${from}&to=${to}&zone=Asia(%2F|/)Tokyo`))
  await expect(page.getByRole('application', { name: /^Candles of/ })).toBeVisible()
  await follow(page, 'Liquidity')
  await expect(page).not.toHaveURL(/from=|zone=/)
})

test(
  'a zone in the address is that of the whole page, and the key of the zone changes it there',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.goto(`/ledger-export?partyId=${await network.versatileParty()}&from=${from}&zone=Asia/Tokyo`)
    await expect(page.getByRole('textbox', { name: 'From, Asia/Tokyo' })).toHaveValue('10 Nov 2026, 09:00:00')
    await expect(page.getByRole('button', { name: 'zone Asia/Tokyo' })).toBeVisible()
    await page.getByRole('group', { name: 'Zone' }).getByRole('button', { name: 'UTC' }).click()
    await expect(page).toHaveURL(/zone=utc/)
    await expect(page.getByRole('textbox', { name: 'From, UTC' })).toHaveValue('10 Nov 2026, 00:00:00')
  },
)

test(
  'days chosen in the calendar of the candles are what its address asks for, up to now where they have not ended',
  { tag: '@full' },
  async ({ page, network }) => {
    const { id } = await network.busyMarket()
    await page.goto(`/markets/${id}/candles?range=1W`)
    await expect(page.getByRole('button', { name: /^1W/ })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Time range' }).click()
    const calendar = page.getByRole('dialog', { name: 'Time range' })
    await calendar.getByRole('button', { name: /November 10th, 2026/ }).click()
    await calendar.getByRole('button', { name: /November 11th, 2026/ }).click()
    await expect(page).toHaveURL(new RegExp(`from=${from}&to=${to}`))
    await expect(page).not.toHaveURL(/range=/)
    await calendar.getByRole('button', { name: /November 20th, 2026/ }).click()
    await calendar.getByRole('button', { name: /November 21st, 2026/ }).click()
    await expect(page).toHaveURL(new RegExp(`from=${ns('2026-11-20T00:00:00Z')}`))
    await expect(page).not.toHaveURL(/to=/)
    await page.keyboard.press('Escape')
    await expect(page.getByText('which is in the future')).toBeHidden()
  },
)

test(
  'the party chosen for a statement without one is shown in the range and the zone of the address',
  { tag: '@full' },
  async ({ page, network }) => {
    const [party = ''] = await network.parties()
    await page.addInitScript((id) => {
      localStorage.setItem('lyra.preferences', JSON.stringify({ watched: [id] }))
    }, party)
    const bare = `/ledger?from=${from}&to=${to}&zone=Asia/Tokyo`
    const asksOf = (url: URL) => url.searchParams.get('partyId') === party && asks(from, to, 'Asia/Tokyo')(url)
    await page.goto(bare)
    await page.locator(`main a[title="${party}"]`).first().click()
    await expect(page).toHaveURL(asksOf)
    await page.goto(bare)
    await page.getByRole('combobox', { name: 'Party' }).fill(party)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(asksOf)
  },
)

test(
  'the market or party chosen on a page that asks for one is shown in the range of the address',
  { tag: '@full' },
  async ({ page, network }) => {
    const { id, tradableInstrument } = await network.busyMarket()
    const rest = `?from=${from}&to=${to}&zone=Asia/Tokyo`
    const { code } = tradableInstrument.instrument
    await page.goto(`/candles${rest}`)
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${code}`) })
      .click()
    await expect(page).toHaveURL(
      (url) => url.pathname === `/markets/${id}/candles` && asks(from, to, 'Asia/Tokyo')(url),
    )
    const [party = ''] = await network.parties()
    await page.goto(`/parties${rest}`)
    await page.getByRole('combobox', { name: 'Party id' }).fill(party)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL((url) => url.pathname === `/parties/${party}` && asks(from, to, 'Asia/Tokyo')(url))
  },
)

test(
  'the range of a statement is typed or chosen in it, and its zone stays when a filter is set',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.goto(`/ledger?partyId=${await network.versatileParty()}&zone=Asia/Tokyo`)
    await expect(page.getByText(/ rows read; complete$/)).toBeVisible()
    await page.getByRole('button', { name: 'Choose the range' }).press('Enter')
    const picker = page.getByRole('dialog', { name: 'Choose the range' })
    await picker.getByRole('textbox', { name: 'From, Asia/Tokyo' }).fill('2026-11-10 09:00:00')
    await expect(page).not.toHaveURL(/from=/)
    await picker.getByRole('textbox', { name: 'To, Asia/Tokyo' }).fill('2026-11-12 09:00:00')
    await picker.getByRole('textbox', { name: 'To, Asia/Tokyo' }).press('Enter')
    await expect(page).toHaveURL(asks(from, to, 'Asia/Tokyo'))
    await expect(picker).toBeHidden()
    await expect(page.getByRole('button', { name: 'Choose the range' })).toBeFocused()
    await page.getByRole('button', { name: 'Choose the range' }).press('Enter')
    await expect(picker.getByRole('textbox', { name: 'From, Asia/Tokyo' })).toHaveValue('10 Nov 2026, 09:00:00')
    await picker.getByRole('button', { name: /November 10th, 2026/ }).click()
    await picker.getByRole('button', { name: /November 11th, 2026/ }).click()
    await expect(page).toHaveURL(asks(ns('2026-11-09T15:00:00Z'), ns('2026-11-11T15:00:00Z'), 'Asia/Tokyo'))
    await page.keyboard.press('Escape')
    await expect(page.getByText(/ rows read; complete$/)).toBeVisible()
    await page.getByRole('textbox', { name: 'Amount from' }).fill('1')
    await expect(page).toHaveURL(/min=1/)
    await expect(page).toHaveURL(/zone=Asia/)
  },
)

test(
  'one range in the header is that of each page of time, by keyboard and at each width',
  { tag: '@full' },
  async ({ page, network }) => {
    const { id } = await network.busyMarket()
    const party = await network.versatileParty()
    const picker = page.getByRole('dialog', { name: 'Time range' })
    for (const [width, path] of [
      [1440, `/ledger?partyId=${party}&zone=utc`],
      [768, `/ledger-export?partyId=${party}&zone=utc`],
      [390, `/markets/${id}/candles?range=1W&zone=utc`],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await page.getByRole('button', { name: 'Time range' }).press('Enter')
      await picker.getByRole('textbox', { name: 'From, UTC' }).fill('2026-11-10')
      await picker.getByRole('textbox', { name: 'To, UTC' }).fill('2026-11-12')
      await picker.getByRole('textbox', { name: 'To, UTC' }).press('Enter')
      await expect(page).toHaveURL(asks(from, to, 'utc'))
      await expect(page).not.toHaveURL(/range=/)
      await expect(picker).toBeHidden()
      await expect(page.getByRole('button', { name: 'Time range' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(picker.getByRole('textbox', { name: 'To, UTC' })).toHaveValue('12 Nov 2026, 00:00:00')
      await expect(picker.getByRole('grid')).toBeVisible()
      await expectNoViolations(page, '[role=dialog]')
      await page.keyboard.press('Escape')
      await expect(picker).toBeHidden()
      await expect(page.getByRole('button', { name: 'Time range' })).toBeFocused()
    }
    // The chart shows what was chosen from outside it, and nothing after it.
    await expect(page.getByRole('region', { name: 'Statistics of the range' })).toContainText(
      /10 Nov, 00:00 to 1[12] Nov, \d\d:00/,
    )
    await page.goto(`/margin-modes?partyId=${party}`)
    await expect(page.getByRole('grid').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Time range' })).toBeHidden()
  },
)
