import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright'
import { Network } from '../../e2e/network.ts'
import { candleIdOf, listCandles } from '../../src/wire/candles.ts'
import { exportLedgerEntries, ledgerColumns } from '../../src/wire/ledger-export.ts'
import { frozenDemo, withService } from '../shared/built-service.ts'
import { withBrowser } from '../shared/browser.ts'
import { fixed, printRow, readOptions } from '../shared/program.ts'

const usage = `Prints the processor time of the main thread from the arrival of 10,000 candles of a minute until all of them are drawn, and
with 2,000 marks of a ledger, beside a bare page with the same chart library. Best of several runs, in turns.

  npm run bench -- chart [options]

  --runs N      of each (3)`

const runs = Number(readOptions(usage, { runs: { type: 'string', default: '3' } }).runs)
const [bars, marks, warm] = [10_000, 2000, 500]
/** Figures of a wide range follow the last change with a delay. */
const settleMs = 2500
const minute = 60_000_000_000n
const end = BigInt(Date.UTC(2025, 11, 31)) * 1_000_000n
const startOf = (count: number): bigint => end - BigInt(count) * minute
const party = 'c1'.repeat(32)

/** A candle of a price path that looks random and is the same in every run. */
function candle(start: bigint): object {
  const at = Number(start / minute)
  const price = (part: number): number =>
    Math.round(6_400_000 + 400_000 * Math.sin(at / 900) + 20_000 * Math.sin(at * 12.9898 + part * 78.233))
  const [open, close, volume] = [price(0), price(1), 1000 + (price(2) % 90_000)]
  const [high, low] = [Math.max(open, close) + 900, Math.min(open, close) - 900]
  const numbers = { open, high, low, close, volume, notional: volume * close }
  const texts = Object.entries(numbers).map(([name, value]) => [name, String(value)])
  return { start: String(start), lastUpdate: String(start + minute - 1n), ...Object.fromEntries(texts) }
}

/** The newest candles before a time, as a node answers them. */
function candlePage(parameters: URLSearchParams): string {
  const to = BigInt(parameters.get('toTimestamp') ?? end)
  const count = Number(parameters.get('pagination.first'))
  const edges = Array.from({ length: count }, (_, at) => ({
    node: candle(to - BigInt(at + 1) * minute),
    cursor: `${at}`,
  }))
  const pageInfo = { hasNextPage: true, hasPreviousPage: false, startCursor: '0', endCursor: `${count - 1}` }
  return JSON.stringify({ candles: { edges, pageInfo } })
}

/** Those entries of a margin account between two times that stand at every fifth candle. */
function entries(parameters: URLSearchParams, market: string): string {
  const [from = 0n, to = 0n] = ['start', 'end'].map((name) => BigInt(parameters.get(`dateRange.${name}Timestamp`) ?? 0))
  const types = ['WIN', 'LOSS', 'PERPETUALS_FUNDING_WIN', 'MARGIN_LOW']
  const rows = Array.from({ length: marks }, (_, at): string => {
    const time = startOf(bars) + BigInt(at * (bars / marks)) * minute
    const text = new Date(Number(time / 1_000_000n)).toISOString().replace('T', ' ').replace('.000Z', '+00')
    const size = 1000 + ((at * 7919) % 90_000)
    const accounts = `${market},network,SETTLEMENT,0,${market},${party},MARGIN,${size}`
    const row = `${text},${size},${size},TRANSFER_TYPE_${types[at % 4]},${parameters.get('assetId')},${accounts}\n`
    return time >= from && time < to ? row : ''
  })
  return `${ledgerColumns.join(',')}\n${rows.join('')}`
}

/** The least that a page must do for the same picture: no framework, no checks, no exact digits, no figures beside. */
const reference = `<!doctype html><title>Reference</title><div id="chart" style="height:560px;width:1180px"></div>
<script src="/chart-library.js"></script>
<script>
  const { createChart, createSeriesMarkers, CandlestickSeries, HistogramSeries } = LightweightCharts
  const read = async (id, size, before) => {
    const range = before === undefined ? '' : '&toTimestamp=' + before
    const reply = await fetch('${listCandles.path}?candleId=' + encodeURIComponent(id) + range + '&pagination.newestFirst=true&pagination.first=' + size)
    return (await reply.json()).candles.edges.map(({ node }) => node).reverse()
  }
  window.openChart = async (id, bars, marks) => {
    let held = []
    while (held.length < bars) held = (await read(id, Math.min(bars, 5000), held[0]?.start)).concat(held)
    const chart = createChart(document.querySelector('#chart'), { timeScale: { enableConflation: true, minBarSpacing: 0.01 } })
    const [prices, volumes] = [chart.addSeries(CandlestickSeries), chart.addSeries(HistogramSeries, {}, 1)]
    const time = ({ start }) => Number(start) / 1e9
    prices.setData(held.map((one) => ({ time: time(one), open: one.open / 1e5, high: one.high / 1e5, low: one.low / 1e5, close: one.close / 1e5 })))
    volumes.setData(held.map((one) => ({ time: time(one), value: one.volume / 1e3 })))
    const marked = marks === 0 ? [] : held.filter((_, at) => at % Math.floor(bars / marks) === 0)
    createSeriesMarkers(prices, marked.map((one) => ({ time: time(one), position: 'belowBar', shape: 'circle', color: 'teal' })))
    chart.timeScale().setVisibleLogicalRange({ from: 0, to: held.length })
  }
</script>`

