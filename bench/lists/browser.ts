import { setTimeout as sleep } from 'node:timers/promises'
import { type GeneratedNode, startGeneratedNode } from './generated-node.ts'
import { rowsInAll, someParty } from './generated-rows.ts'
import { type Cost, type Frames, PageMeter, scrollFrames } from '../shared/page-cost.ts'
import { openPlainPage, type PlainPage } from '../shared/plain-page.ts'
import { fixed, grouped, printRow, quantile, readOptions, withBrowser } from '../shared/program.ts'

const usage = `Measures lists of 100,000 rows in a browser beside a bare page.

  npm run bench -- browser [options]

  --runs N      of the long list, in turns with the bare page (5)`

const options = readOptions(usage, { runs: { type: 'string', default: '5' } })

/** What a person waits for on a list with all rows loaded. Sizes in bytes, times in milliseconds. */
interface Run {
  /** A row and a half in each frame, as a wheel does. */
  slow: Frames
  /** Forty rows in each frame: no row stays in view. */
  fast: Frames
  /** Appending the last page, by the number of its rows. */
  append: Readonly<Record<5000 | 1000, Cost>>
  /** Above the same page without a row. */
  heap: number
}

/** A page with the list. */
interface Subject {
  /** The list without rows, and what is true once it is there. */
  empty: { path: string; ready: string }
  /** The list in pages of so many rows. */
  path: (rowsPerPage: number) => string
  ready: string
  /** Begins to load all rows. */
  start: string
  /** What its `output` reads once so many rows are loaded. */
  loaded: (rows: number) => string
  scroller: string
}

const loadAll = `[...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Load all'))`
const lyra: Subject = {
  empty: {
    path: `/margin-modes?pagination.first=5000&partyId=${someParty}`,
    ready: `document.body?.innerText.includes('No margin mode is recorded')`,
  },
  path: (rowsPerPage) => `/margin-modes?pagination.first=${rowsPerPage}`,
  ready: `Boolean(${loadAll})`,
  start: `${loadAll}.click()`,
  loaded: (rows) => (rows === rowsInAll ? `all ${grouped(rows)} loaded` : `${grouped(rows)} loaded, more on the node`),
  scroller: '[role=grid]',
}

const bare: Subject = {
  empty: { path: '/reference', ready: 'typeof load === "function"' },
  path: (rowsPerPage) => `/reference?rows=${rowsPerPage}`,
  ready: 'typeof load === "function"',
  start: 'load()',
  loaded: (rows) => `${rows} rows`,
  scroller: '#scroller',
}

/** Waits for the text of an `output`. */
const untilOutput = (page: PlainPage, text: string): Promise<unknown> =>
  page.until(`[...document.querySelectorAll('output')].some((one) => one.textContent === ${JSON.stringify(text)})`)

/** Opens a list, loads all but its last page and measures what that one costs. */
async function append(node: GeneratedNode, subject: Subject, rowsPerPage: number) {
  const page = await openPlainPage(node.url + subject.path(rowsPerPage))
  await page.until(subject.ready)
  node.holdFrom(rowsInAll - rowsPerPage)
  await page.evaluate(subject.start)
  await untilOutput(page, subject.loaded(rowsInAll - rowsPerPage))
  await sleep(1000)
  const meter = await PageMeter.of(page)
  await meter.heap()
  await sleep(500)
  const cost = await meter.cost(async () => {
    node.holdFrom(undefined)
    await untilOutput(page, subject.loaded(rowsInAll))
    await sleep(300)
  })
  return { page, meter, cost }
}

async function heapWithoutRows(node: GeneratedNode, { path, ready }: Subject['empty']): Promise<number> {
  const page = await openPlainPage(node.url + path)
  await page.until(ready)
  await sleep(2500)
  const heap = await (await PageMeter.of(page)).heap()
  await page.close()
  return heap
}

async function measure(node: GeneratedNode, subject: Subject): Promise<Run> {
  const empty = await heapWithoutRows(node, subject.empty)
  const long = await append(node, subject, 5000)
  const heap = (await long.meter.heap()) - empty
  const slow = await scrollFrames(long.page, subject.scroller, 50, 240)
  const fast = await scrollFrames(long.page, subject.scroller, 1360, 240)
  await long.page.close()
  const short = await append(node, subject, 1000)
  await short.page.close()
  return { append: { 5000: long.cost, 1000: short.cost }, slow, fast, heap }
}

const node = await startGeneratedNode()
await withBrowser(node, async (browser) => {
  const [runs, bareRuns]: [Run[], Run[]] = [[], []]
  for (let run = 0; run < Number(options.runs); run += 1) {
    bareRuns.push(await measure(node, bare))
    runs.push(await measure(node, lyra))
  }
  /** The best and the median run: other programs can only make a run worse. */
  const print = (name: string, target: string, pick: (run: Run) => number, digits = 1): void =>
    printRow(
      name,
      target,
      ...[runs, bareRuns].flatMap((some) => [0, 0.5].map((share) => fixed(quantile(some.map(pick), share), digits))),
    )
  console.log(
    `\nChromium ${browser.version()}, ${runs.length} runs each, in turns; times of a busy machine are too long`,
  )
  printRow('100,000 rows', 'target', 'best', 'median', 'bare best', 'bare median')
  print('frame while scrolling, p95, ms', '20', ({ slow }) => slow.p95)
  print('frame while scrolling, longest, ms', '', ({ slow }) => slow.longest)
  print('frame while racing (40 rows each), p95, ms', '20', ({ fast }) => fast.p95)
  print('frame while racing, longest, ms', '', ({ fast }) => fast.longest)
  print('appending a page of 5,000 rows, main thread, ms', '45', ({ append }) => append[5000].work)
  print('  its longest task (0: none of 50), ms', '', ({ append }) => append[5000].longestTask)
  print('appending a page of 1,000 rows, main thread, ms', '15', ({ append }) => append[1000].work)
  print('  its longest task (0: none of 50), ms', '', ({ append }) => append[1000].longestTask)
  print('elements in the document', '3000', ({ slow, fast }) => Math.max(slow.elements, fast.elements), 0)
  print('heap above the empty page, MB', '60', ({ heap }) => heap / 1e6)
})
