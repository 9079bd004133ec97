import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright'
import { launchBrowser } from './chromium.ts'
import { type GeneratedNode, startGeneratedNode } from './generated-node.ts'
import { rowsInAll, rowsPerPage, someParty } from './generated-rows.ts'
import { type Cost, type Frames, PageMeter, scrollFrames } from './page-cost.ts'
import { openPlainPage, type PlainPage } from './plain-page.ts'

const usage = `Measures lists of 100,000 rows in a browser beside a bare page.

  npm run bench -- browser [options]

  --runs N      of the long list, in turns with the bare page (5)`

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
})

/** What a person waits for on a list with all rows loaded. Sizes in bytes, times in milliseconds. */
interface Run {
  /** A row and a half in each frame, as a wheel does. */
  slow: Frames
  /** Forty rows in each frame: nothing that was there stays. */
  fast: Frames
  append: Cost
  /** Above the same page without a row. */
  heap: number
}

const grouped = (value: number): string => value.toLocaleString('en-US')
const beforeLast = rowsInAll - rowsPerPage

/** Waits for the words of an `output`. */
const said = (page: PlainPage, words: string): Promise<unknown> =>
  page.until(`[...document.querySelectorAll('output')].some((one) => one.textContent === ${JSON.stringify(words)})`)

/** Loads all but the last page, measures what the last one costs, then scrolls. */
async function runOn(
  page: PlainPage,
  node: GeneratedNode,
  scroller: string,
  start: () => Promise<void>,
  says: (rows: number) => string,
): Promise<Omit<Run, 'heap'> & { full: number }> {
  node.holdFrom(beforeLast)
  await start()
  await said(page, says(beforeLast))
  await sleep(1000)
  const meter = await PageMeter.of(page)
  await meter.heap()
  await sleep(500)
  const append = await meter.cost(async () => {
    node.holdFrom(undefined)
    await said(page, says(rowsInAll))
    await sleep(300)
  })
  const full = await meter.heap()
  const slow = await scrollFrames(page, scroller, 50, 240)
  const fast = await scrollFrames(page, scroller, 1360, 240)
  return { append, slow, fast, full }
}

async function runLyra(node: GeneratedNode): Promise<Run> {
  const none = await openPlainPage(`${node.url}/margin-modes?pagination.first=5000&partyId=${someParty}`)
  await none.until(`document.body?.innerText.includes('No margin mode is recorded')`)
  await sleep(2500)
  const empty = await (await PageMeter.of(none)).heap()
  await none.close()

  const page = await openPlainPage(`${node.url}/margin-modes?pagination.first=5000`)
  const start = async (): Promise<void> => {
    const button = `[...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Load all'))`
    await page.until(`Boolean(${button})`)
    await page.evaluate(`${button}.click()`)
  }
  const says = (rows: number): string =>
    rows === rowsInAll ? `all ${grouped(rows)} loaded` : `${grouped(rows)} loaded, more on the node`
  const { full, ...measured } = await runOn(page, node, '[role=grid]', start, says)
  await page.close()
  return { ...measured, heap: full - empty }
}

async function runReference(node: GeneratedNode): Promise<Run> {
  const none = await openPlainPage(`${node.url}/reference`)
  await none.until('typeof load === "function"')
  const empty = await (await PageMeter.of(none)).heap()
  await none.close()

  const page = await openPlainPage(`${node.url}/reference`)
  await page.until('typeof load === "function"')
  const start = async (): Promise<void> => void (await page.evaluate('load()'))
  const { full, ...measured } = await runOn(page, node, '#scroller', start, (rows) => `${rows} rows`)
  await page.close()
  return { ...measured, heap: full - empty }
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
const fixed = (value: number): string => value.toFixed(1)

/** The calmest and the middle of several runs: other programs can only make a run worse. */
function line(
  name: string,
  target: string,
  lyra: readonly number[],
  reference: readonly number[],
  show = fixed,
): string {
  const cells = [lyra, reference].map((values) => {
    const sorted = values.toSorted((a, b) => a - b)
    return `${show(sorted[0] ?? NaN).padStart(9)}${show(sorted[sorted.length >> 1] ?? NaN).padStart(9)}`
  })
  return `${name.padEnd(44)}${target.padStart(7)}${cells.join('  ')}`
}

function print(lyra: readonly Run[], reference: readonly Run[]): void {
  const of = (name: string, target: string, pick: (run: Run) => number, show = fixed): void =>
    console.log(line(name, target, lyra.map(pick), reference.map(pick), show))
  console.log(`\n${''.padEnd(51)}${'Lyra'.padStart(13)}${'bare page'.padStart(20)}`)
  console.log(
    `${'100,000 rows'.padEnd(44)}${'target'.padStart(7)}${'best   middle'.padStart(18)}${'best   middle'.padStart(20)}`,
  )
  of('frame while scrolling, p95, ms', '20', ({ slow }) => slow.p95)
  of('frame while scrolling, longest, ms', '', ({ slow }) => slow.longest)
  of('frame while racing (40 rows each), p95, ms', '20', ({ fast }) => fast.p95)
  of('frame while racing, longest, ms', '', ({ fast }) => fast.longest)
  of('appending the last page, main thread, ms', '30', ({ append }) => append.work)
  of('longest task while appending (0: none of 50), ms', '', ({ append }) => append.longestTask)
  of('elements in the document', '3000', ({ slow, fast }) => Math.max(slow.elements, fast.elements), String)
  of('heap above the empty page, MB', '60', ({ heap }) => heap, megabytes)
}

async function printLists(browser: Browser, node: GeneratedNode): Promise<void> {
  const [lyra, reference]: [Run[], Run[]] = [[], []]
  for (let run = 0; run < Number(options.runs); run += 1) {
    reference.push(await runReference(node))
    lyra.push(await runLyra(node))
  }
  console.log(
    `\nChromium ${browser.version()}, ${lyra.length} runs each, in turns; times of a busy machine are too long`,
  )
  print(lyra, reference)
}

async function main(): Promise<void> {
  if (options.help) {
    console.log(usage)
    return
  }
  const node = await startGeneratedNode()
  const browser = await launchBrowser()
  try {
    await printLists(browser, node)
  } finally {
    await browser.close()
    node.stop()
  }
}

await main()
