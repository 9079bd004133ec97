import type { Page } from 'playwright/test'
import { candleIdOf } from '../src/wire/candles.ts'
import { type BareNode, startBareNode } from './bare-node.ts'
import { amount } from './expected.ts'
import { expect, test as base } from './fixtures.ts'

/** Every test of this file asks a node of another origin that has the six operations only. */
const test = base.extend<{ bare: BareNode }>({
  bare: async ({ service }, use) => {
    const bare = await startBareNode(service.url)
    await use(bare)
    await bare.stop()
  },
  page: async ({ page, bare }, use) => {
    await page.addInitScript((node) => {
      if (localStorage.getItem('lyra.preferences') === null)
        localStorage.setItem('lyra.preferences', JSON.stringify({ node, nodes: [node] }))
    }, bare.url)
    await use(page)
  },
})

const main = (page: Page) => page.getByRole('main')

/** Nothing on the page is a failure: what the node does not have is simply not there. */
async function expectNoFailure(page: Page): Promise<void> {
  await expect(main(page).getByRole('alert')).toHaveCount(0)
  await expect(main(page).getByText(/not found|could not be|cannot be reached/i)).toHaveCount(0)
}

test('the overview names what the node does not provide, and search works by id', async ({ page, network }) => {
  const partyId = await network.versatileParty()
  await page.goto('/')
  await expect(main(page).getByRole('heading', { name: 'This node does not list its markets' })).toBeVisible()
  await expect(main(page).getByRole('heading', { name: 'No parties to show' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Network' }).getByText('not reported').first()).toBeVisible()
  await expectNoFailure(page)
  await page.keyboard.press('/')
  await page.keyboard.insertText(partyId)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/parties/${partyId}`)
})

test('a party page is complete: limits, modes, teams and the link to its ledger', async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const [modes, stays] = [await network.marginModes({ partyId }), await network.stays(partyId)]
  await page.goto(`/parties/${partyId}`)
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(card('Margin modes').getByRole('row')).toHaveCount(1 + Math.min(6, modes.length))
  await expect(card('Team history').locator('li li')).toHaveCount(stays.length)
  await expect(card('Spam limits').getByText('Transfers')).toBeVisible()
  await expect(card('Ledger export').getByRole('combobox')).toHaveCount(0) // no list of assets to choose from
  await expect(main(page).getByText(/Showing \d of 4 panels/)).toHaveCount(0)
  await expectNoFailure(page)
})

test('margin modes: the market id is pasted instead of chosen', { tag: '@full' }, async ({ page, network }) => {
  const market = await network.busyMarket()
  const rows = await network.marginModes({ marketId: market.id })
  await page.goto('/margin-modes')
  const field = page.getByRole('search', { name: 'Filters' }).getByLabel('Market')
  await expect(field).toHaveAttribute('placeholder', 'Market id')
  await field.fill(market.id)
  await field.press('Enter')
  await expect(page).toHaveURL(new RegExp(`marketId=${market.id}`))
  await expect(page.getByText(`all ${rows.length} loaded`)).toBeVisible()
  await expect(page.getByText(market.tradableInstrument.instrument.code)).toHaveCount(0)
  await expectNoFailure(page)
})

test('team history needs no other operation', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const stays = await network.stays(partyId)
  await page.goto(`/teams/referees/${partyId}`)
  await expect(page.getByText(`all ${stays.length} loaded`)).toBeVisible()
  await expect(
    page
      .getByRole('region', { name: 'Teams' })
      .getByText(/so far/)
      .first(),
  ).toBeVisible()
  await expectNoFailure(page)
})

test(
  'liquidity: amounts are raw until the user sets decimals, which are stored in this browser',
  { tag: '@full' },
  async ({ page, network, bare }) => {
    const market = await network.busyMarket()
    const [provider] = await network.providers({ marketId: market.id })
    const required = provider?.sla?.requiredLiquidity ?? ''
    await page.goto(`/liquidity-providers?marketId=${market.id}`)
    const grid = page.getByRole('grid', { name: 'Liquidity providers' })
    await expect(grid.getByText(`${amount(required)} raw`).first()).toBeVisible()
    await expect(main(page).getByText('does not report the decimals')).toBeVisible()
    await expectNoFailure(page)

    await page.getByRole('link', { name: 'Set decimals' }).click()
    const panel = page.getByRole('region', { name: 'Decimals', exact: true })
    await expect(panel.getByLabel('Market or asset id')).toHaveValue(market.id)
    await panel.getByLabel('Decimals', { exact: true }).fill('3')
    await panel.getByRole('button', { name: 'Add' }).click()
    await page.goto(`/liquidity-providers?marketId=${market.id}`)
    await expect(grid.getByTitle(`${required} raw`).first()).toHaveText(amount(required, 3).replace(/\.?0+$/, ''))
    await expect(main(page).getByText('does not report the decimals')).toHaveCount(0)
    expect(bare.requests.every((target) => !target.includes('decimals'))).toBe(true)
  },
)

test(
  'service levels of a party are requested per market, since such a node repeats one',
  { tag: '@full' },
  async ({ page, network, bare }) => {
    const partyId = await network.partyWith(
      async (id) =>
        new Set((await network.providers({ partyId: id })).map(({ sla }) => sla?.requiredLiquidity)).size > 1,
    )
    const truth = await network.providers({ partyId })
    await page.goto(`/liquidity-providers?partyId=${partyId}`)
    const grid = page.getByRole('grid', { name: 'Liquidity positions' })
    for (const { sla } of truth) {
      if (sla) await expect(grid.getByText(`${amount(sla.requiredLiquidity)} raw`).first()).toBeVisible()
    }
    const markets = new Set(truth.map(({ marketId }) => marketId))
    const perMarket = bare.requests.filter((target) => /liquidity\/providers\?.*marketId=/.test(target))
    expect(perMarket).toHaveLength(markets.size)
  },
)

test(
  'spam limits, candles by id and the ledger form need no other operation',
  { tag: '@full' },
  async ({ page, network }) => {
    const partyId = await network.versatileParty()
    await page.goto(`/spam/${partyId}`)
    await expect(main(page).getByText('Transfers').first()).toBeVisible()
    await expectNoFailure(page)

    const market = await network.busyMarket()
    const candleId = candleIdOf('1 hour', market.id)
    await page.goto(`/candles/${candleId}`)
    await expect(main(page).locator('canvas').first()).toBeVisible()
    await expect(main(page).getByText(/raw/).filter({ visible: true }).first()).toBeVisible()

    await page.goto(`/ledger-export?partyId=${partyId}`)
    await expect(main(page).getByLabel('Party').first()).toHaveValue(partyId)
    await expect(
      main(page)
        .getByLabel(/^Asset/)
        .first(),
    ).toHaveJSProperty('tagName', 'INPUT')
  },
)

test('a typed node address is tested before use, and missing answers are named', async ({ page, bare }) => {
  await page.goto('/settings')
  await page.evaluate(() => localStorage.setItem('lyra.preferences', '{}'))
  await page.reload()
  const panel = page.getByRole('region', { name: 'Node', exact: true })
  await panel.getByLabel('Another node').fill('not a valid address')
  await panel.getByRole('button', { name: 'Test it' }).click()
  await expect(panel.getByText('This is not a valid address.')).toBeVisible()
  await panel.getByLabel('Another node').fill(`${bare.url}/api/v2/margin-modes`)
  await panel.getByRole('button', { name: 'Test it' }).click()
  const row = panel.getByRole('listitem').filter({ hasText: bare.url })
  await expect(row.getByText(/^\d+\s*ms$/)).toBeVisible()
  await expect(row.getByText('not reported')).toHaveCount(5)
  await expect(page.getByRole('contentinfo', { name: 'Connection' })).not.toContainText(new URL(bare.url).host)
  await row.getByRole('button', { name: 'Use this node' }).click()
  await expect(page.getByRole('contentinfo', { name: 'Connection' })).toContainText(new URL(bare.url).host)
  await expect(row.getByText('In use')).toBeVisible()
})

test(
  'configured nodes are offered by name; one without the interface cannot be used',
  { tag: '@full' },
  async ({ page, bare }) => {
    await page.route('**/config.json', (route) =>
      route.fulfill({ json: { nodes: [{ name: 'Six only', url: bare.url }], decimals: {} } }),
    )
    await page.route('http://web.example/**', (route) => route.fulfill({ status: 404, body: 'no such page' }))
    await page.goto('/settings')
    const panel = page.getByRole('region', { name: 'Node', exact: true })
    await expect(panel.getByText('Six only')).toBeVisible()
    await panel.getByLabel('Another node').fill('http://web.example')
    await panel.getByRole('button', { name: 'Test it' }).click()
    const row = panel.getByRole('listitem').filter({ hasText: 'web.example' })
    await expect(row.getByRole('alert')).toBeVisible()
    await expect(row.getByRole('button', { name: 'Use this node' })).toBeDisabled()
  },
)
