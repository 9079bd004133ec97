import type { Locator, Page } from 'playwright/test'
import { expectNoViolations, expectNoViolationsOnTallPage } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { cells, routes } from './routes.ts'

test.describe.configure({ mode: 'parallel' })

/** All paths of the interface. */
const all = '^/(api|statistics)'
/** Pages of each kind; every-page.spec.ts visits the others too. */
const ofEachKind = routes.filter(({ name }) =>
  ['watch room', 'party', 'margin modes', 'team history', 'providers of a market', 'settings'].includes(name),
)

/** Chosen elements without legible words, or that nothing but a background colour sets apart, which forced colours remove. */
const indistinct = (page: Page) =>
  page.evaluate(() => {
    const chosen = [...document.querySelectorAll<HTMLElement>('main [aria-pressed=true], nav [aria-current=page]')]
    return chosen
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { outlineStyle, borderStyle, forcedColorAdjust, backgroundColor, color } = getComputedStyle(element)
        if (color === backgroundColor) return true
        const { backgroundColor: around } = getComputedStyle(element.parentElement ?? element)
        const drawn = outlineStyle !== 'none' || borderStyle !== 'none'
        return !drawn && forcedColorAdjust !== 'none' && backgroundColor === around
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })

test(
  'forced colours: chosen and focused elements can be distinguished',
  { tag: '@full' },
  async ({ page, network }, info) => {
    await page.emulateMedia({ forcedColors: 'active' })
    for (const { name, at, ready } of [...ofEachKind, ...routes.filter(({ name }) => name === 'candles')]) {
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
  },
)

for (const { name, at } of ofEachKind) {
  test(
    `${name}, loading with reduced motion: no animation runs, no axe violation`,
    { tag: '@full' },
    async ({ page, network, faults }) => {
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
    },
  )
}

test(
  'open lists of comboboxes have no axe violation, and an option is chosen by keys',
  { tag: '@full' },
  async ({ page, network }) => {
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
  },
)

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

test(
  'Tab never focuses an element under the bottom bars of a small or low window',
  { tag: '@full' },
  async ({ page }) => {
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
  },
)

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
  await expect(page.getByRole('main').getByRole('combobox').first()).toBeFocused()
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

test('forced colours: the labels of prices on the chart keep their own ground, on which they can be read', async ({
  page,
  network,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('lyra.preferences', JSON.stringify({ theme: 'dark' })))
  await page.goto(`/markets/${(await network.busyMarket()).id}/candles`)
  await expect(page.getByRole('application', { name: /^Candles of/ })).toBeVisible()
  /** Pixels of the ground of the VWAP label (`--accent-soft`). */
  const ground = () =>
    page.locator('main canvas').evaluateAll((all) =>
      (all as HTMLCanvasElement[]).reduce((sum, canvas) => {
        const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === 0x16 && data[at + 1] === 0x23 && data[at + 2] === 0x3a) sum += 1
        return sum
      }, 0),
    )
  await expect.poll(ground).toBeGreaterThan(300)
})
