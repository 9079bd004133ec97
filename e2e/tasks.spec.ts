import type { Page } from 'playwright/test'
import { listKnownParties } from '../src/wire/known-parties.ts'
import { listLiquidityProviders } from '../src/wire/liquidity-providers.ts'
import { clicker } from './clicker.ts'
import { expect, test } from './fixtures.ts'
import { demoTime } from './service.ts'

// What people come for, from the first page on, with the number of clicks that it may take.

const heat = (page: Page) => page.getByRole('table', { name: 'Parties, worst first' })

test('how close to a ban is the riskiest party: no click', async ({ page, network, faults }) => {
  const { parties } = await network.ask(listKnownParties, {})
  const [first] = parties
  await faults.set({
    path: `/statistics/spam/${first?.partyId ?? ''}`,
    fault: {
      set: {
        'statistics.transfers.countForEpoch': '19',
        'statistics.transfers.bannedUntil': new Date(Date.parse(demoTime) + 400_000).toISOString(),
      },
    },
  })
  await page.goto('/')
  // The demo bans two others within its first minute: of those that are banned, the longest banned comes first.
  const rows = heat(page).locator('tbody').getByRole('row')
  const own = rows.filter({ hasText: first?.name ?? 'no name' })
  await expect(own).toContainText('Banned')
  await expect(own.getByRole('img', { name: 'Transfers: 19 of 20' })).toBeVisible()
  await expect(rows.first()).toContainText('Banned')
  await expect(
    page
      .getByRole('main')
      .getByText(/^(?:Can’t |Banned: no transaction)/)
      .first(),
  ).toBeVisible()
})

test("a market's day against its week: one click", async ({ page, network }) => {
  const market = await network.busyMarket()
  const { code } = market.tradableInstrument.instrument
  await page.goto('/')
  const { click, atMost } = clicker()
  await click(page.getByRole('table', { name: 'Markets' }).getByRole('link', { name: code }))
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: / in 24 h\./ })).toBeVisible()
  await expect(page.getByRole('button', { name: '1W', pressed: true })).toBeVisible()
  await expect(page.getByText('Range change')).toBeVisible()
  atMost(1)
})

test("last month's ledger of a watched party: three clicks at most", async ({ page, network }) => {
  const { parties } = await network.ask(listKnownParties, {})
  const party = parties.find(({ name }) => name === 'northwind-mm')
  await page.addInitScript((id) => {
    localStorage.setItem('lyra.preferences', JSON.stringify({ watched: [id] }))
    Reflect.deleteProperty(globalThis, 'showSaveFilePicker')
  }, party?.partyId ?? '')
  await page.goto(`/?show=watched`)
  const { click, atMost } = clicker()
  await click(
    page.getByRole('navigation', { name: 'More about this party' }).getByRole('link', { name: 'Ledger export' }),
  )
  await click(page.getByRole('button', { name: 'Last month' }))
  await click(page.getByRole('button', { name: 'Export CSV' }))
  await expect(page.getByRole('heading', { name: /^October 2026 is complete: [\d,]+ rows$/ })).toBeVisible()
  atMost(3)
})

test('which provider fails the SLA of a market: two clicks at most, also where now and the epoch disagree', async ({
  page,
  network,
  faults,
}) => {
  const market = await network.busyMarket()
  const edge = (at: number, member: string) => `liquidityProviders.edges.${at}.node.sla.${member}`
  const standing = (at: number, fraction: string, sides: string) => ({
    [edge(at, 'currentEpochFractionOfTimeOnBook')]: fraction,
    [edge(at, 'requiredLiquidity')]: '1000',
    [edge(at, 'notionalVolumeBuys')]: sides,
    [edge(at, 'notionalVolumeSells')]: sides,
  })
  await faults.set({
    path: `^${listLiquidityProviders.path}[?].*marketId=${market.id}`,
    // The first is below its requirement now and has passed, the second meets it now and has yet to pass, the third fails.
    fault: { set: { ...standing(0, '0.9', '0'), ...standing(1, '0', '2000'), ...standing(2, '0', '0') } },
  })
  const [passing, behind, failing] = await network.providers({ marketId: market.id })
  await page.goto('/')
  const { click, atMost } = clicker()
  await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Liquidity' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Liquidity providers' })).toBeVisible()
  await click(page.getByRole('main').getByRole('link', { name: market.tradableInstrument.instrument.code }))
  const row = (id = 'no provider') => page.getByRole('grid').getByRole('row').filter({ hasText: id })
  await expect(row(passing?.partyId)).toContainText('Passing')
  await expect(row(passing?.partyId)).toContainText('Not met: both')
  await expect(row(behind?.partyId)).toContainText('Passes if')
  await expect(row(behind?.partyId)).toContainText('Requirement met')
  await expect(row(failing?.partyId)).toContainText('Failing')
  atMost(2)
})
