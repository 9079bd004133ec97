import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { PlainPage } from './plain-page.ts'

/** Times in milliseconds, sizes in bytes. */
export interface Cost {
  /** Processor time of the page's main thread, so that other programs on the machine do not count. */
  work: number
  /** Longest stretch in which the page could not answer, by the clock on the wall; 0 below 50 ms. */
  longestTask: number
}

interface LongTasks {
  longTasks?: number[]
}

interface HeapUsage {
  usedSize: number
  /** Of buffers, whose bytes lie beside the values. */
  backingStorageSize?: number
}

/** What measuring needs of a page. */
export type Probe = Pick<PlainPage, 'send' | 'evaluate'>

/** A page of the test runner, whose own network events count as work of the page. */
export async function probeOf(page: Page): Promise<Probe> {
  const session = await page.context().newCDPSession(page)
  return {
    send: (method, params) => session.send(method as 'Performance.getMetrics', params as undefined),
    evaluate: (expression) => page.evaluate(expression),
  }
}

/** A function with its arguments as text that a page can run. */
const called = <Args extends unknown[]>(work: (...args: Args) => unknown, ...args: Args): string =>
  `(${String(work)})(...${JSON.stringify(args)})`

/** Bytes of JavaScript values and buffers that are in use after so many garbage collections. */
export async function heapOf(page: Probe, collections = 1): Promise<number> {
  for (let times = 0; times < collections; times += 1) await page.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await page.send('Runtime.getHeapUsage')) as HeapUsage
  return usedSize + backingStorageSize
}

/** Reads the browser's measurements of one page. */
export class PageMeter {
  readonly #page: Probe

  private constructor(page: Probe) {
    this.#page = page
  }

  static async of(page: Probe): Promise<PageMeter> {
    await page.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.evaluate(
      called(() => {
        const kept: LongTasks = window as LongTasks
        kept.longTasks = []
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) kept.longTasks?.push(entry.duration)
        }).observe({ type: 'longtask' })
      }),
    )
    return new PageMeter(page)
  }

  async #metric(name: string): Promise<number> {
    const { metrics } = (await this.#page.send('Performance.getMetrics')) as {
      metrics: { name: string; value: number }[]
    }
    const found = metrics.find((metric) => metric.name === name)
    if (!found) throw new Error(`the browser does not measure ${name}`)
    return found.value
  }

  heap(): Promise<number> {
    return heapOf(this.#page, 3)
  }

  /** What `act` cost the main thread, less what the page costs while nothing happens for as long. */
  async cost(act: () => Promise<void>): Promise<Cost> {
    const take = async (during: () => Promise<void>): Promise<[work: number, took: number]> => {
      const [before, started] = [await this.#metric('TaskDuration'), performance.now()]
      await during()
      return [((await this.#metric('TaskDuration')) - before) * 1000, performance.now() - started]
    }
    const [idle, rested] = await take(() => sleep(500))
    await this.#page.evaluate('window.longTasks = []')
    const [work, took] = await take(act)
    const tasks = await this.#page.evaluate<number[]>('window.longTasks')
    return { work: work - (idle * took) / rested, longestTask: Math.max(0, ...tasks) }
  }
}

export interface Frames {
  p50: number
  p95: number
  longest: number
  /** Most elements in the document at any frame. */
  elements: number
}

/** Scrolls an element by `step` px in each of `count` frames and times the frames. */
export const scrollFrames = (page: Probe, selector: string, step: number, count: number): Promise<Frames> =>
  page.evaluate(
    called(
      async (selector, step, count) => {
        const scroller = document.querySelector(selector)
        if (!scroller) throw new Error(`no ${selector}`)
        const all = document.getElementsByTagName('*')
        const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
        scroller.scrollTop = 0
        for (let rest = 0; rest < 10; rest += 1) await frame()
        const times: number[] = []
        let elements = 0
        let before = await frame()
        for (let at = 0; at < count; at += 1) {
          scroller.scrollTop += step
          const now = await frame()
          times.push(now - before)
          before = now
          elements = Math.max(elements, all.length)
        }
        times.sort((a, b) => a - b)
        const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
        return { p50: at(0.5), p95: at(0.95), longest: at(1), elements }
      },
      selector,
      step,
      count,
    ),
  )
