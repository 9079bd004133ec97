import { readFile } from 'node:fs/promises'
import { amount } from './expected.ts'
import { expect, test } from './fixtures.ts'
import { testInvalidResponse } from './states.ts'

const grid = 'Margin modes'

test('a party lists every row of the node with exact values', async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const [rows, markets] = [await network.marginModes({ partyId }), await network.markets()]
  await page.goto(`/margin-modes?partyId=${partyId}`)
  await expect(page.getByText(`all ${rows.length} loaded`)).toBeVisible()
  for (const { marketId, marginFactor, atEpoch } of rows) {
    const code = markets.find(({ id }) => id === marketId)?.tradableInstrument.instrument.code ?? marketId
    const row = page.getByRole('grid', { name: grid }).getByRole('row').filter({ hasText: code })
    await expect(row.getByRole('link', { name: amount(atEpoch), exact: true })).toBeVisible()
    await expect(row.getByRole('gridcell', { name: `party ${partyId}` })).toBeVisible()
    if (marginFactor !== undefined) await expect(row.getByTitle(marginFactor, { exact: true })).toBeVisible()
  }
})

test('unrecorded values are marked as such, never shown as 0', { tag: '@full' }, async ({ page, network, faults }) => {
  const partyId = await network.versatileParty()
  const members = ['marginFactor', 'minTheoreticalMarginFactor', 'maxTheoreticalLeverage']
  await faults.set({
    path: '/api/v2/margin-modes?',
    fault: {
      set: { 'partyMarginModes.edges.*.node.marginMode': 'MARGIN_MODE_OF_TOMORROW' },
      remove: members.map((member) => `partyMarginModes.edges.*.node.${member}`),
    },
  })
  await page.goto(`/margin-modes?partyId=${partyId}`)
  await expect(page.getByText('4 columns hidden: under a tenth of the loaded rows have a value.')).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const row = page.getByRole('grid', { name: grid }).getByRole('row').nth(1)
  await expect(row.getByText('not recorded')).toHaveCount(3)
  await expect(row.getByText('MARGIN_MODE_OF_TOMORROW')).toBeVisible()
})

test(
  'pages load one by one, and the list says when it is complete',
  { tag: '@full' },
  async ({ page, network, requests }) => {
    const all = (await network.marginModes({ pagination: { first: 5000 } })).length
    expect(all).toBeGreaterThan(150)
    await page.goto('/margin-modes?pagination.first=50')
    await expect(page.getByText('50 loaded, more on the node')).toBeVisible()
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText('100 loaded, more on the node')).toBeVisible()
    await page.getByRole('button', { name: 'Load all' }).click()
    await expect(page.getByText(`all ${all} loaded`)).toBeVisible()
    const questions = requests.matching(/^\/api\/v2\/margin-modes\?/)
    expect(questions).toHaveLength(Math.ceil(all / 50))
    expect(questions.every(({ target }) => target.includes('pagination.first=50'))).toBe(true)
    await page.getByRole('grid', { name: grid }).press('End')
    await expect(page.getByRole('grid', { name: grid }).locator(`[aria-rowindex="${all + 1}"]`)).toBeVisible()
  },
)

