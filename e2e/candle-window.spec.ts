import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { demoTime } from './service.ts'

const chart = (page: Page) => page.getByRole('application', { name: /^Candles of / })
const table = (page: Page) => page.getByRole('grid', { name: /^Candles of .* in view$/ })
const stage = (page: Page) => chart(page).boundingBox()

async function open(page: Page, network: Network, query = ''): Promise<void> {
  await page.goto(`/markets/${(await network.busyMarket()).id}/candles${query}`)
  await expect(chart(page)).toBeVisible()
  await expect(page.getByRole('main').getByText(/^VWAP \d/)).toBeVisible()
}

/** Height of the price pane, which is the first row of the chart's own layout. */
const priceHeight = (page: Page) =>
  chart(page)
    .locator('tr')
    .first()
    .evaluate((row) => row.getBoundingClientRect().height)

/**
 * Records what moves in the page, also after an input, which is no layout shift to the browser. The figures inside the
 * measuring box follow the pointer; the frame around the page has tests of its own.
 */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = []
    Reflect.set(globalThis, 'shifts', shifts)
    const elementOf = (node: Node | null | undefined) => (node instanceof Element ? node : node?.parentElement)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // A text that is drawn a fraction of a pixel beside its last place.
        if (Number(Reflect.get(entry, 'value')) < 0.0001) continue
        const sources = (Reflect.get(entry, 'sources') ?? []) as { node?: Node | null }[]
        for (const { node } of sources) {
          const element = elementOf(node)
          if (element?.closest('main') && !element.closest('[aria-label=Measured]'))
            shifts.push(`${String(Reflect.get(entry, 'value'))} ${element.outerHTML.slice(0, 160)}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shiftsOf = (page: Page) => page.evaluate(() => (Reflect.get(globalThis, 'shifts') as string[]).splice(0))

test(
  'the price pane has at least 60 % of the window, and the page does not scroll',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, network)
    await expect.poll(() => priceHeight(page)).toBeGreaterThanOrEqual(0.6 * 900)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
    // Another size of the window shows the same candles, which are those of the figures: the first in sight stays the first.
    const figures = page.getByRole('region', { name: 'Statistics of the range' })
    const firstInSight = async () => {
      const box = await stage(page)
      await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 200)
      return page
        .getByRole('main')
        .getByText(/^\d+ \w+ \d{4}, [\d:]+ UTC$/)
        .first()
        .innerText()
    }
    const [end, hours] = [BigInt(Date.parse(demoTime)) * 1_000_000n, 3_600_000_000_000n]
    await open(page, network, `?interval=1+hour&from=${end - 72n * hours}&to=${end}`)
    await expect(figures).toContainText('Candles\n72', { useInnerText: true })
    const first = await firstInSight()
    for (const width of [1920, 1000, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(firstInSight).toBe(first)
      await expect(figures).toContainText('Candles\n72', { useInnerText: true })
    }
  },
)

/** Heights of the panes from the top: every second row of the chart's own layout, without the borders and the time axis. */
const paneHeights = (page: Page) =>
  chart(page)
    .locator('tr')
    .evaluateAll((rows) =>
      rows.filter((_, index) => index % 2 === 0).map((row) => Math.round(row.getBoundingClientRect().height)),
    )

test('panes share the height of the window: no indicator and no table pushes the time axis or the figures out', async ({
  page,
  network,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const panes = 'notional=on&studies=rsi-14,macd-12-26-9,rsi-7,rsi-21,macd-5-35-5'
  for (const query of ['', '?studies=rsi-14', `?${panes}`, `?${panes}&table=on`]) {
    await open(page, network, query)
    const figures = page.getByRole('region', { name: 'Statistics of the range' })
    await expect(figures).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollHeight), query).toBe(900)
    const box = await stage(page)
    const heights = await paneHeights(page)
    const sum = heights.reduce((all, one) => all + one, 0)
    expect(sum, query).toBeLessThan(box?.height ?? 0)
    expect(heights[0], query).toBeGreaterThanOrEqual(0.39 * sum)
  }
  await open(page, network, '?studies=rsi-14')
  const shared = await paneHeights(page)
  expect(shared[1]).toBeGreaterThanOrEqual(60)
  expect(Math.abs((shared[1] ?? 0) - (shared[2] ?? 0))).toBeLessThanOrEqual(2)
  // A border moves by hand and stays where it was put; a double click gives a pane all of the height, and another shares it.
  const box = (await stage(page)) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [x, border] = [box.x + box.width / 3, box.y + (shared[0] ?? 0)]
  await page.mouse.move(x, border)
  await page.mouse.down()
  await page.mouse.move(x, border - 100, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await paneHeights(page))[1]).toBeGreaterThan((shared[1] ?? 0) + 60)
  await page.mouse.dblclick(x, box.y + box.height - 60)
  await expect.poll(async () => (await paneHeights(page))[2]).toBeGreaterThan(0.8 * box.height)
  await page.mouse.dblclick(x, box.y + box.height / 2)
  await expect.poll(async () => (await paneHeights(page))[0]).toBeGreaterThan(0.6 * box.height)
  // Each border shows that it can be dragged; the keys give one pane after the other all of the height, and share it again.
  await expect.poll(async () => Math.abs((await paneHeights(page))[0]! - shared[0]!)).toBeLessThanOrEqual(2)
  const grips = chart(page).locator('[data-grip]')
  await expect(grips).toHaveCount(2)
  for (const at of [0, 1]) {
    const grip = await grips.nth(at).boundingBox()
    const above = shared.slice(0, at + 1).reduce((sum, height) => sum + height, box.y)
    expect(Math.abs((grip?.y ?? 0) - above), `grip ${at}`).toBeLessThan(6)
  }
  for (const pane of [0, 1, 2]) {
    await chart(page).press('Shift+PageDown')
    await expect.poll(async () => (await paneHeights(page))[pane]).toBeGreaterThan(0.8 * box.height)
  }
  await chart(page).press('Shift+PageUp')
  await expect.poll(async () => (await paneHeights(page))[1]).toBeGreaterThan(0.8 * box.height)
  for (let press = 0; press < 2; press++) await chart(page).press('Shift+PageDown')
  await expect.poll(async () => Math.abs((await paneHeights(page))[0]! - shared[0]!)).toBeLessThanOrEqual(2)
})

test('the header is one line at every length of the name', { tag: '@full' }, async ({ page, network }) => {
  const { code } = (await network.busyMarket()).tradableInstrument.instrument
  const longName = `${code} perpetual future of a long name, settled in a long named asset, December 2027`
  await page.route('**/api/v2/markets?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(`"${code}"`, `"${longName}"`) })
  })
  const header = page.getByRole('main').locator('header').first()
  for (const width of [1920, 1440, 1280, 1200, 1000, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, network)
    const name = page.getByRole('heading', { level: 1 }).getByRole('button')
    await expect(name).toHaveText(longName)
    expect((await header.boundingBox())?.height, `${width}`).toBeLessThan(48)
    await expect(name).toHaveAttribute('title', new RegExp(longName.replace('/', '.')))
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width)
  }
})

test(
  'on a phone and at 200 % zoom there is one row of controls, and a sheet has the others',
  { tag: '@full' },
  async ({ page, network }) => {
    for (const [width, height, least] of [
      [390, 844, 0.45],
      [720, 450, 0.45],
    ] as const) {
      await page.setViewportSize({ width, height })
      await open(page, network)
      await expect.poll(() => priceHeight(page)).toBeGreaterThanOrEqual(least * height)
      const [interval, range, more] = [
        page.getByRole('combobox', { name: 'Interval' }),
        page.getByRole('combobox', { name: 'Range' }),
        page.getByRole('button', { name: 'Chart and tools' }),
      ]
      const tops = await Promise.all([interval, range, more].map(async (one) => (await one.boundingBox())?.y))
      expect(new Set(tops).size).toBe(1)
      await range.selectOption('1W')
      await expect(page).toHaveURL(/range=1W/)
      await expect(interval.locator('option:checked')).toHaveText('30 minutes')
      await more.click()
      const sheet = page.getByRole('dialog', { name: 'Chart options' })
      for (const name of ['Log', 'Export', 'Compare', 'Measure', 'Table', 'Full screen', 'Live'])
        await expect(sheet.getByRole('button', { name, exact: true })).toBeAttached()
      await expect(sheet.getByRole('textbox', { name: /^Go to date/ })).toBeVisible()
      await expect(sheet.getByRole('group', { name: 'Chart type' })).toBeVisible()
      await sheet.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(sheet).toBeHidden()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  },
)

/** What can be pressed, chosen or typed in, and is in sight around the chart. */
const controls = (page: Page) =>
  page
    .getByRole('main')
    .evaluate((main) =>
      [...main.querySelectorAll('button, a[href], input, select, textarea, [role=separator], [role=slider]')]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0)
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    )

test('at most 25 controls are in sight around the chart', async ({ page, network }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, network)
  await chart(page).press('Shift+ArrowLeft')
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  const inSight = await controls(page)
  expect(inSight.length, inSight.join(', ')).toBeLessThanOrEqual(25)
  expect(inSight.length).toBeGreaterThan(15)
  // A ledger on the chart has a pane more, and its key.
  await open(page, network, `?party=${await network.versatileParty()}`)
  await chart(page).press('Shift+ArrowLeft')
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Ledger of the range' })).toBeVisible()
  const withLedger = await controls(page)
  expect(withLedger.length, withLedger.join(', ')).toBeLessThanOrEqual(25)
})

test(
  'the legend of each pane is one line at every width, with no figure cut',
  { tag: '@full' },
  async ({ page, network }) => {
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await open(page, network, '?studies=sma-20,ema-50,bollinger-20-2,rsi-14&notional=on&vwap=both')
      const legends = chart(page).locator('xpath=preceding-sibling::div[1]/div')
      await expect(legends).toHaveCount(4)
      const wrong = await legends.evaluateAll((lines) =>
        lines.flatMap((line) => {
          const box = line.getBoundingClientRect()
          const shown = [...line.children].map((figure) => figure.getBoundingClientRect())
          const cut = shown.filter(({ top, right, height }) => height > 0 && top < box.bottom && right > box.right + 1)
          return box.height > 24 || cut.length > 0 ? [line.textContent] : []
        }),
      )
      expect(wrong, `${width}`).toEqual([])
      // Time, close and change of the candle are within the one line of every width.
      const [first] = await legends.evaluateAll((lines) =>
        lines.map((line) => {
          const { bottom } = line.getBoundingClientRect()
          const inLine = [...line.children].filter((figure) => {
            const { top, height } = figure.getBoundingClientRect()
            return height > 0 && top < bottom
          })
          return inLine.map(({ textContent }) => textContent)
        }),
      )
      expect(
        first?.filter((text) => /^\d+ \w+( \d{4})?,/.test(text)),
        `${width}`,
      ).toHaveLength(1)
      expect(
        first?.some((text) => /^C [\d,]/.test(text)),
        `${width}: ${first?.join(' | ')}`,
      ).toBe(true)
      expect(
        first?.some((text) => / \([+\u2212]?[\d.]+\s%\)$/.test(text)),
        `${width}`,
      ).toBe(true)
    }
  },
)

test('no control moves anything: layout shift 0', { tag: '@full' }, async ({ page, network }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.clock.install()
  await recordShifts(page)
  await open(page, network)
  const top = (await stage(page))?.y
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const settled = async () => {
    await page.clock.runFor(1000)
    expect((await stage(page))?.y).toBe(top)
  }
  const still = async (control: string) => {
    await settled()
    expect(await shiftsOf(page), control).toEqual([])
  }
  await expect(page.getByText(/^24 h/)).toBeVisible()
  await settled()
  // From the first paint to the last figure of a cold load.
  const loading = (await shiftsOf(page)).map((shift) => Number.parseFloat(shift))
  expect(loading.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(0.01)
  await chart(page).press('Shift+ArrowLeft')
  await still('Shift+ArrowLeft')
  for (const name of ['Jump to latest', 'Live', 'Live']) {
    await button(name).click()
    await still(name)
  }
  for (const name of ['1D: ', '1W: ', '1Y: ', 'All: ']) {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await expect(page.getByRole('main').getByText(/^VWAP \d/)).toBeVisible()
    await still(name)
  }
  await button('4h').click()
  await still('4h')
  await button('Measure').click()
  await expect(page.getByRole('region', { name: 'Measured' })).toBeVisible()
  await still('Measure')
  await page.mouse.click(600, 400)
  await page.mouse.click(800, 380)
  await still('second point')
  await button('Stop measuring').click()
  await button('Chart').click()
  await expect(page.getByRole('group', { name: 'Chart type' })).toBeVisible()
  await still('Chart')
  await page.keyboard.press('Escape')
  const field = page.getByRole('textbox', { name: /^Go to date/ })
  await field.fill('some day')
  await field.press('Enter')
  await expect(page.getByText('The date is not a valid time: use 2026-11-21 or 2026-11-21 14:30:00.')).toBeVisible()
  await still('a date that is none')
})

test('notices and compared markets lie over the chart', { tag: '@full' }, async ({ page, network, faults }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, network)
  const before = await stage(page)
  await faults.set({ path: '/api/v2/candle?', fault: { status: 500 } })
  await chart(page).press('Shift+Home')
  const notice = page.getByText(/Could not load older candles/)
  await expect(notice).toBeVisible()
  expect(await stage(page)).toEqual(before)
  await page.getByRole('button', { name: 'Hide this notice' }).first().click()
  await expect(notice).toBeHidden()
  expect(await stage(page)).toEqual(before)
})

test(
  'the table opens inside the stage behind T, and its border moves by arrow keys and by hand',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, network)
    await expect(table(page)).toBeHidden()
    const closed = await stage(page)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    await expect(table(page)).toBeVisible()
    await expect(table(page)).toBeInViewport({ ratio: 1 })
    const opened = await stage(page)
    expect(opened?.y).toBe(closed?.y)
    expect(opened?.height ?? 0).toBeLessThan(closed?.height ?? 0)
    const split = page.getByRole('separator', { name: 'Height of the table' })
    await expect(split).toHaveAttribute('aria-valuenow', '40')
    await split.press('ArrowDown')
    await expect(split).toHaveAttribute('aria-valuenow', '35')
    expect((await stage(page))?.height ?? 0).toBeGreaterThan(opened?.height ?? 0)
    const box = (await split.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y - 100, { steps: 4 })
    await page.mouse.up()
    expect(Number(await split.getAttribute('aria-valuenow'))).toBeGreaterThan(45)
    await page.keyboard.press('t')
    await expect(table(page)).toBeHidden()
    await expect.poll(async () => (await stage(page))?.height).toBe(closed?.height)
  },
)

test(
  'F fills the screen with the chart and its controls, and leaves it again',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, network)
    await page.keyboard.press('f')
    const full = page.getByRole('button', { name: 'Full screen' })
    await expect(full).toHaveAttribute('aria-pressed', 'true')
    // Nothing of the frame is seen: what fills the screen has the controls and the chart.
    const corners = () =>
      page.evaluate(() =>
        [
          [5, 5],
          [innerWidth - 5, innerHeight - 5],
        ].map(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest(':fullscreen') !== null),
      )
    await expect.poll(corners).toEqual([true, true])
    await expect(page.getByRole('group', { name: 'Interval' })).toBeInViewport()
    await page.keyboard.press('f')
    await expect(full).toHaveAttribute('aria-pressed', 'false')
  },
)

test('the time to the close of the candle is the node’s', { tag: '@full' }, async ({ page, network, faults }) => {
  await page.clock.install()
  await open(page, network, '?interval=1%20hour')
  // The clock of the demo network stands at 12:00 when a test begins.
  const timer = page.getByText(/^Closes in/).getByRole('timer')
  const seconds = async () => {
    const [hours, minutes, rest] = ((await timer.textContent()) ?? '').split(':').map(Number)
    return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (rest ?? 0)
  }
  const node = await network.time()
  expect(Math.abs((await seconds()) - (3600 - ((node / 1000) % 3600)))).toBeLessThan(30)
  await expect(page.getByTitle(/^This candle closes at 20 Nov 2026, 13:00:00 UTC$/)).toBeVisible()
  const first = await seconds()
  await faults.set({ path: '/', fault: { clockSkew: Date.parse(demoTime) + 20_000 - Date.now() } })
  await page.clock.runFor(20_000)
  await expect.poll(async () => first - (await seconds())).toBeGreaterThanOrEqual(18)
  await page.getByRole('button', { name: 'All intervals' }).click()
  await page.getByRole('menuitem', { name: 'block' }).click()
  await expect(page.getByText(/^Closes in/)).toBeHidden()
})

test(
  'numbers are compact with their exact value on focus, and the library is credited beside the chart',
  { tag: '@full' },
  async ({ page, network }) => {
    await open(page, network)
    const stat = page.getByRole('region', { name: 'Statistics of the range' }).locator('dt:text-is("Notional") + dd')
    await expect(stat).toHaveText(/^\d{1,3}(\.\d+)?[KMBT] ?[A-Z]+$/)
    const exact = (await stat.locator('[title]').getAttribute('title')) ?? ''
    expect(exact).toMatch(/^\d{1,3}(,\d{3})+(\.\d+)?$/)
    await stat.locator('[title]').focus()
    await expect(page.getByText(exact, { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'TradingView' })).toHaveAttribute(
      'href',
      'https://www.tradingview.com/',
    )
  },
)
