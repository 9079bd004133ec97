import type { Page } from 'playwright/test'
import { candleIdOf } from '../src/wire/candles.ts'
import { expect, test } from './fixtures.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Find or go to' })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Pages with their names in the navigation and the letter after `g`. */
const pages = [
  ['Party', 'p', '/parties'],
  ['Spam limits', 's', '/spam'],
  ['Margin modes', 'm', '/margin-modes'],
  ['Team history', 't', '/teams/referees'],
  ['Statement', 'a', '/ledger'],
  ['Ledger export', 'x', '/ledger-export'],
  ['Market', 'k', '/markets'],
  ['Candles', 'c', '/candles'],
  ['Liquidity', 'l', '/liquidity-providers'],
  ['Settings', ',', '/settings'],
  ['Overview', 'o', '/'],
] as const

test('the navigation links to every page and marks the current one', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  for (const [name, , path] of pages) {
    await navigation(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(navigation(page).locator('[aria-current=page]')).toHaveText(name)
    await expect(heading(page, /./)).toBeFocused()
    await expect(page).toHaveTitle(name === 'Overview' ? 'Lyra' : new RegExp(`^${name}.* · Lyra$`))
  }
})

test('g and a letter open a page, also twice in a row', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  await expect(heading(page, 'Overview')).toBeVisible()
  for (const [, letter, path] of pages) {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(page).toHaveURL(path)
  }
})

test('shortcuts do not act while typing in a field', async ({ page }) => {
  await page.goto('/margin-modes')
  await page.getByRole('combobox', { name: 'Party' }).focus()
  await page.keyboard.type('gl?')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL('/margin-modes')
  await expect(page.getByRole('combobox', { name: 'Party' })).toHaveValue('gl?')
})

test('an id pasted into the palette opens the right page', async ({ page, network }) => {
  const [partyId, market] = [await network.versatileParty(), await network.busyMarket()]
  const candleId = candleIdOf('1 day', market.id)
  await page.goto('/settings')
  for (const [text, path] of [
    [partyId, `/parties/${partyId}`],
    [market.id, `/markets/${market.id}`],
    [candleId, `/candles/${candleId}`],
    [market.tradableInstrument.instrument.code, `/markets/${market.id}`],
    ['margin', '/margin-modes'],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette(page).getByRole('combobox')).toBeFocused()
    await page.keyboard.insertText(text)
    // Until the node has listed its markets nothing tells their ids from those of parties.
    const chosen = palette(page).getByRole('option', { selected: true })
    await expect.poll(async () => (await chosen.getAttribute('href'))?.split('?')[0]).toBe(path)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(palette(page)).toBeHidden()
  }
})

