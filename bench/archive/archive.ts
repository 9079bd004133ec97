import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { archiveInPage } from '../../e2e/archive-in-page.ts'
import { type FileServer, serveFiles } from '../../e2e/file-server.ts'
import { listMarginModes } from '../../src/wire/margin-modes.ts'
import { longRows } from '../data-set/archive.ts'
import { type DataSet, ledgerSet, millionSet, quickSet } from '../data-set/data-set.ts'
import { archiveOf } from '../service/imported-set.ts'
import { openPlainPage } from '../shared/browser.ts'
import { importArchives, startBuiltService } from '../shared/built-service.ts'
import { processorSeconds, rendererMb, watchLargest } from '../shared/process-cost.ts'
import { fixed, grouped, printRow, quantile, readOptions } from '../shared/program.ts'

const usage = `Opens archives in Chromium, from a server of files below a path, beside Node's import of the same rows in the same run.

  npm run bench -- archive [options]

  --short    one run of the sample, and no million rows`

const { short } = readOptions(usage, { short: { type: 'boolean', default: false } })

const web = resolve('dist/web')

/** What a page has loaded of the archives' program, of the sample, and of its own code. */
const parts: readonly (readonly [name: string, files: RegExp])[] = [
  ['program and empty database', /archive-worker|\.wasm$|\.data$|empty\.tar\.gz$/],
  ['the sample', /sample\.zip$/],
  ['code of all pages, for a network that goes away', /./],
]
const goals: Readonly<Record<string, string>> = { 'program and empty database': '6.5 and 8' }

/** Megabytes of the files as a server of files sends them to a browser that takes this encoding. */
function sentMb(names: readonly string[], ending: '.br' | '.gz'): number {
  const sizes = names.map((name) => {
    const [file, packed] = [name, `${name}${ending}`].map((one) => join(web, one)) as [string, string]
    return statSync(existsSync(packed) ? packed : file).size
  })
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6
}

function printTransfer(asked: readonly string[]): void {
  const names = new Set(asked.map((path) => path.replace('/old/lyra/', '')))
  printRow('\ntransfer after the click, MB', 'brotli', 'gzip', 'goal')
  for (const [name, files] of parts) {
    const some = [...names].filter((file) => files.test(file))
    for (const file of some) names.delete(file)
    printRow(name, fixed(sentMb(some, '.br'), 2), fixed(sentMb(some, '.gz'), 2), goals[name] ?? '')
  }
}

const button = `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Open the sample')`

interface SampleRun {
  /** From the click on the sample to the first row of margin modes. */
  seconds: number
  /** Of the processor, in all processes of the browser: what two idle cores would share. */
  busySeconds: number
  before: string[]
  after: string[]
}

async function openSample({ url, asked }: FileServer): Promise<SampleRun> {
  const page = await openPlainPage(`${url}#/margin-modes`)
  try {
    await page.until(`Boolean(${button})`)
    await sleep(1000)
    const before = asked.splice(0)
    const [began, busy] = [performance.now(), processorSeconds(page.pid)]
    await page.evaluate(`${button}.click()`)
    await page.until(`Boolean(document.querySelector('[role=grid] [role=gridcell]'))`, 120)
    const seconds = (performance.now() - began) / 1000
    const busySeconds = processorSeconds(page.pid) - busy
    await sleep(3000)
    return { seconds, busySeconds, before, after: asked.splice(0) }
  } finally {
    await page.close()
  }
}

/** How a host came through an import, and what it answers from it. */
interface HostRun {
  importSeconds: number
  /** From the beginning of the import to the first page. */
  firstPageSeconds: number
  /** Milliseconds of each page of about a thousand margin modes. */
  pages: number[]
  /** Of the bodies of all pages. */
  hash: string
}

/** Each of another length, so that no host has it finished. */
const pagesOfModes = Array.from({ length: 20 }, (_, at) => `${listMarginModes.path}?pagination.first=${1000 - at}`)
const firstPage = `${listMarginModes.path}?pagination.first=100`

async function timePages(ask: (target: string) => Promise<string>): Promise<Pick<HostRun, 'pages' | 'hash'>> {
  const pages: number[] = []
  const hash = createHash('sha256')
  for (const target of pagesOfModes) {
    const began = performance.now()
    hash.update(await ask(target))
    pages.push(performance.now() - began)
  }
  return { pages, hash: hash.digest('hex') }
}

