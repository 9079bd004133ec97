import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { expectNoViolations } from './axe.ts'

/** What every list does with its loaded rows, tried on margin modes and on the scorecard of a market. */
const grid = (page: Page) => page.getByRole('grid', { name: 'Margin modes' })
const head = (page: Page, name: string) => grid(page).getByRole('columnheader', { name, exact: true })
const field = (page: Page) => page.getByRole('textbox', { name: 'Find in loaded rows' })
const epochs = (page: Page) =>
  grid(page)
    .locator('[role=gridcell][data-label=Changed] a')
    .allTextContents()
    .then((texts) => texts.map((text) => Number(text.replaceAll(',', ''))))

test('a click on a head sorts the loaded rows, and a link shows the same order', async ({ page, network, context }) => {
  const rows = await network.marginModes({})
  await page.goto('/margin-modes')
  await expect(page.getByText(`all ${rows.length} loaded`)).toBeVisible()
  await head(page, 'Changed, epoch').getByRole('button').click()
  await expect(head(page, 'Changed, epoch')).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByText(`Sorted by Changed, latest first, among ${rows.length} loaded rows.`)).toBeVisible()
  await expect(page).toHaveURL('/margin-modes?sort=-atEpoch')
  const wanted = rows.map(({ atEpoch }) => Number(atEpoch)).toSorted((a, b) => b - a)
  const shown = await epochs(page)
  expect(shown.length).toBeGreaterThan(10)
  expect(shown).toEqual(wanted.slice(0, shown.length))

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(head(other, 'Changed, epoch')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await epochs(other)).slice(0, 5)).toEqual(wanted.slice(0, 5))

  await head(page, 'Changed, epoch').getByRole('button').click()
  await expect(head(page, 'Changed, epoch')).toHaveAttribute('aria-sort', 'ascending')
  expect((await epochs(page)).slice(0, 5)).toEqual(wanted.toReversed().slice(0, 5))
  await head(page, 'Changed, epoch').getByRole('button').click()
  await expect(head(page, 'Changed, epoch')).not.toHaveAttribute('aria-sort')
  await expect(page).toHaveURL('/margin-modes')
})

test(
  'rows that are not loaded are not sorted in, and this is said; more rows take their places',
  { tag: '@full' },
  async ({ page, network }) => {
    const rows = await network.marginModes({})
    const highest = (count: number) => Math.max(...rows.slice(0, count).map(({ atEpoch }) => Number(atEpoch)))
    await page.goto('/margin-modes?pagination.first=50&sort=-atEpoch')
    await expect(page.getByText('among 50 loaded rows')).toBeVisible()
    await expect.poll(async () => (await epochs(page))[0]).toBe(highest(50))
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText('among 100 loaded rows')).toBeVisible()
    await expect.poll(async () => (await epochs(page))[0]).toBe(highest(100))
  },
)

test(
  'keys sort by the head they are on, and a sorted row opens with its place in that order',
  { tag: '@full' },
  async ({ page, network }) => {
    const rows = await network.marginModes({})
    const first = rows.toSorted((a, b) => Number(BigInt(a.atEpoch) - BigInt(b.atEpoch)))[0]
    await page.goto('/margin-modes')
    await expect(page.getByText(`all ${rows.length} loaded`)).toBeVisible()
    await grid(page).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Control+ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(head(page, 'Changed, epoch')).toHaveAttribute('aria-sort', 'ascending')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const details = page.getByRole('complementary', { name: 'Row 1' })
    await expect(details.getByRole('region', { name: 'JSON as received' })).toContainText(
      `"atEpoch": "${first?.atEpoch}"`,
    )
    await expect(details.getByRole('heading', { name: 'All fields' })).toBeVisible()
  },
)

test(
  'Ctrl F finds in the loaded rows first, the second press is for the browser',
  { tag: '@full' },
  async ({ page, network }) => {
    const rows = await network.marginModes({})
    const isolated = rows.filter(({ marginMode }) => marginMode === 'MARGIN_MODE_ISOLATED_MARGIN')
    const places = rows.flatMap(({ marginMode }, at) => (marginMode === 'MARGIN_MODE_ISOLATED_MARGIN' ? [at] : []))
    await page.goto('/margin-modes')
    await expect(page.getByText(`all ${rows.length} loaded`)).toBeVisible()
    await page.keyboard.press('Control+f')
    await expect(field(page)).toBeFocused()
    await page.evaluate(() =>
      addEventListener('keydown', (event) => (document.body.dataset['taken'] = String(event.defaultPrevented))),
    )
    await page.keyboard.press('Control+f')
    await expect(page.locator('body'), 'the browser finds in the page').toHaveAttribute('data-taken', 'false')

    await page.keyboard.type('isolated')
    const count = page.getByRole('status').filter({ hasText: /of \d+ rows?$/ })
    await expect(count).toHaveText(`1 of ${isolated.length} rows`)
    await page.keyboard.press('Enter')
    await expect(count).toHaveText(`2 of ${isolated.length} rows`)
    const current = grid(page).locator('[data-found]')
    await expect(current).toHaveAttribute('aria-rowindex', String((places[1] ?? 0) + 2))
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Shift+Enter')
    await expect(count).toHaveText(`${isolated.length} of ${isolated.length} rows`)
    await expect(current).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveValue('')
    await expect(grid(page)).toBeFocused()
    const active = await grid(page).getAttribute('aria-activedescendant')
    await expect(page.locator(`[id="${active}"]`)).toContainText('Isolated')
  },
)

