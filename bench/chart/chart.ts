import type { Browser } from 'playwright'
import { type Driver, inFrame, lyra, reference } from './chart-drivers.ts'
import { LeakMeter, panFrames, type Kept, type Pan } from './chart-measure.ts'
import { type ChartNode, startChartNode } from './chart-node.ts'
import { marketOf } from './chart-rows.ts'
import { PageMeter, probeOf } from '../shared/page-cost.ts'
import { fixed, grouped, printRow, readOptions, withBrowser } from '../shared/program.ts'

const usage = `Measures the candles page in a browser beside a bare page with the same chart library.

  npm run bench -- chart [options]

  --runs N      of each chart, in turns with the bare page (3)
  --mounts N    how often the page is opened and left again (300)
  --only PART   draw or leak`

const options = readOptions(usage, {
  runs: { type: 'string', default: '3' },
  mounts: { type: 'string', default: '300' },
  only: { type: 'string' },
})

const [warm, all, grown] = [700, 10_000, 9_000]
/** Markets of their own, because the page keeps the candles that it has loaded. */
const [warmMarket, allMarket, grownMarket] = [marketOf(warm, 'a'), marketOf(all, 'b'), marketOf(all, 'c')]
const settleMs = 500

/** Work of a page in milliseconds: until it waits for its bars, and from their arrival on. */
interface FirstPaint {
  before: number
  from: number
}

/** Times in milliseconds. */
interface Run {
  first: FirstPaint
  pan: Pan
  panAll: Pan
  prepend: number
}

async function firstPaint(driver: Driver, node: ChartNode, meter: PageMeter): Promise<FirstPaint> {
  const { page } = driver
  node.hold(true)
  let opened: Promise<void> | undefined
  const { work: before } = await meter.cost(async () => {
    opened = driver.open(allMarket, all)
    while (node.waiting() === 0) await page.waitForTimeout(50)
    await page.waitForTimeout(settleMs)
  })
  const { work: from } = await meter.cost(async () => {
    node.hold(false)
    await opened
    await page.waitForTimeout(settleMs)
  })
  return { before, from }
}

async function runOn(driver: Driver, node: ChartNode): Promise<Run> {
  const { page, selector } = driver
  // Both pages load and run their scripts before anything is measured.
  await driver.open(warmMarket, warm)
  await page.waitForTimeout(1000)
  await driver.close()
  const meter = await PageMeter.of(await probeOf(page))
  const first = await firstPaint(driver, node, meter)
  const panAll = await panFrames(page, selector, 2, 120)
  await driver.close()

  const loaded = await driver.grow(grownMarket, grown)
  await driver.frame(grownMarket, loaded, grown / 2)
  await page.waitForTimeout(settleMs)
  const pan = await panFrames(page, selector, 4, 240)
  await page.waitForTimeout(1000)
  node.hold(true)
  await driver.frame(grownMarket, loaded, 0)
  const { work: prepend } = await meter.cost(async () => {
    await driver.prepend(() => node.hold(false))
    await page.waitForTimeout(settleMs)
  })
  await page.context().close()
  return { first, pan, panAll, prepend }
}

interface Leaks extends Kept {
  /** Bytes. */
  heap: number
}

/** Opens and leaves the chart again and again; what is kept after the first ten times is not counted. */
async function leaksOf(driver: Driver, mounts: number): Promise<Leaks> {
  const { page } = driver
  const turn = async (): Promise<void> => {
    await driver.open(warmMarket, warm)
    await driver.close()
  }
  for (let times = 0; times < 10; times += 1) await turn()
  const [leaks, meter] = [await LeakMeter.of(page), await PageMeter.of(await probeOf(page))]
  await page.waitForTimeout(2000)
  const before = { ...(await leaks.kept()), heap: await meter.heap() }
  for (let times = 0; times < mounts; times += 1) await turn()
  await page.waitForTimeout(2000)
  const after = { ...(await leaks.kept()), heap: await meter.heap() }
  await page.context().close()
  return {
    detachedCanvases: after.detachedCanvases,
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
    heap: after.heap - before.heap,
  }
}

/** What Lyra needed and what the bare page needed. */
type Pair = readonly [lyra: number, bare: number]

function line(name: string, target: string, [lyra, bare]: Pair, digits = 1): void {
  const ratio = bare > 0 ? fixed(lyra / bare, 2) : '–'
  printRow(name, target, fixed(lyra, digits), fixed(bare, digits), ratio)
}

function head(title: string): void {
  console.log()
  printRow(title, 'target', 'Lyra', 'bare chart', 'ratio')
}

/** The best of several runs: other programs can only make a run worse. */
const best = (runs: readonly Run[], pick: (run: Run) => number): number => Math.min(...runs.map(pick))

async function printDrawing(browser: Browser, node: ChartNode): Promise<void> {
  const [ours, bare]: [Run[], Run[]] = [[], []]
  for (let run = 0; run < Number(options.runs); run += 1) {
    bare.push(await runOn(await reference(browser, node), node))
    ours.push(await runOn(await lyra(browser, node), node))
  }
  head(`best of ${ours.length} in turns; work of the main thread`)
  const of = (name: string, target: string, pick: (run: Run) => number): void =>
    line(name, target, [best(ours, pick), best(bare, pick)])
  of(`first paint of ${grouped(all)} bars from their arrival, ms`, '350', ({ first }) => first.from)
  of('  the page before them, ms', '', ({ first }) => first.before)
  of(`pan, ${inFrame} of ${grouped(grown)} bars in view, frame p95, ms`, '20', ({ pan }) => pan.p95)
  of('  its longest frame, ms', '', ({ pan }) => pan.longest)
  of(`pan, all ${grouped(all)} bars in view, frame p95, ms`, '20', ({ panAll }) => panAll.p95)
  of('  its longest frame, ms', '', ({ panAll }) => panAll.longest)
  of(`1,000 older bars at ${grouped(grown)} loaded, ms`, '120', ({ prepend }) => prepend)
}

async function printLeaks(browser: Browser, node: ChartNode): Promise<void> {
  const mounts = Number(options.mounts)
  const bare = await leaksOf(await reference(browser, node), mounts)
  const ours = await leaksOf(await lyra(browser, node), mounts)
  head(`after ${mounts} times of opening and leaving`)
  line('canvas elements that are alive outside the document', '0', [ours.detachedCanvases, bare.detachedCanvases], 0)
  line('heap, MB more', '5', [ours.heap / 1e6, bare.heap / 1e6], 2)
  line('nodes more', '', [ours.nodes, bare.nodes], 0)
  line('event listeners more', '', [ours.listeners, bare.listeners], 0)
}

const node = await startChartNode([warmMarket, allMarket, grownMarket])
await withBrowser(node, async (browser) => {
  console.log(`\nChromium ${browser.version()}`)
  if (options.only !== 'leak') await printDrawing(browser, node)
  if (options.only !== 'draw') await printLeaks(browser, node)
})