test('arrow keys move in the palette, and Escape restores the focus', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.versatileParty()
  await page.goto('/settings')
  await navigation(page).getByRole('button', { name: 'Find or go to' }).click()
  await page.keyboard.insertText(partyId)
  const options = palette(page).getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(navigation(page).getByRole('button', { name: 'Find or go to' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.insertText(partyId)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/spam/${partyId}`)
})

test('the palette key pressed while the palette closes opens it again', { tag: '@full' }, async ({ page }) => {
  await page.goto('/settings')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page)).toBeVisible()
  // The close event comes with the next task, after the key.
  await page.evaluate(() => {
    document.querySelector('dialog')?.close()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
  })
  await page.keyboard.insertText('settings')
  await expect(palette(page).getByRole('combobox')).toHaveValue('settings')
  await expect(palette(page)).toBeVisible()
})

test('one sheet lists every key', { tag: '@full' }, async ({ page }) => {
  await page.goto('/settings')
  await expect(heading(page, 'Settings')).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  for (const [name] of pages) await expect(sheet.getByText(name, { exact: true })).toBeVisible()
  const list = sheet.locator('section').filter({ has: page.getByRole('heading', { name: 'In a list' }) })
  for (const words of ['Move by a row', 'Details of the row', 'Copy the cell', 'Resize a column, from its header'])
    await expect(list.getByText(words)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('z switches the time zone, p pauses, r refreshes', async ({ page, requests }) => {
  await page.goto('/margin-modes')
  const line = page.getByRole('contentinfo', { name: 'Connection' })
  await expect(line).toContainText('zone UTC')
  await page.keyboard.press('z')
  await expect(line).toContainText('zone Local')
  await page.keyboard.press('p')
  await expect(line.getByRole('button', { name: /^Paused\./ })).toBeVisible()
  await expect(page.getByRole('grid').getByRole('gridcell').first()).toBeVisible()
  const before = requests.matching(/margin-modes/).length
  await page.keyboard.press('r')
  await expect.poll(() => requests.matching(/margin-modes/).length).toBe(before + 1)
})

test(
  'a shared link has a picture and a text, and the page can be installed',
  { tag: '@full' },
  async ({ page, request }) => {
    await page.goto('/help')
    const content = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content')
    expect(await content('og:title')).toBe('Lyra')
    expect(await content('og:description')).toContain('any public key')
    const size = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]
    const picture = await request.get((await content('og:image')) ?? '')
    expect(picture.headers()['content-type']).toBe('image/png')
    expect(size(await picture.body())).toEqual([
      Number(await content('og:image:width')),
      Number(await content('og:image:height')),
    ])
    const manifest = await request.get((await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '')
    const {
      name,
      start_url: start,
      display,
      icons,
    } = (await manifest.json()) as Record<string, unknown> & {
      icons: { src: string; type: string; sizes: string }[]
    }
    // Beside the manifest, so that a site below a path is installed as itself.
    expect({ name, start, display }).toEqual({ name: 'Lyra', start: './', display: 'standalone' })
    expect(new URL(start as string, manifest.url()).pathname).toBe('/')
    for (const icon of icons.filter(({ type }) => type === 'image/png'))
      expect(size(await (await request.get(icon.src)).body()).join('x')).toBe(icon.sizes)
    expect(icons.map(({ sizes }) => sizes)).toContain('512x512')
  },
)

test('an unknown address shows that no page exists', { tag: '@full' }, async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(heading(page, 'Page not found')).toBeVisible()
  await expect(page.getByText('/no/such/page')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await expect(page).toHaveURL('/')
})

test('an unknown address suggests the nearest page and has a search field', { tag: '@full' }, async ({ page }) => {
  await page.goto('/spam-limits')
  await page.getByRole('main').getByRole('button', { name: 'Find or go to' }).click()
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('link', { name: 'Spam limits' }).click()
  await expect(page).toHaveURL('/spam')
})

test(
  'a slow node: how long the page waits, a way to give up, and another node',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    await page.clock.install()
    await faults.set({ path: '^/api/v2/margin-modes', fault: { latency: 60_000 } })
    await page.goto(`/margin-modes?partyId=${await network.versatileParty()}`)
    const waiting = page.getByRole('status').filter({ hasText: 'Still waiting for the margin modes' })
    await expect(heading(page, 'Margin modes')).toBeVisible()
    await expect(waiting).toHaveCount(0)
    await page.clock.fastForward(4000)
    await expect(waiting).toContainText(/Still waiting for the margin modes, [3-9] s/)
    await expect(waiting.getByRole('link', { name: 'Use another node' })).toHaveAttribute('href', '/settings')
    await waiting.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Loading was cancelled.')).toBeVisible()
    await faults.clear()
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect(page.getByRole('grid').getByRole('gridcell').first()).toBeVisible()
    await expect(page.getByText('Loading was cancelled.')).toHaveCount(0)
  },
)

test('help explains states and terms', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  await navigation(page).getByRole('link', { name: 'Help' }).click()
  await expect(page.getByRole('table', { name: 'States' }).getByRole('row')).toHaveCount(11)
  await expect(page.getByRole('term').filter({ hasText: 'Margin factor' }).first()).toBeVisible()
})

test(
  'help shows programs the way: the address of the node, the document and the client',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    await page.goto('/help')
    await expect(page.getByRole('region', { name: 'Client' })).toContainText(`createClient({ baseUrl: '${baseURL}' })`)
    const target = await page.getByRole('link', { name: 'OpenAPI document' }).getAttribute('href')
    const document = (await (await page.request.get(target ?? '')).json()) as { openapi: string }
    expect(document.openapi).toBe('3.1.0')
  },
)

test('the explanation of a term leads to its place in the glossary', { tag: '@full' }, async ({ page, network }) => {
  await page.goto(`/spam/${await network.versatileParty()}`)
  await page.getByRole('button', { name: 'About Proof of work' }).click()
  await page.getByRole('link', { name: 'All terms' }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/help#proof-of-work')
  const place = page.locator('#proof-of-work')
  await expect(place.getByRole('term')).toHaveText('Proof of work')
  await expect(place).toBeInViewport({ ratio: 1 })
  await page.goto('/help#vwap')
  await expect(page.locator('#vwap')).toBeInViewport({ ratio: 1 })
})

test('Back and Forward keep filters and the position in a list', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  const { code } = market.tradableInstrument.instrument
  await page.goto(`/margin-modes?marketId=${market.id}&mode=isolated`)
  await expect(page.getByRole('combobox', { name: 'Market' })).toHaveValue(market.id)
  await navigation(page).getByRole('link', { name: 'Liquidity' }).click()
  await expect(heading(page, `${code} providers`)).toBeVisible()
  await navigation(page).getByRole('link', { name: 'Candles' }).click()
  await expect(heading(page, code)).toBeVisible()
  await page.goBack()
  await expect(heading(page, `${code} providers`)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/margin-modes?marketId=${market.id}&mode=isolated`)
  await expect(page.getByRole('button', { name: 'Isolated' })).toHaveAttribute('aria-pressed', 'true')
  await page.goForward()
  await expect(heading(page, `${code} providers`)).toBeVisible()
})

test('Back restores the row and the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto('/margin-modes')
  const grid = page.getByRole('grid', { name: 'Margin modes' })
  await expect(grid.getByRole('gridcell').first()).toBeVisible()
  await grid.focus()
  await grid.press('End')
  const last = Number(await grid.getAttribute('aria-rowcount'))
  const row = grid.locator(`[aria-rowindex="${last}"]`)
  await expect(row).toBeInViewport()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(0)
  await page.keyboard.press('g')
  await page.keyboard.press(',')
  await expect(heading(page, 'Settings')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(heading(page, 'Margin modes')).toBeFocused()
  await expect(row).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  await page.reload()
  await expect(row).toBeInViewport()
})

test('a page whose code fails to load reports it and loads on retry', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  await expect(heading(page, 'Overview')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await navigation(page).getByRole('link', { name: 'Liquidity' }).click()
  await expect(heading(page, 'This page could not be loaded')).toBeFocused()
  await expect(navigation(page).locator('[aria-current=page]')).toHaveText('Liquidity')
  await page.unroute(/\/assets\/.*\.js$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Liquidity providers')).toBeVisible()
})

test(
  'after a new build an open tab offers one button and changes nothing until it is pressed',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/')
    await expect(heading(page, 'Overview')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404 }))
    await page.route(
      (url) => url.pathname === '/',
      (route) =>
        route.request().resourceType() === 'document'
          ? route.fallback()
          : route.fulfill({ body: '<script type="module" crossorigin src="/assets/index-newer.js"></script>' }),
    )
    await navigation(page).getByRole('link', { name: 'Liquidity' }).click()
    await expect(page.getByText('A new version of Lyra is available.')).toBeVisible()
    await expect(heading(page, 'This page could not be loaded')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(1)
    await expect(page.getByText(/Failed to fetch/)).toHaveCount(0)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(heading(page, 'Liquidity providers')).toBeVisible()
  },
)

