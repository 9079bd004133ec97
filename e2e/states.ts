import type { Locator, Page } from 'playwright/test'
import { literally } from './expected.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

/** A page as the states below see it: one question decides whether it has something to show. */
export interface Subject {
  /** Its address. */
  at: (network: Network) => Promise<string>
  /** How the target of its question begins. */
  asks: string
  /** What can only be seen with an answer. */
  data: (page: Page) => Locator
  /** What an empty answer would say; must never stand for a failure. */
  empty: RegExp
  /** Where an answer of the right form goes wrong. */
  wrong: Record<string, unknown>
  /** How a reader asks again; by the key `r` unless told otherwise. */
  again?: (page: Page) => Promise<void>
}

/** The failure that the fault switch answers with, as a data node writes one. */
export const refusal = {
  code: 13,
  message: 'Internal error',
  details: [
    {
      '@type': 'type.googleapis.com/vega.ErrorDetail',
      code: 10017,
      message: 'failed to read the rows',
      inner: 'row 7 is odd',
    },
  ],
}

const alert = (page: Page): Locator => page.getByRole('main').getByRole('alert').first()

/** Everything a failed question shows while there is nothing else to show. */
export async function expectRefusal(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await expect(alert(page)).toContainText('500')
  await expect(alert(page)).toContainText('code 13')
  await expect(alert(page)).toContainText('Internal error')
  await expect(main.getByText('10017, failed to read the rows').first()).toBeVisible()
  await expect(main.getByText('row 7 is odd').first()).toBeVisible()
}

/** The states that every page about one question has: none of them may look like an empty answer. */
export function testStates({
  at,
  asks,
  data,
  empty,
  wrong,
  again = (page) => page.keyboard.press('r'),
}: Subject): void {
  test.describe('states', () => {
    test('waiting is said, then the answer stands there', async ({ page, network, faults }) => {
      const address = await at(network)
      await faults.set({ path: asks, fault: { latency: 6000 } })
      await page.goto(address)
      const main = page.getByRole('main')
      await expect(main.locator('[aria-busy=true]').or(main.getByLabel('Loading')).first()).toBeVisible()
      await expect(data(page)).toBeHidden()
      await expect(main.getByText(empty)).toBeHidden()
      await expect(data(page)).toBeVisible()
      await expect(alert(page)).toBeHidden()
    })

    test('a refusal is shown in full and can be retried', async ({ page, network, faults, asked }) => {
      const address = await at(network)
      await faults.set({ path: asks, fault: { status: 500, error: refusal } })
      await page.goto(address)
      await expectRefusal(page)
      await expect(page.getByRole('main').getByText(`GET ${asks}`).first()).toBeVisible()
      await expect(page.getByText(empty)).toBeHidden()
      const question = new RegExp(literally(asks))
      const before = asked.of(question).length
      await page.getByRole('main').getByRole('button', { name: 'Retry', exact: true }).first().click()
      await expect.poll(() => asked.of(question).length).toBeGreaterThan(before)
      await expectRefusal(page)
      await faults.clear()
      await again(page)
      await expect(data(page)).toBeVisible()
      await expect(alert(page)).toBeHidden()
    })

    test('a 429 is sat out: a countdown, no question, then the answer', async ({ page, network, faults, asked }) => {
      const address = await at(network)
      const pause = 6000
      await faults.set({
        path: asks,
        times: 1,
        fault: { status: 429, headers: { 'Retry-After': String(pause / 1000) } },
      })
      let refusedAt = 0
      page.on('response', (response) => {
        if (response.status() === 429) refusedAt = Date.now()
      })
      await page.goto(address)
      await expect(alert(page)).toContainText('Slowed down by the node')
      const seenAt = Date.now()
      await expect(page.getByRole('main').getByRole('timer').last()).toHaveText(/^00:00:0[1-6]$/)
      await expect(page.getByText(empty)).toBeHidden()
      await expect(data(page)).toBeVisible()
      const [next] = asked.of(/./, seenAt)
      expect(next?.at ?? 0, 'the first question after the pause').toBeGreaterThan(refusedAt + pause - 1000)
    })

    test('a ban stops every question', async ({ page, network, faults, asked }) => {
      const address = await at(network)
      await faults.set({ path: asks, fault: { banned: 600 } })
      await page.goto(address)
      await expect(alert(page)).toContainText('The node refuses this address')
      await expect(page.getByRole('main').getByRole('timer').last()).toHaveText(/^00:(10:00|09:5\d)$/)
      const since = Date.now()
      await page.keyboard.press('r')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Margin modes' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Margin modes' })).toBeVisible()
      await page.goto(address)
      await expect(alert(page)).toContainText('The node refuses this address')
      await expect(page.getByText(empty)).toBeHidden()
      expect(asked.of(/./, since)).toEqual([])
    })

    test('an answer that the interface does not know is not shown', async ({ page, network, faults }) => {
      const address = await at(network)
      await faults.set({ path: asks, fault: { set: wrong } })
      await page.goto(address)
      await expect(alert(page)).toContainText('could not be understood')
      await expect(alert(page)).toContainText('not what the interface says')
      await faults.set({ path: asks, fault: { text: '<html><title>502 at the proxy</title></html>' } })
      await page.getByRole('main').getByRole('button', { name: 'Retry', exact: true }).first().click()
      await expect(alert(page)).toContainText('not JSON')
      await expect(page.getByText(empty)).toBeHidden()
      await expect(data(page)).toBeHidden()
    })

    test('offline, what was read stays; the page says so and goes on when back', async ({ page, network, context }) => {
      await page.goto(await at(network))
      await expect(data(page)).toBeVisible()
      // The keys come with the status line, after the answer.
      await expect(page.getByRole('contentinfo', { name: 'Connection' })).toBeVisible()
      await context.setOffline(true)
      await page.keyboard.press('r')
      await expect(page.getByRole('main').getByText('This device is offline')).toBeVisible()
      await expect(data(page)).toBeVisible()
      await context.setOffline(false)
      await expect(page.getByRole('main').getByText('This device is offline')).toBeHidden({ timeout: 15_000 })
      await expect(data(page)).toBeVisible()
    })
  })
}
