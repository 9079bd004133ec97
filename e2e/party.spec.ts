import { amount, utc } from './expected.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { unexpected, watchShifts } from './shifts.ts'
import { expectRefusal, refusal, testInvalidResponse } from './states.ts'

const address = async (network: Network) => `/parties/${await network.versatileParty()}`

test('a public key shows everything the node knows about the party', async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const [spam, modes, stays] = [
    await network.spam(partyId),
    await network.marginModes({ partyId }),
    await network.stays(partyId),
  ]
  const markets = await network.markets()
  await page.goto(await address(network))
  const limits = page.getByRole('region', { name: 'Spam limits' })
  await expect(limits.getByText(`epoch ${amount(spam.epochSeq)}`)).toBeVisible()
  const { countForEpoch, maxForEpoch } = spam.transfers ?? {}
  await expect(
    countForEpoch === '0'
      ? limits.getByText(/^\d+ limits? unused\.$/)
      : limits.getByRole('img', { name: `Transfers: ${countForEpoch} of ${maxForEpoch}` }),
  ).toBeVisible()
  // Proof of work that lasts needs no words.
  await expect(limits.getByText(/more per block/)).toHaveCount(0)
  const table = page.getByRole('table', { name: 'Margin modes' })
  for (const { marketId, atEpoch, marginFactor } of modes) {
    const code = markets.find(({ id }) => id === marketId)?.tradableInstrument.instrument.code ?? marketId
    const row = table.getByRole('row').filter({ hasText: code })
    await expect(row.getByTitle(`Epoch ${amount(atEpoch)}.`)).toBeVisible()
    // Long factors are rounded; the title has the whole text.
    if (marginFactor !== undefined) await expect(row).toContainText(marginFactor.slice(0, 6))
  }
  const joins = page.getByRole('region', { name: 'Team history' }).getByRole('listitem')
  await expect(joins.first()).toContainText(stays[0]?.teamId ?? 'no team')
  await expect(joins.first()).toContainText(`Joined ${utc(stays[0]?.joinedAt ?? '0').slice(0, -3)} UTC`)
  await expect(page.getByText('No liquidity provided', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Liquidity positions' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: /limit|Can’t|Banned/ }).first()).toBeVisible()
})

test('liquidity positions of a party are listed with their verdicts', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.partyWith(async (id) => (await network.providers({ partyId: id })).length > 1)
  const markets = await network.markets()
  await page.goto(`/parties/${partyId}`)
  const panel = page.getByRole('region', { name: 'Liquidity positions' })
  for (const { marketId, sla } of await network.providers({ partyId })) {
    const code = markets.find(({ id }) => id === marketId)?.tradableInstrument.instrument.code ?? marketId
    const row = panel.getByRole('row').filter({ hasText: code })
    const required = BigInt(sla?.requiredLiquidity ?? 0)
    const short = [
      BigInt(sla?.notionalVolumeBuys ?? 0) < required ? 'buys' : '',
      BigInt(sla?.notionalVolumeSells ?? 0) < required ? 'sells' : '',
    ].filter(Boolean)
    const verdict = !sla
      ? 'No data'
      : short.length === 2
        ? 'Not met: both'
        : short.length === 1
          ? `Not met: ${short[0]}`
          : 'Requirement met'
    await expect(row.getByRole('cell').nth(1)).toHaveText(verdict)
    await expect(row.getByRole('link', { name: code })).toHaveAttribute('href', `/markets/${marketId}`)
    const rivals = await network.providers({ marketId })
    await expect(row).toContainText(new RegExp(`rank \\d+ of ${rivals.length}`))
  }
})

test(
  'pages opened from the cards reuse the data of the party page',
  { tag: '@full' },
  async ({ page, network, requests }) => {
    const partyId = await network.versatileParty()
    const joins = (await network.stays(partyId)).length
    await page.goto(`/parties/${partyId}`)
    await expect(page.getByRole('table', { name: 'Margin modes' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Team history' }).getByRole('listitem').first()).toBeVisible()
    await page.keyboard.press('p') // nothing is requested by itself from here on
    const since = Date.now()
    await page.getByRole('link', { name: 'Open table' }).click()
    await expect(page.getByText(/^all \d+ loaded$/)).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'Open history' }).click()
    await expect(page.getByText(`all ${joins} loaded`)).toBeVisible()
    expect(requests.matching(/margin-modes|referees/, since)).toEqual([])
  },
)

test('names and watched parties never leave the browser', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const other = await network.partyWith((id) => id !== 'network' && id !== partyId)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`))
  await page.goto(`/parties/${partyId}`)
  await page.getByRole('button', { name: 'Add a nickname' }).click()
  await page.getByRole('textbox', { name: 'Nickname' }).fill('Cassiopeia-7')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Watch this party' }).click()
  await page.goto('/margin-modes')
  await page.getByRole('combobox', { name: 'Party' }).fill('Cassiopeia-7') // a nickname is sent as its id
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/margin-modes?partyId=${partyId}`)
  await page.goto(`/parties/${other}`)
  await expect(page.getByRole('region', { name: 'Spam limits' }).getByText(/epoch/).first()).toBeVisible()
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.filter((line) => /cassiopeia/i.test(line) || !line.startsWith('GET '))).toEqual([])
})

