import type { Page, TestInfo } from 'playwright/test'
import { expectNoViolationsOnTallPage } from './axe.ts'
import { type SentRequests, expect, test } from './fixtures.ts'
import { unexpected, watchShifts } from './shifts.ts'
import type { Network } from './network.ts'
import { refusal } from './states.ts'

/** All paths of the interface; files of the dashboard are not affected. */
const all = '^/(api|statistics)'

interface Route {
  name: string
  at: (network: Network) => Promise<string>
  /** Text that is visible only when data has loaded. */
  data: string | RegExp
  /** Overrides that make the responses empty, and the text the page then shows: the filters sent, or the reason. */
  emptied: Record<string, unknown>
  says: readonly (string | RegExp)[]
  /** What the alerts of the panels say when every request fails. */
  fails: readonly (string | RegExp)[]
  /**
   * Also tested rate limited, banned, stale and offline. All pages show these states through the same components, so
   * one list and one page of panels are enough.
   */
  allStates?: true
}

const short = /[0-9a-f]{6}…[0-9a-f]{6}/.source

const routes: readonly Route[] = [
  {
    name: 'overview',
    at: async () => '/',
    data: /\bspot\b/,
    emptied: { 'markets.edges': [], 'parties.edges': [] },
    says: ['No markets on this node'],
    fails: ['Could not load the state of the network', 'Could not load the markets'],
  },
  {
    name: 'party',
    at: async (network) => `/parties/${await network.versatileParty()}`,
    data: /epochs? (\d|so far)|so far/,
    emptied: { 'partyMarginModes.edges': [], 'liquidityProviders.edges': [], 'teamRefereeHistory.edges': [] },
    says: ['Cross is the default', 'No liquidity provided', 'No team recorded'],
    fails: [
      'Could not load the spam limits',
      'Could not load the margin modes',
      'Could not load the liquidity positions',
      'Could not load the team history',
    ],
    allStates: true,
  },
  {
    name: 'margin-modes',
    at: async (network) => `/margin-modes?partyId=${await network.versatileParty()}`,
    data: /^all \d+ loaded$/,
    emptied: { 'partyMarginModes.edges': [] },
    says: [new RegExp(`returned an empty list for partyId ${short}`)],
    fails: ['Could not load'],
    allStates: true,
  },
  {
    name: 'referee-history',
    at: async (network) => `/teams/referees/${await network.versatileParty()}`,
    data: /^all \d+ loaded$/,
    emptied: { 'teamRefereeHistory.edges': [] },
    says: ['No team recorded for this party', new RegExp(`referee ${short}`)],
    fails: ['Could not load'],
  },
  {
    name: 'liquidity-providers',
    at: async (network) => `/liquidity-providers?marketId=${(await network.busyMarket()).id}`,
    data: /^all \d+ loaded$/,
    emptied: { 'liquidityProviders.edges': [] },
    says: [new RegExp(`returned an empty list for marketId ${short}`)],
    fails: ['Could not load', 'Could not load the rules of this market'],
  },
  {
    name: 'settings',
    at: async () => '/settings',
    data: 'lyra-demo-1',
    emptied: {},
    says: [],
    fails: ['Could not load the facts of this node'],
  },
]

const main = (page: Page) => page.getByRole('main')

/** Attaches a screenshot to the test results for review. */
const picture = async (page: Page, info: TestInfo, name: string, fullPage = true): Promise<void> => {
  const path = info.outputPath(`${name}.png`)
  await page.screenshot({ path, fullPage })
  await info.attach(name, { path, contentType: 'image/png' })
}

const failing = (status: number, more: Record<string, unknown> = {}) => ({ path: all, fault: { status, ...more } })

const sent = (requests: SentRequests, since: number) => requests.matching(/./, since).map(({ target }) => target)

