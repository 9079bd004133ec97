import type { Page } from 'playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

const ns = (text: string): string => `${Date.parse(text)}000000`
const october = `from=${ns('2026-10-01T00:00:00Z')}&to=${ns('2026-11-01T00:00:00Z')}`
const address = async (network: Network, search = october) =>
  `/ledger-export?partyId=${await network.versatileParty()}&${search}`

const opener = (page: Page) => page.getByRole('button', { name: 'Choose days of the range' })
const calendar = (page: Page) => page.getByRole('dialog', { name: 'Choose days of the range' })
const focused = (page: Page) => page.locator(':focus')
const day = (page: Page, name: RegExp) => calendar(page).getByRole('button', { name })

/** What the content security policy refused. */
function refusals(page: Page): string[] {
  const texts: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) texts.push(message.text())
  })
  return texts
}

test(
  'the calendar loads when it is opened, and its days are a range without its end',
  { tag: '@full' },
  async ({ page, network }) => {
    const refused = refusals(page)
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto(await address(network))
    await expect(page.getByRole('textbox', { name: 'From, UTC' })).toHaveValue('1 Oct 2026, 00:00:00')
    expect(scripts.filter((url) => url.includes('range-calendar'))).toEqual([])
    await opener(page).click()
    await expect(calendar(page).getByRole('grid', { name: 'October 2026' })).toBeVisible()
    expect(scripts.filter((url) => url.includes('range-calendar'))).not.toEqual([])
    await expect(calendar(page)).toContainText('1 Oct 2026 to 31 Oct 2026, both days included')
    await expect(calendar(page)).toContainText('it ends before 1 Nov 2026, 00:00:00 UTC')
    await day(page, /October 5th, 2026/).click()
    // Half a choice is not a range yet.
    await expect(page).toHaveURL(new RegExp(october))
    await expect(calendar(page)).toContainText('From 5 Oct 2026. Now choose the last day')
    await day(page, /October 7th, 2026/).click()
    await expect(page).toHaveURL(new RegExp(`from=${ns('2026-10-05T00:00:00Z')}&to=${ns('2026-10-08T00:00:00Z')}`))
    await expect(calendar(page)).toContainText('5 Oct 2026 to 7 Oct 2026, both days included')
    await page.keyboard.press('Escape')
    await expect(calendar(page)).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'To, UTC' })).toHaveValue('8 Oct 2026, 00:00:00')
    await expect(page.getByText('end exclusive')).toBeVisible()
    expect(refused).toEqual([])
  },
)

test(
  'the calendar works by keyboard alone, in days of the chosen zone',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.goto(await address(network, `from=${ns('2026-10-23T23:00:00Z')}&to=${ns('2026-10-25T00:00:00Z')}`))
    await page.getByRole('group', { name: 'Zone' }).getByRole('button', { name: /Local/ }).click()
    await opener(page).focus()
    await page.keyboard.press('Enter')
    await expect(focused(page)).toHaveAccessibleName(/October 24th, 2026/)
    await page.keyboard.press('ArrowDown')
    await expect(focused(page)).toHaveAccessibleName(/October 31st, 2026/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await expect(focused(page)).toHaveAccessibleName(/November 1st, 2026/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`from=${ns('2026-10-31T00:00:00Z')}&to=${ns('2026-11-02T00:00:00Z')}`))
    await page.keyboard.press('Shift+PageUp')
    await expect(calendar(page).getByRole('grid', { name: 'November 2025' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opener(page)).toBeFocused()
    // A calendar that is closed takes no keys from the page.
    await page.keyboard.press('z')
    await expect(page.getByRole('textbox', { name: 'From, UTC' })).toBeVisible()
  },
)

test(
  'an open calendar has no accessibility violation and fits a phone',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.goto(await address(network))
    await opener(page).click()
    await expect(calendar(page).getByRole('grid')).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await opener(page).click()
    await expect(calendar(page).getByRole('grid')).toBeVisible()
    const box = await calendar(page).boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
    const cell = await day(page, /October 12th, 2026/).boundingBox()
    expect(Math.min(cell?.width ?? 0, cell?.height ?? 0)).toBeGreaterThanOrEqual(44)
  },
)

test('without the code of the calendar the dates can still be typed', { tag: '@full' }, async ({ page, network }) => {
  await page.route(/range-calendar.*\.js/, (route) => route.abort())
  await page.goto(await address(network))
  await opener(page).click()
  await expect(calendar(page)).toContainText('The calendar could not be loaded. Type the dates')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'From, UTC' }).fill('2026-10-03')
  await expect(page).toHaveURL(new RegExp(`from=${ns('2026-10-03T00:00:00Z')}`))
})

test('watched and recent parties can be picked, and the form remembers what was chosen, but no half-typed id', async ({
  page,
  network,
}) => {
  const [watched = '', seen = ''] = await network.parties()
  await page.goto(`/parties/${watched}`)
  await page
    .getByRole('button', { name: /^Watch/ })
    .first()
    .click()
  await page.goto(`/parties/${seen}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/ledger-export')
  const party = page.getByRole('combobox', { name: 'Party' })
  await party.focus()
  const choices = page.getByRole('listbox', { name: 'Known parties' })
  await expect(choices.getByRole('group', { name: 'Watched' }).getByRole('option')).toHaveCount(1)
  await expect(choices.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`partyId=${watched}`))
  await page.getByRole('button', { name: 'Last month' }).click()
  await page.getByText('original bytes', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Compress with gzip' }).check()
  await expect(page).toHaveURL(/gzip=yes/)
  await page.goto('/ledger-export')
  await expect(page).toHaveURL(new RegExp(`partyId=${watched}`))
  await expect(page.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('original bytes, gzip')).toBeVisible()
  // An address that names a party means all of its ledger, whatever was chosen last.
  await page.goto(`/ledger-export?partyId=${seen}`)
  await expect(page).toHaveURL(new RegExp(`partyId=${seen}&gzip=yes|gzip=yes&partyId=${seen}`))
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await party.fill(seen.slice(0, 20))
  await party.blur()
  await expect(page).toHaveURL(new RegExp(`partyId=${seen.slice(0, 20)}(&|$)`))
  await page.goto('/ledger-export')
  await expect(page).toHaveURL(/gzip=yes/)
  await expect(party).toHaveValue('')
})

test(
  'the form says where the file goes, and the rules of the browser on request',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.goto(await address(network))
    const form = page.getByRole('form', { name: 'Ledger export' })
    await expect(form.getByText(/when complete\.|in memory/)).toBeVisible()
    await expect(page.getByText('The file holds what the node still keeps.')).toBeHidden()
    await page.getByRole('button', { name: 'About How the file is saved' }).click()
    await expect(page.getByText('The file holds what the node still keeps.')).toBeVisible()
  },
)
