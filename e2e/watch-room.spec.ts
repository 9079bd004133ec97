import type { Page } from 'playwright/test'
import { listKnownParties } from '../src/wire/known-parties.ts'
import { listLiquidityProviders } from '../src/wire/liquidity-providers.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { demoTime } from './service.ts'
import { unexpected, watchShifts } from './shifts.ts'

const wall = (page: Page) => page.getByRole('table', { name: 'Parties, worst first' })
const rows = (page: Page) => wall(page).locator('tbody').getByRole('row')
const row = (page: Page, name: string) => rows(page).filter({ has: page.getByRole('link', { name }) })

/** The id of a party that the demo names. */
async function idOf(network: Network, name: string): Promise<string> {
  const { parties } = await network.ask(listKnownParties, {})
  return parties.find((party) => party.name === name)?.partyId ?? ''
}
const inSeconds = (seconds: number) => new Date(Date.parse(demoTime) + seconds * 1000).toISOString()

test('without a click the first page says how close to a ban the riskiest party is', async ({
  page,
  network,
  faults,
}) => {
  // Both are banned at the start of an epoch, and which of them was read first decides who comes first.
  const fault = { set: { 'statistics.proposals.bannedUntil': inSeconds(420) } }
  const bots = [await idOf(network, 'tick-bot-2'), await idOf(network, 'quote-bot-7')]
  await faults.set(...bots.map((id) => ({ path: `/statistics/spam/${id}`, fault })))
  await page.goto('/')
  await expect(page.getByText('Demo network: invented data').first()).toBeVisible()
  await expect(rows(page).first()).toContainText(/(tick-bot-2|quote-bot-7).*Banned/s)
  await expect(
    rows(page)
      .first()
      .getByText(/^Ban: 00:0[67]:\d\d left$/),
  ).toBeVisible()
  const chosen = page.getByRole('region', { name: /^(tick-bot-2|quote-bot-7)$/ })
  await expect(chosen.getByText(/^(Can’t|Banned).* until .*\d\d:\d\d:\d\d UTC\./)).toBeVisible()
  await expect(chosen.getByText(/\d\d:\d\d:\d\d\s*left/)).toBeVisible()
})

test(
  'counters are drawn in the colour of their own state, unused ones are folded and zero is a hairline',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.goto('/')
    const near = row(page, 'northwind-mm')
    await expect(near).toContainText('Near')
    const { transfers, proposals } = await network.spam(await idOf(network, 'northwind-mm'))
    const used = near.getByRole('img', { name: `Transfers: ${transfers?.countForEpoch} of 20` })
    await expect(used).toHaveAttribute('data-state', 'near')
    expect(proposals?.countForEpoch).toBe('0')
    const unused = near.getByRole('img', { name: 'Proposals: 0 of 3' })
    await expect(unused).toHaveCount(0)
    await page.getByRole('button', { name: /^\+\d unused$/ }).click()
    expect(await unused.evaluate((drawn) => drawn.getBoundingClientRect().height)).toBeLessThanOrEqual(1.5)
  },
)

test('arrow keys choose a party; the choice is in the address and survives a reload', async ({ page }) => {
  await page.goto('/')
  await expect(rows(page).nth(3)).toContainText(/OK|Watch|Near|At limit/)
  await rows(page).first().getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const name = await rows(page).nth(2).getByRole('link').locator('b').innerText()
  await expect(rows(page).nth(2).getByRole('link')).toBeFocused()
  await expect(page.getByText('Order held')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(rows(page).nth(2).getByRole('status')).toHaveText(/^(OK|no reading|.+ \d+ of \d+)$/)
  await expect(page).toHaveURL(/\?party=[0-9a-f]{64}$/)
  await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
})

test(
  'no row moves under the keyboard: the order is held until the focus leaves',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    await page.goto('/')
    await expect(rows(page)).toHaveCount(8)
    await expect(rows(page).nth(3)).toContainText(/OK|Watch|Near|At limit/)
    const order = () => rows(page).evaluateAll((all) => all.map((row) => row.dataset['id'] ?? ''))
    await rows(page).first().getByRole('link').focus()
    const before = await order()
    const last = before.at(-1) ?? ''
    await faults.set({
      path: `/statistics/spam/${last}`,
      fault: { set: { 'statistics.proposals.bannedUntil': inSeconds(86_400) } },
    })
    for (let at = 1; at < before.length; at += 1) {
      await page.keyboard.press('ArrowDown')
      await expect(rows(page).nth(at).getByRole('link')).toBeFocused()
    }
    await expect(page.locator(`tr[data-id="${last}"]`)).toContainText('Banned')
    expect(await order()).toEqual(before)
    expect((await network.spam(last)).proposals?.bannedUntil).toBeDefined()
    await page.getByRole('combobox', { name: 'Find a party, market or candles' }).focus()
    await expect.poll(async () => (await order()).indexOf(last)).toBeLessThan(3)
  },
)

