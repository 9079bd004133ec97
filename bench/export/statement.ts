import { setTimeout as sleep } from 'node:timers/promises'
import { exportLedgerEntries } from '../../src/wire/ledger-export.ts'
import { Balances } from '../../src/web/ledger/store/balances.ts'
import { type RowFilter, Selection } from '../../src/web/ledger/store/filter.ts'
import { RowStore } from '../../src/web/ledger/store/row-store.ts'
import { largestOf, sumsOf } from '../../src/web/ledger/store/sums.ts'
import { residentRenderer } from './export-browser.ts'
import { benchParty } from '../shared/ledger-archive.ts'
import { ledgerCsv } from './ledger-csv.ts'
import { heapOf, scrollFrames } from '../shared/page-cost.ts'
import { openPlainPage, type PlainPage } from '../shared/plain-page.ts'
import { fixed, grouped, printRow, readOptions } from '../shared/program.ts'
import { startRecordedNode } from './recorded-node.ts'

const usage = `Reads a long ledger as a statement: memory, filters and sums of its rows, and scrolling in a browser.

  npm run bench -- statement [options]

  --rows N     entries (1000000)
  --only TEXT  "store" or "browser" alone`

const options = readOptions(usage, { rows: { type: 'string', default: '1000000' }, only: { type: 'string' } })
const rows = Number(options.rows)
const megabyte = 1_000_000

/** Goals of the issue. */
const goals = { residentMb: 300, frameMs: 20, filterMs: 200 }

const filters: Readonly<Record<string, RowFilter>> = {
  type: { type: 'TRANSFER_TYPE_MTM_WIN' },
  market: { market: 'a'.repeat(64) },
  side: { side: 'debit' },
  amount: { bounds: { ['d'.repeat(64)]: { min: '1000000000', max: '500000000000' } } },
  'all of them': {
    type: 'TRANSFER_TYPE_MTM_LOSS',
    market: 'a'.repeat(64),
    side: 'debit',
    bounds: { ['d'.repeat(64)]: { min: '1000000000' } },
  },
}

function timed<Value>(work: () => Value): { ms: number; value: Value } {
  const began = performance.now()
  const value = work()
  return { ms: performance.now() - began, value }
}

/** The rows and what is asked of them, in this process: the work that a browser's worker does. */
function measureStore(csv: Buffer): void {
  const text = csv.toString()
  const lines = text.trimEnd().split('\n')
  const store = new RowStore()
  const read = timed(() => {
    for (const line of lines.slice(1)) store.add(line)
  })
  console.log(`\nstore, ${grouped(store.count)} rows, ${fixed(csv.length / megabyte)} MB of CSV`)
  printRow('read, ms', fixed(read.ms, 0))
  let longest = 0
  for (const [name, filter] of Object.entries(filters)) {
    const { ms, value } = timed(() => new Selection(store, filter))
    longest = Math.max(longest, ms)
    printRow(`filter by ${name}, ms`, fixed(ms), `${grouped(value.count)} rows`)
  }
  printRow('longest filter, ms', fixed(longest), `goal ${goals.filterMs}`)
  const all = new Selection(store, {})
  printRow('sums by type and month, ms', fixed(timed(() => sumsOf(store, all)).ms))
  printRow('largest movements, ms', fixed(timed(() => largestOf(store, all, 5)).ms))
  const balances = new Balances(store, benchParty)
  printRow('movements of each account, ms', fixed(timed(() => balances.advance()).ms))
  const stretch = { start: store.micros(0), end: store.micros(store.count - 1) + 1, steps: 480 }
  printRow('balance curves, ms', fixed(timed(() => balances.curves(stretch)).ms))
}

const counted = `[...document.querySelectorAll('output')].map((one) => one.textContent)
  .find((words) => /rows read; (complete|the end)/.test(words))`
const shownBy = (count: string): string => `(${counted})?.startsWith('${count} of')`

/** Milliseconds from a press to the count of rows that it leaves, by the page's own clock. */
const pressed = (page: PlainPage, label: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const words = () => ${counted}
    const [before, began] = [words(), performance.now()]
    const look = () => (words() === before ? requestAnimationFrame(look) : resolve(performance.now() - began))
    ;[...document.querySelectorAll('button')].find((one) => one.textContent === '${label}').click()
    look()
  })`)

async function measureBrowser(csv: Buffer): Promise<void> {
  const node = await startRecordedNode(exportLedgerEntries.path, csv)
  const page = await openPlainPage(`${node.url}/ledger`)
  try {
    await page.until(`document.querySelector('h1') !== null`)
    await sleep(2000)
    const [heapBefore, before] = [await heapOf(page, 3), residentRenderer(page.pid)]
    let largest = before
    const watch = setInterval(() => (largest = Math.max(largest, residentRenderer(page.pid))), 250)
    const began = performance.now()
    await page.send('Page.navigate', { url: `${node.url}/ledger?partyId=${benchParty}` })
    const words = await page.until<string>(counted, 600)
    const seconds = (performance.now() - began) / 1000
    await sleep(10_000)
    clearInterval(watch)
    const heap = await heapOf(page, 3)
    const rest = residentRenderer(page.pid)
    console.log(`\nbrowser, ${words}`)
    printRow('seconds', fixed(seconds))
    printRow(
      'memory (RSS) at rest, largest: growth in MB',
      fixed((rest - before) / megabyte, 0),
      fixed((largest - before) / megabyte, 0),
      `goal ${goals.residentMb}`,
    )
    printRow('heap of the page, growth in MB', fixed((heap - heapBefore) / megabyte))
    const grid = '[role="grid"][aria-label="Entries"]'
    for (const [name, step] of [
      ['slow', 40],
      ['fast', 5000],
    ] as const) {
      const { p50, p95, longest, elements } = await scrollFrames(page, grid, step, 200)
      printRow(
        `${name} scrolling, ms a frame: p50, p95, longest`,
        fixed(p50),
        fixed(p95),
        fixed(longest),
        `goal ${goals.frameMs}`,
      )
      printRow('  elements at most', grouped(elements))
    }
    printRow('filter by side, from press to count, ms', fixed(await pressed(page, 'Debit')))
    await page.until(shownBy(grouped(Math.floor((rows * 2) / 5))), 5).catch(() => undefined)
    printRow('no filter, from press to count, ms', fixed(await pressed(page, 'All')))
  } finally {
    await page.close()
    node.stop()
  }
}

const csv = ledgerCsv(rows)
if (options.only !== 'browser') measureStore(csv)
if (options.only !== 'store') await measureBrowser(csv)
