import type { Page } from 'playwright/test'
import { advanceUntil, expect, test } from './fixtures.ts'
import { demoTime } from './service.ts'

// Answers that no node should send, and a browser that takes away what a page builds on. A failure must never look like
// an empty list, and no page may stop to react.

const path = '/api/v2/margin-modes'
const isList = (url: URL): boolean => url.pathname === path

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page) => main(page).getByRole('gridcell')
const alert = (page: Page) => main(page).getByRole('alert').first()
const nothing = (page: Page) => page.getByText(/returned an empty list|No margin modes/)
const connection = (page: Page) => page.getByRole('contentinfo', { name: 'Connection' })

const id = (at: number): string => at.toString(16).padStart(64, '0')
const row = (at: number, more: object = {}) => ({
  node: { marketId: id(at), partyId: id(at + 1), marginMode: 'MARGIN_MODE_CROSS_MARGIN', atEpoch: '7', ...more },
  cursor: `c${at}`,
})
const listOf = (edges: readonly object[]): string =>
  JSON.stringify({
    partyMarginModes: {
      edges,
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: 'c0', endCursor: 'c9' },
    },
  })

/** Answers the list with a text. */
async function answered(page: Page, body: string): Promise<void> {
  await page.route(isList, (route) => route.fulfill({ status: 200, contentType: 'application/json', body }))
}

/** The page still reacts: what is typed arrives. */
async function expectReacts(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('combobox').fill('margin')
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('margin')
  await page.keyboard.press('Escape')
}

for (const [name, body] of [
  ['null', 'null'],
  ['nothing at all', ''],
  ['an empty object', '{}'],
  ['an empty list in place of an object', '[]'],
  ['null for the list', '{"partyMarginModes":null}'],
  ['null for the rows', '{"partyMarginModes":{"edges":null,"pageInfo":{}}}'],
  ['a row that is null', listOf([row(1), { node: null, cursor: 'c' }])],
  ['a number for an id', listOf([row(1, { marketId: 7 })])],
  ['text for a flag', listOf([]).replace('"hasNextPage":false', '"hasNextPage":"no"')],
  ['an epoch that is no integer', listOf([row(1, { atEpoch: 1.5 })])],
  ['JSON that is cut off', listOf([row(1), row(2)]).slice(0, -40)],
  ['two answers in one', listOf([row(1)]) + listOf([row(2)])],
] as const) {
  test(`${name}, with status 200, is a failure and no empty list`, async ({ page }) => {
    await answered(page, body)
    await page.goto('/margin-modes')
    await expect(alert(page)).toContainText('The response could not be read')
    await expect(nothing(page)).toBeHidden()
    await expect(rows(page)).toHaveCount(0)
  })
}

test('numbers in place of text keep every digit', async ({ page }) => {
  await answered(page, listOf([row(1, { atEpoch: '#' })]).replace('"#"', '9007199254740993'))
  await page.goto('/margin-modes')
  await expect(
    rows(page)
      .filter({ hasText: /9,?007,?199,?254,?740,?993/ })
      .first(),
  ).toBeVisible()
})

test('__proto__ in an answer reaches no other object', async ({ page }) => {
  const evil = '"__proto__":{"polluted":true,"marginMode":"EVIL"},"constructor":{"prototype":{"polluted":true}},'
  await answered(
    page,
    listOf([row(1), row(2)])
      .replaceAll('{', `{${evil}`)
      .replaceAll(`{${evil}"polluted"`, '{"polluted"'),
  )
  await page.goto('/margin-modes')
  await expect(rows(page).first()).toBeVisible()
  expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined()
  await expect(page.getByText('EVIL')).toHaveCount(0)
  await expectReacts(page)
})

test('a text of ten megabytes in a row leaves the page able to react', async ({ page }) => {
  test.slow()
  await answered(page, listOf([row(1, { marginMode: 'x'.repeat(10_000_000) }), row(2)]))
  await page.goto('/margin-modes')
  await expect(rows(page).filter({ hasText: 'Cross' }).first()).toBeVisible()
  await expectReacts(page)
})

test('a page of 200,000 rows is shown, counted, and leaves the page able to react', async ({ page }) => {
  test.slow()
  await answered(page, listOf(Array.from({ length: 200_000 }, (_, at) => row(at))))
  await page.goto('/margin-modes')
  await expect(main(page).getByText('all 200,000 loaded').filter({ visible: true }).first()).toBeVisible({
    timeout: 60_000,
  })
  expect(await rows(page).count()).toBeLessThan(2000)
  await expectReacts(page)
})

