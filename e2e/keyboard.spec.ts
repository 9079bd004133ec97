import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { startBareNode } from './bare-node.ts'
import { expect, test } from './fixtures.ts'

/** Twelve tasks without a pointer: nothing in this file clicks, fills or hovers. */
test.describe.configure({ mode: 'parallel' })

const main = (page: Page) => page.getByRole('main')
const kept = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('lyra.preferences') ?? '{}') as Record<string, unknown>)

/** Presses Tab until the focus is there, as a reader would; the ring must be seen when it is. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      const { drawn, top, bottom } = await target.evaluate((element) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'var(--focus)'
        const ring = getComputedStyle(probe).color
        probe.remove()
        // A text field draws the ring on the box around it, a list on its panel.
        const { parentElement: box } = element
        const drawn = [element, box ?? element, box?.parentElement ?? element].some((one) => {
          const { outline, boxShadow } = getComputedStyle(one)
          return `${outline} ${boxShadow}`.includes(ring)
        })
        const { top, bottom } = element.getBoundingClientRect()
        return { drawn, top, bottom }
      })
      expect(drawn, 'the focus is drawn').toBe(true)
      expect(bottom > 0 && top < (page.viewportSize()?.height ?? 0), 'the focus is in sight').toBe(true)
      return
    }
    await page.keyboard.press(key)
  }
  throw new Error(`120 presses of ${key} do not reach it`)
}

async function palette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.insertText(text)
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toBeVisible()
}

test('1: paste a key and see everything about the party', async ({ page, network }) => {
  const partyId = await network.versatileParty()
  await page.goto('/settings')
  await palette(page, `see ${partyId} please`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/parties/${partyId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('table', { name: 'Margin modes' })).toBeVisible()
})

test('2: give the party a name and watch it', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.versatileParty()
  await page.goto(`/parties/${partyId}`)
  await tabTo(page, page.getByRole('button', { name: 'Watch this party' }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Add a nickname' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Nickname')).toBeFocused()
  await page.keyboard.type('treasury')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'treasury' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('treasury')).toBeVisible()
  expect(await kept(page)).toMatchObject({ watched: [partyId], nicknames: { [partyId]: 'treasury' } })
})

test('3: go from the party to its margin modes, open a row, copy a value, and go back', async ({
  page,
  network,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const partyId = await network.versatileParty()
  const rows = await network.marginModes({ partyId })
  await page.goto(`/parties/${partyId}`)
  await expect(page.getByRole('table', { name: 'Margin modes' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page).toHaveURL(`/margin-modes?partyId=${partyId}`)
  const grid = page.getByRole('grid', { name: 'Margin modes' })
  await expect(page.getByText(`all ${rows.length} loaded`)).toBeVisible()
  await tabTo(page, grid)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(rows.at(-1)?.marketId)
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary')
  await expect(details).toContainText(rows.at(-1)?.marketId ?? 'no row')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(grid).toBeFocused()
})

test(
  '4: filter a list by market, reverse its order, remove the filter',
  { tag: '@full' },
  async ({ page, network }) => {
    const market = await network.busyMarket()
    const { code } = market.tradableInstrument.instrument
    await page.goto('/margin-modes')
    await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
    const picker = page.getByRole('combobox', { name: 'Market' })
    await tabTo(page, picker)
    await page.keyboard.type(code.slice(0, 4))
    await expect(page).toHaveURL(new RegExp(`marketId=${market.id}`))
    await tabTo(page, page.getByRole('button', { name: 'Lowest id first' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/newestFirst=false/)
    await tabTo(page, page.getByRole('button', { name: 'Clear all' }))
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/marketId/)
  },
)

test('5: choose which columns a list has', { tag: '@full' }, async ({ page, network }) => {
  await page.goto(`/margin-modes?partyId=${await network.versatileParty()}`)
  await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Leverage', exact: true })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Columns' }))
  await page.keyboard.press('Enter')
  const choice = page.getByRole('region', { name: 'Columns' }).getByRole('checkbox', { name: 'Leverage', exact: true })
  await tabTo(page, choice)
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Leverage', exact: true })).toBeHidden()
})

test('6: export the rows as a file', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const rows = await network.marginModes({ partyId })
  await page.goto(`/margin-modes?partyId=${partyId}`)
  await expect(page.getByText(`all ${rows.length} loaded`)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Export', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const item = page.getByRole('menuitem', { name: /JSON Lines/ }).first()
  for (let presses = 0; presses < 8 && !(await item.evaluate((one) => one === document.activeElement)); presses += 1)
    await page.keyboard.press('ArrowDown')
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n')
  expect(lines).toHaveLength(rows.length)
})

test('7: save a view under a name and open it again', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const address = `/margin-modes?partyId=${partyId}&mode=isolated`
  await page.goto(address)
  await expect(page.getByText(/loaded$/).first()).toBeVisible()
  await page.keyboard.press('s')
  await expect(page.getByRole('dialog', { name: 'Save this view' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('what is isolated')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved as what is isolated.', { exact: false })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page).toHaveURL('/')
  await palette(page, 'what is iso')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(address)
})

test('8: copy the link to a view', { tag: '@full' }, async ({ page, network, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const address = `/teams/referees/${await network.versatileParty()}`
  await page.goto(address)
  await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
  await page.keyboard.press('y')
  await expect(page.getByText('Link to this view copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(baseURL + address)
})

test('9: list all keys, pause, resume, and change the time zone', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  const line = page.getByRole('contentinfo', { name: 'Connection' })
  await expect(line.getByText('UTC')).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const words of ['Save this view under a name', 'Copy a link to this view', 'Pause or resume live updates'])
    await expect(sheet.getByText(words)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('p')
  await expect(line.getByRole('button', { name: /^Paused/ })).toBeVisible()
  await page.keyboard.press('p')
  await expect(line.getByRole('button', { name: /^Live/ })).toBeVisible()
  await page.keyboard.press('z')
  await expect(line.getByText(/^Local/)).toBeVisible()
})

test('10: test another node and use it', { tag: '@full' }, async ({ page, service }) => {
  const bare = await startBareNode(service.url)
  try {
    await page.goto('/settings')
    await expect(main(page).getByText('lyra-demo-1')).toBeVisible()
    await tabTo(page, page.getByLabel('Another node'))
    await page.keyboard.insertText(bare.url)
    await page.keyboard.press('Enter')
    const row = page.getByRole('listitem').filter({ hasText: bare.url })
    await expect(row.getByText(/^\d+\s*ms$/)).toBeVisible()
    await tabTo(page, row.getByRole('button', { name: 'Use this node' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(row.getByText('In use')).toBeVisible()
    expect(await kept(page)).toMatchObject({ node: bare.url })
  } finally {
    await bare.stop()
  }
})

test('11: choose theme, density and a named time zone', { tag: '@full' }, async ({ page }) => {
  await page.goto('/settings')
  const choose = async (name: string) => {
    await tabTo(page, main(page).getByRole('button', { name, exact: true }))
    await page.keyboard.press('Space')
  }
  await tabTo(page, page.getByRole('combobox', { name: 'A named zone' }))
  await page.keyboard.type('Asia/Kolkata')
  await choose('Light')
  await choose('Dense')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.locator('html')).toHaveAttribute('data-density', 'dense')
  expect(await kept(page)).toMatchObject({ theme: 'light', density: 'dense', zone: expect.stringMatching(/^Asia\//) })
})

test(
  '12: skip the navigation, move through the scorecard of a market and open a provider',
  { tag: '@full' },
  async ({ page, network }) => {
    const market = await network.busyMarket()
    await page.goto(`/liquidity-providers?marketId=${market.id}`)
    await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(main(page)).toBeFocused()
    await tabTo(page, page.getByRole('grid', { name: 'Liquidity providers' }))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const details = page.getByRole('complementary')
    await expect(details.getByText('Expected fees').first()).toBeVisible()
    await tabTo(page, details.getByRole('link', { name: 'Open party' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/parties\/[0-9a-f]{64}$/)
  },
)