test(
  'party id and link to the party page are copied in full',
  { tag: '@full' },
  async ({ page, network, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const partyId = await network.versatileParty()
    await page.goto(`/parties/${partyId}`)
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Copy full party id' }).click()
    await expect.poll(clipboard).toBe(partyId)
    await page.getByRole('main').getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(clipboard).toContain(`${baseURL}/parties/${partyId}`)
  },
)

for (const [panel, path] of [
  ['Margin modes', '/api/v2/margin-modes'],
  ['Spam limits', '/statistics/spam/'],
  ['Team history', '/api/v2/teams/referees/history/'],
  ['Liquidity positions', '/api/v2/liquidity/providers'],
] as const) {
  test(
    `when ${panel.toLowerCase()} fail the other panels are unaffected`,
    { tag: '@full' },
    async ({ page, network, faults }) => {
      const to = await address(network)
      await faults.set({ path, fault: { status: 500, error: refusal } })
      await page.goto(to)
      await expectRefusal(page)
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(1)
      await expect(page.getByRole('region', { name: panel }).getByRole('alert')).toBeVisible()
      await faults.clear()
      await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toBeHidden()
    },
  )
}

test('a failed refresh marks the values as old', async ({ page, network, faults }) => {
  await page.goto(await address(network))
  const modes = page.getByRole('region', { name: 'Margin modes' })
  await expect(modes.getByRole('row').nth(1)).toBeVisible()
  await faults.set({ path: '/api/v2/margin-modes', fault: { status: 500 } })
  // A panel that is loading makes the button busy, and a busy one ignores clicks.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(modes.getByText(/These values are .+ old/)).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(modes.getByRole('row').nth(1)).toBeVisible()
})

test('a nickname is shown beside the id and a watched party in the navigation, also after a reload', async ({
  page,
  network,
}) => {
  const partyId = await network.versatileParty()
  await page.goto(await address(network))
  await page.getByRole('button', { name: 'Add a nickname' }).click()
  await page.getByRole('textbox', { name: 'Nickname' }).fill('Cassiopeia')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Watch this party' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Cassiopeia' })).toBeVisible()
  await expect(page.getByText(partyId).first()).toBeAttached()
  await expect(page).toHaveTitle(/Cassiopeia/)
  const watched = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cassiopeia' })
  await expect(watched).toHaveAttribute('href', `/spam/${partyId}`)
  await page.getByRole('button', { name: 'Watch this party' }).click()
  await expect(watched).toBeHidden()
})

test('every card links to the full page with the filter set', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const market = await network.busyMarket()
  const [provider = partyId] = (await network.providers({ marketId: market.id })).map((position) => position.partyId)
  for (const [region, link, party, query] of [
    ['Margin modes', 'Open table', partyId, `/margin-modes?partyId=${partyId}`],
    ['Team history', 'Open history', partyId, `/teams/referees/${partyId}`],
    ['Spam limits', 'All limits', partyId, `/spam/${partyId}`],
    ['Liquidity positions', 'All positions', provider, `/liquidity-providers?partyId=${provider}`],
  ] as const) {
    await page.goto(`/parties/${party}`)
    await page.getByRole('region', { name: region }).getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(query)
    await page.goBack()
    await expect(page.getByRole('region', { name: region })).toBeVisible()
  }
  await page.goto(await address(network))
  await page.getByRole('region', { name: 'Ledger export' }).getByRole('link', { name: 'Full options' }).click()
  await expect(page).toHaveURL(
    (url) => url.pathname === '/ledger-export' && url.searchParams.get('partyId') === partyId,
  )
})

test('nothing moves while it is checked whether the node knows a key, and one sentence says that it does not', async ({
  page,
  faults,
}) => {
  await faults.set({ path: '^/(api|statistics)', fault: { latency: 400 } })
  const shifts = await watchShifts(page)
  for (const address of ['/parties', '/spam']) {
    await page.goto(`${address}/${'0f'.repeat(32)}`)
    await expect(page.getByRole('heading', { name: 'This node has no record of this key.' })).toBeVisible()
    await expect(page.getByRole('main').getByText(/ \/ |unused|Transfers/)).toHaveCount(0)
    const { sum, moved } = unexpected(await shifts())
    expect(sum, `${address}\n${moved.join('\n')}`).toBeLessThan(0.01)
    await page.getByRole('link', { name: 'Enter another key' }).click()
    await expect(page).toHaveURL(address)
  }
})

test('the network itself is a party', { tag: '@full' }, async ({ page }) => {
  await page.goto('/parties/network')
  await expect(page.getByRole('heading', { level: 1, name: 'network' })).toBeVisible()
  await expect(page.getByText('Not a 64-character id')).toBeHidden()
  await page.goto('/parties/abc')
  await expect(page.getByText('Not a 64-character id')).toBeVisible()
})

testInvalidResponse({
  at: address,
  path: '/statistics/spam/',
  data: (page) => page.getByRole('region', { name: 'Spam limits' }).getByRole('img', { name: /^Transfers: / }),
  empty: /No limit reached|Nothing counted/,
  wrong: { 'statistics.transfers.maxForEpoch': null },
})
