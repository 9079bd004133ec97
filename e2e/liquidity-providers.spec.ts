import { amount } from './expected.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { testInvalidResponse } from './states.ts'

const ofMarket = async (network: Network) => `/liquidity-providers?marketId=${(await network.busyMarket()).id}`
const grid = 'Liquidity providers'

/** Both sides of the book against what is required, in whole percent rounded half up; never 100 before it is reached. */
const percent = (part: string, whole: string): string => {
  const [offered, required] = [BigInt(part), BigInt(whole)]
  const rounded = (offered * 200n + required) / (required * 2n)
  if (offered < required && rounded >= 100n) return '>\\s99'
  return offered > 0n && rounded === 0n ? '<\\s1' : String(rounded)
}

test('a market lists every provider with commitment, coverage and verdict', async ({ page, network }) => {
  const market = await network.busyMarket()
  const providers = await network.providers({ marketId: market.id })
  const { instrument } = market.tradableInstrument
  const asset = (await network.assets()).find(({ id }) => id === instrument.perpetual?.settlementAsset)
  await page.goto(await ofMarket(network))
  await expect(page.getByRole('heading', { level: 1, name: `${instrument.code} providers` })).toBeVisible()
  await expect(page.getByText(`all ${providers.length} loaded`)).toBeVisible()
  const rows = page.getByRole('grid', { name: grid }).getByRole('row')
  for (const { partyId, sla } of providers) {
    const row = rows.filter({ hasText: partyId })
    if (!sla) {
      await expect(row.getByText('No data')).toBeVisible()
      await expect(row.getByText('not reported')).toHaveCount(3)
      continue
    }
    const { requiredLiquidity, notionalVolumeBuys, notionalVolumeSells } = sla
    const decimals = Number(asset?.details.decimals)
    const required = amount(requiredLiquidity, decimals).replace(/\.?0+$/, '')
    const [buys, sells] = [
      percent(notionalVolumeBuys, requiredLiquidity),
      percent(notionalVolumeSells, requiredLiquidity),
    ]
    await expect(row.getByText(new RegExp(`Buys\\s*${buys}\\s%`))).toBeVisible()
    await expect(row.getByText(new RegExp(`Sells\\s*${sells}\\s%`))).toBeVisible()
    const isShort = (side: string) => BigInt(side) < BigInt(requiredLiquidity)
    const short = [isShort(notionalVolumeBuys) ? 'buys' : '', isShort(notionalVolumeSells) ? 'sells' : ''].filter(
      Boolean,
    )
    const verdict = short.length === 2 ? 'Not met: both' : short[0] ? `Not met: ${short[0]}` : 'Requirement met'
    await expect(row.getByRole('gridcell', { name: new RegExp(`^${verdict}\\s*of ${required} `) })).toBeVisible()
  }
})

test(
  'without market and party no request is sent, and one of them is required',
  { tag: '@full' },
  async ({ page, network, requests }) => {
    const { id, tradableInstrument } = await network.busyMarket()
    await page.goto('/liquidity-providers')
    await expect(page.getByRole('heading', { name: 'Choose a market or a provider' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: tradableInstrument.instrument.code, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`marketId=${id}`))
    await expect(page.getByRole('grid', { name: grid })).toBeVisible()
    expect(requests.matching(/liquidity\/providers/).every(({ target }) => target.includes(`marketId=${id}`))).toBe(
      true,
    )
  },
)

test('a party lists its positions in every market', async ({ page, network }) => {
  const partyId = await network.partyWith(async (id) => (await network.providers({ partyId: id })).length > 1)
  const [positions, markets] = [await network.providers({ partyId }), await network.markets()]
  await page.goto(`/liquidity-providers?partyId=${partyId}`)
  await expect(page.getByText(`all ${positions.length} loaded`)).toBeVisible()
  for (const { marketId } of positions) {
    const code = markets.find(({ id }) => id === marketId)?.tradableInstrument.instrument.code ?? marketId
    await expect(
      page.getByRole('grid', { name: 'Liquidity positions' }).getByRole('row').filter({ hasText: code }),
    ).toBeVisible()
  }
})

test('the address keeps the filter of loaded rows and the open row', { tag: '@full' }, async ({ page, network }) => {
  const offOf = async (marketId: string) =>
    (await network.providers({ marketId })).filter(
      ({ sla }) =>
        sla &&
        [sla.notionalVolumeBuys, sla.notionalVolumeSells].some((side) => BigInt(side) < BigInt(sla.requiredLiquidity)),
    )
  const { id } = await network.marketWith(async (market) => (await offOf(market.id)).length > 0)
  const off = await offOf(id)
  await page.goto(`/liquidity-providers?marketId=${id}`)
  await page.getByRole('button', { name: `Requirement not met ${off.length}` }).click()
  await expect(page).toHaveURL(/show=off/)
  const rows = page.getByRole('grid', { name: grid }).getByRole('row')
  await expect(rows).toHaveCount(off.length + 1)
  await rows.nth(1).getByRole('gridcell').first().click()
  const drawer = page.getByRole('complementary', { name: 'Row 1' })
  const text = await drawer.getByRole('region', { name: 'JSON as received' }).textContent()
  const shown = off.find(({ partyId }) => text?.includes(`"partyId": "${partyId}"`))
  expect(shown, 'the open row is one of those below requirement').toBeDefined()

  await page.reload()
  await expect(rows).toHaveCount(off.length + 1)
  await expect(drawer).toContainText(shown?.feeShare?.averageEntryValuation ?? 'no record')
  await page.keyboard.press('Escape')
})

test(
  'a value that is zero for all providers is marked as suspicious',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const address = await ofMarket(network)
    await faults.set({
      path: '/api/v2/liquidity/providers',
      fault: { set: { 'liquidityProviders.edges.*.node.feeShare.averageScore': '0' } },
    })
    await page.goto(address)
    await expect(page.getByText('points to the network or the node')).toBeVisible()
  },
)

test('a party without commitments', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.partyWith(async (id) => (await network.providers({ partyId: id })).length === 0)
  await page.goto(`/liquidity-providers?partyId=${partyId}`)
  await expect(page.getByRole('heading', { name: 'No liquidity of this party here' })).toBeVisible()
})

testInvalidResponse({
  at: ofMarket,
  path: '/api/v2/liquidity/providers',
  data: (page) => page.getByRole('grid', { name: grid }).getByRole('gridcell').first(),
  empty: /returned an empty list|provides liquidity here/,
  wrong: { 'liquidityProviders.edges.*.node.feeShare': 'all of it' },
})