for (const { name, at, data, emptied, says, fails, allStates } of routes) {
  test.describe(name, () => {
    // One list is the journey of `npm test`; the others show these states through the same components.
    const tag = name === 'margin-modes' ? [] : '@full'
    const loaded = (page: Page) => main(page).getByText(data).filter({ visible: true }).first()

    test(
      'loading: placeholders have the shape of the content, so nothing shifts',
      { tag: '@full' },
      async ({ page, network, faults }, info) => {
        const address = await at(network)
        await faults.set({ path: all, fault: { latency: 1000 } })
        const shifts = await watchShifts(page)
        await page.goto(address, { waitUntil: 'commit' })
        await expect(main(page).locator('[aria-busy=true]').or(main(page).getByLabel('Loading')).first()).toBeAttached()
        await expect(loaded(page)).toBeHidden()
        // A full-page screenshot resizes the page for a moment, which would count as a shift.
        await picture(page, info, `${name}-waiting`, false)
        await expect(loaded(page)).toBeVisible({ timeout: 20_000 })
        // Names and market rules arrive last.
        await faults.clear()
        await page.waitForLoadState('networkidle')
        await picture(page, info, `${name}-data`, false)
        const { sum, moved } = unexpected(await shifts())
        expect(sum, moved.join('\n')).toBeLessThan(0.02)
        await expectNoViolationsOnTallPage(page)
      },
    )

    if (says.length > 0) {
      test('empty: the page names the filters that were sent', { tag }, async ({ page, network, faults }, info) => {
        const address = await at(network)
        await faults.set({ path: all, fault: { set: emptied } })
        await page.goto(address)
        for (const words of says) await expect(main(page).getByText(words).first()).toBeVisible()
        await expect(main(page).getByRole('alert')).toHaveCount(0)
        await picture(page, info, `${name}-empty`)
        await expectNoViolationsOnTallPage(page)
      })
    }

    test(
      'error: all fields of the error are shown, attempts are counted, the report can be copied',
      { tag },
      async ({ page, network, faults, context }, info) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write'])
        const address = await at(network)
        await faults.set(failing(500, { error: refusal }))
        await page.goto(address)
        for (const words of fails) await expect(main(page).getByRole('alert').getByText(words).first()).toBeVisible()
        const [first] = await main(page).getByRole('alert').all()
        await expect(first ?? main(page)).toContainText('500, code 13, Internal error')
        await expect(main(page).getByText('10017, failed to read the rows').first()).toBeVisible()
        await expect(main(page).getByText('row 7 is odd').first()).toBeVisible()
        await expect(loaded(page)).toBeHidden()
        // A failure must never look like an empty response.
        if (says[0] !== undefined) await expect(main(page).getByText(says[0])).toHaveCount(0)
        await main(page).getByRole('button', { name: 'Retry', exact: true }).first().click()
        await expect(
          main(page)
            .getByText(/attempt 2$/)
            .first(),
        ).toBeVisible()
        await main(page).getByRole('button', { name: 'Copy as curl' }).first().click()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
          /^curl .*'http:\/\/127\.0\.0\.1:\d+\//,
        )
        await main(page).getByRole('button', { name: 'Copy error' }).first().click()
        const report = await page.evaluate(() => navigator.clipboard.readText())
        for (const words of ['inner: row 7 is odd', 'request: GET http']) expect(report).toContain(words)
        // A panel that refreshes itself has tried again meanwhile.
        expect(report).toMatch(/^attempt: ([2-9]|\d\d)$/m)
        await picture(page, info, `${name}-error`)
        await expectNoViolationsOnTallPage(page)
        await faults.clear()
        // Each panel has its own button, which disappears as soon as that panel requests again.
        const retry = main(page).getByRole('button', { name: 'Retry', exact: true })
        await expect(async () => {
          if ((await retry.count()) > 0) await retry.first().click({ timeout: 1000 })
          await expect(retry).toHaveCount(0, { timeout: 1000 })
        }).toPass()
        await expect(loaded(page)).toBeVisible()
      },
    )

    if (!allStates) return

    test(
      'rate limited: a countdown runs and no request is sent until it ends',
      { tag },
      async ({ page, network, faults, requests }, info) => {
        const address = await at(network)
        await faults.set(failing(429, { headers: { 'Retry-After': '60' } }))
        await page.clock.install()
        await page.goto(address)
        await expect(main(page).getByText('Rate limited by this node.')).toBeVisible()
        await expect(main(page).getByText('Rate limited by the node', { exact: false }).first()).toBeVisible()
        await expect(main(page).getByRole('timer').first()).toHaveText(/^00:00:[0-5]\d$/)
        const since = Date.now()
        await page.keyboard.press('r')
        await page.clock.runFor(2000)
        expect(sent(requests, since)).toEqual([])
        await picture(page, info, `${name}-limited`)
        await expectNoViolationsOnTallPage(page)
        expect(sent(requests, since)).toEqual([])
        await faults.clear()
        await page.clock.runFor(60_000)
        await expect(loaded(page)).toBeVisible()
      },
    )

    test(
      'banned: a countdown runs, no request is sent on any page, another node is offered',
      { tag },
      async ({ page, network, faults, requests }, info) => {
        const address = await at(network)
        await faults.set({ path: all, fault: { banned: 600 } })
        await page.goto(address)
        const notice = main(page).getByText('This node has banned your IP')
        await expect(notice).toBeVisible()
        const since = Date.now()
        await page.keyboard.press('r')
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Liquidity' }).click()
        await expect(page).not.toHaveURL(address)
        await page.goto(address)
        await expect(notice).toBeVisible()
        await expect(page.getByRole('contentinfo', { name: 'Connection' })).toContainText('Banned until')
        await picture(page, info, `${name}-banned`)
        expect(sent(requests, since)).toEqual([])
      },
    )

    test('stale: loaded data stays, with its age', { tag }, async ({ page, network, faults }, info) => {
      await page.clock.install()
      await page.goto(await at(network))
      await expect(loaded(page)).toBeVisible()
      // Keys work once the status line is there, which is after the data.
      await expect(page.getByRole('contentinfo', { name: 'Connection' })).toBeVisible()
      await page.clock.runFor(1000)
      await faults.set(failing(500, { error: refusal }))
      await page.keyboard.press('r')
      const old = main(page).getByText(/\d s old|could not be refreshed|Updated \d+ s ago/)
      await expect(old.first()).toBeVisible()
      await expect(loaded(page)).toBeVisible()
      await picture(page, info, `${name}-stale`)
    })

    test(
      'offline: a notice is shown, loaded data stays readable, and requests resume afterwards',
      { tag },
      async ({ page, network, context, requests }, info) => {
        await page.goto(await at(network))
        await expect(loaded(page)).toBeVisible()
        // Keys work once the status line is there, which is after the data.
        await expect(page.getByRole('contentinfo', { name: 'Connection' })).toBeVisible()
        await context.setOffline(true)
        await page.keyboard.press('r')
        await expect(main(page).getByText('This device is offline')).toBeVisible()
        await expect(loaded(page)).toBeVisible()
        await expect(page.getByRole('contentinfo', { name: 'Connection' })).toContainText('Offline')
        await picture(page, info, `${name}-offline`)
        const since = Date.now()
        await context.setOffline(false)
        await expect(main(page).getByText('This device is offline')).toBeHidden({ timeout: 15_000 })
        expect(sent(requests, since).length).toBeGreaterThan(0)
      },
    )
  })
}

