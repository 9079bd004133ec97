import { createServer, request } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Network } from '../../e2e/network.ts'
import { exportLedgerEntries } from '../../src/wire/ledger-export.ts'
import { busyParty, ledgerSet, quietParty } from '../data-set/data-set.ts'
import { importSet } from '../service/imported-set.ts'
import { type PlainPage, withPlainPage } from '../shared/browser.ts'
import { frozenDemo, withService } from '../shared/built-service.ts'
import { processorSeconds } from '../shared/process-cost.ts'
import { fixed, grouped, printRow, quantile, readOptions } from '../shared/program.ts'

const usage = `What a page costs as what it shows grows, in Chromium: the statement of a million entries beside that of 200, and fifty
watched parties beside none and a bare page that fetches the same replies.

  npm run bench -- growth [options]

  --short    50,000 entries, one round, ten seconds of watching instead of a minute`

const { short } = readOptions(usage, { short: { type: 'boolean', default: false } })
const [entries, rounds, watchSeconds] = short ? [50_000, 1, 10] : [1_000_000, 3, 60]

/** Passes requests on to a service: it counts them, and knows when the first bytes of an export came by. */
class Relay {
  requests = 0
  /** Of the first export since it was last NaN, Unix milliseconds. */
  exportedAt = Number.NaN
  readonly server = createServer((incoming, outgoing) => {
    this.requests += 1
    const { url = '/', method, headers } = incoming
    const passed = request(this.base + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      const isFirst = url.startsWith(exportLedgerEntries.path) && Number.isNaN(this.exportedAt)
      if (isFirst) answer.once('data', () => (this.exportedAt = Date.now()))
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })

  constructor(readonly base: string) {}

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }
}

const withRelay = (options: readonly string[], work: (relay: Relay) => Promise<void>): Promise<void> =>
  withService(options, async ({ base }) => {
    const relay = new Relay(base)
    await once(relay.server.listen(0, '127.0.0.1'), 'listening')
    await work(relay).finally(() => {
      relay.server.closeAllConnections()
      relay.server.close()
    })
  })

/** Runs in the page: writes down when the first entry is in the list, Unix milliseconds. */
function noteFirstRow(): void {
  const look = (): void => {
    const isThere = document.querySelector('[aria-label=Entries] [role=gridcell]') !== null
    if (isThere) Object.assign(window, { firstRowAt: Date.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Runs in the page: milliseconds between frames of five seconds in which the list scrolls and its filter changes. */
async function scrollWhileFiltering(isFiltering: boolean): Promise<number[]> {
  const scroller = document.querySelector('[role=grid][aria-label=Entries]')
  const buttons = [...document.querySelectorAll<HTMLElement>('search[aria-label=Filters] button')]
  const sides = ['Credit', 'Debit', 'All'].map((name) => buttons.find((one) => one.textContent === name))
  if (!scroller || sides.includes(undefined)) throw new Error('the page has no list that scrolls, or no filter')
  const gaps: number[] = []
  const began = performance.now()
  let [last, changes] = [began, 0]
  for (let now = began; now - began < 5000;) {
    now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    gaps.push(now - last)
    last = now
    scroller.scrollTop += 30
    if (!isFiltering || now - began < changes * 700 + 300) continue
    sides[changes % sides.length]?.click()
    changes += 1
  }
  return gaps.slice(1)
}

const p95 = async (page: PlainPage, isFiltering: boolean): Promise<number> =>
  quantile(await page.evaluate<number[]>(`(${String(scrollWhileFiltering)})(${isFiltering})`), 0.95)

async function measureStatement(relay: Relay, party: string): Promise<number[]> {
  relay.exportedAt = Number.NaN
  return withPlainPage(`${relay.url}/ledger?partyId=${party}`, `(${String(noteFirstRow)})()`, async (page) => {
    const firstRowAt = await page.until<number>('window.firstRowAt', 300)
    await page.until(`/ rows read; complete/.test(document.body.innerText)`, 600)
    await sleep(2000)
    return [firstRowAt - relay.exportedAt, await p95(page, false), await p95(page, true)]
  })
}

/** The medians of a few figures over all rounds. */
const medians = (runs: readonly (readonly number[])[]): string[] =>
  (runs[0] ?? []).map((_, at) => {
    const column = runs.map((run) => run[at] ?? Number.NaN)
    return fixed(quantile(column, 0.5))
  })

async function measureStatements(): Promise<void> {
  const [imported] = await importSet(ledgerSet(entries), undefined, false)
  await withRelay(imported?.options ?? [], async (relay) => {
    const [many, few]: [number[][], number[][]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      many.push(await measureStatement(relay, busyParty))
      few.push(await measureStatement(relay, quietParty))
    }
    printRow('\nstatement, ms', 'first rows', 'scrolling', 'and filtering')
    printRow(`${grouped(entries)} entries`, ...medians(many))
    printRow('200 entries', ...medians(few))
    console.log('First rows: after the first byte of the answer. Then 95th percentiles of frames. Goals: 300, 20.')
  })
}

/** Runs in a page that does nothing else: the floor of what so many requests cost a browser. */
function fetchInTurn(parties: readonly string[]): void {
  let at = 0
  setInterval(async () => (await fetch(`/statistics/spam/${parties[at++ % parties.length]}`)).json(), 200)
}

/** Percent of a core that the browser takes for a page, and requests a second. */
const measureWatching = (relay: Relay, path: string, init: string): Promise<number[]> =>
  withPlainPage(relay.url + path, init, async (page) => {
    await page.until('document.body').then(() => sleep(15_000))
    const [busy, asked] = [processorSeconds(page.pid), relay.requests]
    await sleep(watchSeconds * 1000)
    const percent = (100 * (processorSeconds(page.pid) - busy)) / watchSeconds
    return [percent, (relay.requests - asked) / watchSeconds]
  })

async function measureWatched(): Promise<void> {
  await withRelay(frozenDemo, async (relay) => {
    const parties = (await new Network(relay.base).parties()).filter((id) => id !== 'network').slice(0, 50)
    const watching = (watched: readonly string[]): string =>
      `localStorage.setItem('lyra.preferences', ${JSON.stringify(JSON.stringify({ watched }))})`
    const pages: [name: string, path: string, init: string, runs: number[][]][] = [
      ['0', '/?show=watched', watching([]), []],
      [String(parties.length), '/?show=watched', watching(parties), []],
      ['bare page', '/api/v2/info', `(${String(fetchInTurn)})(${JSON.stringify(parties)})`, []],
    ]
    for (let round = 0; round < rounds; round += 1)
      for (const [, path, init, runs] of pages) runs.push(await measureWatching(relay, path, init))
    printRow('\nwatched parties', '% of a core', 'requests/s')
    for (const [name, , , runs] of pages) printRow(name, ...medians(runs))
    console.log('Goals for 50: 3 % more than for none, and 10 requests a second fewer than the node allows.')
  })
}

console.log(`${new Date().toISOString()}, load ${fixed(loadavg()[0] ?? 0, 0)}`)
await measureStatements()
await measureWatched()
