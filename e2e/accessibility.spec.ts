import type { Locator, Page } from 'playwright/test'
import { candleIdOf } from '../src/wire/candles.ts'
import { type Entity, type PageEntry, type PageName, pages } from '../src/web/route-table.ts'
import { expectNoViolations, expectNoViolationsOnTallPage } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

test.describe.configure({ mode: 'parallel' })

interface Route {
  name: string
  /** Checked by axe with data, empty and failed in states.spec.ts. */
  inStates?: true
  /** Sends no request of its own, so it has no failed state. */
  withoutRequests?: true
  at: (network: Network) => Promise<string>
  /** Visible once the page has its data. */
  ready: (page: Page) => Locator
}

/** All paths of the interface. */
const all = '^/(api|statistics)'
const cells = (page: Page) => page.getByRole('grid').getByRole('gridcell').first()
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name })

/** An id of each kind that the network knows. */
const samples: Readonly<Record<Entity, (network: Network) => Promise<string | undefined>>> = {
  party: (network) => network.versatileParty(),
  market: async (network) => (await network.busyMarket()).id,
  candle: async (network) => candleIdOf('1 hour', (await network.busyMarket()).id),
  asset: async (network) => (await network.assets())[0]?.id,
  team: async (network) => (await network.stays(await network.versatileParty()))[0]?.teamId,
  epoch: async (network) => (await network.stays(await network.versatileParty()))[0]?.joinedAtEpoch,
  block: async () => '61204300',
}

/** A page as the table knows it, with an id where its last path or its first filter has one. */
function routeOf({ paths, filters = [] }: PageEntry): Omit<Route, 'name'> {
  const [path, entity] = Object.entries(paths).at(-1) ?? ['/', undefined]
  return {
    at: async (network) => {
      const id = entity && (await samples[entity](network))
      const filter = filters[0] && `?${filters[0]}Id=${await samples[filters[0]](network)}`
      return path.replace(/\$\w+/, id ?? '') + (filter ?? '')
    },
    ready: (page) => page.locator('main:not(:has([data-waiting]))').getByRole('heading').first(),
  }
}

/** What is particular of a page; a page of the route table that is not named here is checked as the table knows it. */
const particular: Readonly<Partial<Record<PageName, Omit<Route, 'name'>>>> = {
  overview: {
    inStates: true,
    at: async () => '/',
    ready: (page) => page.getByRole('table', { name: 'Markets' }),
  },
  party: {
    inStates: true,
    at: async (network) => `/parties/${await network.versatileParty()}`,
    ready: (page) => page.getByRole('table', { name: 'Margin modes' }),
  },
  marginModes: { inStates: true, at: async () => '/margin-modes', ready: cells },
  teamHistory: {
    inStates: true,
    at: async (network) => `/teams/referees/${await network.versatileParty()}`,
    ready: cells,
  },
  liquidity: {
    inStates: true,
    at: async (network) => `/liquidity-providers?marketId=${(await network.busyMarket()).id}`,
    ready: cells,
  },
  market: {
    at: async (network) => `/markets/${(await network.busyMarket()).id}`,
    ready: (page) => page.getByRole('application', { name: /^Candles of/ }),
  },
  candles: {
    at: async (network) => `/markets/${(await network.busyMarket()).id}/candles?table=on`,
    ready: cells,
  },
  spam: {
    at: async (network) => `/spam/${await network.versatileParty()}`,
    ready: (page) => page.getByRole('article', { name: 'Transfers' }),
  },
  statement: {
    at: async (network) => `/ledger?partyId=${await network.versatileParty()}`,
    ready: (page) => page.getByText(/ rows read; complete$/),
  },
  ledgerExport: {
    at: async (network) => `/ledger-export?partyId=${await network.versatileParty()}`,
    ready: (page) => page.getByRole('combobox', { name: 'Asset' }),
  },
  compare: {
    at: async (network) => {
      const { id } = await network.busyMarket()
      const [first, second] = await network.providers({ marketId: id })
      return `/compare?party=${first?.partyId}&party=${second?.partyId}&marketId=${id}`
    },
    ready: (page) => page.getByRole('table', { name: 'Service level' }),
  },
  team: {
    at: async (network) => `/teams/${(await network.stays(await network.versatileParty()))[0]?.teamId}`,
    ready: (page) => page.getByRole('table', { name: 'Referees seen joining' }),
  },
  epoch: {
    at: async (network) => `/epochs/${(await network.stays(await network.versatileParty()))[0]?.joinedAtEpoch}`,
    ready: (page) => page.getByRole('table', { name: 'Team joins in this epoch' }),
  },
  settings: {
    inStates: true,
    at: async () => '/settings',
    ready: (page) => page.getByText('lyra-demo-1').first(),
  },
}

const routes: readonly Route[] = [
  ...(Object.keys(pages) as PageName[]).map((name) => ({
    ...(particular[name] ?? routeOf(pages[name])),
    name: pages[name].name.toLowerCase(),
  })),
  {
    name: 'liquidity providers without a filter',
    at: async () => '/liquidity-providers',
    ready: heading('Choose a market or a provider'),
    withoutRequests: true,
  },
  {
    name: 'spam limits without a party',
    at: async () => '/spam',
    ready: (page) =>
      page
        .getByRole('region', { name: /^On this node/ })
        .getByText('OK')
        .first(),
  },
  {
    name: 'market without an id',
    at: async () => '/markets',
    ready: (page) => page.getByRole('region', { name: 'Markets' }),
  },
  {
    name: 'candles without a market',
    at: async () => '/candles',
    ready: (page) => page.getByRole('region', { name: 'Markets' }),
  },
  { name: 'unknown address', at: async () => '/nowhere', ready: heading('Page not found'), withoutRequests: true },
]

