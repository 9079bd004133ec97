import { parseArgs } from 'node:util'
import type { Browser } from 'playwright'
import { launchBrowser } from './chromium.ts'
import { type Driver, grouped, lyra, reference } from './chart-drivers.ts'
import { LeakMeter, panFrames, type Kept, type Pan } from './chart-measure.ts'
import { type ChartNode, startChartNode } from './chart-node.ts'
import { PageMeter, probeOf } from './page-cost.ts'

const usage = `Measures the candles page in a browser beside a bare page with the same chart library.

  npm run bench -- chart [options]

  --runs N      of each chart, in turns with the bare page (3)
  --mounts N    how often the page is opened and left again (300)
  --only PART   draw or leak`

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    mounts: { type: 'string', default: '300' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

/** Candles of the markets. The longest is a little shorter than what the page holds, so that nothing is dropped. */
const [few, many, most, grown] = [10_000, 21_000, 49_900, 20_000]
const warm = 700
const settled = 500

/** Work of a page in milliseconds: until it waits for its bars, and from their arrival on. */
interface FirstPaint {
  before: number
  from: number
}

/** Times in milliseconds. */
interface Run {
  firstFew: FirstPaint
  firstMost: FirstPaint
  pan: Pan
  panAll: Pan
  prepend: number
}

async function runOn(driver: Driver, node: ChartNode): Promise<Run> {
  const { page, selector } = driver
  // Once before, so that both pages have read and run their scripts.
  await driver.open(warm, warm)
  await page.waitForTimeout(1000)
  await driver.close()
  const meter = await PageMeter.of(await probeOf(page))
  const firstPaint = async (bars: number): Promise<FirstPaint> => {
    node.hold(true)
    let opened: Promise<void> | undefined
    const { work: before } = await meter.cost(async () => {
      opened = driver.open(bars, bars)
      while (node.waiting() === 0) await page.waitForTimeout(50)
      await page.waitForTimeout(settled)
    })
    const { work: from } = await meter.cost(async () => {
      node.hold(false)
      await opened
      await page.waitForTimeout(settled)
    })
    return { before, from }
  }
  const firstFew = await firstPaint(few)
  const panAll = await panFrames(page, selector, 2, 120)
  await driver.close()
  const firstMost = await firstPaint(most)
  await driver.close()

  await driver.open(many, grown)
  await driver.frame(many, grown, 10_000, 10_150)
  await page.waitForTimeout(settled)
  const pan = await panFrames(page, selector, 4, 240)
  await page.waitForTimeout(1000)
  node.hold(true)
  await driver.frame(many, grown, 0, 150)
  const { work: prepend } = await meter.cost(async () => {
    await driver.prepend(() => node.hold(false))
    await page.waitForTimeout(settled)
  })
  await page.context().close()
  return { firstFew, firstMost, pan, panAll, prepend }
}

interface Leaks extends Kept {
  /** Bytes. */
  heap: number
}

/** Opens and leaves the chart again and again; what is kept after the first ten times is not counted. */
async function leaksOf(driver: Driver, mounts: number): Promise<Leaks> {
  const { page } = driver
  const turn = async (): Promise<void> => {
    await driver.open(warm, warm)
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

const fixed = (value: number): string => value.toFixed(1)

function line(name: string, target: string, lyra: number, bare: number, show = fixed): void {
  const ratio = bare > 0 ? (lyra / bare).toFixed(2) : '–'
  console.log(
    `${name.padEnd(52)}${target.padStart(7)}${show(lyra).padStart(9)}${show(bare).padStart(11)}${ratio.padStart(8)}`,
  )
}

function head(title: string): void {
  const names = ['target', 'Lyra', 'bare chart', 'ratio']
  console.log(`\n${title.padEnd(52)}${names.map((name, at) => name.padStart([7, 9, 11, 8][at] ?? 0)).join('')}`)
}

/** The calmest of several runs: other programs can only make a run worse. */
const best = (runs: readonly Run[], pick: (run: Run) => number): number => Math.min(...runs.map(pick))

async function printDrawing(browser: Browser, node: ChartNode): Promise<void> {
  const [ours, bare]: [Run[], Run[]] = [[], []]
  for (let run = 0; run < Number(options.runs); run += 1) {
    bare.push(await runOn(await reference(browser, node), node))
    ours.push(await runOn(await lyra(browser, node), node))
  }
  head(`best of ${ours.length} in turns; work of the main thread`)
  const of = (name: string, target: string, pick: (run: Run) => number): void =>
    line(name, target, best(ours, pick), best(bare, pick))
  of(`first paint of ${grouped(few)} bars from their arrival, ms`, '350', ({ firstFew }) => firstFew.from)
  of('  the page before them, ms', '', ({ firstFew }) => firstFew.before)
  of(`first paint of ${grouped(most)} bars from their arrival, ms`, '900', ({ firstMost }) => firstMost.from)
  of('  the page before them, ms', '', ({ firstMost }) => firstMost.before)
  of(`pan, 150 of ${grouped(grown)} bars in view, frame p95, ms`, '20', ({ pan }) => pan.p95)
  of('  its longest frame, ms', '', ({ pan }) => pan.longest)
  of(`pan, all ${grouped(few)} bars in view, frame p95, ms`, '20', ({ panAll }) => panAll.p95)
  of('  its longest frame, ms', '', ({ panAll }) => panAll.longest)
  of(`1,000 older bars at ${grouped(grown)} loaded, ms`, '120', ({ prepend }) => prepend)
}

async function printLeaks(browser: Browser, node: ChartNode): Promise<void> {
  const mounts = Number(options.mounts)
  const bare = await leaksOf(await reference(browser, node), mounts)
  const ours = await leaksOf(await lyra(browser, node), mounts)
  head(`after ${mounts} times of opening and leaving`)
  const of = (
    name: string,
    target: string,
    pick: (leaks: Leaks) => number,
    show: (value: number) => string = String,
  ): void => line(name, target, pick(ours), pick(bare), show)
  of('canvas elements that are alive outside the document', '0', ({ detachedCanvases }) => detachedCanvases)
  of(
    'heap, MB more',
    '5',
    ({ heap }) => heap / 1e6,
    (value: number) => value.toFixed(2),
  )
  of('nodes more', '', ({ nodes }) => nodes)
  of('event listeners more', '', ({ listeners }) => listeners)
}

async function main(): Promise<void> {
  if (options.help) {
    console.log(usage)
    return
  }
  const node = await startChartNode([warm, few, many, most])
  const browser = await launchBrowser()
  try {
    console.log(`\nChromium ${browser.version()}`)
    if (options.only !== 'leak') await printDrawing(browser, node)
    if (options.only !== 'draw') await printLeaks(browser, node)
  } finally {
    await browser.close()
    node.stop()
  }
}

await main()
