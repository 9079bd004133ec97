import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

/** What the one grid does for every list, tried on the list of margin modes. */
const grid = (page: Page) => page.getByRole('grid', { name: 'Margin modes' })
const heads = (page: Page) => grid(page).getByRole('columnheader')
const names = (page: Page) => heads(page).allTextContents()
const widthOf = async (page: Page, name: string) =>
  (await grid(page).getByRole('columnheader', { name, exact: true }).boundingBox())?.width ?? 0

test('column settings are kept per list', { tag: '@full' }, async ({ page, network }) => {
  const address = `/margin-modes?partyId=${await network.versatileParty()}`
  await page.goto(address)
  await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
  expect(await names(page)).toEqual([
    'Party',
    'Market',
    'Mode',
    'Factor',
    'Leverage',
    'Min factor',
    'Max leverage',
    'Changed, epoch',
  ])
  await page.getByRole('button', { name: 'Columns' }).click()
  const panel = page.getByRole('region', { name: 'Columns' })
  await panel.getByRole('checkbox', { name: 'Min factor' }).uncheck()
  await panel.getByRole('button', { name: 'Pin Changed at the left' }).click()
  await panel.getByRole('button', { name: 'Move Mode left' }).click()
  await page.keyboard.press('Escape')
  const arranged = ['Changed, epoch', 'Party', 'Mode', 'Market', 'Factor', 'Leverage', 'Max leverage']
  await expect.poll(() => names(page)).toEqual(arranged)

  await grid(page).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+ArrowLeft')
  const before = await widthOf(page, 'Changed, epoch')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => widthOf(page, 'Changed, epoch')).toBeGreaterThan(before)
  const wide = await widthOf(page, 'Changed, epoch')
  await page.keyboard.press('Shift+Enter')
  await expect(panel.getByRole('checkbox', { name: 'Changed', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(grid(page)).toBeFocused()

  await page.reload()
  await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
  expect(await names(page)).toEqual(arranged)
  expect(await widthOf(page, 'Changed, epoch')).toBe(wide)
  await expect(grid(page).getByRole('gridcell').first()).toHaveText(/^[\d,]+ (min|h|d) ago [\d,]+$|^this epoch [\d,]+$/)

  await page.goto(`/liquidity-providers?marketId=${(await network.busyMarket()).id}`)
  await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('lyra.preferences') ?? '{}') as object)
  expect(Object.keys((stored as { columns: object }).columns)).toEqual(['margin-modes'])
  await page.goto(address)
  await page.getByRole('button', { name: 'Columns' }).click()
  await panel.getByRole('button', { name: 'Reset columns' }).click()
  await expect
    .poll(() => names(page))
    .toEqual(['Party', 'Market', 'Mode', 'Factor', 'Leverage', 'Min factor', 'Max leverage', 'Changed, epoch'])
})

test(
  'dragging a header moves the column, dragging its edge resizes it, a double click resets the width',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.goto(`/margin-modes?partyId=${await network.versatileParty()}`)
    await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
    const boxOf = async (name: string) => {
      const box = await grid(page).getByRole('columnheader', { name, exact: true }).boundingBox()
      if (!box) throw new Error(`${name} is not there`)
      return box
    }
    const drag = async (from: { x: number; y: number }, to: number) => {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to, from.y, { steps: 5 })
      await page.mouse.up()
    }
    const [party, mode] = [await boxOf('Party'), await boxOf('Mode')]
    await drag({ x: party.x + 30, y: party.y + 16 }, mode.x + 30)
    await expect.poll(async () => (await names(page)).slice(0, 4)).toEqual(['Market', 'Mode', 'Party', 'Factor'])

    const before = await boxOf('Mode')
    const edge = { x: before.x + before.width, y: before.y + 16 }
    await drag(edge, edge.x + 60)
    await expect.poll(() => widthOf(page, 'Mode')).toBeCloseTo(before.width + 60, -1)
    const wide = await boxOf('Mode')
    await page.mouse.dblclick(wide.x + wide.width, edge.y)
    await expect.poll(() => widthOf(page, 'Mode')).toBeCloseTo(before.width, -1)
  },
)

