import type { Browser, Page } from 'playwright'
import { maximumPageSize } from '../src/wire/page.ts'
import type { ChartNode } from './chart-node.ts'
import { candleIdWith, marketOf, minute, newestStart } from './chart-rows.ts'

const wait = { timeout: 60_000 }

/** A page with one chart that can be led about. */
export interface Driver {
  page: Page
  /** What holds the chart. */
  selector: string
  /** Opens the newest `bars` candles of the market with so many of them; all in view when the market has no more. */
  open: (market: number, bars: number) => Promise<void>
  close: () => Promise<void>
  /** Puts bars of the loaded ones into view, counted from the oldest loaded. */
  frame: (market: number, bars: number, from: number, to: number) => Promise<void>
  /** Resolves when the older page, held until `release`, has been drawn. */
  prepend: (release: () => void) => Promise<void>
}

export const grouped = (value: number): string => value.toLocaleString('en-US')

async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  // The live end is not followed: what is measured is one thing at a time.
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
  const address = (market: number, from: bigint, to?: bigint): string =>
    `/markets/${marketOf(market)}/candles?interval=1%20minute&from=${from}${to === undefined ? '' : `&to=${to}`}`
  const loading = page.getByText('Loading older bars')
  const startOf = (back: number): bigint => newestStart - BigInt(back) * minute
  return {
    page,
    selector: '[role=application]',
    async open(market, bars) {
      // With more on the node, the page asks for a page beyond the left edge as soon as the bars stand.
      const inView = market > bars ? bars - maximumPageSize : bars
      await go(address(market, startOf(inView - 1)))
      await shows(inView)
      if (market > bars) {
        await page.waitForTimeout(1000)
        await loading.waitFor({ state: 'detached', ...wait })
      }
    },
    async close() {
      await go('/settings')
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor(wait)
    },
    async frame(market, bars, from, to) {
      await go(address(market, startOf(bars - 1 - from), startOf(bars - 1 - to)))
      await shows(to - from)
    },
    async prepend(release) {
      await loading.waitFor(wait)
      release()
      await loading.waitFor({ state: 'detached', ...wait })
    },
  }
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
  return {
    page,
    selector: '#chart',
    async open(market, bars) {
      candleId = candleIdWith(market)
      await page.evaluate(([id, bars]) => (window as unknown as Reference).open_(id, bars), [candleId, bars] as const)
    },
    close: () => page.evaluate(() => (window as unknown as Reference).close_()),
    frame: (_market, _bars, from, to) =>
      page.evaluate(([from, to]) => (window as unknown as Reference).show(from, to), [from, to] as const),
    async prepend(release) {
      const done = page.evaluate((id) => (window as unknown as Reference).prepend(id, 1000), candleId)
      await page.waitForTimeout(50)
      release()
      await done
    },
  }
}
