import { literally } from './expected.ts'
import { expect, test } from './fixtures.ts'
import { attack, attacked } from './hostile.ts'
import type { Network } from './network.ts'

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

/** Pages of `npm test`: a list, a chart and a document; the others are of .ci/run. */
const journeys = ['watch room', 'candles', 'statement']

for (const [name, at, free] of addresses) {
  test(
    `${name}: hostile text of a node stays text`,
    { tag: journeys.includes(name) ? [] : '@full' },
    async ({ page, network }) => {
      const check = await attacked(page)
      await page.goto(await at(network))
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      // The attack has arrived: it can be read.
      if (free) await expect(page.getByText('onerror="window.hostile=1"', { exact: false }).first()).toBeAttached()
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').getByRole('combobox').fill('hostile')
      await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('hostile')
      await check()
    },
  )
}

test('a hostile error of a node stays text, in the card and in the report', { tag: '@full' }, async ({ page }) => {
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

test('a hostile address stays text', { tag: '@full' }, async ({ page }) => {
  const check = await attacked(page)
  const text = encodeURIComponent(attack)
  for (const path of [`/${text}`, `/spam/${text}`, `/parties/${text}`, `/margin-modes?partyId=${text}&mode=${text}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await check()
  }
})
