import type { Page } from 'playwright/test'
import { literally } from './expected.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

/** Runs if any part of a page takes text of a node for anything else than text. */
const attack =
  '"\'></title></script><img src=/hostile.png onerror="window.hostile=1"><script>window.hostile=1</script>\u202E${7*7}=1+1'

const hex = /^(?:0x)?[0-9a-f]{64}$/i
const number = /^[+-]?\d+(?:\.\d+)?$/
/** Text that is not free: ids, numbers, times, names of constants, cursors and candle ids. */
const isFree = (key: string, text: string): boolean =>
  /[a-z]/.test(text) &&
  !hex.test(text) &&
  !number.test(text) &&
  !/^\d{4}-\d\d-\d\dT/.test(text) &&
  !/cursor|candleId|role|version|partyId/i.test(key) &&
  !text.startsWith('trades_candle')

/** The same answer with the attack before every free text. */
function poisoned(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return isFree(key, value) ? attack + value : value
  if (Array.isArray(value)) return value.map((item) => poisoned(item, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poisoned(item, name)]))
}

/** Answers of the node with hostile text, and all that would betray that it was not taken as text. */
async function attacked(page: Page): Promise<() => Promise<void>> {
  const broken: string[] = []
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => broken.push(`dialog: ${dialog.message()}`)))
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && request.url().includes('hostile'))
      broken.push(`request: ${request.url()}`)
  })
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) broken.push(message.text())
  })
  await page.route(/\/(?:api\/v2|statistics|lyra\/v1)\b/, async (route) => {
    try {
      const response = await route.fetch()
      const isJson = response.headers()['content-type']?.includes('json') ?? false
      await route.fulfill(isJson ? { response, json: poisoned(await response.json()) } : { response })
    } catch {
      // The page has called the request off, or is closed.
      await route.abort().catch(() => undefined)
    }
  })
  return async () => {
    expect(await page.evaluate(() => Reflect.get(globalThis, 'hostile'))).toBeUndefined()
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).protocol))
    expect(links.filter((protocol) => !/^(?:https?|blob):$/.test(protocol))).toEqual([])
    expect(broken).toEqual([])
  }
}

const addresses: readonly (readonly [name: string, at: (network: Network) => Promise<string>, free: boolean])[] = [
  ['overview', async () => '/', true],
  ['watch room', async () => '/watch', true],
  ['party', async (network) => `/parties/${await network.versatileParty()}`, true],
  ['spam limits', async (network) => `/spam/${await network.versatileParty()}`, true],
  ['margin modes', async () => '/margin-modes', true],
  ['team history', async (network) => `/teams/referees/${await network.versatileParty()}`, false],
  ['liquidity', async (network) => `/liquidity-providers?marketId=${(await network.busyMarket()).id}`, true],
  ['candles', async (network) => `/markets/${(await network.busyMarket()).id}/candles?table=on`, true],
  ['statement', async (network) => `/ledger?partyId=${await network.versatileParty()}`, true],
  ['ledger export', async (network) => `/ledger-export?partyId=${await network.versatileParty()}`, true],
  ['settings', async () => '/settings', true],
]

for (const [name, at, free] of addresses) {
  test(`${name}: hostile text of a node stays text`, async ({ page, network }) => {
    const check = await attacked(page)
    await page.goto(await at(network))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    // The attack has arrived: it can be read.
    if (free) await expect(page.getByText('onerror="window.hostile=1"', { exact: false }).first()).toBeAttached()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').fill('hostile')
    await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('hostile')
    await check()
  })
}

test('a hostile error of a node stays text, in the card and in the report', async ({ page }) => {
  const check = await attacked(page)
  await page.route(new RegExp(literally('/api/v2/margin-modes')), (route) =>
    route.fulfill({
      status: 500,
      json: { code: 13, message: attack, details: [{ '@type': attack, code: 1, message: attack, inner: attack }] },
    }),
  )
  await page.goto('/margin-modes')
  await expect(page.getByRole('main').getByRole('alert').first()).toContainText('onerror=')
  await check()
})

test('a hostile address stays text', async ({ page }) => {
  const check = await attacked(page)
  const text = encodeURIComponent(attack)
  for (const path of [`/${text}`, `/spam/${text}`, `/parties/${text}`, `/margin-modes?partyId=${text}&mode=${text}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await check()
  }
})