/** The page may scroll vertically only; a wide table scrolls in its own box. */
async function expectNoSidewaysScroll(page: Page, elements = 'html, body, main'): Promise<void> {
  const wide = await page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ tagName, scrollWidth, clientWidth }) => `${tagName} is ${scrollWidth} wide in ${clientWidth}`),
    elements,
  )
  expect(wide).toEqual([])
}

for (const { name, inStates, withoutRequests, at, ready } of routes) {
  const checks = inStates ? 'no sideways scroll at 320 px' : 'no axe violation, no sideways scroll'
  test(`${name}: ${checks}, at 390 px and with text of twice the size`, async ({ page, network, faults }) => {
    const address = await at(network)
    await page.goto(address)
    await expect(ready(page)).toBeVisible()
    if (!inStates) await expectNoViolations(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(ready(page)).toBeVisible()
    await expectNoSidewaysScroll(page)
    if (inStates) {
      await page.setViewportSize({ width: 320, height: 700 })
      await expectNoSidewaysScroll(page, 'html')
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.locator('html').evaluate((html) => (html.style.fontSize = '200%'))
    await expect(ready(page)).toBeVisible()
    await expectNoSidewaysScroll(page)

    if (inStates || withoutRequests) return
    await test.step('no axe violation when every request fails', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await faults.set({ path: all, fault: { status: 500 } })
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main').getByLabel('Loading')).toHaveCount(0)
      await expectNoViolations(page)
    })
  })
}

/** Chosen elements that nothing but a background colour sets apart, which forced colours remove. */
const indistinct = (page: Page) =>
  page.evaluate(() => {
    const chosen = [...document.querySelectorAll<HTMLElement>('main [aria-pressed=true], nav [aria-current=page]')]
    return chosen
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { outlineStyle, borderStyle, forcedColorAdjust, backgroundColor } = getComputedStyle(element)
        const { backgroundColor: around } = getComputedStyle(element.parentElement ?? element)
        const drawn = outlineStyle !== 'none' || borderStyle !== 'none'
        return !drawn && forcedColorAdjust !== 'none' && backgroundColor === around
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })

test('forced colours: chosen and focused elements can be distinguished', async ({ page, network }, info) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const { inStates, name, at, ready } of routes) {
    if (!inStates) continue
    await page.goto(await at(network))
    await expect(ready(page)).toBeVisible()
    expect(await indistinct(page), name).toEqual([])
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
    expect(outline, name).not.toBe('none')
    if (name !== 'party') continue
    const path = info.outputPath('forced-colours.png')
    await page.screenshot({ path })
    await info.attach('forced colours', { path, contentType: 'image/png' })
  }
})

for (const { inStates, name, at } of routes) {
  if (!inStates) continue
  test(`${name}, loading with reduced motion: no animation runs, no axe violation`, async ({
    page,
    network,
    faults,
  }) => {
    const address = await at(network)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await faults.set({ path: all, fault: { blackHole: true } })
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    const running = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => {
          const { duration = 0 } = effect?.getComputedTiming() ?? {}
          return playState === 'running' && Number(duration) > 1
        })
        .map((animation) => (animation as CSSAnimation).animationName),
    )
    expect(running).toEqual([])
    await expectNoViolationsOnTallPage(page)
  })
}

test('open lists of comboboxes have no axe violation, and an option is chosen by keys', async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const market = await network.busyMarket()
  const { code } = market.tradableInstrument.instrument
  await page.addInitScript((id) => {
    localStorage.setItem('lyra.preferences', JSON.stringify({ nicknames: { [id]: 'Cassiopeia-7' } }))
  }, partyId)
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Find a party, market or candles' }).fill(code)
  await expect(page.getByRole('option', { selected: true })).toBeVisible()
  await expectNoViolations(page, 'search')
  await page.goto(`/markets/${market.id}/candles`)
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await expect(page.getByRole('listbox', { name: 'Markets' })).toBeVisible()
  await expectNoViolations(page, '[popover]:popover-open')
  await page.goto('/margin-modes')
  await page.getByRole('combobox', { name: 'Party' }).fill('cass')
  const offered = page.getByRole('listbox', { name: 'Party suggestions' }).getByRole('option')
  await expect(offered).toHaveText([/^Cassiopeia-7/])
  await expectNoViolations(page, 'main')
  await page.keyboard.press('ArrowDown')
  await expect(offered).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/margin-modes?partyId=${partyId}`)
})

test('dialogs, menus and open details have no axe violation', async ({ page, network }) => {
  await page.goto(`/margin-modes?partyId=${await network.versatileParty()}`)
  await expect(cells(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await expectNoViolations(page, 'dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectNoViolations(page, 'dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('grid').press('Enter')
  await expect(page.getByRole('complementary')).toBeVisible()
  await expectNoViolations(page, 'aside')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNoViolations(page, '[role=menu]')
})

test('Tab never focuses an element under the bottom bars of a small or low window', async ({ page }) => {
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
  expect(new Set(stops).size, 'distinct controls focused').toBeGreaterThan(40)
})

test('from the first page to the details of a row by keyboard alone', async ({ page, network }) => {
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
