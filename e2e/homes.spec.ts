import { startBareNode } from './bare-node.ts'
import { expectNoViolations, expectNoViolationsOnTallPage } from './axe.ts'
import { amount } from './expected.ts'
import { advanceUntil, expect, test } from './fixtures.ts'
import { unexpected, watchShifts } from './shifts.ts'
import { getEpoch } from '../src/wire/network.ts'
import type { Page } from 'playwright/test'

test.describe.configure({ mode: 'parallel' })

const unknownId = '0f'.repeat(32)
const main = (page: Page) => page.getByRole('main')
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

test.describe('market', () => {
  test(
    'the rules stay in their place when the leverage above them comes last',
    { tag: '@full' },
    async ({ page, network }) => {
      const { id } = await network.busyMarket()
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/api/v2/margin-modes?*', async (route) => {
        await released
        await route.continue()
      })
      const shifts = await watchShifts(page)
      await page.goto(`/markets/${id}`)
      await expect(region(page, 'Price').locator('canvas').first()).toBeVisible()
      await expect(region(page, 'Rules')).toContainText('Minimum time on book')
      release()
      await expect(region(page, 'Leverage')).toContainText('Median')
      await expect(region(page, 'Rules')).toBeVisible()
      const { sum, moved } = unexpected(await shifts())
      expect(sum, moved.join('\n')).toBeLessThanOrEqual(0.01)
    },
  )

  test('the sentence counts what the node says, and each part leads to its page with the filter set', async ({
    page,
    network,
  }) => {
    const market = await network.busyMarket()
    const { code } = market.tradableInstrument.instrument
    const [providers, modes] = [
      await network.providers({ marketId: market.id }),
      await network.marginModes({ marketId: market.id }),
    ]
    const below = providers.filter(({ sla }) =>
      [sla?.notionalVolumeBuys, sla?.notionalVolumeSells].some(
        (side) => side !== undefined && BigInt(side) < BigInt(sla?.requiredLiquidity ?? 0),
      ),
    ).length
    const isolated = modes.filter(({ marginMode }) => marginMode === 'MARGIN_MODE_ISOLATED_MARGIN').length
    await page.goto(`/markets/${market.id}`)
    const sentence = page.getByRole('heading', { level: 2, name: new RegExp(`^${code} trades at `) })
    await expect(sentence).toContainText(
      below
        ? `. ${below} of ${providers.length} providers ${below === 1 ? 'is' : 'are'} short; `
        : `. ${providers.length} providers meet the requirement; `,
    )
    await expect(sentence).toContainText(`; ${isolated} of ${modes.length} parties are isolated.`)
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
    const [last] = await network.candles(market.id, '1 minute', 1)
    const price = (Number(last?.close) / 10 ** Number(market.decimalPlaces)).toLocaleString('en-US', {
      minimumFractionDigits: Number(market.decimalPlaces),
    })
    await expect(sentence).toContainText(` at ${price}, `)
    await expect(region(page, 'Price').getByText(price).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open candles' })).toHaveAttribute(
      'href',
      new RegExp(`^/markets/${market.id}/candles\\?.*range=1W`),
    )
    await expect(page.getByRole('link', { name: 'All providers' })).toHaveAttribute(
      'href',
      `/liquidity-providers?marketId=${market.id}`,
    )
    await expect(page.getByRole('link', { name: 'Open table' })).toHaveAttribute(
      'href',
      `/margin-modes?marketId=${market.id}`,
    )
    const rules = region(page, 'Rules')
    await expect(rules.getByText('60.00\u00a0%', { exact: true })).toBeVisible()
    await expect(
      rules.getByRole('term').filter({ hasText: /^(Tick|Maker|Infrastructure|Parent|Successor)$/ }),
    ).toHaveCount(5)
    await expect(page.getByRole('application', { name: `Candles of ${code}, 30m` })).toBeVisible()
    await region(page, 'Price').getByRole('button', { name: '1M' }).click()
    await expect(page).toHaveURL(`/markets/${market.id}?range=1M`)
    await expect(page.getByRole('application', { name: `Candles of ${code}, 4h` })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('application', { name: `Candles of ${code}, 4h` })).toBeVisible()
  })

  test(
    'nothing moves while its parts arrive, and axe finds nothing in either theme',
    { tag: '@full' },
    async ({ page, network, faults }) => {
      const market = await network.busyMarket()
      await faults.set({ path: '^/(api|statistics)', fault: { latency: 700 } })
      const shifts = await watchShifts(page)
      await page.goto(`/markets/${market.id}`, { waitUntil: 'commit' })
      await expect(page.getByRole('table', { name: 'Liquidity providers' })).toBeVisible()
      await expect(page.getByRole('application', { name: /^Candles of/ })).toBeVisible()
      await expect(region(page, 'Rules').getByText('Successor')).toBeVisible()
      const { sum, moved } = unexpected(await shifts())
      expect(sum, moved.join('\n')).toBeLessThan(0.02)
      await faults.clear()
      await expectNoViolationsOnTallPage(page)
    },
  )

  test('an unknown market id is reported once, and nothing is shown of it', async ({ page }) => {
    await page.goto(`/markets/${unknownId}`)
    await expect(page.getByRole('heading', { name: /^This node has no market with this id/ })).toBeVisible()
    await expect(main(page).getByRole('heading', { level: 2 })).toHaveCount(1)
    await expect(main(page).getByRole('region', { name: /Rules|Price|Liquidity|Margin modes/ })).toHaveCount(0)
    await expect(main(page).getByText(/New trades|0 raw|^0$|NaN|undefined/)).toHaveCount(0)
    await expect(main(page).getByRole('link', { name: 'Choose a market' })).toBeVisible()
    await expectNoViolations(page)
  })

  test(
    'a refused part is reported in its panel, the others stay',
    { tag: '@full' },
    async ({ page, network, faults }) => {
      const market = await network.busyMarket()
      await faults.set({ path: '/api/v2/liquidity/providers', fault: { status: 500 } })
      await page.goto(`/markets/${market.id}`)
      await expect(region(page, 'Liquidity').getByRole('alert')).toContainText('500')
      await expect(page.getByText('Not known: the providers; its panel says why.')).toBeVisible()
      await expect(region(page, 'Rules').getByText('Successor')).toBeVisible()
      await faults.clear()
      await region(page, 'Liquidity').getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('table', { name: 'Liquidity providers' })).toBeVisible()
    },
  )

  test('offline, its values stay and say how old they are', { tag: '@full' }, async ({ page, network, context }) => {
    const market = await network.busyMarket()
    await page.goto(`/markets/${market.id}`)
    await expect(page.getByRole('table', { name: 'Liquidity providers' })).toBeVisible()
    await expect(page.getByRole('contentinfo', { name: 'Connection' })).toBeVisible()
    await context.setOffline(true)
    await page.keyboard.press('r')
    await expect(main(page).getByText('This device is offline')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Liquidity providers' })).toBeVisible()
    await expect(
      main(page)
        .getByText(/These values are .* old/)
        .first(),
    ).toBeVisible()
    await context.setOffline(false)
    await expect(main(page).getByText('This device is offline')).toBeHidden({ timeout: 15_000 })
  })

  test(
    'a node that cannot be reached is said once, above parts that are not loaded',
    { tag: '@full' },
    async ({ page, network }) => {
      const market = await network.busyMarket()
      await page.route(/:\d+\/(api|statistics|time|blockchain|lyra)\b/, (route) => route.abort('connectionrefused'))
      // Requests are retried for some seconds before a page gives up.
      await page.clock.install()
      await page.goto(`/markets/${market.id}`)
      const said = main(page).getByText(/anything about this market/)
      await advanceUntil(page, () => expect(said.first()).toBeVisible({ timeout: 250 }))
      await expect(region(page, 'Liquidity').getByText('Not loaded, see above.')).toBeVisible()
      await expect(main(page).getByRole('alert')).toHaveCount(1)
      await expect(main(page).getByText(/no providers|no trades|This node has no market/)).toHaveCount(0)
      await expectNoViolations(page)
    },
  )

  test('on a node that lists no markets it works by the id', { tag: '@full' }, async ({ page, network, service }) => {
    const market = await network.busyMarket()
    const node = await startBareNode(service.url)
    try {
      await page.addInitScript((url) => {
        localStorage.setItem('lyra.preferences', JSON.stringify({ node: url }))
      }, node.url)
      await page.goto(`/markets/${market.id}`)
      await expect(
        page.getByRole('heading', { name: /^Market \w{6}…\w{6} (?:last traded|trades) at .* \d+ providers / }),
      ).toBeVisible()
      await expect(region(page, 'Rules').getByText('This node does not describe its markets')).toBeVisible()
      await expect(page.getByRole('table', { name: 'Liquidity providers' })).toBeVisible()
      await expect(page.getByRole('application', { name: /^Candles of/ })).toBeVisible()
      await expect(main(page).getByRole('alert')).toHaveCount(0)
    } finally {
      await node.stop()
    }
  })
})