test('a pinned column is opaque and does not cover the active cell', { tag: '@full' }, async ({ page }) => {
  const pinned = { hidden: [], order: [], sizes: {}, pinned: ['partyId'] }
  await page.addInitScript((columns) => localStorage.setItem('lyra.preferences', JSON.stringify({ columns })), {
    'margin-modes': pinned,
  })
  await page.setViewportSize({ width: 560, height: 844 }) // below 30 rem rows are cards
  await page.goto('/margin-modes')
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible()
  await grid(page).focus()
  const count = await heads(page).count()
  for (let at = 0; at < count; at += 1) await page.keyboard.press('ArrowRight')
  const scrolled = await grid(page).evaluate((scroller) => scroller.scrollLeft)
  expect(scrolled).toBeGreaterThan(0)
  // Rows pass under the heads, and heads under the pinned one: both need a ground, all the way to the right edge.
  const grounds = await heads(page)
    .first()
    .evaluate((head) => [head, head.parentElement ?? head].map((one) => getComputedStyle(one).backgroundColor))
  for (const ground of grounds) expect(ground).toMatch(/^rgb\(/)
  const rightOf = (part: Locator) => part.evaluate((one) => one.getBoundingClientRect().right)
  expect(await rightOf(heads(page).first().locator('..'))).toBeGreaterThanOrEqual(await rightOf(grid(page)))

  const limit = await rightOf(heads(page).first())
  for (let at = count - 1; at > 1; at -= 1) {
    await page.keyboard.press('ArrowLeft')
    const left = await grid(page).evaluate((one) => {
      const active = document.getElementById(one.getAttribute('aria-activedescendant') ?? '')
      return active?.getBoundingClientRect().left ?? 0
    })
    expect(left, 'the active cell begins beside the pinned column').toBeGreaterThanOrEqual(limit - 1)
  }
})

test('focus shows the exact value of the active cell, Escape hides it', { tag: '@full' }, async ({ page, network }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const party = await network.versatileParty()
  await page.goto(`/margin-modes?partyId=${party}`)
  await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('ArrowDown')
  const tooltip = page.getByRole('tooltip')
  await expect(tooltip).toHaveText(party)
  const box = await tooltip.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  const active = await grid(page).getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toHaveAccessibleDescription(party)
  await page.keyboard.press('Escape')
  await expect(tooltip).toBeHidden()
  await page.keyboard.press('ArrowUp')
  await expect(tooltip).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(tooltip).toBeHidden()
})

test('a rounded figure beside the grid shows its exact value on focus', { tag: '@full' }, async ({ page, network }) => {
  await page.goto(`/parties/${await network.versatileParty()}`)
  const figures = page.getByRole('table', { name: 'Margin modes' }).locator('[title][tabindex="0"]')
  await figures.first().focus()
  // Figures that come meanwhile may stand before it.
  const exact = (await figures.and(page.locator(':focus')).getAttribute('title')) ?? ''
  await expect(page.locator('[popover]:popover-open')).toHaveText(exact)
  await page.keyboard.press('Escape')
  await expect(page.locator('[popover]:popover-open')).toHaveCount(0)
})

for (const [width, height, text] of [
  [390, 844, '100%'],
  [320, 256, '100%'], // a page at 400 %
  [1280, 900, '200%'],
] as const) {
  test(
    `keys keep the active cell visible in the window, ${width} x ${height}, text of ${text}`,
    { tag: '@full' },
    async ({ page }) => {
      await page.setViewportSize({ width, height })
      await page.goto('/margin-modes')
      await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
      await page.locator('html').evaluate((html, size) => (html.style.fontSize = size), text)
      await page.evaluate(() => scrollTo(0, 0))
      await grid(page).evaluate((one: HTMLElement) => one.focus({ preventScroll: true }))
      for (const key of [
        'ArrowDown',
        'PageDown',
        'PageDown',
        'End',
        'PageUp',
        'ArrowRight',
        'Home',
        'ArrowUp',
        'End',
      ]) {
        await page.keyboard.press(key)
        const seen = await grid(page).evaluate((one) => {
          const cell = document.getElementById(one.getAttribute('aria-activedescendant') ?? '')
          const { left, top, bottom } = cell?.getBoundingClientRect() ?? new DOMRect()
          return [top + 4, bottom - 4].map((y) => cell?.contains(document.elementFromPoint(left + 6, y)) ?? false)
        })
        expect(seen, `top and bottom of the cell after ${key}`).toEqual([true, true])
      }
    },
  )
}

test('a focused list shows the focus ring on all sides', { tag: '@full' }, async ({ page }) => {
  await page.goto('/margin-modes')
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible()
  const box = await grid(page).locator('xpath=../..').boundingBox() // with what stands above and below its rows
  if (!box) throw new Error('no grid')
  // A strip across each edge of the list, without and with the focus.
  const strips = [
    { x: box.x + 300, y: box.y - 8, width: 40, height: 16 },
    { x: box.x - 8, y: box.y + 100, width: 16, height: 40 },
    { x: box.x + box.width - 8, y: box.y + 100, width: 16, height: 40 },
  ]
  const pictures = () => Promise.all(strips.map((clip) => page.screenshot({ clip })))
  await page.mouse.move(0, 0)
  const before = await pictures()
  await grid(page).focus()
  await page.keyboard.press('ArrowRight') // a key, so that the browser shows the focus
  const after = await pictures()
  expect(after.map((picture, edge) => !picture.equals(before[edge] ?? picture))).toEqual([true, true, true])
})

test(
  'hovering an id highlights all places of that id, including those shown by name',
  { tag: '@full' },
  async ({ page, network }) => {
    const partyId = await network.versatileParty()
    await page.goto(`/margin-modes?partyId=${partyId}`)
    await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
    const rows = grid(page).getByRole('row')
    const ground = (part: Locator) => part.evaluate((one) => getComputedStyle(one).backgroundColor)
    const chip = page.locator(`[data-id="${partyId}"]`)
    const [first, second] = [rows.nth(1).locator(chip), rows.nth(2).locator(chip)]
    const dark = await ground(second)
    await first.hover()
    await expect.poll(() => ground(second)).not.toBe(dark)
    expect(await ground(rows.nth(2).locator('[data-kind=market]')), 'another id stays as it is').toBe(dark)
    await page.getByRole('heading', { level: 1 }).hover()
    await expect.poll(() => ground(second)).toBe(dark)
  },
)

test(
  'the page size is chosen beside the list and kept in the address',
  { tag: '@full' },
  async ({ page, requests }) => {
    await page.goto('/margin-modes')
    await expect(grid(page).getByRole('gridcell').first()).toBeVisible()
    const sizes = page.getByRole('combobox', { name: 'Rows per page' })
    await expect(sizes.getByRole('option')).toHaveText(['100', '500', '1,000', '5,000'])
    await sizes.selectOption({ label: '100' })
    await expect(page).toHaveURL('/margin-modes?pagination.first=100')
    await expect(page.getByText('100 loaded, more on the node')).toBeVisible()
    expect(requests.matching(/^\/api\/v2\/margin-modes\?pagination\.first=100$/)).toHaveLength(1)
    await page.goBack()
    await expect(sizes).toHaveValue('1000')
  },
)

test('an export of all rows writes no file when a page fails', { tag: '@full' }, async ({ page, faults }) => {
  await page.goto('/margin-modes?pagination.first=50')
  await expect(page.getByText('50 loaded, more on the node')).toBeVisible()
  await faults.set({ path: '/api/v2/margin-modes', fault: { status: 500 } })
  let files = 0
  page.on('download', () => (files += 1))
  await page.getByRole('button', { name: /^Export/ }).click()
  await page.getByRole('menuitem', { name: /^All as CSV/ }).click()
  const messages = page.getByRole('log', { name: 'Messages' })
  await expect(messages).toContainText('Not all rows could be loaded: 50 rows are here, so nothing was saved.')
  await expect(page.getByText(/^Page 2 could not be loaded/)).toBeVisible()
  expect(files).toBe(0)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    messages.getByRole('button', { name: 'Save 50 rows' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('margin-modes-loaded-50-rows.csv')
})

test('dense rows are lower, also after a reload', { tag: '@full' }, async ({ page }) => {
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

test('Load all names its limit, counts rows, and can be cancelled', async ({ page, faults, requests }) => {
  await page.goto('/margin-modes?pagination.first=50')
  await expect(page.getByText('50 loaded, more on the node')).toBeVisible()
  await faults.set({ path: '/api/v2/margin-modes', fault: { latency: 1_000 } })
  await page.getByRole('button', { name: 'Load all, at most 200,000' }).click()
  await expect(page.getByText(/^Loading all, 100 so far$/)).toBeVisible()
  await expect(page.getByText(/^\d+ of \d+ requests left$/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const loaded = page.getByText(/^\d+ loaded, more on the node$/)
  await expect(loaded).toBeVisible()
  await faults.clear()
  const rows = Number.parseInt((await loaded.textContent()) ?? '', 10)
  const questions = requests.matching(/margin-modes\?/).length
  // One page more is one page more: nothing else is on its way.
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText(`${rows + 50} loaded, more on the node`)).toBeVisible()
  expect(requests.matching(/margin-modes\?/)).toHaveLength(questions + 1)
})

test("an export of all rows loads the rest first and equals the node's data exactly", async ({ page, network }) => {
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

test(
  'details show and copy the record as sent, including fields unknown to the schema',
  { tag: '@full' },
  async ({ page, network, faults, context }) => {
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
  },
)
