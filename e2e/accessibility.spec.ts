import type { Locator, Page } from 'playwright/test'
import { type PageName, pages } from '../src/web/route-table.ts'
import { colourRules, paint, violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

test.describe.configure({ mode: 'parallel' })

interface Route {
  name: string
  /** Read by axe in all its states elsewhere: axe-matrix.spec.ts. */
  inMatrix?: true
  at: (network: Network) => Promise<string>
  /** Seen once the page has what it asked for. */
  ready: (page: Page) => Locator
}

const cells = (page: Page) => page.getByRole('grid').getByRole('gridcell').first()
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name })

/** One for each page of the route table: a page that is added there must be read here as well. */
const pageRoutes: Readonly<Record<PageName, Omit<Route, 'name'>>> = {
  overview: {
    inMatrix: true,
    at: async () => '/',
    ready: (page) => page.getByRole('table', { name: 'Markets' }),
  },
  party: {
    inMatrix: true,
    at: async (network) => `/parties/${await network.versatileParty()}`,
    ready: (page) => page.getByRole('table', { name: 'Margin modes' }),
  },
  marginModes: { inMatrix: true, at: async () => '/margin-modes', ready: cells },
  teamHistory: {
    inMatrix: true,
    at: async (network) => `/teams/referees/${await network.versatileParty()}`,
    ready: cells,
  },
  liquidity: {
    inMatrix: true,
    at: async (network) => `/liquidity-providers?marketId=${(await network.busyMarket()).id}`,
    ready: cells,
  },
  candles: {
    at: async (network) => `/markets/${(await network.busyMarket()).id}/candles`,
    ready: cells,
  },
  spam: {
    at: async (network) => `/spam/${await network.versatileParty()}`,
    ready: (page) => page.getByRole('article', { name: 'Transfers' }),
  },
  ledgerExport: {
    at: async (network) => `/ledger-export?partyId=${await network.versatileParty()}`,
    ready: (page) => page.getByRole('combobox', { name: 'Asset' }),
  },
  settings: {
    inMatrix: true,
    at: async () => '/settings',
    ready: (page) => page.getByText('lyra-demo-1').first(),
  },
}

const routes: readonly Route[] = [
  ...(Object.keys(pages) as PageName[]).map((name) => ({ ...pageRoutes[name], name: pages[name].name.toLowerCase() })),
  {
    name: 'liquidity providers, nothing chosen',
    at: async () => '/liquidity-providers',
    ready: heading('Choose a market or a provider'),
  },
  { name: 'asking for a party', at: async () => '/spam', ready: heading('Spam limits') },
  {
    name: 'asking for a market',
    at: async () => '/candles',
    ready: (page) => page.getByRole('region', { name: 'Markets' }),
  },
  { name: 'no such page', at: async () => '/nowhere', ready: heading('No such page') },
]

/** Everything in the dark theme; in the light one what colours decide, for the rest is the same document. */
async function expectNoViolation(page: Page, part = 'html'): Promise<void> {
  expect(await violations(page, part), 'dark').toEqual([])
  await paint(page, 'light')
  expect(await violations(page, part, colourRules), 'light').toEqual([])
  await paint(page, 'dark')
}