test(
  'a full id and a name of a market are found although the cell shows less; nothing found is said',
  { tag: '@full' },
  async ({ page, network }) => {
    const rows = await network.marginModes({})
    const market = await network.busyMarket()
    const { code } = market.tradableInstrument.instrument
    await page.goto('/margin-modes')
    await expect(page.getByText(`all ${rows.length} loaded`)).toBeVisible()
    await page.keyboard.press('Control+f')
    const last = rows.at(-1)?.partyId ?? ''
    const of = rows.filter(({ partyId }) => partyId === last).length
    await page.keyboard.insertText(last)
    await expect(page.getByText(`1 of ${of} row${of === 1 ? '' : 's'}`, { exact: true })).toBeVisible()
    const named = rows.filter(({ marketId }) => marketId === market.id).length
    await field(page).fill(code)
    await expect(page.getByText(new RegExp(`^1 of (${named}|\\d+) rows$`))).toBeVisible()
    await expect(grid(page).locator('[data-match]').first()).toContainText(code)
    await field(page).fill('no such thing')
    await expect(page.getByText(`No match in ${rows.length} loaded rows`)).toBeVisible()
  },
)

test(
  'columns empty in all loaded rows are hidden, said, and can be shown',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const partyId = await network.versatileParty()
    await faults.set({
      path: '/api/v2/margin-modes?',
      fault: { remove: ['partyMarginModes.edges.*.node.maxTheoreticalLeverage'] },
    })
    await page.goto(`/margin-modes?partyId=${partyId}`)
    const note = page.getByText('1 column hidden: under a tenth of the loaded rows have a value.')
    await expect(note).toBeVisible()
    await expect(head(page, 'Max leverage')).toBeHidden()
    await expect(head(page, 'Min factor')).toBeVisible()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(head(page, 'Max leverage')).toBeVisible()
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect(note).toBeVisible()
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('rows are cards of two lines, sorted by a choice, opened by a tap', async ({ page, network }) => {
    const rows = await network.marginModes({})
    await page.goto('/margin-modes')
    await expect(page.getByText(`all ${rows.length} loaded`)).toBeVisible()
    const card = grid(page).getByRole('row').nth(1)
    const box = await card.boundingBox()
    expect(box?.width).toBeLessThanOrEqual(390)
    for (const cell of await card.getByRole('gridcell').all()) {
      const { left, right } = await cell.evaluate((one) => one.getBoundingClientRect())
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right, 'no field is cut').toBeLessThanOrEqual(390)
    }
    expect(await grid(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    await page.getByRole('combobox', { name: 'Sort loaded rows by' }).selectOption({ label: 'Changed, earliest first' })
    const wanted = rows.map(({ atEpoch }) => Number(atEpoch)).toSorted((a, b) => a - b)
    await expect.poll(async () => (await epochs(page)).slice(0, 3)).toEqual(wanted.slice(0, 3))
    await card.getByRole('gridcell').nth(2).tap()
    await expect(page.getByRole('complementary', { name: 'Row 1' })).toBeVisible()
  })

  test(
    'a short list scrolls with its page, not in a window of its own',
    { tag: '@full' },
    async ({ page, network }) => {
      await page.goto(`/liquidity-providers?marketId=${(await network.busyMarket()).id}`)
      const list = page.getByRole('grid', { name: 'Liquidity providers' })
      await expect(list.getByRole('gridcell').first()).toBeVisible()
      await expect.poll(() => list.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0)
      const rows = Number(await list.getAttribute('aria-rowcount'))
      await expect(list.getByRole('row')).toHaveCount(rows)
    },
  )

  test(
    'the filters are behind one button, which counts those that are set',
    { tag: '@full' },
    async ({ page, network }) => {
      const market = await network.busyMarket()
      await page.goto(`/margin-modes?marketId=${market.id}`)
      const filters = page.getByRole('search', { name: 'Filters' })
      const button = filters.getByRole('button', { name: 'Filters, 1 set' })
      await expect(button).toHaveAttribute('aria-expanded', 'false')
      await expect(filters.getByRole('combobox', { name: 'Market' })).toBeHidden()
      await button.tap()
      await expect(filters.getByRole('combobox', { name: 'Market' })).toBeVisible()
      await filters.getByRole('button', { name: 'Clear all' }).tap()
      await expect(filters.getByRole('button', { name: 'Filters', exact: true })).toHaveAttribute(
        'aria-expanded',
        'true',
      )
    },
  )

  test(
    'no table is cut at the edge: its rows are cards that name each value',
    { tag: '@full' },
    async ({ page, network }) => {
      const [partyId, market] = await Promise.all([network.versatileParty(), network.busyMarket()])
      const [mode] = await network.marginModes({})
      for (const address of [
        `/parties/${partyId}`,
        `/spam/${partyId}`,
        `/markets/${market.id}`,
        `/epochs/${mode?.atEpoch}`,
      ]) {
        await page.goto(address)
        await page.waitForLoadState('networkidle')
        await expect(page.locator('[data-waiting]')).toHaveCount(0)
        const tables = page.getByRole('main').getByRole('table')
        await expect(tables.first(), address).toBeVisible()
        const wide = await tables.evaluateAll((all) =>
          all
            .filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0))
            .map(({ ariaLabel }) => ariaLabel),
        )
        expect(wide, address).toEqual([])
      }
      await page.goto(`/parties/${partyId}`)
      const modes = page.getByRole('table', { name: 'Margin modes' })
      await expect(modes.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveAttribute('data-label', 'Mode')
    },
  )

  test('what can be tapped in the list is 44 px high, and axe finds nothing', { tag: '@full' }, async ({ page }) => {
    await page.goto('/margin-modes')
    await expect(grid(page).getByRole('gridcell').first()).toBeVisible()
    const targets = [grid(page).getByRole('link').first(), field(page), page.getByRole('button', { name: 'Filters' })]
    for (const target of targets) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectNoViolations(page)
  })
})

