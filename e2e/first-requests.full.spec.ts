import type { Browser, Page } from 'playwright/test'
import { collectRequests, expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

test.describe.configure({ mode: 'parallel' })

interface Row {
  name: string
  at: (network: Network) => string | Promise<string>
  /** How many requests leave before the page's code has come. */
  early: number
}

const market = async (network: Network) => (await network.busyMarket()).id
const party = (network: Network) => network.versatileParty()

/** Every path of the table in `first-requests.ts`, with and without what it needs, and with ids that the node refuses. */
const rows: readonly Row[] = [
  { name: 'watch room', at: () => '/', early: 18 },
  { name: 'margin modes', at: () => '/margin-modes', early: 2 },
  { name: 'margin modes of a market', at: async (n) => `/margin-modes?marketId=${await market(n)}`, early: 2 },
  { name: 'margin modes of a party that is none', at: () => '/margin-modes?partyId=zz', early: 2 },
  { name: 'team history', at: async (n) => `/teams/referees/${await party(n)}`, early: 1 },
  { name: 'providers of nothing', at: () => '/liquidity-providers', early: 1 },
  { name: 'providers of a market', at: async (n) => `/liquidity-providers?marketId=${await market(n)}`, early: 3 },
  { name: 'providers of a market that is none', at: () => '/liquidity-providers?marketId=zz', early: 3 },
  { name: 'spam limits', at: async (n) => `/spam/${await party(n)}`, early: 1 },
  { name: 'party', at: async (n) => `/parties/${await party(n)}`, early: 6 },
  { name: 'market', at: async (n) => `/markets/${await market(n)}`, early: 5 },
  { name: 'candles', at: async (n) => `/markets/${await market(n)}/candles`, early: 4 },
]

/** Milliseconds after which spam statistics may be requested again: they are polled. */
const pollMs = 4000

/** What the frame asks of every node, page or no page. */
const ofNode = /^\/(?:statistics|lyra\/v1\/parties|api\/v2\/info|api\/v2\/vega\/time)$/

/** A market's last day: its bounds move with the clock, so that no two loads send the same. Unit tests count these. */
const ofDay = /^\/api\/v2\/candle\?(?=.*fromTimestamp=).*toTimestamp=/

/** What a new browser profile requests while `use` has it: paths and queries, without those of polling and of the frame. */
async function requestsOf(browser: Browser, origin: string, use: (page: Page, sent: () => string[]) => Promise<void>) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const requests = collectRequests(page, origin)
  const sent = () =>
    requests
      .matching()
      .filter(
        ({ target, at }, index, all) =>
          !ofNode.test(target) &&
          !ofDay.test(target) &&
          (!target.startsWith('/statistics/spam/') ||
            !all.slice(0, index).some((other) => other.target === target && at - other.at >= pollMs)),
      )
      .map(({ target }) => target)
  await use(page, sent)
  const all = sent()
  await context.close()
  return all
}

for (const { name, at, early } of rows) {
  test(`${name}: what is requested early is what the page needs, once`, async ({ browser, baseURL, network }) => {
    const address = await at(network)
    // The page's code never comes: only the first script sends requests.
    const first = await requestsOf(browser, baseURL, async (page, sent) => {
      await page.route(/\/assets\/frame-[^/]*\.js$/, () => undefined)
      await page.goto(baseURL + address, { waitUntil: 'commit' })
      await expect.poll(sent).toHaveLength(early)
    })
    const ofFirst = (all: readonly string[]) => all.filter((target) => first.includes(target)).toSorted()
    expect(new Set(first).size, first.join('\n')).toBe(early)
    const [whole] = await Promise.all([
      requestsOf(browser, baseURL, async (page, sent) => {
        await page.goto(baseURL + address)
        // The first frame has a heading, and a busy machine takes longer than an idle network before the first request.
        await expect.poll(() => new Set(ofFirst(sent())).size).toBe(early)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.waitForLoadState('networkidle')
      }),
      // Reached from another page, where nothing is requested early.
      requestsOf(browser, baseURL, async (page, sent) => {
        await page.goto(`${baseURL}/help`)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.waitForLoadState('networkidle')
        const before = sent().length
        await page.evaluate((to) => history.pushState(null, '', to), address)
        await expect.poll(() => ofFirst(sent().slice(before)), 'what the page itself sends').toEqual(first.toSorted())
      }),
    ])
    expect(ofFirst(whole), 'what a whole load sends').toEqual(first.toSorted())
  })
}
