import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

/** What the one grid does for every list, tried on the list of margin modes. */
const grid = (page: Page) => page.getByRole('grid', { name: 'Margin modes' })
const heads = (page: Page) => grid(page).getByRole('columnheader')
const names = (page: Page) => heads(page).allTextContents()
const widthOf = async (page: Page, name: string) =>
  (await grid(page).getByRole('columnheader', { name, exact: true }).boundingBox())?.width ?? 0

test('columns stay as the reader left them, in this list and in no other', async ({ page, network }) => {
  const address = `/margin-modes?partyId=${await network.versatileParty()}`
  await page.goto(address)
  await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
  expect(await names(page)).toEqual(['Party', 'Market', 'Mode', 'Factor', 'Least factor', 'Most leverage', 'Epoch'])
  await page.getByRole('button', { name: 'Columns' }).click()
  const panel = page.getByRole('region', { name: 'Columns' })
  await panel.getByRole('checkbox', { name: 'Least factor' }).uncheck()
  await panel.getByRole('checkbox', { name: 'Leverage', exact: true }).check()
  await panel.getByRole('button', { name: 'Pin Epoch at the left' }).click()
  await panel.getByRole('button', { name: 'Move Mode left' }).click()
  await page.keyboard.press('Escape')
  const arranged = ['Epoch', 'Party', 'Mode', 'Market', 'Factor', 'Leverage', 'Most leverage']
  await expect.poll(() => names(page)).toEqual(arranged)

  await grid(page).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+ArrowLeft')
  const before = await widthOf(page, 'Epoch')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => widthOf(page, 'Epoch')).toBeGreaterThan(before)
  const wide = await widthOf(page, 'Epoch')

  await page.reload()
  await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
  expect(await names(page)).toEqual(arranged)
  expect(await widthOf(page, 'Epoch')).toBe(wide)
  await expect(grid(page).getByRole('gridcell').first()).toHaveText(/^[\d,]+$/)

  await page.goto(`/liquidity-providers?marketId=${(await network.busyMarket()).id}`)
  await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('lyra.preferences') ?? '{}') as object)
  expect(Object.keys((stored as { columns: object }).columns)).toEqual(['margin-modes'])
  await page.goto(address)
  await page.getByRole('button', { name: 'Columns' }).click()
  await panel.getByRole('button', { name: 'Reset columns' }).click()
  await expect
    .poll(() => names(page))
    .toEqual(['Party', 'Market', 'Mode', 'Factor', 'Least factor', 'Most leverage', 'Epoch'])
})

test('dense rows are lower, and stay so', async ({ page }) => {
  await page.goto('/margin-modes?pagination.first=100')
  const row = grid(page).getByRole('row').nth(1)
  const height = async () => (await row.boundingBox())?.height ?? 0
  await expect(row).toBeVisible()
  const comfortable = await height()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('region', { name: 'Columns' }).getByRole('button', { name: 'Dense' }).click()
  await expect.poll(height).toBeLessThan(comfortable)
  const dense = await height()
  await page.reload()
  await expect(row).toBeVisible()
  expect(await height()).toBe(dense)
})

test('load all says its cap, counts, and stops when told to', async ({ page, faults, asked }) => {
  await page.goto('/margin-modes?pagination.first=50')
  await expect(page.getByText('50 loaded, more on the node')).toBeVisible()
  await faults.set({ path: '/api/v2/margin-modes', fault: { latency: 1_000 } })
  await page.getByRole('button', { name: 'Load all, at most 200,000' }).click()
  await expect(page.getByText(/^Loading all, 100 so far$/)).toBeVisible()
  await expect(page.getByText(/^\d+ of \d+ calls left$/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const loaded = page.getByText(/^\d+ loaded, more on the node$/)
  await expect(loaded).toBeVisible()
  await faults.clear()
  const rows = Number.parseInt((await loaded.textContent()) ?? '', 10)
  const questions = asked.of(/margin-modes\?/).length
  // One page more is one page more: nothing else is on its way.
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText(`${rows + 50} loaded, more on the node`)).toBeVisible()
  expect(asked.of(/margin-modes\?/)).toHaveLength(questions + 1)
})

test('a file of all rows loads the others first and holds what the node holds, to the character', async ({
  page,
  network,
}) => {
  const rows = await network.marginModes({ pagination: { first: 5000 } })
  await page.goto('/margin-modes?pagination.first=100')
  await expect(page.getByText('100 loaded, more on the node')).toBeVisible()
  const save = async (item: string | RegExp) => {
    await page.getByRole('button', { name: /^Export/ }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const linesOf = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')

  const some = await save(/^JSON Lines/)
  expect(some.name).toBe('margin-modes-loaded-100-rows.jsonl')
  expect(some.text).toBe(linesOf(rows.slice(0, 100)))
  const all = await save(/^All as JSON Lines/)
  expect(all.name).toBe(`margin-modes-all-${rows.length}-rows.jsonl`)
  expect(all.text).toBe(linesOf(rows))

  const csv = await save(/^CSV/)
  const members = ['partyId', 'marketId', 'marginMode', 'marginFactor'] as const
  const [head, ...lines] = csv.text.split('\n')
  const columns = head?.split(',') ?? []
  expect(lines.pop()).toBe('')
  expect(lines).toHaveLength(rows.length)
  for (const [index, line] of lines.entries()) {
    const values = line.split(',')
    for (const member of members) expect(values[columns.indexOf(member)]).toBe(rows[index]?.[member] ?? '')
  }
})

test('details show and copy the record as the node sent it, with members that the interface does not name', async ({
  page,
  network,
  faults,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const partyId = await network.versatileParty()
  const [first] = await network.marginModes({ partyId })
  await faults.set({
    path: '/api/v2/margin-modes?',
    fault: { set: { 'partyMarginModes.edges.*.node.ofTomorrow': 'kept' } },
  })
  await page.goto(`/margin-modes?partyId=${partyId}`)
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible()
  await grid(page).press('Enter')
  const details = page.getByRole('complementary', { name: 'Row 1' })
  await expect(details.getByRole('region', { name: 'JSON as received' })).toContainText('"ofTomorrow": "kept"')
  await details.getByRole('button', { name: 'Copy json as received' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(JSON.parse(copied)).toEqual({ ...first, ofTomorrow: 'kept' })
})