async function measureNode(archive: string): Promise<HostRun> {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-bench-'))
  try {
    const began = performance.now()
    const options = ['--data', join(folder, 'data')]
    const importSeconds = importArchives([archive], options)
    const service = await startBuiltService(options)
    const ask = async (target: string) => (await fetch(service.base + target)).text()
    await ask(firstPage)
    const firstPageSeconds = (performance.now() - began) / 1000
    const timed = await timePages(ask)
    await service.stop()
    return { importSeconds, firstPageSeconds, ...timed }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface BrowserRun extends HostRun {
  /** Megabytes of the renderer at most, and five seconds after the last page with and without the browser's program. */
  mostMb: number
  restMb: number
  ownMb: number
}

async function measureBrowser(url: string, file: string): Promise<BrowserRun> {
  const page = await openPlainPage(`${url}#/help`)
  try {
    await page.until(`document.readyState === 'complete'`)
    const script = readdirSync(join(web, 'assets')).find((name) => /^archive-worker.*\.js$/.test(name))
    await page.evaluate(`(${String(archiveInPage)})(${JSON.stringify(`${url}assets/${script}`)})`)
    // The segment is the reader's own file: it is there before the clock runs.
    await page.evaluate(`fetch('${file}').then((one) => one.blob())
      .then((blob) => { globalThis.segment = new File([blob], '${file}') }).then(() => 1)`)
    const largest = watchLargest(() => rendererMb(page.pid))
    const began = performance.now()
    await page.evaluate(`pageArchive.load([segment])`)
    const importSeconds = (performance.now() - began) / 1000
    const askAll = (target: string): string => `pageArchive.request('${target}').then(({ body }) => body.text())`
    await page.evaluate(`${askAll(firstPage)}.then(() => 1)`)
    const firstPageSeconds = (performance.now() - began) / 1000
    // Timed within the page: what a debugger takes to read a body is none of its reader's time.
    const texts: string[] = []
    const pages: number[] = []
    for (const target of pagesOfModes) {
      const [ms, text] = await page.evaluate<[number, string]>(`(async () => {
        const began = performance.now()
        const text = await ${askAll(target)}
        return [performance.now() - began, text]
      })()`)
      pages.push(ms)
      texts.push(text)
    }
    const { hash } = await timePages((target) => Promise.resolve(texts[pagesOfModes.indexOf(target)] ?? ''))
    await sleep(5000)
    const [restMb, ownMb] = [rendererMb(page.pid), rendererMb(page.pid, 'RssAnon')]
    return { importSeconds, firstPageSeconds, pages, hash, mostMb: largest(), restMb, ownMb }
  } finally {
    await page.close()
  }
}

const ratio = (browser: number, node: number): string => fixed(browser / node, 2)

async function measureSet(url: string, set: DataSet, file: string): Promise<void> {
  const small = ledgerSet(1000)
  const [node, browser] = [await measureNode(await archiveOf(set)), await measureBrowser(url, file)]
  // What a new database takes is none of the rows' time.
  const starts = [await measureNode(await archiveOf(small)), await measureBrowser(url, 'small.zip')]
  const rows = longRows(set) - longRows(small)
  const [nodeRate = 0, browserRate = 0] = [node, browser].map(
    ({ importSeconds }, at) => rows / (importSeconds - (starts[at]?.importSeconds ?? 0)),
  )
  const [startNode = 0, startBrowser = 0] = starts.map(({ importSeconds }) => importSeconds)
  const packed = statSync(await archiveOf(set)).size
  console.log(`\n${grouped(longRows(set))} rows, a file of ${fixed(packed / 1e6)} MB`)
  printRow('', 'Node', 'browser', 'ratio', 'goal')
  printRow('import of 6,000 rows, s', fixed(startNode, 2), fixed(startBrowser, 2), ratio(startBrowser, startNode))
  const rates = [nodeRate, browserRate].map((rate) => grouped(Math.round(rate)))
  printRow('rows a second beyond them', ...rates, ratio(browserRate, nodeRate), '0.4')
  const firsts = [node, browser].map(({ firstPageSeconds }) => firstPageSeconds)
  printRow('first page, s', ...firsts.map((one) => fixed(one, 2)), ratio(firsts[1] ?? 0, firsts[0] ?? 0), '3')
  const middles = [node, browser].map(({ pages }) => quantile(pages, 0.5))
  const pageRatio = ratio(middles[1] ?? 0, middles[0] ?? 0)
  printRow('a page of 1,000 margin modes, ms', ...middles.map((one) => fixed(one)), pageRatio, '3')
  printRow('  their bytes', '', node.hash === browser.hash ? 'same' : 'OTHER')
  printRow('memory of the tab at rest, MB', '', fixed(browser.restMb, 0), '', set === millionSet ? '700' : '')
  printRow('  without the program of the browser', '', fixed(browser.ownMb, 0))
  printRow('  at most', '', fixed(browser.mostMb, 0))
}

const sets = short ? [quickSet] : [quickSet, millionSet]
const files: Record<string, string> = { 'small.zip': await archiveOf(ledgerSet(1000)) }
for (const set of sets) files[`${set.name}.zip`] = await archiveOf(set)
const site = await serveFiles({ folder: web, files, packed: true })
try {
  console.log(`load of the machine before: ${fixed(loadavg()[0] ?? 0)}`)
  const times: number[] = []
  const busy: number[] = []
  for (let run = 0; run < (short ? 1 : 3); run += 1) {
    const { seconds, busySeconds, before, after } = await openSample(site)
    times.push(seconds)
    busy.push(busySeconds)
    if (run > 0) continue
    printTransfer(after)
    const early = before.filter((path) => parts.slice(0, 2).some(([, names]) => names.test(path)))
    printRow('files of these that a page loads before it', String(early.length), '', '0')
  }
  printRow('\nfirst page of the sample, best, s', fixed(Math.min(...times), 2), '', '5')
  printRow('  seconds of the processor', fixed(Math.min(...busy), 2))
  for (const set of sets) await measureSet(site.url, set, `${set.name}.zip`)
} finally {
  site.close()
}
