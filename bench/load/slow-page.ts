import type { Browser, Page } from 'playwright'

/** What a person on a slow machine and a slow line waits for; milliseconds from the start of the navigation. */
export interface SlowLoad {
  /** The largest paint before anybody acts. */
  largestPaint: number
  /** When the first data were asked for, and when the last script of the first load had come. */
  firstData: number
  lastScript: number
}

/** How long a control took to its next paint. */
export interface Interaction {
  control: string
  ms: number
}

/** A processor four times slower, 1.6 Mbit/s and 150 ms. */
const slowdown = 4
const conditions = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
/** Milliseconds after the heading is there in which a larger paint may follow. */
const settleMs = 6000
const maxControls = 40

interface Watched {
  largest: number
  events: { id: number; ms: number }[]
}

/** Runs in the page: what the browser says of paints and of interactions. */
function watch(): void {
  const watched: Watched = { largest: 0, events: [] }
  Object.assign(window, { watched })
  const observe = (type: string, seen: (entry: PerformanceEntry) => void, more: object = {}): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(seen)).observe({ type, buffered: true, ...more })
  observe('largest-contentful-paint', ({ startTime }) => (watched.largest = Math.max(watched.largest, startTime)))
  observe(
    'event',
    (entry) => {
      const id = 'interactionId' in entry ? Number(entry.interactionId) : 0
      if (id > 0) watched.events.push({ id, ms: entry.duration })
    },
    { durationThreshold: 16 },
  )
}

const watchedIn = (page: Page): Promise<Watched> =>
  page.evaluate(() => (window as unknown as { watched: Watched }).watched)

const isData = (name: string): boolean => /\/(?:api|statistics|blockchain|vega)\b/.test(new URL(name).pathname)

/** Loads a page without a cache under these conditions, then uses its controls one by one. */
export async function measureSlowPage(
  browser: Browser,
  url: string,
): Promise<{ load: SlowLoad; interactions: Interaction[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  try {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', conditions)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(watch)
    await page.goto(url)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 })
    await page.waitForTimeout(settleMs)
    const { largest } = await watchedIn(page)
    const entries = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => {
        const { name, startTime, responseEnd } = entry as PerformanceResourceTiming
        return { name, startTime, responseEnd }
      }),
    )
    const data = entries.filter(({ name }) => isData(name)).map(({ startTime }) => startTime)
    const scripts = entries.filter(({ name, startTime }) => name.endsWith('.js') && startTime < largest)
    const load = {
      largestPaint: largest,
      firstData: Math.min(...data),
      lastScript: Math.max(...scripts.map(({ responseEnd }) => responseEnd)),
    }
    // The line is no part of an interaction.
    await session.send('Network.emulateNetworkConditions', { ...conditions, latency: 0, downloadThroughput: -1 })
    return { load, interactions: await operateControls(page) }
  } finally {
    await context.close()
  }
}

async function operateControls(page: Page): Promise<Interaction[]> {
  const interactions: Interaction[] = []
  const path = new URL(page.url()).pathname
  const controls = page.locator('main button:visible, main summary:visible, main input[type=checkbox]:visible')
  const count = Math.min(await controls.count(), maxControls)
  for (let index = 0; index < count; index += 1) {
    const control = controls.nth(index)
    if (!(await control.isVisible()) || !(await control.isEnabled())) continue
    const name = ((await control.getAttribute('aria-label')) ?? (await control.innerText())).trim()
    const before = (await watchedIn(page)).events.length
    await control.click({ timeout: 3000 }).catch(() => undefined)
    await page.waitForTimeout(300)
    // A page that was left begins its list anew.
    const events = (await watchedIn(page)).events.slice(before)
    interactions.push({ control: name.split('\n')[0] ?? '', ms: Math.max(0, ...events.map(({ ms }) => ms)) })
    await page.keyboard.press('Escape')
    if (new URL(page.url()).pathname !== path) await page.goBack()
  }
  return interactions
}
