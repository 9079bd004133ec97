import { setTimeout as sleep } from 'node:timers/promises'
import { openPlainPage } from '../shared/browser.ts'
import type { Download } from '../shared/download.ts'
import { processorSeconds, rendererMb, watchLargest } from '../shared/process-cost.ts'

/** How a browser came through an export. */
export interface BrowserRun {
  sink: string
  seconds: number
  rightHash: boolean
  verdict: string
  /** Growth of what the page's heap holds, and the largest growth of the renderer's memory with its worker, in MB. */
  heap: number
  resident: number
  /** Seconds of processor time of all the browser's processes. */
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

const button = `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Export CSV' && !one.disabled)`
const verdict = `[...document.querySelectorAll('h2')].map((one) => one.textContent)
  .find((words) => /complete: |^Incomplete|refused|not checked/i.test(words))`
const hashes = `[...document.querySelectorAll('dd [title]')].map((one) => one.title)`

async function measure(sink: keyof typeof sinks, address: string, expected: Download): Promise<BrowserRun> {
  const page = await openPlainPage(address, `(${String(sinks[sink])})()`)
  try {
    await page.until(`Boolean(${button})`)
    await sleep(1000)
    const [heapBefore, before, busy] = [await page.heapMb(), rendererMb(page.pid), processorSeconds(page.pid)]
    let heap = heapBefore
    const largest = watchLargest(() => rendererMb(page.pid))
    const began = performance.now()
    await page.evaluate(`${button}.click()`)
    const sample = (now: number): void => void (heap = Math.max(heap, now))
    const sampling = setInterval(() => void page.heapMb().then(sample, () => undefined), 2000)
    const words = await page.until<string>(verdict, 1800)
    const seconds = (performance.now() - began) / 1000
    clearInterval(sampling)
    return {
      sink,
      seconds,
      rightHash: (await page.evaluate<string[]>(hashes)).includes(expected.sha256),
      verdict: words,
      heap: heap - heapBefore,
      resident: largest() - before,
      work: processorSeconds(page.pid) - busy,
    }
  } finally {
    await page.close()
  }
}

/** Exports from the dashboard's page at an address once into each kind of place whose name contains `only`. */
export async function measureBrowser(address: string, expected: Download, only: string): Promise<BrowserRun[]> {
  const runs: BrowserRun[] = []
  for (const sink of Object.keys(sinks) as (keyof typeof sinks)[])
    if (sink.includes(only)) runs.push(await measure(sink, address, expected))
  return runs
}