test(
  'watching one party keeps the other suggestions, and gives it its published name',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/')
    await expect(rows(page)).toHaveCount(8)
    await row(page, 'northwind-mm').hover()
    await page.getByRole('button', { name: 'Watch northwind-mm' }).click()
    await expect(rows(page)).toHaveCount(8)
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /northwind-mm/ }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Watched', exact: true }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL('/?show=watched')
  },
)

test(
  'the worst of all parties of the node is in the room, and the rest on request',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const { parties } = await network.ask(listKnownParties, {})
    const last = parties.at(-1)?.partyId ?? ''
    await faults.set({
      path: `/statistics/spam/${last}`,
      fault: { set: { 'statistics.votes.bannedUntil': inSeconds(900) } },
    })
    await page.goto('/')
    await expect(rows(page)).toHaveCount(8)
    await expect(page.locator(`tr[data-id="${last}"]`)).toContainText('Banned')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(rows(page)).toHaveCount(parties.length)
    // An address with parties is the same room with these alone.
    const named = [last, ...parties.slice(0, 2).map(({ partyId }) => partyId)]
    await page.goto(`/spam?${named.map((id) => `party=${id}`).join('&')}`)
    await expect(rows(page)).toHaveCount(3)
    await expect(page).toHaveTitle(/^Banned · /)
    await rows(page).nth(2).locator('td').first().click()
    await expect(rows(page).nth(2)).toHaveAttribute('data-chosen', 'true')
    await expect(page).toHaveURL(/party=.*party=.*party=/)
  },
)

test(
  'a limit that comes into use and a row that changes place leave the room still',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const shifts = await watchShifts(page)
    await page.goto('/')
    await expect(rows(page)).toHaveCount(8)
    await expect(row(page, 'northwind-mm')).toContainText('Near')
    await expect(page.getByRole('columnheader', { name: 'Signatures' })).toHaveCount(0)
    await shifts()
    await faults.set({
      path: `/statistics/spam/${await idOf(network, 'northwind-mm')}`,
      fault: { set: { 'statistics.issueSignatures.countForEpoch': '4' } },
    })
    await expect(row(page, 'northwind-mm')).toContainText('At limit')
    await expect(page.getByRole('columnheader', { name: 'Signatures' })).toBeVisible()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)))
    const { sum, moved } = unexpected(await shifts())
    expect(sum, moved.join()).toBeLessThanOrEqual(0.01)
  },
)

test(
  'the row of a watched provider says what to offer and until when, and nothing of old values',
  { tag: '@full' },
  async ({ page, faults }) => {
    await page.goto('/')
    await expect(rows(page)).toHaveCount(8)
    await page.getByRole('button', { name: 'Show all' }).click()
    await row(page, 'ebb-liquidity').hover()
    await page.getByRole('button', { name: 'Watch ebb-liquidity' }).click()
    await row(page, 'corvid-capital').hover()
    await page.getByRole('button', { name: 'Watch corvid-capital' }).click()
    await expect(row(page, 'ebb-liquidity')).toContainText(
      /SLA BTC\/USDT.*: Offer 360,000 USDT of sells for [\d:]+ of the [\d:]+ left/,
    )
    // Counting down, in a row that is not the chosen one.
    await expect(row(page, 'ebb-liquidity')).not.toHaveAttribute('data-chosen')
    const left = async () => /of the (.*) left/.exec(await row(page, 'ebb-liquidity').innerText())?.[1]
    const first = await left()
    await expect.poll(left).not.toBe(first)
    await expect(row(page, 'corvid-capital')).toContainText(/SLA .*: safe (for this epoch|after [\d:]+ more)/)
    await expect(row(page, 'slackwater-lp')).not.toContainText('SLA')
    await faults.set({ path: '/api/v2/liquidity/providers', fault: { status: 500 } })
    await expect(row(page, 'ebb-liquidity')).toContainText(/SLA .*: No advice: values are .* old/, {
      timeout: 90_000,
    })
  },
)

