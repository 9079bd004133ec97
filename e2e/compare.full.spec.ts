import type { Page } from 'playwright/test'
import { expectNoViolationsOnTallPage } from './axe.ts'
import { copyOfDemo, expect, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { frozenDemo, startService } from './service.ts'

const rowOf = (page: Page, field: string | RegExp) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field }) })

/** Two providers of a busy market whose shares differ. */
async function twoProviders(network: Network) {
  const { id: marketId } = await network.busyMarket()
  const [first, second] = (await network.providers({ marketId })).filter(({ sla }) => sla !== null)
  if (!first || !second) throw new Error('the market has too few providers')
  return { marketId, first, second }
}

test('two rows of the providers lead to both side by side, every field with its difference in words', async ({
  page,
  network,
}) => {
  const { marketId, first, second } = await twoProviders(network)
  await page.goto(`/liquidity-providers?marketId=${marketId}`)
  const open = (partyId: string) =>
    page.getByRole('grid').getByRole('row').filter({ hasText: partyId }).getByRole('gridcell').first().dblclick()
  await open(first.partyId)
  await page.getByRole('button', { name: 'Compare with another' }).click()
  await expect(page.getByText(/^Comparing .*: open another row and press Compare\.$/)).toBeVisible()
  await open(second.partyId)
  await page.getByRole('link', { name: /^Compare with / }).click()
  await expect(page).toHaveURL(
    new RegExp(`/compare\\?party=${first.partyId}&party=${second.partyId}&marketId=${marketId}$`),
  )
  await expect(page.getByRole('table', { name: 'Share of the fees' })).toBeVisible()
  const row = rowOf(page, /^Equity-like share/)
  const [a, b] = [first.feeShare?.equityLikeShare ?? '', second.feeShare?.equityLikeShare ?? '']
  // Exact, as the node sent them.
  await expect(row.getByRole('cell').nth(0)).toContainText(a)
  await expect(row.getByRole('cell').nth(1)).toContainText(b)
  await expect(row.getByRole('cell').nth(2)).toHaveText(a === b ? 'Same' : / higher by [\d.]+ points$/)
  await expect(rowOf(page, /^Time on book, this epoch/)).toContainText(
    first.sla?.currentEpochFractionOfTimeOnBook ?? 'none',
  )
  await expect(page.getByRole('heading', { name: /^(No field differs|\d+ fields? differs?)/ })).toBeVisible()
  // The service of this test watches no party: the page says so and shows no error.
  await expect(page.getByRole('region', { name: 'Over epochs' })).toContainText('This service keeps no epochs')
  await expect(page.getByText(/could not be loaded/i)).toBeHidden()
})

test('two parties are compared from the party page; a market leads on to their service level', async ({
  page,
  network,
}) => {
  const party = await network.versatileParty()
  const other = (await network.parties()).find((id) => id !== party && id !== 'network') ?? ''
  await page.goto(`/parties/${party}`)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Choose a party to compare with/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Second party' }).fill(other)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`party=${party}&party=${other}`))
  const [a, b] = await Promise.all([network.spam(party), network.spam(other)])
  const transfers = page.getByRole('table', { name: 'Spam limits' }).getByRole('row').filter({ hasText: 'Transfers' })
  await expect(transfers.getByRole('cell').nth(0)).toContainText(`${a.transfers?.countForEpoch} of`)
  await expect(transfers.getByRole('cell').nth(1)).toContainText(/of|no record of this key/)
  const modes = await network.marginModes({ partyId: party })
  await expect(page.getByRole('table', { name: 'Margin modes' }).getByRole('row')).not.toHaveCount(0)
  expect(modes.length).toBeGreaterThan(0)
  expect(b.transfers).toBeDefined()
  await expect(page.getByRole('table', { name: 'Team' })).toContainText('Current team')
})

