import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { utc } from './expected.ts'
import { expect, test } from './fixtures.ts'

const settings = (page: Page) => page.getByRole('region', { name: 'Saved views' })
const saved = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('lyra.preferences') ?? '{}') as { views?: unknown }).views)

async function save(page: Page, name: string): Promise<void> {
  await page.getByRole('contentinfo', { name: 'Connection' }).getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a view keeps filters, order and page size, and is listed in palette and settings', async ({
  page,
  network,
  requests,
}) => {
  const market = await network.busyMarket()
  const address = `/margin-modes?marketId=${market.id}&mode=cross&pagination.first=100&pagination.newestFirst=false`
  await page.goto(address)
  await expect(page.getByText(/loaded/).first()).toBeVisible()
  await save(page, 'cross, lowest first')
  expect(await saved(page)).toEqual([{ name: 'cross, lowest first', href: address }])

  await page.goto('/settings')
  await page.getByText('Advanced', { exact: true }).click()
  await settings(page).getByRole('link', { name: 'Open cross, lowest first' }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('button', { name: 'Lowest id first' })).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/')
  await page.keyboard.press('ControlOrMeta+k')
  const group = page.getByRole('dialog').getByRole('group', { name: 'Saved views' })
  await expect(group.getByRole('option', { name: /^cross, lowest first Margin modes/ })).toBeVisible()
  await group.getByRole('option').click()
  await expect(page).toHaveURL(address)
  expect(requests.matching(/cross, lowest|views|saved/)).toEqual([]) // names stay in this browser
})

test('an address has one name, which can be changed, deleted and restored', { tag: '@full' }, async ({ page }) => {
  await page.goto('/liquidity-providers')
  await save(page, 'first name')
  await save(page, 'second name')
  expect(await saved(page)).toEqual([{ name: 'second name', href: '/liquidity-providers' }])

  await page.goto('/settings')
  await page.getByText('Advanced', { exact: true }).click()
  const field = settings(page).getByRole('textbox')
  await field.fill('third name')
  await field.press('Enter')
  await expect(settings(page).getByRole('link', { name: 'Open third name' })).toBeVisible()
  await settings(page).getByRole('button', { name: 'Remove third name' }).click()
  await expect(settings(page).getByText('No saved views.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(settings(page).getByRole('link', { name: 'Open third name' })).toBeVisible()
})

test('a view without a name is not saved, and Escape saves nothing', { tag: '@full' }, async ({ page }) => {
  await page.goto('/settings')
  await page.getByText('Advanced', { exact: true }).click()
  await expect(settings(page)).toBeVisible()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await expect(dialog.getByLabel('Name')).toHaveValue('Settings')
  await dialog.getByLabel('Name').fill('  ')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect((await saved(page)) ?? []).toEqual([])
})

test(
  'views are exported with the preferences; an imported file cannot link outside the dashboard',
  { tag: '@full' },
  async ({ page, network }) => {
    const partyId = await network.versatileParty()
    await page.goto(`/spam/${partyId}`)
    await save(page, 'limits to watch')
    await page.goto('/settings')
    await page.getByText('Advanced', { exact: true }).click()
    const panel = page.getByRole('region', { name: 'Your preferences' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Export' }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ views: [{ name: 'limits to watch', href: `/spam/${partyId}` }] })
    await panel.getByRole('button', { name: 'Reset' }).click()
    await expect(settings(page).getByText('No saved views.', { exact: false })).toBeVisible()
    const give = (body: string) =>
      panel
        .getByLabel('File with preferences')
        .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(body) })
    await give(text)
    await expect(settings(page).getByRole('link', { name: 'Open limits to watch' })).toBeVisible()
    await give(text.replace(`/spam/${partyId}`, '//elsewhere.example/'))
    await expect(settings(page).getByText('No saved views.', { exact: false })).toBeVisible()
  },
)

test(
  'a saved range moves with the clock, a copied link as it was chosen',
  { tag: '@full' },
  async ({ page, network, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const partyId = await network.versatileParty()
    await page.goto(`/parties/${partyId}`)
    const card = page.getByRole('region', { name: 'Ledger export' })
    await card.getByRole('button', { name: '7 d' }).click()
    await expect(page).toHaveURL(`/parties/${partyId}?range=week`)
    await save(page, 'last week of it')
    expect(await saved(page)).toEqual([{ name: 'last week of it', href: `/parties/${partyId}?range=week` }])

    const copied = async (choice: RegExp) => {
      await page.getByRole('main').getByRole('button', { name: 'Copy link', exact: true }).click()
      await page.getByRole('menuitem', { name: choice }).click()
      await expect(page.getByText(/^Link copied\./).first()).toBeVisible()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    expect(await copied(/^Keeps moving/)).toBe(`${baseURL}/parties/${partyId}?range=week`)
    const link = await copied(/^This moment/)
    expect(link).toMatch(new RegExp(`^${baseURL}/parties/${partyId}\\?from=\\d{19}&to=\\d{19}$`))
    const [from = '', to = ''] = [...link.matchAll(/=(\d{19})/g)].map(([, ns]) => ns)
    expect(BigInt(to) - BigInt(from)).toBeLessThanOrEqual(7n * 86_400n * 10n ** 9n + 10n ** 9n)
    await page.goto(link)
    await expect(card.getByRole('button', { name: '7 d' })).toHaveAttribute('aria-pressed', 'false')
    await expect(card.getByText(`${utc(from)} UTC to ${utc(to)} UTC, end exclusive`)).toBeVisible()
  },
)

test(
  'on a small screen the menu saves views and copies links',
  { tag: '@full' },
  async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/margin-modes')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Save this view' }).click()
    await expect(page.getByRole('dialog', { name: 'Save this view' }).getByLabel('Name')).toBeFocused()
    await page.keyboard.type('all modes')
    await page.keyboard.press('Enter')
    expect(await saved(page)).toEqual([{ name: 'all modes', href: '/margin-modes' }])
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/margin-modes`)
  },
)

test(
  'a view is named by what it shows, without the price of this moment',
  { tag: '@full' },
  async ({ page, network }) => {
    const market = await network.busyMarket()
    await page.goto(`/markets/${market.id}/candles`)
    await expect(page).toHaveTitle(/\d.* 1h · Lyra$/)
    await page.getByRole('contentinfo', { name: 'Connection' }).getByRole('button', { name: 'Save this view' }).click()
    await expect(page.getByRole('dialog', { name: 'Save this view' }).getByLabel('Name')).toHaveValue(
      `${market.tradableInstrument.instrument.code} 1h`,
    )
  },
)
