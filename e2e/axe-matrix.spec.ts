import type { Page } from 'playwright/test'
import { type PageName, pages } from '../src/web/route-table.ts'
import { colourRules, paint, violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { refusal } from './states.ts'

test.describe.configure({ mode: 'parallel' })

const all = '^/(api|statistics)'
const main = (page: Page) => page.getByRole('main')

/** The pages whose states have no spec of their own that runs axe. */
type MatrixPage = Exclude<PageName, 'spam' | 'candles' | 'ledgerExport'>

const routes: Readonly<Record<MatrixPage, { at: (network: Network) => Promise<string>; ready: RegExp | string }>> = {
  overview: { at: async () => '/', ready: /perpetual/ },
  party: { at: async (network) => `/parties/${await network.versatileParty()}`, ready: /so far/ },
  marginModes: {
    at: async (network) => `/margin-modes?partyId=${await network.versatileParty()}`,
    ready: /^all \d+ loaded$/,
  },
  teamHistory: {
    at: async (network) => `/teams/referees/${await network.versatileParty()}`,
    ready: /^all \d+ loaded$/,
  },
  liquidity: {
    at: async (network) => `/liquidity-providers?marketId=${(await network.busyMarket()).id}`,
    ready: /^all \d+ loaded$/,
  },
  settings: { at: async () => '/settings', ready: 'lyra-demo-1' },
}

interface State {
  name: 'data' | 'empty' | 'error' | 'loading' | 'limited'
  fault: Record<string, unknown>
  /** Waits until the state is there. */
  there: (page: Page, ready: RegExp | string) => Promise<void>
}

const lists = ['markets', 'assets', 'parties', 'partyMarginModes', 'teamRefereeHistory', 'liquidityProviders']
const settled = (page: Page) => expect(main(page).getByLabel('Loading')).toHaveCount(0)

const states: readonly State[] = [
  {
    name: 'data',
    fault: {},
    there: (page, ready) => expect(main(page).getByText(ready).filter({ visible: true }).first()).toBeVisible(),
  },
  { name: 'empty', fault: { set: Object.fromEntries(lists.map((list) => [`${list}.edges`, []])) }, there: settled },
  {
    name: 'error',
    fault: { status: 500, error: refusal },
    there: (page) => expect(main(page).getByRole('alert').first()).toBeVisible(),
  },
  { name: 'loading', fault: { blackHole: true }, there: async () => undefined },
  {
    name: 'limited',
    fault: { status: 429, headers: { 'Retry-After': '600' } },
    there: (page) => expect(main(page).getByText('The node asked for a pause.')).toBeVisible(),
  },
]

// So tall that nothing stands half behind the bar at the bottom: where a page is scrolled to is no matter of the page.
test.use({ viewport: { width: 1440, height: 2800 } })

for (const [key, { at, ready }] of Object.entries(routes)) {
  const name = pages[key as MatrixPage].name.toLowerCase()
  for (const { name: state, fault, there } of states) {
    test(`${name}, ${state}: axe finds nothing, dark and light`, async ({ page, network, faults }) => {
      test.setTimeout(120_000) // axe reads the whole page twice on a machine that may be busy
      const address = await at(network)
      await faults.set({ path: all, fault })
      await page.goto(address, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await there(page, ready)
      await paint(page, 'dark')
      expect(await violations(page), 'dark').toEqual([])
      await paint(page, 'light')
      expect(await violations(page, 'html', colourRules), 'light').toEqual([])
    })
  }
}

test.describe('as the reader needs it', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  /** Everything that a pointer could press, with what could tell it apart from the ground. */
  const invisible = (page: Page) =>
    page.evaluate(() => {
      const shown = [...document.querySelectorAll<HTMLElement>('main [aria-pressed=true], nav [aria-current=page]')]
      return shown
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { outlineStyle, borderStyle, forcedColorAdjust, backgroundColor } = getComputedStyle(element)
          const { backgroundColor: around } = getComputedStyle(element.parentElement ?? element)
          const drawn = outlineStyle !== 'none' || borderStyle !== 'none'
          return !drawn && forcedColorAdjust !== 'none' && backgroundColor === around
        })
        .map((element) => element.outerHTML.slice(0, 120))
    })

  test('forced colours: what is chosen, focused or drawn can be told apart', async ({ page, network }, info) => {
    await page.emulateMedia({ forcedColors: 'active' })
    for (const { at, ready } of Object.values(routes)) {
      await page.goto(await at(network))
      await expect(main(page).getByText(ready).filter({ visible: true }).first()).toBeVisible()
      expect(await invisible(page)).toEqual([])
      await page.keyboard.press('Tab')
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
      expect(outline).not.toBe('none')
    }
    const path = info.outputPath('forced-colours.png')
    await page.goto(await routes.party.at(network))
    await expect(main(page).getByText('so far').first()).toBeVisible()
    await page.screenshot({ path })
    await info.attach('forced colours', { path, contentType: 'image/png' })
  })

  test('reduced motion: nothing moves, not even the skeletons', async ({ page, network, faults }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const { at } of Object.values(routes)) {
      const address = await at(network)
      await faults.set({ path: all, fault: { blackHole: true } })
      await page.goto(address, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState, effect }) => {
            const { duration = 0 } = effect?.getComputedTiming() ?? {}
            return playState === 'running' && Number(duration) > 1
          })
          .map((animation) => (animation as CSSAnimation).animationName),
      )
      expect(moving).toEqual([])
      await faults.clear()
    }
  })

  test('text of twice the size: nothing is cut off and the page never scrolls sideways', async ({
    page,
    network,
  }, info) => {
    for (const [name, { at, ready }] of Object.entries(routes)) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(await at(network))
      await page.locator('html').evaluate((html) => (html.style.fontSize = '200%'))
      await expect(main(page).getByText(ready).filter({ visible: true }).first()).toBeVisible()
      const sideways = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(await sideways(), `${name} at 200 %`).toBeLessThanOrEqual(0)
      const path = info.outputPath(`${name.replaceAll(' ', '-')}-200.png`)
      await page.screenshot({ path })
      await page.locator('html').evaluate((html) => (html.style.fontSize = ''))
      await page.setViewportSize({ width: 320, height: 700 })
      expect(await sideways(), `${name} at 320 px`).toBeLessThanOrEqual(0)
    }
  })
})