test('a table that goes on sideways fades at the edge where it does', { tag: '@full' }, async ({ page, network }) => {
  await page.setViewportSize({ width: 900, height: 900 })
  await page.goto(`/liquidity-providers?marketId=${(await network.busyMarket()).id}`)
  const list = page.getByRole('grid', { name: 'Liquidity providers' })
  await expect(list.getByRole('gridcell').first()).toBeVisible()
  const view = list.locator('..')
  await expect(view).toHaveAttribute('data-more-end')
  await expect(view).not.toHaveAttribute('data-more-start')
  await list.evaluate((one) => one.scrollTo({ left: one.scrollWidth }))
  await expect(view).toHaveAttribute('data-more-start')
  await expect(view).not.toHaveAttribute('data-more-end')
})

test('rows and what is in them are at least 24 px high', { tag: '@full' }, async ({ page }) => {
  await page.goto('/margin-modes')
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible()
  const rows = [grid(page).getByRole('row').nth(1), grid(page).getByRole('row').nth(1).getByRole('link').first()]
  for (const row of rows) expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(24)
  expect((await head(page, 'Changed, epoch').getByRole('button').boundingBox())?.height).toBeGreaterThanOrEqual(24)
})

test(
  'an id under a resting pointer has a card with its full id and links, and asks the node nothing',
  { tag: '@full' },
  async ({ page, network, requests }) => {
    const partyId = await network.versatileParty()
    const [row] = await network.marginModes({ partyId })
    await page.goto(`/margin-modes?partyId=${partyId}`)
    await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
    // The frame sends requests of its own, which are not the card's.
    const rows = /\/api\/v2\/(?!info|epoch|vega)/
    const sent = requests.matching(rows).length
    const cell = grid(page).getByRole('row').nth(1).locator('[data-kind=market]')
    await cell.hover()
    const card = page.getByRole('dialog', { name: /^market / })
    await expect(card).toContainText(row?.marketId ?? 'no row')
    await expect(card.getByRole('link', { name: 'Candles' })).toHaveAttribute(
      'href',
      `/markets/${row?.marketId}/candles`,
    )
    await card.hover() // the card stays while the pointer is on it
    expect(requests.matching(rows)).toHaveLength(sent)
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
  },
)

test(
  'the key i opens the card of the active cell, Escape gives the focus back',
  { tag: '@full' },
  async ({ page, network }) => {
    const partyId = await network.versatileParty()
    await page.goto(`/margin-modes?partyId=${partyId}`)
    await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
    await grid(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('i')
    const card = page.getByRole('dialog', { name: /^party / })
    await expect(card).toBeFocused()
    await expect(card).toContainText(partyId)
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
    await expect(grid(page)).toBeFocused()
    await page.keyboard.press('i')
    await page.keyboard.press('Tab')
    await expect(card.getByRole('button', { name: 'Copy full party id' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(card.getByRole('link', { name: 'Spam limits' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/spam/${partyId}`)
  },
)
