import { colourRules, paint, violations } from './axe.ts'
import { advanceUntil, expect, test } from './fixtures.ts'
import { demoTime } from './service.ts'

const spam = '/statistics/spam/'
const wall = (parties: readonly string[]) => `/spam?${parties.map((id) => `party=${id}`).join('&')}`
const inSeconds = (seconds: number) => new Date(Date.parse(demoTime) + seconds * 1000).toISOString()

test('the worst party comes first, by nickname, and the address keeps its order', async ({ page, network, faults }) => {
  const parties = (await network.parties()).slice(0, 6)
  const [, , quiet = '', near = '', full = '', banned = ''] = parties
  await page.addInitScript(
    (nicknames) => {
      localStorage.setItem('lyra.preferences', JSON.stringify({ nicknames }))
    },
    { [near]: 'mm-bot-3' },
  )
  await faults.set(
    { path: spam + near, fault: { set: { 'statistics.transfers.countForEpoch': '18' } } },
    { path: spam + full, fault: { set: { 'statistics.transfers.countForEpoch': '20' } } },
    { path: spam + banned, fault: { set: { 'statistics.proposals.bannedUntil': inSeconds(1800) } } },
    { path: spam + quiet, fault: { status: 500 } },
  )
  await page.goto(wall(parties))
  const tiles = page.getByRole('region', { name: 'Parties, worst first' }).getByRole('article')
  await expect(tiles).toHaveCount(6)
  await expect(tiles.nth(0)).toContainText('Banned')
  await expect(tiles.nth(0).getByRole('timer')).toHaveText(/^00:(29|30):\d\d$/)
  await expect(tiles.nth(0).getByRole('link')).toHaveAttribute('href', `/spam/${banned}`)
  await expect(tiles.nth(1)).toContainText('At limit')
  await expect(tiles.nth(2)).toHaveAccessibleName('mm-bot-3')
  await expect(tiles.nth(2)).toContainText('18 / 20')
  await expect(tiles.nth(5)).toContainText('No data')
  await expect(
    page.getByRole('heading', {
      level: 2,
      name: /^6 parties: 1 banned, 1 at a limit, 1 near a limit\. The state of 1 party is unknown\.$/,
    }),
  ).toBeVisible()
  await expect(page).toHaveTitle(/^Banned · /)
  await expect(page).toHaveURL(wall(parties))
  for (const theme of ['dark', 'light'] as const) {
    await paint(page, theme)
    expect(await violations(page, 'html', theme === 'dark' ? [] : colourRules), theme).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('parties are added, paused and removed; nothing moves under the pointer', async ({
  page,
  network,
  faults,
  requests,
}) => {
  const [, a = '', b = '', c = ''] = await network.parties()
  await page.clock.install()
  await page.goto(wall([a, b]))
  const tiles = page.getByRole('region', { name: 'Parties, worst first' }).getByRole('article')
  await expect(tiles).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Add a party' }).fill(c)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page).toHaveURL(wall([a, b, c]))
  const tile = (id: string) => tiles.filter({ has: page.locator(`a[href="/spam/${id}"]`) })
  await tile(b)
    .getByRole('button', { name: /^Pause/ })
    .click()
  await expect(tile(b)).toContainText('Paused')

  await tile(a).hover()
  const order = await tiles.locator('header a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  await faults.set({
    path: spam + (order.at(-1) ?? '').slice(6),
    fault: { set: { 'statistics.transfers.countForEpoch': '20' } },
  })
  if (order.at(-1) !== `/spam/${b}`)
    await advanceUntil(page, () => expect(tiles.last()).toContainText('At limit', { timeout: 500 }))
  const held = await tiles.locator('header a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(held).toEqual(order)

  const questions = () => requests.matching(new RegExp(`^${spam}${b}`)).length
  const before = questions()
  const others = requests.matching(new RegExp(`^${spam}${a}`)).length
  await advanceUntil(page, async () =>
    expect(requests.matching(new RegExp(`^${spam}${a}`)).length).toBeGreaterThan(others + 1),
  )
  expect(questions()).toBe(before)
  await tile(a)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page).toHaveURL(wall([b, c]))
  await expect(tiles).toHaveCount(2)
  await page.goBack()
  await expect(tiles).toHaveCount(3)
})

test('fifty parties are polled equally; a notice names those left out', async ({ page, network, requests }) => {
  // a party banned just now is polled more often, until the node confirms the end of the ban
  const banned = await Promise.all(
    (await network.parties()).map(async (id) => JSON.stringify(await network.spam(id)).includes('bannedUntil')),
  )
  const parties = (await network.parties()).filter((_, index) => !banned[index]).slice(0, 50)
  await page.clock.install()
  await page.goto(wall([...parties, '1'.repeat(64), '2'.repeat(64)]))
  await expect(page.getByRole('article')).toHaveCount(50)
  await expect(page.getByText('The address names 52 parties. A wall watches 50')).toBeVisible()
  for (let second = 0; second < 60; second++) await page.clock.runFor(1_000)
  const counts = parties.map((id) => requests.matching(new RegExp(`^${spam}${id}$`)).length)
  expect(Math.min(...counts)).toBeGreaterThan(0)
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2)
  await expect(page.getByText('No data')).toHaveCount(0)
})

test('the end of a ban is confirmed by the node', async ({ page, network, faults }) => {
  const [, a = '', b = ''] = await network.parties()
  const banned = { 'statistics.proposals.bannedUntil': inSeconds(60) }
  await faults.set({ path: spam + a, fault: { set: banned } })
  await page.clock.install()
  await page.goto(wall([b, a]))
  const tiles = page.getByRole('region', { name: 'Parties, worst first' }).getByRole('article')
  await expect(tiles.first()).toContainText('Banned')
  await expect(tiles.first().getByRole('link')).toHaveAttribute('href', `/spam/${a}`)
  const clockSkew = Date.parse(demoTime) - Date.now() + 61_000
  await faults.set({ path: spam + a, fault: { clockSkew, set: banned } }, { path: '/', fault: { clockSkew } })
  await page.clock.fastForward(61_000)
  await expect(page.getByText('Ban expired, confirming')).toBeVisible()
  await faults.set({ path: '/', fault: { clockSkew } })
  await expect(page.getByText('Ban expired, confirming')).toBeHidden()
})

test('without parties a party id is required', async ({ page }) => {
  await page.goto('/spam')
  await expect(page.getByRole('combobox', { name: 'Party id' })).toBeVisible()
})
