import type { Locator, Page } from 'playwright/test'
import { literally } from './expected.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

/** A page whose content depends on one request. */
export interface Subject {
  /** Its address. */
  at: (network: Network) => Promise<string>
  /** Path prefix of the request. */
  path: string
  /** What is visible only with a response. */
  data: (page: Page) => Locator
  /** What an empty response would say; must never be shown for a failure. */
  empty: RegExp
  /** Override that makes a well-formed response violate the schema. */
  wrong: Record<string, unknown>
  /** How to request again; the key `r` by default. */
  again?: (page: Page) => Promise<void>
}

/** An error body as a data node writes it, for the fault switch. */
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

/** All fields of the error, as shown by a page without data. */
export async function expectRefusal(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await expect(alert(page)).toContainText('500')
  await expect(alert(page)).toContainText('code 13')
  await expect(alert(page)).toContainText('Internal error')
  await expect(main.getByText('10017, failed to read the rows').first()).toBeVisible()
  await expect(main.getByText('row 7 is odd').first()).toBeVisible()
}

/** A response that violates the schema is an error of its own, and never shown as data or as an empty list. */
export function testInvalidResponse({ at, path, data, empty, wrong }: Subject, tag: string | string[] = '@full'): void {
  test('a response that violates the schema is not shown', { tag }, async ({ page, network, faults }) => {
    const address = await at(network)
    await faults.set({ path, fault: { set: wrong } })
    await page.goto(address)
    await expect(alert(page)).toContainText('The response could not be read')
    await expect(alert(page)).toContainText('does not match the API')
    await faults.set({ path, fault: { text: '<html><title>502 at the proxy</title></html>' } })
    await page.getByRole('main').getByRole('button', { name: 'Retry', exact: true }).first().click()
    await expect(alert(page)).toContainText('not JSON')
    await expect(page.getByText(empty)).toBeHidden()
    await expect(data(page)).toBeHidden()
  })
}

/** All states of a page that states.spec.ts leaves out. None of them may look like an empty response. */
export function testStates(subject: Subject): void {
  const { at, path, data, empty, again = (page) => page.keyboard.press('r') } = subject
  test.describe('states', () => {
    testInvalidResponse(subject)

    test('loading is shown, then the data', { tag: '@full' }, async ({ page, network, faults }) => {
      const address = await at(network)
      await faults.set({ path, fault: { latency: 1500 } })
      await page.goto(address)
      const main = page.getByRole('main')
      await expect(main.locator('[aria-busy=true]').or(main.getByLabel('Loading')).first()).toBeVisible()
      await expect(data(page)).toBeHidden()
      await expect(main.getByText(empty)).toBeHidden()
      await expect(data(page)).toBeVisible()
      await expect(alert(page)).toBeHidden()
    })

    test(
      'an error is shown in full and can be retried',
      { tag: '@full' },
      async ({ page, network, faults, requests }) => {
        const address = await at(network)
        await faults.set({ path, fault: { status: 500, error: refusal } })
        await page.goto(address)
        await expectRefusal(page)
        await expect(page.getByRole('main').getByText(`GET ${path}`).first()).toBeVisible()
        await expect(page.getByText(empty)).toBeHidden()
        const request = new RegExp(literally(path))
        const before = requests.matching(request).length
        await page.getByRole('main').getByRole('button', { name: 'Retry', exact: true }).first().click()
        await expect.poll(() => requests.matching(request).length).toBeGreaterThan(before)
        await expectRefusal(page)
        await faults.clear()
        await again(page)
        await expect(data(page)).toBeVisible()
        await expect(alert(page)).toBeHidden()
      },
    )

    test(
      'after 429 a countdown runs without a request, then the data is loaded',
      { tag: '@full' },
      async ({ page, network, faults, requests }) => {
        const address = await at(network)
        await faults.set({ path, times: 1, fault: { status: 429, headers: { 'Retry-After': '60' } } })
        await page.clock.install()
        await page.goto(address)
        await expect(alert(page)).toContainText('Rate limited by the node')
        await expect(page.getByRole('main').getByRole('timer').last()).toHaveText(/^00:(01:00|00:[45]\d)$/)
        const since = Date.now()
        await page.clock.runFor(30_000)
        await expect(page.getByText(empty)).toBeHidden()
        expect(requests.matching(/./, since)).toEqual([])
        await page.clock.runFor(35_000)
        await expect(data(page)).toBeVisible()
      },
    )

    test('a ban stops every request', { tag: '@full' }, async ({ page, network, faults, requests }) => {
      const address = await at(network)
      await faults.set({ path, fault: { banned: 600 } })
      await page.goto(address)
      await expect(alert(page)).toContainText('The node has banned your IP')
      await expect(page.getByRole('main').getByRole('timer').last()).toHaveText(/^00:(10:00|09:5\d)$/)
      const since = Date.now()
      await page.keyboard.press('r')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Margin modes' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Margin modes' })).toBeVisible()
      await page.goto(address)
      await expect(alert(page)).toContainText('The node has banned your IP')
      await expect(page.getByText(empty)).toBeHidden()
      expect(requests.matching(/./, since)).toEqual([])
    })

    test(
      'offline, loaded data stays, a notice is shown, and the page resumes afterwards',
      { tag: '@full' },
      async ({ page, network, context }) => {
        await page.goto(await at(network))
        await expect(data(page)).toBeVisible()
        // Keys work once the status line is there, which is after the data.
        await expect(page.getByRole('contentinfo', { name: 'Connection' })).toBeVisible()
        await context.setOffline(true)
        await page.keyboard.press('r')
        await expect(page.getByRole('main').getByText('This device is offline')).toBeVisible()
        await expect(data(page)).toBeVisible()
        await context.setOffline(false)
        await expect(page.getByRole('main').getByText('This device is offline')).toBeHidden({ timeout: 15_000 })
        await expect(data(page)).toBeVisible()
      },
    )
  })
}