for (const [name, fault] of [
  ['reset', { reset: 200 }],
  ['cut off', { truncate: 200 }],
] as const) {
  test(`an answer that is ${name} half-way is a failure, and the next one counts`, async ({ page, faults }) => {
    await faults.set({ path, fault })
    await page.goto('/margin-modes')
    await expect(alert(page)).toBeVisible({ timeout: 30_000 })
    await expect(nothing(page)).toBeHidden()
    await expect(rows(page)).toHaveCount(0)
    await faults.clear()
    await main(page).getByRole('button', { name: 'Retry', exact: true }).first().click()
    await expect(rows(page).first()).toBeVisible()
  })
}

for (const hours of [-9, 9]) {
  test(`a node whose clock is ${hours} hours away: rows and the state of the node are shown`, async ({
    page,
    faults,
  }) => {
    await faults.set({ path: '/', fault: { clockSkew: hours * 3_600_000 } })
    await page.goto('/margin-modes')
    await expect(rows(page).first()).toBeVisible()
    await expect(alert(page)).toBeHidden()
    await expect(connection(page)).toBeVisible()
  })
}

test('a network that comes and goes is asked no more often than it comes', async ({ page, context, requests }) => {
  await page.goto('/margin-modes')
  await expect(rows(page).first()).toBeVisible()
  await expect(connection(page)).toBeVisible()
  const flips = 15
  const before = requests.matching(/margin-modes/).length
  for (let flip = 0; flip < flips; flip += 1) {
    await context.setOffline(true)
    await context.setOffline(false)
  }
  await expect(main(page).getByText('This device is offline')).toBeHidden({ timeout: 15_000 })
  await expect(rows(page).first()).toBeVisible()
  await expect(alert(page)).toBeHidden()
  expect(requests.matching(/margin-modes/).length - before).toBeLessThanOrEqual(flips)
})

test('a tab that slept for a night asks again, and calls a network that stood still meanwhile stale', async ({
  page,
  faults,
  requests,
}) => {
  const night = 8 * 3_600_000
  await page.clock.install()
  await page.goto('/margin-modes')
  await expect(rows(page).first()).toBeVisible()
  await expect(connection(page).getByRole('button', { name: /^Live\./ })).toBeVisible()
  // As after sleep: both clocks have gone on, no timer has run, and the last block is of the evening.
  await faults.set({ path: '/', fault: { clockSkew: Date.parse(demoTime) - Date.now() + night } })
  const since = requests.matching(/./).length
  await page.clock.fastForward(night)
  await advanceUntil(page, () =>
    expect(connection(page).getByRole('button', { name: /^Stale\./ })).toBeVisible({ timeout: 1000 }),
  )
  await expect(rows(page).first()).toBeVisible()
  expect(requests.matching(/./).length).toBeGreaterThan(since)
  expect(requests.matching(/./).length - since).toBeLessThan(20)
})

/** What a browser does to the storage of a page. */
const storages: readonly (readonly [name: string, take: () => void])[] = [
  [
    'blocked',
    () => {
      const refuse = (): never => {
        throw new DOMException('The user denied permission to access storage.', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
        Object.defineProperty(globalThis, name, { get: refuse, configurable: true })
      }
      Object.defineProperty(navigator, 'storage', { get: () => undefined, configurable: true })
      Object.defineProperty(navigator, 'locks', { get: () => undefined, configurable: true })
    },
  ],
  [
    'full',
    () => {
      const full = (): never => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
      Storage.prototype.setItem = full
      IDBObjectStore.prototype.put = full
      IDBObjectStore.prototype.add = full
    },
  ],
]

for (const [name, take] of storages) {
  test(`storage that is ${name}: pages are shown, and a choice counts while the tab is open`, async ({ page }) => {
    await page.addInitScript(take)
    await page.goto('/margin-modes')
    await expect(rows(page).first()).toBeVisible()
    await expect(connection(page)).toBeVisible()
    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    for (const scheme of ['Light', 'Dark']) {
      const choice = page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: scheme })
      await choice.click()
      await expect(choice).toHaveAttribute('aria-pressed', 'true')
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Margin modes' }).click()
    await expect(rows(page).first()).toBeVisible()
    await expect(main(page).getByRole('alert')).toHaveCount(0)
  })
}

test('storage that is cleared under way takes no rows and stops no request', async ({ page, requests }) => {
  await page.goto('/margin-modes?pagination.first=50')
  await expect(page.getByText('50 loaded, more on the node')).toBeVisible()
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    const databases = await indexedDB.databases()
    // Deleting waits for connections that the page has open: it is told to close them.
    for (const { name } of databases) if (name !== undefined) indexedDB.deleteDatabase(name)
  })
  const since = requests.matching(/margin-modes/).length
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText('100 loaded, more on the node')).toBeVisible()
  expect(requests.matching(/margin-modes/).length).toBe(since + 1)
  await expect(alert(page)).toBeHidden()
})
