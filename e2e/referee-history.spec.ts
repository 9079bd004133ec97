import { amount, utc } from './expected.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { testInvalidResponse } from './states.ts'

const address = async (network: Network) => `/teams/referees/${await network.versatileParty()}?table=on`

test('every join with its exact time and epoch, each membership with its length', async ({ page, network }) => {
  const joins = await network.stays(await network.versatileParty())
  await page.goto(await address(network))
  await expect(page.getByText(`all ${joins.length} loaded`)).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Joins' })
  const bands = page.getByRole('region', { name: 'Teams' }).locator('li li')
  await expect(bands).toHaveCount(joins.length)
  for (const [at, { teamId, joinedAt, joinedAtEpoch }] of joins.entries()) {
    const row = grid.getByRole('row').nth(at + 1)
    await expect(row.getByRole('gridcell', { name: `team ${teamId}` })).toBeVisible()
    await expect(row.getByRole('gridcell', { name: utc(joinedAt), exact: true })).toBeVisible()
    await expect(row.getByRole('gridcell', { name: amount(joinedAtEpoch), exact: true })).toBeVisible()
    const next = joins[at - 1] // newest first
    const length = next && BigInt(next.joinedAtEpoch) - BigInt(joinedAtEpoch)
    const band = bands.filter({ hasText: utc(joinedAt).slice(0, -7) }).filter({
      hasText: length === undefined ? 'so far' : `${amount(String(length))} epochs`,
    })
    await expect(band.first()).toBeAttached()
  }
  await expect(bands.filter({ hasText: 'current' })).toHaveCount(1)
})

test('a long history has a lane for each team, and its table behind a switch', async ({ page, network }) => {
  const long = await network.partyWith(async (id) => (await network.stays(id)).length > 25)
  const joins = await network.stays(long)
  const teams = new Set(joins.map(({ teamId }) => teamId)).size
  await page.goto(`/teams/referees/${long}`)
  await expect(page.getByText(`Joined ${teams} teams ${joins.length} times`)).toBeVisible()
  const panel = page.getByRole('region', { name: 'Teams' })
  await expect(panel.locator('li li')).toHaveCount(joins.length)
  await expect(panel.locator('li:has(li)')).toHaveCount(teams)
  await expect(panel.locator('[data-first]')).toHaveCount(teams)
  await expect(page.getByRole('grid')).toBeHidden()
  await panel.getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('grid', { name: 'Joins' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('grid', { name: 'Joins' })).toBeVisible()
})

test('the address keeps the team filter, the order and the open join', { tag: '@full' }, async ({ page, network }) => {
  const referee = await network.versatileParty()
  const joins = await network.stays(referee)
  const [, second] = joins
  // A head and the joins of its team.
  const rows = 1 + joins.filter(({ teamId }) => teamId === second?.teamId).length
  await page.goto(await address(network))
  await page.getByRole('button', { name: 'Earliest first' }).click()
  await expect(page).toHaveURL(/pagination\.newestFirst=false/)
  const grid = page.getByRole('grid', { name: 'Joins' })
  await expect(grid.getByRole('row').nth(1)).toContainText(utc(joins.at(-1)?.joinedAt ?? '0'))
  await grid.getByRole('gridcell', { name: utc(second?.joinedAt ?? '0') }).click()
  await page.getByRole('complementary').getByRole('link', { name: 'Only this team' }).click()
  await expect(page).toHaveURL(new RegExp(`teamId=${second?.teamId}`))
  await expect(grid.getByRole('row')).toHaveCount(rows)

  await page.reload()
  await expect(grid.getByRole('row')).toHaveCount(rows)
  await expect(grid.getByRole('gridcell', { name: utc(second?.joinedAt ?? '0') })).toBeVisible()
  await grid.press('Enter')
  await expect(page.getByRole('complementary')).toContainText(second?.joinedAt ?? 'no join')
  await page.getByRole('button', { name: 'Show all teams' }).click()
  await expect(page.getByText(`all ${joins.length} loaded`)).toBeVisible()
  await page.goBack()
  await expect(grid.getByRole('row')).toHaveCount(rows)
})

test('the joins of another party are shown by entering its id', { tag: '@full' }, async ({ page, network }) => {
  const other = await network.partyWith(async (id) => (await network.stays(id)).length > 25)
  await page.goto(await address(network))
  await page.getByRole('combobox', { name: 'Party' }).fill(other)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/teams/referees/${other}$`))
  await expect(page.getByText(`all ${(await network.stays(other)).length} loaded`)).toBeVisible()
})

test('a party that never joined a team', { tag: '@full' }, async ({ page, network }) => {
  const lone = await network.partyWith(async (id) => id !== 'network' && (await network.stays(id)).length === 0)
  await page.goto(`/teams/referees/${lone}`)
  await expect(page.getByRole('heading', { name: 'No team recorded for this party' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Teams' })).toBeHidden()
})

testInvalidResponse({
  at: address,
  path: '/api/v2/teams/referees/history/',
  data: (page) => page.getByRole('grid', { name: 'Joins' }).getByRole('gridcell').first(),
  empty: /returned an empty list|No team recorded/,
  wrong: { 'teamRefereeHistory.edges.*.node.joinedAt': 'yesterday' },
})
