import type { CDPSession, Page } from 'playwright'

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

/** What the browser says about one page. */
export class PageMeter {
  readonly #page: Page
  readonly #session: CDPSession

  private constructor(page: Page, session: CDPSession) {
    this.#page = page
    this.#session = session
  }

  static async of(page: Page): Promise<PageMeter> {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.evaluate(() => {
      const kept: LongTasks = window as LongTasks
      kept.longTasks = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) kept.longTasks?.push(entry.duration)
      }).observe({ type: 'longtask' })
    })
    return new PageMeter(page, session)
  }

  async #metric(name: string): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics')
    const found = metrics.find((metric) => metric.name === name)
    if (!found) throw new Error(`the browser does not measure ${name}`)
    return found.value
  }

  /** Bytes of JavaScript values that are in use after everything unused has been thrown away. */
  async heap(): Promise<number> {
    for (let times = 0; times < 3; times += 1) await this.#session.send('HeapProfiler.collectGarbage')
    return this.#metric('JSHeapUsedSize')
  }

  /** What `act` cost the main thread, less what the page costs while nothing happens for as long. */
  async cost(act: () => Promise<void>): Promise<Cost> {
    const take = async (during: () => Promise<void>): Promise<[work: number, took: number]> => {
      const [before, started] = [await this.#metric('TaskDuration'), performance.now()]
      await during()
      return [((await this.#metric('TaskDuration')) - before) * 1000, performance.now() - started]
    }
    const [idle, rested] = await take(() => this.#page.waitForTimeout(500))
    await this.#page.evaluate(() => ((window as LongTasks).longTasks = []))
    const [work, took] = await take(act)
    const tasks = await this.#page.evaluate(() => (window as LongTasks).longTasks ?? [])
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
export const scrollFrames = (page: Page, selector: string, step: number, count: number): Promise<Frames> =>
  page.evaluate(
    async ({ selector, step, count }) => {
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
    { selector, step, count },
  )