test('the address keeps filters, order, mode and the open row', async ({ page, network }) => {
  const market = await network.busyMarket()
  const { code } = market.tradableInstrument.instrument
  await page.goto('/margin-modes')
  await page.getByRole('combobox', { name: 'Market' }).selectOption({ value: market.id })
  await page.getByRole('button', { name: 'Lowest id first' }).click()
  await page.getByRole('button', { name: 'Isolated' }).click()
  const query = new RegExp(`marketId=${market.id}.*`)
  await expect(page).toHaveURL(query)
  await expect(page).toHaveURL(/pagination\.newestFirst=false/)
  await expect(page).toHaveURL(/mode=isolated/)
  const rows = await network.marginModes({ marketId: market.id, pagination: { newestFirst: false } })
  const isolated = rows.filter(({ marginMode }) => marginMode === 'MARGIN_MODE_ISOLATED_MARGIN')
  const words = `${isolated.length} match of all ${rows.length} loaded`
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText('mode filter: loaded rows only')).toBeVisible()
  await page.getByRole('gridcell', { name: `party ${isolated[0]?.partyId}` }).click({ position: { x: 190, y: 10 } })
  const drawer = page.getByRole('complementary', { name: 'Row 1' })
  await expect(drawer).toBeVisible()

  await page.reload()
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }).locator('xpath=..')).toContainText(
    `${code}: ${isolated.length} of ${rows.length} isolated`,
  )
  await expect(page.getByRole('button', { name: 'Lowest id first' })).toHaveAttribute('aria-pressed', 'true')
  await expect(drawer).toContainText(isolated[0]?.partyId ?? 'no row')
  await drawer.getByRole('button', { name: 'Close details' }).click()
  await expect(page).not.toHaveURL(/row=/)
  await page.goBack() // the entry of the open row, closed
  await page.goBack()
  await expect(page.getByText(`all ${rows.length} loaded`, { exact: true })).toBeVisible()
})

test('keys move through the grid, open a row and close it again', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const rows = await network.marginModes({ partyId })
  await page.goto(`/margin-modes?partyId=${partyId}`)
  const list = page.getByRole('grid', { name: grid })
  await expect(page.getByText(`all ${rows.length} loaded`)).toBeVisible()
  await list.focus()
  await list.press('ArrowDown')
  await list.press('Enter')
  const drawer = page.getByRole('complementary', { name: 'Row 2' })
  await expect(drawer.getByRole('region', { name: 'JSON as received' })).toContainText(
    `"atEpoch": "${rows[1]?.atEpoch}"`,
  )
  await expect(drawer.getByRole('region', { name: 'Request as curl' })).toContainText(`partyId=${partyId}`)
  await drawer.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('complementary', { name: 'Row 3' })).toContainText(amount(rows[2]?.atEpoch ?? ''))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary')).toBeHidden()
})

test('rows export as CSV and as JSON Lines', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const rows = await network.marginModes({ partyId })
  await page.goto(`/margin-modes?partyId=${partyId}`)
  const save = async (format: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ])
    return (await readFile(await file.path(), 'utf8')).trimEnd().split('\n')
  }
  const lines = await save('JSON Lines')
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(rows)
  const [head, ...csv] = await save('CSV')
  expect(head?.split(',')).toEqual(expect.arrayContaining(['partyId', 'marketId', 'marginFactor', 'atEpoch']))
  expect(csv.map((line) => line.split(',')[1])).toEqual(rows.map(({ marketId }) => marketId))
})

test(
  'a failed refresh keeps the rows and says when they were loaded',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const partyId = await network.versatileParty()
    await page.goto(`/margin-modes?partyId=${partyId}`)
    await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
    await faults.set({ path: '/api/v2/margin-modes', fault: { status: 500 } })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('The list could not be refreshed')).toBeVisible()
    await expect(page.getByRole('gridcell', { name: `party ${partyId}` }).first()).toBeVisible()
    await faults.clear()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('The list could not be refreshed')).toBeHidden()
  },
)

test(
  'an empty response is not an error: the filter that was sent is named',
  { tag: '@full' },
  async ({ page, requests }) => {
    await page.goto('/margin-modes?partyId=network')
    await expect(page.getByRole('heading', { name: 'No margin modes recorded' })).toBeVisible()
    await expect(page.getByText('The node returned an empty list for partyId network.')).toBeVisible()
    expect(requests.matching(/partyId=network/)).toHaveLength(1)
  },
)

testInvalidResponse(
  {
    at: async (network) => `/margin-modes?partyId=${await network.versatileParty()}`,
    path: '/api/v2/margin-modes',
    data: (page) => page.getByRole('grid', { name: grid }).getByRole('gridcell').first(),
    empty: /returned an empty list/,
    wrong: { 'partyMarginModes.edges.*.node.atEpoch': 'soon' },
  },
  [],
)
