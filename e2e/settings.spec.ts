import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expectNoViolationsOnTallPage } from './axe.ts'
import { expect, test } from './fixtures.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const connection = (page: Page) => page.getByRole('contentinfo', { name: 'Connection' })

for (const [scheme, canvas] of [
  ['light', 'rgb(241, 243, 243)'],
  ['dark', 'rgb(10, 13, 16)'],
] as const) {
  test(
    `before the script runs the canvas is ${scheme} where the system is`,
    { tag: '@full' },
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, colorScheme: scheme })
      const page = await context.newPage()
      await page.goto(`${baseURL}/settings`)
      await expect(page.locator('html')).not.toHaveAttribute('data-theme')
      await expect(page.locator('html')).toHaveCSS('background-color', canvas)
      // The script holds the first frame back until it has set a theme that was chosen.
      await expect(page.locator('script[type="module"]')).toHaveAttribute('blocking', 'render')
      await context.close()
    },
  )
}

test('the theme applies on every page, in every tab and after a reload', async ({ page, context }) => {
  await page.goto('/settings')
  const document = page.locator('html')
  await expect(document).toHaveAttribute('data-theme', 'dark')
  const other = await context.newPage()
  await other.goto('/')
  await page.getByRole('button', { name: 'Light', exact: true }).click()
  await expect(document).toHaveAttribute('data-theme', 'light')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(document).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'System', exact: true }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(document).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(document).toHaveAttribute('data-theme', 'light')
})

test(
  'palette and menu switch the theme that the system has, and the colour of the browser follows',
  { tag: '@full' },
  async ({ page }) => {
    const canvas = () =>
      page
        .locator('meta[name="theme-color"]')
        .evaluateAll((tags) => [...new Set(tags.map((tag) => tag.getAttribute('content')))])
    await page.goto('/help')
    const document = page.locator('html')
    await expect(document).toHaveAttribute('data-theme', 'dark')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Party, market/ }).fill('light theme')
    await page.keyboard.press('Enter')
    await expect(document).toHaveAttribute('data-theme', 'light')
    await expect.poll(canvas).toEqual(['#f1f3f3'])
    await page.reload()
    await expect(document).toHaveAttribute('data-theme', 'light')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Dark theme' }).click()
    await expect(document).toHaveAttribute('data-theme', 'dark')
    await expect.poll(canvas).toEqual(['#0a0d10'])
  },
)

test('the chosen time zone applies to all times', async ({ page, network }) => {
  const partyId = await network.versatileParty()
  await page.goto('/settings')
  await page.getByRole('combobox', { name: 'A named zone' }).selectOption({ label: 'Asia/Tokyo' })
  await expect(page.getByText(/Asia\/Tokyo\. Now it is 20 Nov 2026, 21:0\d:\d\d\./)).toBeVisible()
  await expect(connection(page)).toContainText('zone Asia/Tokyo')
  await page.goto(`/teams/referees/${partyId}?table=on`)
  await expect(page.getByRole('columnheader', { name: 'Joined at, Asia/Tokyo' })).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Raw ns' }).click()
  await page.goto(`/teams/referees/${partyId}?table=on`)
  const [newest] = await network.stays(partyId)
  await expect(page.getByRole('gridcell', { name: newest?.joinedAt ?? 'no join', exact: true })).toBeVisible()
})

test('dense rows are lower', { tag: '@full' }, async ({ page, network }) => {
  const height = async () => {
    await page.goto(`/margin-modes?partyId=${await network.versatileParty()}`)
    const box = await page.getByRole('grid').getByRole('row').nth(1).boundingBox()
    return box?.height ?? 0
  }
  const comfortable = await height()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Dense' }).click()
  expect(await height()).toBeLessThan(comfortable)
})

test('the settings describe the node in use', { tag: '@full' }, async ({ page, network }) => {
  await page.goto('/settings')
  const node = panel(page, 'Node').getByRole('listitem').filter({ hasText: 'This origin' })
  await expect(node).toContainText(network.url)
  await expect(node).toContainText('In use')
  await expect(node).toContainText('lyra-demo-1')
  await node.getByRole('button', { name: 'Test' }).click()
  await expect(node).toContainText('v0.77.5')
})

test('an invalid address and an unreachable node are rejected', { tag: '@full' }, async ({ page }) => {
  await page.goto('/settings')
  const nodes = panel(page, 'Node')
  const field = nodes.getByRole('textbox', { name: 'Another node' })
  await field.fill('ftp://node.example.org')
  await field.press('Enter')
  await expect(nodes.getByText('The address must start with https:// or http://.')).toBeVisible()
  await field.fill('http://127.0.0.1:9')
  await nodes.getByRole('button', { name: 'Test it' }).click()
  await expect(nodes.getByRole('alert')).toContainText('The node cannot be reached')
  await expect(nodes.getByRole('button', { name: 'Use this node' })).toBeDisabled()
  await nodes.getByRole('button', { name: 'Remove 127.0.0.1:9' }).click()
  await expect(nodes.getByRole('listitem')).toHaveCount(1)
})

