import type { Browser, Page } from 'playwright'
import type { ChartNode } from './chart-node.ts'
import { minute, minuteCandles, newestStart } from './chart-rows.ts'
import { grouped } from '../shared/program.ts'

const wait = { timeout: 60_000 }
/** Candles in view while the chart is dragged. */
export const inFrame = 150

/** A page with one chart, and how to operate it. */
export interface Driver {
  page: Page
  /** Of the element that holds the chart. */
  selector: string
  /** Opens the newest `bars` candles of a market, all in view. */
  open: (market: string, bars: number) => Promise<void>
  /** Opens a market and loads older candles page by page until there are at least `bars`; resolves to their number. */
  grow: (market: string, bars: number) => Promise<number>
  close: () => Promise<void>
  /** Shows 150 of the loaded `bars`, from the oldest loaded plus `from` on. */
  frame: (market: string, bars: number, from: number) => Promise<void>
  /** Resolves when the older page, held until `release`, has been drawn. */
  prepend: (release: () => void) => Promise<void>
}

async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  // Live candles would disturb what is measured.
  await context.addInitScript(() => localStorage.setItem('lyra.preferences', JSON.stringify({ live: false })))
  return context.newPage()
}

export async function lyra(browser: Browser, node: ChartNode): Promise<Driver> {
  const page = await freshPage(browser)
  await page.goto(`${node.url}/settings`)
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor(wait)
  const go = (path: string): Promise<void> =>
    page.evaluate((path) => {
      history.pushState({}, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    }, path)
  const shows = (candles: number): Promise<unknown> =>
    page.waitForFunction(
      (words) =>
        document.querySelector('[role=application] canvas') !== null &&
        [...document.querySelectorAll('h2 + span')].some(({ textContent }) => textContent.startsWith(words)),
      `${grouped(candles)} candles, `,
      { polling: 50, ...wait },
    )
  const address = (market: string, from: bigint, to?: bigint): string =>
    `/markets/${market}/candles?interval=1%20minute&table=on&from=${from}${to === undefined ? '' : `&to=${to}`}`
  const loading = page.getByText('Loading older candles')
  const startOf = (back: number): bigint => newestStart - BigInt(back) * minute
  const driver: Driver = {
    page,
    selector: '[role=application]',
    async open(market, bars) {
      await go(address(market, startOf(bars - 1)))
      await shows(bars)
    },
    async grow(market, bars) {
      node.takeReach()
      await go(address(market, startOf(899), newestStart + minute))
      await shows(900)
      let loaded = node.takeReach()
      while (loaded < bars) {
        await driver.frame(market, loaded, 0)
        let reach = 0
        while (reach <= loaded) {
          await page.waitForTimeout(50)
          reach = Math.max(reach, node.takeReach())
        }
        await loading.waitFor({ state: 'detached', ...wait })
        loaded = reach
      }
      return loaded
    },
    async close() {
      await go('/settings')
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor(wait)
    },
    async frame(market, bars, from) {
      await go(address(market, startOf(bars - 1 - from), startOf(bars - 1 - from - inFrame)))
      await shows(inFrame)
    },
    async prepend(release) {
      await loading.waitFor(wait)
      release()
      await loading.waitFor({ state: 'detached', ...wait })
    },
  }
  return driver
}

interface Reference {
  open_: (candleId: string, bars: number) => Promise<void>
  close_: () => void
  show: (from: number, to: number) => void
  prepend: (candleId: string, count: number) => Promise<void>
}

export async function reference(browser: Browser, node: ChartNode): Promise<Driver> {
  const page = await freshPage(browser)
  await page.goto(`${node.url}/reference`)
  let candleId = ''
  const open = async (market: string, bars: number): Promise<void> => {
    candleId = minuteCandles(market)
    await page.evaluate(([id, bars]) => (window as unknown as Reference).open_(id, bars), [candleId, bars] as const)
  }
  return {
    page,
    selector: '#chart',
    open,
    async grow(market, bars) {
      await open(market, bars)
      return bars
    },
    close: () => page.evaluate(() => (window as unknown as Reference).close_()),
    frame: (_market, _bars, from) =>
      page.evaluate(([from, to]) => (window as unknown as Reference).show(from, to), [from, from + inFrame] as const),
    async prepend(release) {
      const done = page.evaluate((id) => (window as unknown as Reference).prepend(id, 1000), candleId)
      await page.waitForTimeout(50)
      release()
      await done
    },
  }
}
