import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

const grid = 'Margin modes'
const pages = 3
const rowsPerPage = 2000
const rowsInAll = pages * rowsPerPage
const hex = (value: number): string => value.toString(16).padStart(64, '0')

/** Row `at` of a long list; every third is isolated, and a field unknown to the schema has four-byte characters. */
const record = (at: number) => ({
  marketId: hex(7),
  partyId: hex(at + 1),
  marginMode: at % 3 === 0 ? 'MARGIN_MODE_ISOLATED_MARGIN' : 'MARGIN_MODE_CROSS_MARGIN',
  ...(at % 3 === 0 ? { marginFactor: at % 6 === 0 ? '0.1' : '0.25' } : {}),
  atEpoch: String(at),
  note: `row ${at}, 𝛌`,
})

/** Answers the list as a network with thousands of parties would; `spoil` changes the last page. */
async function serveLongList(page: Page, spoil: (body: string) => string = (body) => body): Promise<void> {
  await page.route('**/api/v2/margin-modes?**', async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('pagination.after') ?? '0')
    const hasNextPage = from + rowsPerPage < rowsInAll
    const edges = Array.from({ length: rowsPerPage }, (_, at) => ({
      node: record(from + at),
      cursor: String(from + at),
    }))
    const pageInfo = {
      hasNextPage,
      hasPreviousPage: from > 0,
      startCursor: String(from),
      endCursor: String(from + rowsPerPage),
    }
    const body = JSON.stringify({ partyMarginModes: { edges, pageInfo } })
    await route.fulfill({ contentType: 'application/json', body: hasNextPage ? body : spoil(body) })
  })
}

async function loadAll(page: Page): Promise<void> {
  await page.goto('/margin-modes?pagination.first=5000')
  await expect(page.getByText('2,000 loaded, more on the node')).toBeVisible()
  await page.getByRole('button', { name: 'Load all' }).click()
}

test('rows, sums, filter, details and exports of long pages agree', async ({ page }) => {
  await serveLongList(page)
  await loadAll(page)
  await expect(page.getByText('all 6,000 loaded')).toBeVisible()

  const side = page.getByRole('heading', { name: 'Modes', exact: true }).locator('xpath=../..')
  await expect(side).toContainText('2,000')
  await expect(side).toContainText('4,000')
  const leverage = page.getByRole('heading', { name: 'Leverage', exact: true }).locator('xpath=../..')
  await expect(leverage).toContainText('7.0x') // the mean of 1,000 at 10x and 1,000 at 4x

  const list = page.getByRole('grid', { name: grid })
  await list.press('End')
  const last = list.locator(`[aria-rowindex="${rowsInAll + 1}"]`)
  await expect(last.getByRole('gridcell', { name: `party ${hex(rowsInAll)}` })).toBeVisible()
  await list.press('Enter')
  const drawer = page.getByRole('complementary', { name: 'Row 6,000' })
  await expect(drawer.getByRole('region', { name: 'JSON as received' })).toContainText('"note": "row 5999, 𝛌"')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Export/ }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /JSON Lines/ }).click(),
  ])
  const wanted = Array.from({ length: rowsInAll }, (_, at) => `${JSON.stringify(record(at))}\n`).join('')
  expect(await readFile(await file.path(), 'utf8')).toBe(wanted)

  await page.getByRole('button', { name: 'Isolated' }).click()
  await expect(page.getByText('2,000 match of all 6,000 loaded')).toBeVisible()
  await list.press('Control+ArrowDown')
  const lastIsolated = list.getByRole('row').filter({ has: page.getByRole('gridcell', { name: `party ${hex(5998)}` }) })
  await expect(lastIsolated).toBeVisible()
})

test(
  'a row named in the address opens once its page is loaded, and stays open while others load',
  { tag: '@full' },
  async ({ page }) => {
    await serveLongList(page)
    await page.goto(`/margin-modes?pagination.first=5000&row=${hex(7)}.${hex(3500)}`)
    await expect(page.getByText('2,000 loaded, more on the node')).toBeVisible()
    await expect(page.getByRole('complementary')).toBeHidden()
    const drawer = page.getByRole('complementary', { name: 'Row 3,500' })
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(drawer).toContainText(hex(3500))
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText('all 6,000 loaded')).toBeVisible()
    await drawer.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('complementary', { name: 'Row 3,501' })).toContainText(hex(3501))
  },
)

test(
  'a long page that violates the schema is rejected with its position, and earlier rows stay',
  { tag: '@full' },
  async ({ page }) => {
    await serveLongList(page, (body) => body.replace('"atEpoch":"5999"', '"atEpoch":"soon"'))
    await loadAll(page)
    await expect(page.getByText('partyMarginModes.edges.1999.node.atEpoch')).toBeVisible()
    await expect(page.getByText('The rows above are kept.')).toBeVisible()
    await expect(page.getByText('4,000 loaded, more on the node')).toBeVisible()
  },
)

test('numbers in place of strings are read without losing a digit', { tag: '@full' }, async ({ page }) => {
  await serveLongList(page, (body) => body.replace('"atEpoch":"5999"', '"atEpoch":9007199254740993'))
  await loadAll(page)
  await expect(page.getByText('all 6,000 loaded')).toBeVisible()
  const list = page.getByRole('grid', { name: grid })
  await list.press('End')
  await expect(list.getByText('9,007,199,254,740,993')).toBeVisible()
})