test(
  'the axis shows the last 24 hours on request, which the address keeps; keys read its moments',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: '24 h', exact: true }).click()
    await expect(page).toHaveURL('/?span=24h')
    await page.reload()
    await expect(page.getByText(/^24 h ago, \d\d:\d\d UTC$/)).toBeVisible()
    await rows(page).first().getByRole('link').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await expect(rows(page).nth(1).getByRole('status')).toHaveText(/^(OK|no reading|.+ \d+ of \d+)$/)
    await page.getByRole('button', { name: 'Epoch', exact: true }).click()
    await expect(page).not.toHaveURL(/span/)
  },
)

test('on a wall screen the room stands alone, and Escape leaves it', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Watch room' }).click()
  await expect(page).toHaveURL('/watch')
  await expect(row(page, 'northwind-mm')).toContainText('Near')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('contentinfo', { name: 'Connection' }).getByText(/data age/)).toBeVisible()
  // Where the link was, an id may have opened its card meanwhile, which takes the key first.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('a pasted key is classified before Enter, without asking twice for its limits', async ({
  page,
  network,
  requests,
}) => {
  const near = await network.partyWith(
    async (id) => Number((await network.spam(id)).transfers?.countForEpoch ?? 0) >= 16,
  )
  await page.goto('/settings')
  await page.goto('/?show=watched')
  await expect(rows(page).first()).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Find a party, market or candles' })
  const asked = () => requests.matching(new RegExp(`/statistics/spam/${near}`)).length
  const loaded = asked()
  await field.fill(near.toUpperCase())
  await expect(page.getByText(/A party on this node:/)).toContainText('Near')
  expect(asked() - loaded).toBeLessThanOrEqual(1)
  await field.fill('f'.repeat(64))
  await expect(page.getByText('This node has no party or market with this id.')).toBeVisible()
  await field.fill('')
  const market = await network.busyMarket()
  const { code } = market.tradableInstrument.instrument
  const before = Date.now()
  await field.fill(market.id)
  await expect(page.getByText(`A market on this node: ${code}, active.`)).toBeVisible()
  await field.fill(`trades_candle_1_hour_${market.id}`)
  await expect(page.getByText(`Candles of a market on this node: ${code}, active.`)).toBeVisible()
  expect(requests.matching(new RegExp(market.id), before)).toEqual([])
})

