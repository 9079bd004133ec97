import { expect, type Locator } from 'playwright/test'

/** Counts the clicks of a test, of which a task may take so many. */
export function clicker(): { click: (target: Locator) => Promise<void>; atMost: (count: number) => void } {
  let clicks = 0
  return {
    atMost: (count) => expect(clicks).toBeLessThanOrEqual(count),
    async click(target) {
      clicks += 1
      await target.click()
    },
  }
}
