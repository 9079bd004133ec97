import { type Browser, type Page } from 'playwright'
import { budgetedRoutes, measureLoad } from '../../e2e/load-sizes.ts'
import { Network } from '../../e2e/network.ts'
import { frozenDemo, startBuiltService } from '../shared/built-service.ts'
import { withBrowser } from '../shared/browser.ts'
import { fixed, printRow, readOptions } from '../shared/program.ts'

const usage = `Prints what each page has downloaded ten seconds after a cold load, compressed, beside its budget; then its largest paint
and the slowest of its controls on a processor four times slower with 1.6 Mbit/s and 150 ms.

  npm run bench -- load [options]

  --base URL    of a running Lyra instead of a demo network without new blocks
  --slow        only the second table`

const options = readOptions(usage, { base: { type: 'string' }, slow: { type: 'boolean', default: false } })

/** What a person on a slow machine and a slow line waits for; milliseconds from the start of the navigation. */
interface SlowLoad {
  /** The largest paint before anybody acts. */
  largestPaint: number
  /** When the first data were asked for, and when the last script of the first load had come. */
  firstData: number
  lastScript: number
}

/** How long a control took to its next paint. */
interface Interaction {
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
async function measureSlowPage(
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

/** Milliseconds: house.md's largest paint, and the next paint after an interaction. */
const [paintBudget, interactionBudget] = [1200, 100]

const shown = (path: string): string => path.replace(/[0-9a-f]{56}/, '…')

async function printSlow(browser: Browser, base: string, paths: readonly string[]): Promise<void> {
  console.log(`\nslowed four times, 1.6 Mbit/s, 150 ms; milliseconds, budgets ${paintBudget} and ${interactionBudget}`)
  printRow('', 'largest', 'first data', 'last script', 'controls', 'slowest', 'over')
  for (const path of paths) {
    const { load, interactions } = await measureSlowPage(browser, base + path)
    const sorted = interactions.toSorted((a, b) => b.ms - a.ms)
    const over = sorted.filter(({ ms }) => ms > interactionBudget)
    const times = [load.largestPaint, load.firstData, load.lastScript, sorted[0]?.ms ?? Number.NaN]
    const [largest = '', data = '', script = '', slowest = ''] = times.map((ms) => fixed(ms, 0))
    printRow(shown(path), largest, data, script, String(interactions.length), slowest, String(over.length))
    for (const { control, ms } of over) console.log(`  ${fixed(ms, 0)} ${control}`)
  }
}

const kilobytes = (bytes: number): string => fixed(bytes / 1000)

async function print(base: string): Promise<void> {
  const network = new Network(base)
  const [partyId, market] = await Promise.all([network.versatileParty(), network.busyMarket()])
  await withBrowser(async (browser) => {
    printRow('', 'script kB', 'budget', 'files', 'styles', 'fonts')
    const routes = budgetedRoutes(partyId, market.id)
    for (const { path, budget } of options.slow ? [] : routes) {
      const { script, style, font } = await measureLoad(browser, base + path)
      const sizes = [script.bytes, budget.scriptBytes].map(kilobytes)
      const rest = [style.bytes, font.bytes].map(kilobytes)
      printRow(shown(path), ...sizes, String(script.requests), ...rest)
    }
    const paths = routes.map(({ path }) => path)
    await printSlow(browser, base, paths)
  })
}

const service = options.base === undefined ? await startBuiltService(frozenDemo) : undefined
await print(service?.base ?? (options.base ?? '').replace(/\/+$/, '')).finally(service?.stop)