test.describe('asset', () => {
  test('its record, its origin and the markets that settle in it', { tag: '@full' }, async ({ page, network }) => {
    const market = await network.busyMarket()
    const { perpetual, future } = market.tradableInstrument.instrument
    const assetId = (perpetual ?? future)?.settlementAsset ?? ''
    const asset = (await network.assets()).find(({ id }) => id === assetId)
    const { symbol, name, decimals } = asset?.details ?? {}
    await page.goto(`/assets/${assetId}`)
    await expect(page.getByRole('heading', { level: 1, name: symbol ?? 'no symbol' })).toBeVisible()
    await expect(
      page.getByRole('heading', { level: 2, name: new RegExp(`^${symbol}, ${name}: enabled, ${decimals} decimals`) }),
    ).toBeVisible()
    await expect(region(page, 'Details').getByText('Quantum')).toBeVisible()
    await expect(region(page, 'Details').getByText('ERC-20 token')).toBeVisible()
    const { code } = market.tradableInstrument.instrument
    await page.getByRole('table', { name: 'Markets that settle in it' }).getByRole('link', { name: code }).click()
    await expect(page).toHaveURL(new RegExp(`^.*/markets/${market.id}`))
  })

  test('an id that no asset has is said to be none', { tag: '@full' }, async ({ page }) => {
    await page.goto(`/assets/${unknownId}`)
    await expect(page.getByRole('heading', { name: 'No asset of this node has this id.' })).toBeVisible()
    await expectNoViolations(page)
  })

  test('on a node that describes no assets its decimals can be set', { tag: '@full' }, async ({ page, service }) => {
    const node = await startBareNode(service.url)
    try {
      await page.addInitScript((url) => {
        localStorage.setItem('lyra.preferences', JSON.stringify({ node: url }))
      }, node.url)
      await page.goto(`/assets/${unknownId}`)
      await expect(
        page.getByRole('heading', { name: /^Asset \w{6}…\w{6} is not described by this node\.$/ }),
      ).toBeVisible()
      await expect(page.getByRole('link', { name: 'Set its decimals' })).toHaveAttribute(
        'href',
        `/settings?decimals=${unknownId}`,
      )
    } finally {
      await node.stop()
    }
  })
})

