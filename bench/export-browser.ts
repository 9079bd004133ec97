import { readFileSync, readdirSync } from 'node:fs'
import { type Browser, type Page, chromium } from 'playwright'
import { browserOptions } from './chromium.ts'

/** How a browser came through an export. Bytes, seconds, megabytes (1,000,000) a second. */
export interface BrowserRun {
  sink: string
  seconds: number
  megabytesPerSecond: number
  rightHash: boolean
  verdict: string
  /** Growth of what the page's and the worker's heaps hold, and the largest growth of the renderer's memory, in MB. */
  heap: number
  resident: number
  /** Milliseconds of processor time per MB: of all the browser's processes. */
  work: number
}

const sinks = {
  'file the reader chose': () => {
    const pick = async () => (await navigator.storage.getDirectory()).getFileHandle('chosen.csv', { create: true })
    Reflect.set(globalThis, 'showSaveFilePicker', pick)
  },
  'private storage': () => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'),
  memory: () => {
    Reflect.deleteProperty(globalThis, 'showSaveFilePicker')
    navigator.storage.getDirectory = () => Promise.reject(new DOMException('off', 'SecurityError'))
  },
} as const

const megabyte = 1_000_000

interface Process {
  pid: number
  parent: number
  /** Seconds of processor time so far. */
  busy: number
}

function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/\(.*\)/, 'x')
        .split(' ')
      const [parent, user, system] = [fields[3], fields[13], fields[14]].map(Number)
      return [{ pid: Number(name), parent: parent ?? 0, busy: ((user ?? 0) + (system ?? 0)) / 100 }]
    } catch {
      return [] // it has just ended
    }
  })
}

/** A process and everything it started. */
export function familyOf(pid: number): Process[] {
  const all = processes()
  const family = all.filter((one) => one.pid === pid)
  for (const member of family) family.push(...all.filter((one) => one.parent === member.pid))
  return family
}

/** Seconds of processor time of a process and everything it started. */
export const busyOf = (pid: number): number => familyOf(pid).reduce((sum, { busy }) => sum + busy, 0)

/** Resident bytes of the browser's largest renderer. */
function residentRenderer(browserPid: number): number {
  const sizes = familyOf(browserPid).map(({ pid }) => {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) return 0
      return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
    } catch {
      return 0
    }
  })
  return Math.max(...sizes)
}

/** What the heaps of the page and its workers hold after a collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  await session.detach()
  return usedSize + backingStorageSize
}

async function measure(
  browser: Browser,
  pid: number,
  sink: keyof typeof sinks,
  address: string,
  expected: { bytes: number; sha256: string },
): Promise<BrowserRun> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
  await context.addInitScript(sinks[sink])
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('button', { name: 'Export CSV' }).waitFor()
  await page.waitForTimeout(1000)
  const heapBefore = await heapOf(page)
  const before = residentRenderer(pid)
  let largest = before
  let heapMost = heapBefore
  const watch = setInterval(() => (largest = Math.max(largest, residentRenderer(pid))), 250)
  const busyBefore = busyOf(pid)
  const began = performance.now()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const verdict = page.getByRole('heading', { level: 2, name: /complete: |^Incomplete|refused|not checked/i })
  const sampling = setInterval(() => {
    heapOf(page).then(
      (heap) => (heapMost = Math.max(heapMost, heap)),
      () => undefined,
    )
  }, 2000)
  await verdict.waitFor({ timeout: 1_800_000 })
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  clearInterval(sampling)
  const work = ((busyOf(pid) - busyBefore) * 1e9) / expected.bytes
  const words = (await verdict.textContent()) ?? ''
  const hash = await page.locator('dd [title]').evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''))
  await context.close()
  return {
    sink,
    seconds,
    megabytesPerSecond: expected.bytes / megabyte / seconds,
    rightHash: hash.includes(expected.sha256),
    verdict: words,
    heap: (heapMost - heapBefore) / megabyte,
    resident: (largest - before) / megabyte,
    work,
  }
}

/** Exports through the dashboard at `base`, once into each kind of place. */
export async function measureBrowser(
  base: string,
  query: string,
  expected: { bytes: number; sha256: string },
  only: string,
): Promise<BrowserRun[]> {
  const server = await chromium.launchServer(browserOptions)
  const browser = await chromium.connect(server.wsEndpoint())
  const pid = server.process().pid ?? 0
  try {
    const runs: BrowserRun[] = []
    for (const sink of Object.keys(sinks) as (keyof typeof sinks)[]) {
      if (!sink.includes(only)) continue
      runs.push(await measure(browser, pid, sink, `${base}/ledger-export?${query}`, expected))
    }
    return runs
  } finally {
    await browser.close()
    await server.close()
  }
}