test('on a phone a party takes three lines, and nothing scrolls sideways', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const near = row(page, 'northwind-mm')
  await expect(near).toContainText(/market maker.*Transfers \d+ of 20/s)
  await expect(near.getByRole('img', { name: /^Transfers/ })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a tablet has a rail at the side and all counters', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/')
  await expect(row(page, 'northwind-mm').getByRole('img', { name: /^Transfers/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden()
  const rail = page.getByRole('navigation', { name: 'Main' })
  await rail.getByRole('link', { name: 'Spam limits' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Spam limits' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(768)
})

for (const [name, path] of [
  ['party page', '/parties'],
  ['spam limits', '/spam'],
  ['team history', '/teams/referees'],
  ['ledger export', '/ledger-export'],
  ['statement', '/ledger'],
] as const) {
  test(
    `${name}: without a key its parties are listed with state and reason, never an empty field alone`,
    { tag: '@full' },
    async ({ page, network, faults }) => {
      const { length } = await network.providers({ partyId: await idOf(network, 'corvid-capital') })
      const modes = await network.marginModes({ partyId: await idOf(network, 'kestrel') })
      const factor = Math.min(...modes.map(({ marginFactor }) => Number(marginFactor ?? 1)))
      await faults.set({
        path: `/statistics/spam/${await idOf(network, 'quote-bot-7')}`,
        fault: { set: { 'statistics.proposals.bannedUntil': inSeconds(1860) } },
      })
      await page.goto(path)
      const listed = page.getByRole('region', { name: /^On this node/ }).getByRole('link')
      const party = (name: string) => listed.filter({ hasText: name })
      await expect(party('quote-bot-7')).toContainText(/Banned.*00:(31|30):\d\d left/s)
      await expect(party('northwind-mm')).toContainText(/market maker.*Near.*Transfers \d+ of 20/s)
      await expect(party('corvid-capital')).toContainText(`Provides in ${length} markets`)
      await expect(party('kestrel')).toContainText(`Isolated ${Math.round(1 / factor)}x`)
      await expect(party('larder-cold')).toContainText('OK')
      await expect(party('larder-cold')).not.toContainText(/Provides in|Isolated/)
      await party('northwind-mm').click()
      await expect(page).toHaveURL(/[0-9a-f]{64}/)
    },
  )
}

test(
  'the party list requests only the positions of a provider, and none twice',
  { tag: '@full' },
  async ({ page, network, requests }) => {
    const lists = { positions: '/api/v2/liquidity/providers', modes: '/api/v2/margin-modes' }
    const asked = (path: string, partyId: string) => requests.matching(new RegExp(`${path}\\?.*${partyId}`)).length
    const [provider, isolated] = [await idOf(network, 'corvid-capital'), await idOf(network, 'kestrel')]
    await page.goto('/parties')
    const listed = page.getByRole('region', { name: /^On this node/ }).getByRole('link')
    await expect(listed.filter({ hasText: 'corvid-capital' })).toContainText('Provides in')
    await expect(listed.filter({ hasText: 'kestrel' })).toContainText('Isolated')
    expect([asked(lists.positions, provider), asked(lists.modes, provider)]).toEqual([1, 0])
    expect([asked(lists.positions, isolated), asked(lists.modes, isolated)]).toEqual([1, 1])
  },
)

test('the field of the limits page suggests parties on focus', { tag: '@full' }, async ({ page }) => {
  await page.goto('/spam')
  await page.getByRole('combobox', { name: 'Party id' }).focus()
  await expect(page.getByRole('option', { name: /northwind-mm/ })).toBeVisible()
  await page.keyboard.type('arb')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/spam\/[0-9a-f]{64}$/)
})

test('text that is no key is not remembered as a party', { tag: '@full' }, async ({ page }) => {
  await page.goto('/parties/abc')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/')
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Recent' })).toHaveCount(0)
})

test(
  'liquidity and margin of the chosen party stand in a line each, and one that fails says so',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const partyId = await idOf(network, 'corvid-capital')
    const { liquidityProviders } = await network.ask(listLiquidityProviders, { partyId })
    const chosen = (name: string) => page.getByRole('region', { name })
    const line = (name: string, title: string) =>
      chosen(name)
        .locator('dl > div')
        .filter({ has: page.getByRole('link', { name: title, exact: true }) })
    // The frozen chain of the demo counts as stopped after a minute, in which a busy machine may not come so far.
    const began = Date.now()
    const chainGoesOn = () => {
      const blockTime = Date.parse(demoTime) + Date.now() - began
      return { path: '/', fault: { headers: { 'x-block-timestamp': `${blockTime}000000` } } }
    }
    await faults.set(chainGoesOn())
    await page.goto(`/?party=${partyId}`)
    await expect(chosen('corvid-capital')).toBeVisible()
    const count = liquidityProviders.edges.length
    await expect(line('corvid-capital', 'Liquidity')).toContainText(new RegExp(`Requirement met in \\d+ of ${count}`))
    await expect(line('corvid-capital', 'Margin modes')).toContainText(/isolated|cross|Nothing recorded/i)

    await faults.set({ path: '/api/v2/margin-modes', fault: { status: 500 } }, chainGoesOn())
    await page.goto(`/?party=${await idOf(network, 'northwind-mm')}`)
    await expect(chosen('northwind-mm')).toBeVisible()
    await expect(line('northwind-mm', 'Margin modes')).toContainText('Not loaded')
  },
)

test(
  'a party is called by its published name on its own page too, which says who gave the name',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.goto(`/parties/${await idOf(network, 'quote-bot-7')}`)
    await expect(page.getByRole('heading', { level: 1, name: 'quote-bot-7' })).toBeVisible()
    await expect(page.getByText('Name from this node')).toBeVisible()
    await expect(page).toHaveTitle(/quote-bot-7/)
  },
)

test(
  'the line of the refresh interval has its place before the parties are known',
  { tag: '@full' },
  async ({ page }) => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/lyra/v1/parties', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/')
    await expect(page.getByText('Worst first. Refreshes every \u2026 s')).toBeVisible()
    release()
    await expect(page.getByText(/^Worst first. Refreshes every \d+ s$/)).toBeVisible()
  },
)