/** Requests for pages of candles wait for `open`, once they are counted. */
const held = { asked: 0, open: Promise.resolve() }

async function answerIn(context: BrowserContext, market: string): Promise<void> {
  const library = await readFile('node_modules/lightweight-charts/dist/lightweight-charts.standalone.production.js')
  await context.route('**/reference', (route) => route.fulfill({ contentType: 'text/html', body: reference }))
  await context.route('**/chart-library.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: library }),
  )
  await context.route(`**${listCandles.path}?**`, async (route) => {
    const { searchParams, search } = new URL(route.request().url())
    if (!search.includes('1_minute') || !search.includes('newestFirst=true')) return route.continue()
    held.asked += 1
    await held.open
    return route.fulfill({ contentType: 'application/json', body: candlePage(searchParams) })
  })
  await context.route(`**${exportLedgerEntries.path}?**`, (route) =>
    route.fulfill({ contentType: 'text/csv', body: entries(new URL(route.request().url()).searchParams, market) }),
  )
}

const lyra = {
  first: '/settings',
  async open(page: Page, market: string, count: number, marks: number): Promise<void> {
    const range = `interval=1%20minute&from=${startOf(count)}&to=${end}`
    await page.evaluate(
      (address) => {
        history.pushState({}, '', address)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      },
      `/markets/${market}/candles?${range}${marks > 0 ? `&party=${party}` : ''}`,
    )
    const done = page.getByText(marks > 0 ? /^ledger read to / : /^VWAP \d/)
    await done.waitFor({ timeout: 60_000 })
  },
}

const bare: typeof lyra = {
  first: '/reference',
  open: (page, market, count, marks) =>
    page.evaluate(`openChart(${JSON.stringify(candleIdOf('1 minute', market))}, ${count}, ${marks})`),
}

/** Milliseconds of the main thread's own time: other programs do not count, but a busy machine makes each of them longer. */
async function measure(browser: Browser, base: string, chart: typeof lyra, marks: number): Promise<number> {
  const markets = await new Network(base).markets()
  const [market = '', other = ''] = markets.flatMap(({ id, state }) => (state === 'STATE_ACTIVE' ? [id] : []))
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await answerIn(context, market)
  await context.addInitScript(() => localStorage.setItem('lyra.preferences', JSON.stringify({ live: false })))
  const page = await context.newPage()
  try {
    await page.goto(base + chart.first)
    await page.waitForTimeout(1000)
    // Both pages have run their scripts before anything is measured.
    await chart.open(page, other, warm, marks)
    await page.waitForTimeout(settleMs)
    let release = (): void => {}
    Object.assign(held, { asked: 0, open: new Promise<void>((resolve) => (release = resolve)) })
    const opened = chart.open(page, market, bars, marks)
    while (held.asked === 0) await page.waitForTimeout(50)
    await page.waitForTimeout(settleMs)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const work = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics')
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
    }
    const before = await work()
    release()
    await opened
    await page.waitForTimeout(settleMs)
    return (await work()) - before
  } finally {
    await context.close()
  }
}

await withService(frozenDemo, ({ base }) =>
  withBrowser(async (browser) => {
    printRow(`best of ${runs} in turns, ms`, 'goal', 'Lyra', 'bare chart', 'ratio')
    for (const [name, goal, count] of [
      ['10,000 candles, from their arrival', '350', 0],
      ['the same with 2,000 marks', '450', marks],
    ] as const) {
      const best = [Infinity, Infinity]
      for (let run = 0; run < runs; run += 1)
        for (const [at, chart] of [lyra, bare].entries())
          best[at] = Math.min(best[at]!, await measure(browser, base, chart, count))
      printRow(name, goal, ...best.map((ms) => fixed(ms, 0)), fixed(best[0]! / best[1]!, 2))
    }
  }),
)
