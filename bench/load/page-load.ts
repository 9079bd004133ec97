import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type Page } from 'playwright'
import { budgetedRoutes, measureLoad } from '../../e2e/load-sizes.ts'
import { Network } from '../../e2e/network.ts'
import { frozenDemo, withService } from '../shared/built-service.ts'
import { withBrowser } from '../shared/browser.ts'
import { fixed, printRow, quantile, readOptions } from '../shared/program.ts'

const usage = `Prints what each page has downloaded ten seconds after a cold load, compressed, beside its budget; then its largest paint
and the slowest of its controls on a processor four times slower with 1.6 Mbit/s and 150 ms: medians of three rounds in turns
with a bare page, whose only script has as many bytes and writes a heading.

  npm run bench -- load [options]

  --slow        only the second table`

const { slow } = readOptions(usage, { slow: { type: 'boolean', default: false } })

/** What a person on a slow machine and a slow line waits for; milliseconds. */
interface SlowVisit {
  /** The largest paint before anybody acts, and the first request for data, since the start of the navigation. */
  largestPaint: number
  firstData: number
  /** Of each control, by its name, to its next paint. */
  interactions: Map<string, number>
}

/** 1.6 Mbit/s and 150 ms. */
const conditions = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
/** Milliseconds after the heading is there in which a larger paint may follow. */
const settleMs = 6000
const maxControls = 40
const dataPath = /^[^?]*\/(?:api|statistics|blockchain|vega)\b/

interface Watched {
  largest: number
  /** Milliseconds of each event of an interaction. */
  events: number[]
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
      if ('interactionId' in entry && Number(entry.interactionId) > 0) watched.events.push(entry.duration)
    },
    { durationThreshold: 16 },
  )
}

const watchedIn = (page: Page): Promise<Watched> =>
  page.evaluate(() => (window as unknown as { watched: Watched }).watched)

/** Loads a page without a cache under these conditions, then uses its controls one by one. */
async function visitSlowly(browser: Browser, url: string): Promise<SlowVisit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  try {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', conditions)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(watch)
    await page.goto(url)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 })
    await page.waitForTimeout(settleMs)
    const { largest } = await watchedIn(page)
    const requests = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
    )
    const firstData = Math.min(...requests.flatMap(({ name, startTime }) => (dataPath.test(name) ? [startTime] : [])))
    // The line is no part of an interaction.
    await session.send('Network.emulateNetworkConditions', { ...conditions, latency: 0, downloadThroughput: -1 })
    return { largestPaint: largest, firstData, interactions: await operateControls(page) }
  } finally {
    await context.close()
  }
}

async function operateControls(page: Page): Promise<SlowVisit['interactions']> {
  const interactions = new Map<string, number>()
  const path = new URL(page.url()).pathname
  const controls = page.locator('main button:visible, main summary:visible, main input[type=checkbox]:visible')
  const count = Math.min(await controls.count(), maxControls)
  for (let index = 0; index < count; index += 1) {
    const control = controls.nth(index)
    if (!(await control.isVisible()) || !(await control.isEnabled())) continue
    const name = ((await control.getAttribute('aria-label')) ?? (await control.innerText())).trim().split('\n')[0]
    const before = (await watchedIn(page)).events.length
    await control.click({ timeout: 3000 }).catch(() => undefined)
    await page.waitForTimeout(300)
    // A page that was left begins its list anew.
    const events = (await watchedIn(page)).events.slice(before)
    interactions.set(`${index + 1} ${name}`, Math.max(0, ...events))
    await page.keyboard.press('Escape')
    if (new URL(page.url()).pathname !== path) await page.goBack()
  }
  return interactions
}

/** Milliseconds: the largest paint, the first request for data, and the next paint after an interaction. */
const [paintBudget, dataBudget, interactionBudget] = [2500, 1300, 100]

const shown = (path: string): string => path.replace(/[0-9a-f]{56}/, '…')

/** Runs `work` with the address of a page whose script has this many bytes, all of which have to come, and writes a heading. */
async function withBarePage(bytes: number, work: (url: string) => Promise<void>): Promise<void> {
  const script = `/*${randomBytes(bytes).toString('base64').slice(0, bytes)}*/document.body.innerHTML='<h1>A bare page</h1>'`
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = url.endsWith('.js') ? ['javascript', script] : ['html', '<body><script src=bare.js></script>']
    response.writeHead(200, { 'content-type': `text/${type}` }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).finally(() => server.close())
}

async function printSlow(browser: Browser, base: string, routes: readonly { path: string }[]): Promise<void> {
  const budgets = `goals ${paintBudget} (largest), ${dataBudget} (first data), ${interactionBudget} (controls)`
  console.log(`\nslowed four times, 1.6 Mbit/s, 150 ms; milliseconds, ${budgets}`)
  printRow('', 'of bare', 'largest', 'first data', 'slowest', 'controls', 'over')
  await withBarePage(190_000, async (bare) => {
    const urls = new Map([...routes.map(({ path }) => [shown(path), base + path] as const), ['bare page', bare]])
    const visits = new Map<string, SlowVisit[]>()
    for (let round = 0; round < 3; round += 1)
      for (const [name, url] of urls) visits.set(name, [...(visits.get(name) ?? []), await visitSlowly(browser, url)])
    const median = (name: string, figure: (visit: SlowVisit) => number): number =>
      quantile((visits.get(name) ?? []).map(figure).filter(Number.isFinite), 0.5)
    for (const [name, of] of visits) {
      const controls = [...new Set(of.flatMap(({ interactions }) => [...interactions.keys()]))]
      const times = controls.map((control) =>
        median(name, ({ interactions }) => interactions.get(control) ?? Number.NaN),
      )
      const over = controls.filter((_, at) => times[at]! > interactionBudget)
      const [largest = 0, reference = 0] = [name, 'bare page'].map((page) =>
        median(page, (visit) => visit.largestPaint),
      )
      const figures = [largest, median(name, ({ firstData }) => firstData), Math.max(...times)].map((ms) =>
        fixed(ms, 0),
      )
      printRow(name, fixed(largest / reference, 2), ...figures, String(controls.length), String(over.length))
      if (over.length > 0) console.log(`  ${over.join(', ')}`)
    }
  })
}

const kilobytes = (bytes: number): string => fixed(bytes / 1000)

await withService(frozenDemo, async ({ base }) => {
  const network = new Network(base)
  const [partyId, market] = await Promise.all([network.versatileParty(), network.busyMarket()])
  await withBrowser(async (browser) => {
    const routes = budgetedRoutes(partyId, market.id)
    if (!slow) printRow('', 'script kB', 'budget', 'files', 'styles', 'fonts')
    for (const { path, budget } of slow ? [] : routes) {
      const { script, style, font } = await measureLoad(browser, base + path)
      const sizes = [script.bytes, budget.scriptBytes].map(kilobytes)
      const rest = [style.bytes, font.bytes].map(kilobytes)
      printRow(shown(path), ...sizes, String(script.requests), ...rest)
    }
    await printSlow(browser, base, routes)
  })
})
