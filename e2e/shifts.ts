import type { Page } from 'playwright/test'

/** One layout shift of elements that were already painted. */
export interface Shift {
  /** Share of the window that moved, times the share of its side that it moved by. */
  value: number
  /** The browser expects a shift: it came within 500 ms of a click or a key. */
  afterInput: boolean
  /** What moved, the text of up to three elements with the distance in px. */
  moved: string[]
}

/**
 * Records the layout shifts of every page opened from now on. The function it returns gives those since it was last called.
 * Take no full-page screenshot before it: that resizes the page for a moment, which counts.
 */
export async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    interface Entry extends PerformanceEntry {
      value: number
      hadRecentInput: boolean
      sources: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    const shifts: Shift[] = []
    const record = (entries: PerformanceEntryList): void => {
      for (const { value, hadRecentInput, sources } of entries as Entry[]) {
        const moved = sources.slice(0, 3).map(({ node, previousRect: from, currentRect: to }) => {
          const words = node?.textContent?.trim().slice(0, 40) ?? 'gone'
          return `${words} (${to.x - from.x}, ${to.y - from.y}; ${to.width - from.width} x ${to.height - from.height})`
        })
        shifts.push({ value, afterInput: hadRecentInput, moved })
      }
    }
    const observer = new PerformanceObserver((list) => record(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(globalThis, {
      takeShifts: () => {
        record(observer.takeRecords())
        return shifts.splice(0)
      },
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { takeShifts: () => Shift[] }).takeShifts())
}

/** The sum of shifts that no click or key explains, and what moved in those that can be seen. */
export function unexpected(shifts: readonly Shift[]): { sum: number; moved: string[] } {
  const own = shifts.filter(({ afterInput }) => !afterInput)
  return {
    sum: own.reduce((sum, { value }) => sum + value, 0),
    moved: own
      .filter(({ value }) => value > 0.001)
      .flatMap(({ value, moved }) => `${value.toFixed(4)} ${moved.join(' | ')}`),
  }
}