test('the palette leads to the comparison of the party of the page', async ({ page, network }) => {
  const party = await network.versatileParty()
  await page.goto(`/spam/${party}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('compare')
  await page.getByRole('option', { name: /^Compare .* with another party/ }).click()
  await expect(page).toHaveURL(new RegExp(`/compare\\?party=${party}$`))
})

test('a party that is no provider of the market is unknown there, not zero; a failure is an error', async ({
  page,
  network,
  faults,
}) => {
  const { marketId, first } = await twoProviders(network)
  const stranger = 'ab'.repeat(32)
  await page.goto(`/compare?party=${first.partyId}&party=${stranger}&marketId=${marketId}`)
  const rank = rowOf(page, /^Rank/)
  await expect(rank.getByRole('cell').nth(1)).toHaveText('Unknown: not a provider here')
  await expect(rank.getByRole('cell').nth(2)).toContainText('Unknown for abab')
  await faults.set({ path: '/api/v2/liquidity/providers', fault: { status: 500 } })
  await page.goto('/')
  await page.goto(`/compare?party=${first.partyId}&party=${stranger}&marketId=${marketId}`)
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  await expect(page.getByText('not a provider here')).toBeHidden()
})

test('epochs that the service has kept of one of two parties are shown, and the other is called not watched', async ({
  page,
  network,
}) => {
  const { marketId, first, second } = await twoProviders(network)
  const watching = await startService(await copyOfDemo('compare-watching'), [...frozenDemo, '--watch', first.partyId])
  try {
    const own = `${watching.url}/lyra/v1/liquidity-history?partyId=${first.partyId}`
    await expect.poll(async () => (await fetch(own)).text(), { timeout: 30_000 }).toContain(marketId)
    await page.goto(`${watching.url}/compare?party=${first.partyId}&party=${second.partyId}&marketId=${marketId}`)
    const kept = page.getByRole('table', { name: 'Time on book over epochs' })
    await expect(kept).toContainText(first.sla?.currentEpochFractionOfTimeOnBook ?? 'none')
    await expect(kept).toContainText('Unknown: not watched by this service')
    await expectNoViolationsOnTallPage(page)
  } finally {
    await watching.stop()
  }
})

test('time on book and score of two watched providers are curves over epochs, with exact values and gaps said', async ({
  page,
  network,
}) => {
  const { marketId, first, second } = await twoProviders(network)
  const sample = (epochSeq: number, value: string) => ({
    marketId,
    epochSeq: String(epochSeq),
    time: '2026-11-20T11:00:00Z',
    equityLikeShare: '0.5',
    averageScore: value,
    currentEpochFractionOfTimeOnBook: value,
  })
  const kept: Record<string, unknown[]> = {
    [first.partyId]: [101, 102, 103, 105].map((epoch) => sample(epoch, `0.9${epoch}`)),
    [second.partyId]: [101, 102, 103, 104, 105].map((epoch) => sample(epoch, `0.123456789012345678${epoch}`)),
  }
  await page.route('**/lyra/v1/liquidity-history*', (route) => {
    const party = new URL(route.request().url()).searchParams.get('partyId') ?? ''
    const watched = [first.partyId, second.partyId]
    return route.fulfill({ json: { now: '2026-11-20T11:00:00Z', watched, samples: kept[party] ?? [] } })
  })
  await page.goto(`/compare?party=${first.partyId}&party=${second.partyId}&marketId=${marketId}`)
  const panel = page.getByRole('region', { name: 'Over epochs' })
  const chart = panel.getByRole('img', { name: /^Time on book over epochs of / })
  await expect(chart.locator('canvas').first()).toBeVisible()
  await expect(panel.getByRole('img', { name: /^Liquidity score over epochs of / })).toBeVisible()
  // The last epoch, exact, before anything is pointed at.
  await expect(panel.getByText('Epoch 105', { exact: true }).first()).toBeVisible()
  await expect(panel.getByTitle('0.123456789012345678105').first()).toBeVisible()
  await expect(panel.getByText(/^Not recorded: 1 epoch of .*interrupted/).first()).toBeVisible()
  const box = await chart.boundingBox()
  await chart.hover({ position: { x: 8, y: (box?.height ?? 0) / 2 } })
  await expect(panel.getByText('Epoch 101', { exact: true }).first()).toBeVisible()
  await expect(panel.getByTitle('0.9101').first()).toBeVisible()
  const row = panel.getByRole('table', { name: 'Time on book over epochs' }).getByRole('row').filter({ hasText: '104' })
  await expect(row).toContainText('Unknown: not recorded in this epoch')
  await expectNoViolationsOnTallPage(page)
  // A window that becomes narrow takes the chart with it.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await chart.boundingBox())?.width).toBeLessThan(390)
})

test('on a phone the comparison needs no sideways scroll', async ({ page, network }) => {
  const { marketId, first, second } = await twoProviders(network)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/compare?party=${first.partyId}&party=${second.partyId}&marketId=${marketId}`)
  await expect(page.getByRole('table', { name: 'Service level' })).toBeVisible()
  await expect(rowOf(page, /^Rank/).getByRole('rowheader')).toContainText(/ahead by|Same/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