test('pages about one party require its id', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.versatileParty()
  await page.goto('/spam')
  await expect(page.getByRole('button', { name: 'Show' })).toBeDisabled()
  await page.getByRole('combobox', { name: 'Party id' }).fill(partyId)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/spam/${partyId}`)
  await page.goto('/candles')
  const market = await network.busyMarket()
  const { code } = market.tradableInstrument.instrument
  await page.getByRole('region', { name: 'Markets' }).getByRole('link', { name: code }).click()
  await expect(page).toHaveURL(`/markets/${market.id}/candles`)
})

test('the first Tab stop skips the navigation', async ({ page }) => {
  await page.goto('/margin-modes')
  await expect(heading(page, 'Margin modes')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('five pages are in the bottom bar, all of them in the menu', { tag: '@full' }, async ({ page }) => {
    await page.goto('/')
    await expect(navigation(page)).toBeHidden()
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Ledger' }).click()
    await expect(page).toHaveURL('/ledger-export')
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Margin modes' }).click()
    await expect(menu).toBeHidden()
    await expect(heading(page, 'Margin modes')).toBeVisible()
  })
})

test('text typed right after the palette key goes into its field only', { tag: '@full' }, async ({ page }) => {
  await page.goto('/margin-modes')
  await expect(page.getByRole('contentinfo', { name: 'Connection' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('gosettings')
  await expect(palette(page).getByRole('combobox')).toHaveValue('gosettings')
  await expect(page).toHaveURL('/margin-modes')
})

test(
  'text typed after the palette key, before the code of the page has come, goes into its field',
  { tag: '@full' },
  async ({ page }) => {
    let release = (): void => undefined
    const asked = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/assets\/frame-[^/]*\.js$/, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto('/margin-modes', { waitUntil: 'commit' })
    await expect(page.getByText('Lyra', { exact: true }).first()).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('goset')
    release()
    const field = palette(page).getByRole('combobox')
    await expect(field).toHaveValue('goset')
    // What was typed first is no selection that the next letter replaces.
    await expect(field).toBeFocused()
    await page.keyboard.type('tings')
    await expect(field).toHaveValue('gosettings')
    await expect(page).toHaveURL('/margin-modes')
  },
)

test('a page that fits the window does not scroll', { tag: '@full' }, async ({ page }) => {
  for (const path of ['/parties', '/spam', '/nowhere']) {
    await page.goto(path)
    await expect(heading(page, /./)).toBeVisible()
    await expect(page.getByRole('contentinfo', { name: 'Connection' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), path).toBe(0)
  }
})
