import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { heapOf } from '../shared/page-cost.ts'
import { openPlainPage } from '../shared/plain-page.ts'

/** How a browser came through an export. Bytes, seconds, megabytes (1,000,000) a second. */
export interface BrowserRun {
  sink: string
  seconds: number
  megabytesPerSecond: number
  rightHash: boolean
  verdict: string
  /** Growth of what the page's heap holds, and the largest growth of the renderer's memory with its worker, in MB. */
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
function familyOf(pid: number): Process[] {
  const all = processes()
  const family = all.filter((one) => one.pid === pid)
  for (const member of family) family.push(...all.filter((one) => one.parent === member.pid))
  return family
}

/** Seconds of processor time of a process and everything it started. */
export const busyOf = (pid: number): number => familyOf(pid).reduce((sum, { busy }) => sum + busy, 0)

/** Resident bytes of a process. */
export const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

/** Resident bytes of the browser's largest renderer. */
export function residentRenderer(browserPid: number): number {
  const sizes = familyOf(browserPid).map(({ pid }) => {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) return 0
      return residentOf(pid)
    } catch {
      return 0
    }
  })
  return Math.max(...sizes)
}

const button = `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Export CSV' && !one.disabled)`
const verdict = `[...document.querySelectorAll('h2')].map((one) => one.textContent)
  .find((words) => /complete: |^Incomplete|refused|not checked/i.test(words))`
const hashes = `[...document.querySelectorAll('dd [title]')].map((one) => one.title)`

async function measure(
  sink: keyof typeof sinks,
  address: string,
  expected: { bytes: number; sha256: string },
): Promise<BrowserRun> {
  const page = await openPlainPage(address, `(${String(sinks[sink])})()`)
  try {
    await page.until(`Boolean(${button})`)
    await sleep(1000)
    const heapBefore = await heapOf(page)
    const before = residentRenderer(page.pid)
    let largest = before
    let maxHeap = heapBefore
    const watch = setInterval(() => (largest = Math.max(largest, residentRenderer(page.pid))), 250)
    const busyBefore = busyOf(page.pid)
    const began = performance.now()
    await page.evaluate(`${button}.click()`)
    const sampling = setInterval(() => {
      heapOf(page).then(
        (heap) => (maxHeap = Math.max(maxHeap, heap)),
        () => undefined,
      )
    }, 2000)
    const words = await page.until<string>(verdict, 1800)
    const seconds = (performance.now() - began) / 1000
    clearInterval(watch)
    clearInterval(sampling)
    const work = ((busyOf(page.pid) - busyBefore) * 1e9) / expected.bytes
    return {
      sink,
      seconds,
      megabytesPerSecond: expected.bytes / megabyte / seconds,
      rightHash: (await page.evaluate<string[]>(hashes)).includes(expected.sha256),
      verdict: words,
      heap: (maxHeap - heapBefore) / megabyte,
      resident: (largest - before) / megabyte,
      work,
    }
  } finally {
    await page.close()
  }
}

/** An export through the dashboard: its page, its query, and what must arrive. */
export interface BrowserExport {
  base: string
  query: string
  expected: { bytes: number; sha256: string }
}

/** Exports once into each kind of place whose name contains `only`. */
export async function measureBrowser({ base, query, expected }: BrowserExport, only: string): Promise<BrowserRun[]> {
  const runs: BrowserRun[] = []
  for (const sink of Object.keys(sinks) as (keyof typeof sinks)[]) {
    if (sink.includes(only)) runs.push(await measure(sink, `${base}/ledger-export?${query}`, expected))
  }
  return runs
}