test('partial: of a page of four panels three are shown, the fourth says why not and is retried alone', async ({
  page,
  network,
  faults,
  requests,
}, info) => {
  const partyId = await network.versatileParty()
  await faults.set({ path: '/api/v2/liquidity/providers', fault: { status: 500, error: refusal } })
  await page.goto(`/parties/${partyId}`)
  await expect(page.getByRole('region', { name: 'Liquidity positions' }).getByRole('alert')).toBeVisible()
  await expect(main(page).getByRole('alert')).toHaveCount(1)
  await expect(page.getByRole('table', { name: 'Margin modes' })).toBeVisible()
  await picture(page, info, 'party-partial')
  await faults.clear()
  const since = Date.now()
  await main(page).getByRole('button', { name: 'Retry' }).click()
  await expect(main(page).getByRole('alert')).toBeHidden()
  expect(requests.matching(/margin-modes|referees/, since)).toEqual([])
})

test('a watched party whose limits cannot be read keeps its last state, with its age', async ({
  page,
  network,
  faults,
}, info) => {
  const partyId = await network.versatileParty()
  await page.addInitScript((id) => localStorage.setItem('lyra.preferences', JSON.stringify({ watched: [id] })), partyId)
  await page.goto('/')
  const row = page.getByRole('table', { name: 'Parties, worst first' }).locator(`[data-id="${partyId}"]`)
  await expect(row.getByText(/OK|Watch|Near|At limit|Banned/).first()).toBeVisible()
  await faults.set({ path: '/statistics/spam/', fault: { status: 500, error: refusal } })
  await page.keyboard.press('r')
  await expect(row.getByText(/Could not load its limits: .*, \d+(\.\d)? s old/)).toBeVisible()
  await picture(page, info, 'overview-watched-stale')
})
