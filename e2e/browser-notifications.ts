import type { Page } from 'playwright/test'

/** Records what every page opened from now on shows as notifications of the browser, which are allowed. Returns a reader. */
export async function recordNotifications(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shown: string[] = []
    class Recorded extends EventTarget {
      static readonly permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(title: string, { body }: { body: string }) {
        super()
        shown.push(`${title}: ${body}`)
      }
    }
    Object.assign(globalThis, { Notification: Recorded, shownNotifications: shown })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shownNotifications: string[] }).shownNotifications)
}