/** The page may scroll down, never sideways; a wide table scrolls in its own box. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() =>
    [document.documentElement, document.body, document.querySelector('main')]
      .filter((element) => element !== null && element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element?.tagName} is ${element?.scrollWidth} wide in ${element?.clientWidth}`),
  )
  expect(wide).toEqual([])
}

for (const { name, inMatrix, at, ready } of routes) {
  test.describe(name, () => {
    if (!inMatrix) {
      test('axe finds nothing, dark and light', async ({ page, network }) => {
        await page.goto(await at(network))
        await expect(ready(page)).toBeVisible()
        await expectNoViolation(page)
      })

      test('axe finds nothing when every answer is an error', async ({ page, network, faults }) => {
        const address = await at(network)
        await faults.set({ path: '^/(api|statistics)', fault: { status: 500 } })
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByRole('main').getByLabel('Loading')).toHaveCount(0)
        await expectNoViolation(page)
      })
    }

    test('no sideways scroll at 390 px, nor with text of twice the size', async ({ page, network }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(await at(network))
      await expect(ready(page)).toBeVisible()
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.locator('html').evaluate((html) => (html.style.fontSize = '200%'))
      await expect(ready(page)).toBeVisible()
      await expectNoSidewaysScroll(page)
    })
  })
}

test('open lists of comboboxes have no violation, and one is picked from by keys', async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const market = await network.busyMarket()
  const { code } = market.tradableInstrument.instrument
  await page.addInitScript((id) => {
    localStorage.setItem('lyra.preferences', JSON.stringify({ nicknames: { [id]: 'Cassiopeia-7' } }))
  }, partyId)
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Find a party, a market or candles' }).fill(code)
  await expect(page.getByRole('option', { selected: true })).toBeVisible()
  await expectNoViolation(page, 'search')
  await page.goto(`/markets/${market.id}/candles`)
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await expect(page.getByRole('listbox', { name: 'Markets' })).toBeVisible()
  await expectNoViolation(page, '[popover]:popover-open')
  await page.goto('/margin-modes')
  await page.getByRole('combobox', { name: 'Party' }).fill('cass')
  const offered = page.getByRole('listbox', { name: 'Party suggestions' }).getByRole('option')
  await expect(offered).toHaveText([/^Cassiopeia-7/])
  await expectNoViolation(page, 'main')
  await page.keyboard.press('ArrowDown')
  await expect(offered).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/margin-modes?partyId=${partyId}`)
})

test('dialogs, menus and open details have no violation either', async ({ page, network }) => {
  await page.goto(`/margin-modes?partyId=${await network.versatileParty()}`)
  await expect(cells(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await expectNoViolation(page, 'dialog')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await expectNoViolation(page, 'dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('grid').press('Enter')
  await expect(page.getByRole('complementary')).toBeVisible()
  await expectNoViolation(page, 'aside')
  await page.getByRole('button', { name: /^Export \d+ rows/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNoViolation(page, '[role=menu]')
})

test('what Tab leads to is never under the bars at the bottom of a small or a low window', async ({ page }) => {
  const stops: string[] = []
  for (const [width, height] of [
    [390, 500],
    [700, 600],
    [1280, 500],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/settings')
    await expect(page.getByText('lyra-demo-1').first()).toBeVisible()
    for (let presses = 0; presses < 90; presses += 1) {
      await page.keyboard.press('Tab')
      const { name, seen } = await page.evaluate(() => {
        const focused = document.activeElement ?? document.body
        const { left, top, bottom } = focused.getBoundingClientRect()
        const under = [top + 4, bottom - 4].map((y) => document.elementFromPoint(left + 8, y) ?? document.body)
        const name = focused.getAttribute('aria-label') ?? focused.textContent.slice(0, 40)
        return { name, seen: under.every((one) => focused.contains(one) || one.contains(focused)) }
      })
      stops.push(name)
      expect(seen, `${name} at ${width} x ${height}`).toBe(true)
    }
  }
  expect(new Set(stops).size, 'controls that were come by').toBeGreaterThan(40)
})

test('from the first page to the details of a row with the keyboard alone', async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error('80 presses of Tab do not reach it')
  }
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.insertText(partyId)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/parties/${partyId}`)
  await tabTo(page.getByRole('link', { name: 'Open table' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/margin-modes?partyId=${partyId}`)
  await tabTo(page.getByRole('grid', { name: 'Margin modes' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary', { name: 'Row 2' })
  await expect(details).toBeFocused()
  await tabTo(details.getByRole('link', { name: 'Only this party' }))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid', { name: 'Margin modes' })).toBeFocused()
})