test('names, watched parties and decimals are kept and can be removed', async ({ page, network }) => {
  const partyId = await network.versatileParty()
  await page.goto('/settings')
  await page.getByText('Advanced', { exact: true }).click()
  const names = panel(page, 'Nicknames')
  await names.getByRole('textbox', { name: 'Party id' }).fill(partyId)
  await names.getByRole('textbox', { name: 'Name' }).fill('Vega')
  await names.getByRole('button', { name: 'Add' }).click()
  const watched = panel(page, 'Watched parties')
  await watched.getByRole('textbox', { name: 'Party id' }).fill(partyId)
  await watched.getByRole('button', { name: 'Add' }).click()
  const decimals = panel(page, 'Decimals')
  await decimals.getByRole('textbox', { name: 'Market or asset id' }).fill('ab'.repeat(32))
  await decimals.getByRole('textbox', { name: 'Decimals' }).fill('half')
  await decimals.getByRole('button', { name: 'Add' }).click()
  await expect(decimals.getByText('A whole number from')).toBeVisible()
  await decimals.getByRole('textbox', { name: 'Decimals' }).fill('6')
  await decimals.getByRole('button', { name: 'Add' }).click()
  await page.reload()
  await page.getByText('Advanced', { exact: true }).click()
  await expect(watched.getByRole('listitem').filter({ hasText: 'Vega' })).toBeVisible()
  await expect(decimals.getByRole('textbox', { name: `Decimals of ${'ab'.repeat(32)}` })).toHaveValue('6')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Vega' }).click()
  await expect(page).toHaveURL(`/spam/${partyId}`)
  await page.goto('/settings')
  await page.getByText('Advanced', { exact: true }).click()
  await names.getByRole('button', { name: `Remove ${partyId}` }).click()
  await expect(names.getByRole('listitem')).toHaveCount(0)
})

test(
  'preferences are exported and imported as a file; a reset can be undone',
  { tag: '@full' },
  async ({ page, network }) => {
    const partyId = await network.versatileParty()
    await page.goto(`/parties/${partyId}`)
    await page.getByRole('button', { name: 'Watch this party' }).click()
    await page.goto('/settings')
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByRole('button', { name: 'Light', exact: true }).click()
    const downloading = page.waitForEvent('download')
    await panel(page, 'Your preferences').getByRole('button', { name: 'Export' }).click()
    const file = await (await downloading).path()
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ theme: 'light', watched: [partyId] })

    const theme = page.locator('html')
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await expect(theme).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('log', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await expect(theme).toHaveAttribute('data-theme', 'light')
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await page.getByLabel('File with preferences').setInputFiles(file)
    await expect(theme).toHaveAttribute('data-theme', 'light')
    await expect(panel(page, 'Watched parties').getByRole('listitem')).toHaveCount(1)
  },
)

test('importing an unrelated file changes nothing', { tag: '@full' }, async ({ page }) => {
  await page.goto('/settings')
  await page.getByText('Advanced', { exact: true }).click()
  await page.getByRole('button', { name: 'Light', exact: true }).click()
  const buffer = Buffer.from('{"theme":"dark"}')
  await page.getByLabel('File with preferences').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer })
  await expect(page.getByText('is not a Lyra preferences file')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the settings link to the licences of everything in the dashboard', { tag: '@full' }, async ({ page }) => {
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Licences of Lyra and its dependencies' }).click()
  await expect(page).toHaveURL('/LICENSES.txt')
  const text = page.locator('body')
  for (const name of ['react', 'lightweight-charts', 'hash-wasm', '@fontsource-variable/geist-mono'])
    await expect(text).toContainText(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
  await expect(text).toContainText('SIL OPEN FONT LICENSE')
})

test(
  'names of a file are imported, told by line, downloaded again, and shown on the page of their party',
  { tag: '@full' },
  async ({ page, network }) => {
    const partyId = await network.versatileParty()
    await page.goto('/settings')
    await page.getByText('Advanced', { exact: true }).click()
    const names = panel(page, 'Nicknames')
    const buffer = Buffer.from(`\uFEFFid,name\r\n${partyId},"Desk, ""one"""\r\nbob,Bob\r\n`)
    await page.getByLabel('File with names').setInputFiles({ name: 'bots.csv', mimeType: 'text/csv', buffer })
    await expect(names.getByText('bots.csv: 1 new name. 1 line could not be read and changed nothing.')).toBeVisible()
    await expect(names.getByText('Line 3: “bob” is not 64 hexadecimal characters.')).toBeVisible()
    await expectNoViolationsOnTallPage(page, 'main')
    await names.getByRole('button', { name: 'Watch 1 party' }).click()
    await expect(panel(page, 'Watched parties').getByRole('listitem')).toHaveCount(1)
    const downloading = page.waitForEvent('download')
    await names.getByRole('button', { name: 'Download names' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(file.split('\n').slice(0, 2)).toEqual(['id,name', `${partyId},"Desk, ""one"""`])
    await page.goto(`/parties/${partyId}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Desk, "one"' })).toBeVisible()
  },
)
