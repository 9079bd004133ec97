import type { Browser } from 'playwright'

export interface FirstLoad {
  route: string
  /** Compressed script that had been asked for when the first row stood in the document, in bytes. */
  scriptBytes: number
  scripts: number
  /** Milliseconds from the start of navigation to the first row. */
  firstRow: number
  /** Most scripts that had to be read one after another. */
  depth: number
}

interface Watched {
  firstRowAt?: number
}

/** Opens a list in a fresh browser profile and says what it took until its first row was there. */
export async function firstLoad(browser: Browser, base: string, route: string): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const watched: Watched = window as Watched
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role=grid] [role=gridcell]')) return
      watched.firstRowAt = performance.now()
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(base + route)
  await page.waitForFunction(() => (window as Watched).firstRowAt !== undefined)
  const seen = await page.evaluate(() => {
    const firstRowAt = (window as Watched).firstRowAt ?? 0
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = all.filter(({ name, startTime }) => name.endsWith('.js') && startTime < firstRowAt)
    // A script that starts after another has come was found by running or reading that one.
    const ends: number[] = []
    for (const { startTime } of scripts.sort((a, b) => a.startTime - b.startTime)) {
      const [last = -1] = ends.slice(-1)
      if (startTime > last) {
        const together = scripts.filter((other) => other.startTime >= startTime && other.startTime < startTime + 2)
        ends.push(Math.min(...together.map(({ responseEnd }) => responseEnd)))
      }
    }
    return {
      firstRow: firstRowAt,
      scripts: scripts.length,
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      depth: ends.length,
    }
  })
  await context.close()
  return { route, ...seen }
}