test('a team leads to the history of a party, and guesses no members', { tag: '@full' }, async ({ page, network }) => {
  const partyId = await network.versatileParty()
  const [stay] = await network.stays(partyId)
  await page.goto(`/teams/${stay?.teamId}`)
  await expect(page.getByRole('heading', { name: /not the members of a team/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Party id' }).fill(partyId)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(`/teams/referees/${partyId}`)
})

test.describe('epoch and block', () => {
  test(
    'an epoch leads to the ones beside it, its blocks to their epoch',
    { tag: '@full' },
    async ({ page, network }) => {
      const { epoch: running } = await network.ask(getEpoch, {})
      const last = String(BigInt(running.seq) - 1n)
      const { epoch } = await network.ask(getEpoch, { id: last })
      await page.goto(`/epochs/${running.seq}`)
      await expect(page.getByRole('heading', { level: 1, name: `Epoch ${amount(running.seq)}` })).toBeVisible()
      await expect(page.getByRole('heading', { name: /has been running since/ })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Previous' }).click()
      await expect(page).toHaveURL(`/epochs/${last}`)
      await expect(page.getByRole('heading', { name: /lasted .* blocks, and ended .* ago\.$/ })).toBeVisible()
      await region(page, 'Times and blocks')
        .getByRole('link', { name: amount(epoch.timestamps.firstBlock) })
        .click()
      await expect(page).toHaveURL(`/blocks/${epoch.timestamps.firstBlock}`)
      await expect(
        page.getByRole('heading', { level: 1, name: `Block ${amount(epoch.timestamps.firstBlock)}` }),
      ).toBeVisible()
      await page.getByRole('link', { name: 'Next' }).click()
      await expect(page.getByRole('heading', { name: / is number 2 of / })).toBeVisible()
      await region(page, 'Position')
        .getByRole('link', { name: amount(last) })
        .click()
      await expect(page).toHaveURL(`/epochs/${last}`)
    },
  )

  test('the margin modes set in an epoch, with what was read', { tag: '@full' }, async ({ page, network }) => {
    const mode = (await network.marginModes({}))[0]
    await page.goto(`/epochs/${mode?.atEpoch}`)
    await expect(page.getByRole('table', { name: 'Margin modes set in this epoch' })).toContainText(
      mode?.partyId.slice(0, 6) ?? '',
    )
    await expectNoViolationsOnTallPage(page)
  })

  test(
    'numbers unknown to the node and texts that are no numbers are distinguished',
    { tag: '@full' },
    async ({ page, network }) => {
      const { epoch } = await network.ask(getEpoch, {})
      await page.goto(`/epochs/${BigInt(epoch.seq) + 5n}`)
      await expect(
        page.getByRole('heading', { name: new RegExp(`has not begun: epoch ${amount(epoch.seq)} is running`) }),
      ).toBeVisible()
      await page.goto('/epochs/1')
      await expect(page.getByRole('heading', { name: 'Epoch 1 is not on this node.' })).toBeVisible()
      await page.goto('/epochs/soon')
      await expect(page.getByRole('heading', { name: 'No epoch has the number “soon”' })).toBeVisible()
      await page.goto('/blocks/0')
      await expect(page.getByRole('heading', { name: 'No block has the number “0”' })).toBeVisible()
      await page.goto('/blocks/99999999999')
      await expect(page.getByRole('heading', { name: /^Block 99,999,999,999 does not exist yet/ })).toBeVisible()
      await expectNoViolations(page)
    },
  )

  test(
    'an unreachable node is not reported as a missing epoch',
    { tag: '@full' },
    async ({ page, network, faults }) => {
      const { epoch } = await network.ask(getEpoch, {})
      await faults.set({ path: '/api/v2/epoch', fault: { status: 500 } })
      await page.goto(`/epochs/${BigInt(epoch.seq) - 1n}`)
      await expect(page.getByRole('heading', { name: /^Epoch [\d,]+ could not be loaded\.$/ })).toBeVisible()
      await expect(region(page, 'Times and blocks').getByRole('alert')).toContainText('500')
      await expect(page.getByText('is not on this node')).toHaveCount(0)
    },
  )
})

test.describe('ways', () => {
  test(
    'from a party to a market, its provider and that party, an asset, a team and an epoch, without typing',
    { tag: '@full' },
    async ({ page, network }) => {
      const partyId = await network.versatileParty()
      const [mode] = (await network.marginModes({ partyId })).filter(({ marketId }) => marketId !== '')
      const providers = await network.providers({ marketId: mode?.marketId ?? '' })
      const code = (await network.markets()).find(({ id }) => id === mode?.marketId)?.tradableInstrument.instrument.code
      await page.goto(`/parties/${partyId}`)
      await page
        .getByRole('table', { name: 'Margin modes' })
        .getByRole('link', { name: code ?? 'none', exact: true })
        .click()
      await expect(page).toHaveURL(`/markets/${mode?.marketId}`)
      await expect(page.getByRole('heading', { level: 1, name: code ?? 'none' })).toBeFocused()
      const provider = page
        .getByRole('table', { name: 'Liquidity providers' })
        .getByRole('row')
        .nth(1)
        .getByRole('link')
      await provider.first().click()
      await expect(page).toHaveURL(/\/parties\/[0-9a-f]{64}$/)
      expect(providers.map((one) => one.partyId)).toContain(page.url().split('/').at(-1))
      await page.getByRole('table', { name: 'Liquidity positions' }).getByRole('link').first().click()
      await expect(page).toHaveURL(/\/markets\/[0-9a-f]{64}$/)
      await region(page, 'Rules').getByRole('definition').first().getByRole('link').click()
      await expect(page).toHaveURL(/\/assets\/[0-9a-f]{64}$/)
    },
  )

  test(
    'the team of a history, the epoch of a join and the block of the status line lead to their pages',
    { tag: '@full' },
    async ({ page, network }) => {
      const partyId = await network.versatileParty()
      const [stay] = await network.stays(partyId)
      await page.goto(`/teams/referees/${partyId}?table=on`)
      const row = page.getByRole('grid', { name: 'Joins' }).getByRole('row').nth(1)
      await row.getByRole('link', { name: `team ${stay?.teamId}` }).click()
      await expect(page).toHaveURL(`/teams/${stay?.teamId}`)
      await page.goBack()
      await row.getByRole('link', { name: amount(stay?.joinedAtEpoch ?? '') }).click()
      await expect(page).toHaveURL(`/epochs/${stay?.joinedAtEpoch}`)
      const line = page.getByRole('contentinfo', { name: 'Connection' })
      await line.getByRole('link', { name: /^block [\d,]+$/ }).click()
      await expect(page).toHaveURL(/\/blocks\/\d+$/)
      await line.getByRole('link', { name: /^epoch [\d,]+/ }).click()
      await expect(page).toHaveURL(/\/epochs\/\d+$/)
    },
  )

  test(
    'search and palette know markets, assets, teams, epochs and blocks',
    { tag: '@full' },
    async ({ page, network }) => {
      const market = await network.busyMarket()
      const asset = (await network.assets()).find(({ details }) => details.symbol === 'USDT')
      const open = async (text: string): Promise<void> => {
        await page.keyboard.press('ControlOrMeta+k')
        await page.getByRole('dialog').getByRole('combobox').fill(text)
      }
      const option = (name: RegExp) => page.getByRole('dialog').getByRole('option', { name }).first()
      await page.goto('/settings')
      await expect(page.getByRole('contentinfo', { name: 'Connection' })).toBeVisible()
      await open(market.id)
      await option(/^Market/).click()
      await expect(page).toHaveURL(`/markets/${market.id}`)
      await open(asset?.details.name ?? '')
      await option(new RegExp(`^${asset?.details.symbol}`)).click()
      await expect(page).toHaveURL(`/assets/${asset?.id}`)
      await open(unknownId)
      await option(/^Team (?!history)/).click()
      await expect(page).toHaveURL(`/teams/${unknownId}`)
      await open('102,007')
      await option(/^Epoch 102,007/).click()
      await expect(page).toHaveURL('/epochs/102007')
      await page.goto('/')
      const field = page.getByRole('combobox', { name: 'Find a party, market or candles' })
      await field.fill('block 61,204,300')
      await page.getByRole('option', { name: /^Block 61,204,300/ }).click()
      await expect(page).toHaveURL('/blocks/61204300')
    },
  )
})

test.describe('outside explorer', () => {
  test(
    'a template of the settings links every page of an id; text that is none is refused',
    { tag: '@full' },
    async ({ page, network }) => {
      const market = await network.busyMarket()
      await page.goto('/settings')
      await page.getByText('Advanced', { exact: true }).click()
      const panel = region(page, 'Block explorer')
      const field = panel.getByRole('textbox', { name: 'Address template' })
      await field.fill('javascript:alert("{id}")')
      await field.press('Enter')
      await expect(panel.getByText('Enter an address that begins with https:// or http://.')).toBeVisible()
      await expectNoViolationsOnTallPage(page, 'main')
      await field.fill('https://explorer.example/{kinds}/{id}')
      await field.press('Enter')
      await expect(panel.getByText('Epoch 7 is at https://explorer.example/epochs/7.')).toBeVisible()
      const outside = page.getByRole('link', { name: 'explorer.example' })
      for (const [path, target] of [
        [`/markets/${market.id}`, `markets/${market.id}`],
        [`/parties/${await network.versatileParty()}`, `parties/${await network.versatileParty()}`],
        [`/teams/${unknownId}`, `teams/${unknownId}`],
        [`/assets/${unknownId}`, `assets/${unknownId}`],
        ['/epochs/102007', 'epochs/102007'],
        ['/blocks/61204300', 'blocks/61204300'],
      ] as const) {
        await page.goto(path)
        await expect(outside).toHaveAttribute('href', `https://explorer.example/${target}`)
        await expect(outside).toHaveAttribute('target', '_blank')
      }
    },
  )

  test(
    'a deployment gives a template to everybody, and without one nothing leads outside',
    { tag: '@full' },
    async ({ page }) => {
      await page.goto('/epochs/17000')
      await expect(page.getByRole('heading', { name: /^Epoch 17,000 lasted/ })).toBeVisible()
      await expect(page.locator('main a[target=_blank]')).toHaveCount(0)
      await page.route('**/config.json', (route) =>
        route.fulfill({ json: { explorer: 'https://given.example/{kind}/{id}' } }),
      )
      await page.reload()
      await expect(page.getByRole('link', { name: 'given.example' })).toHaveAttribute(
        'href',
        'https://given.example/epoch/17000',
      )
    },
  )
})
