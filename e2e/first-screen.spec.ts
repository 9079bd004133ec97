import type { Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

// For each page the first thing that is asked of it is answered without scrolling, on a desk and on a phone.

interface Question {
  page: string
  asks: string
  at: (network: Network) => string | Promise<string>
  answer: (page: Page) => Locator
}

const party = (network: Network) => network.versatileParty()
const market = async (network: Network) => (await network.busyMarket()).id
const verdict = /No limit reached|limit reached|Can’t|Banned/i

const questions: readonly Question[] = [
  {
    page: 'overview',
    asks: 'where do I paste a key?',
    at: () => '/',
    answer: (page) => page.getByRole('combobox', { name: 'Find a party, market or candles' }),
  },
  {
    page: 'overview',
    asks: 'who is worst off?',
    at: () => '/',
    answer: (page) =>
      page.getByRole('table', { name: 'Parties, worst first' }).locator('tbody').getByRole('row').first(),
  },
  {
    page: 'spam limits',
    asks: 'is this party close to a ban?',
    at: async (network) => `/spam/${await party(network)}`,
    answer: (page) => page.getByRole('heading', { level: 2, name: verdict }),
  },
  {
    page: 'party',
    asks: 'is this party close to a ban?',
    at: async (network) => `/parties/${await party(network)}`,
    answer: (page) => page.getByRole('heading', { level: 2, name: verdict }),
  },
  {
    page: 'margin modes',
    asks: 'which mode does the first row have?',
    at: async (network) => `/margin-modes?marketId=${await market(network)}`,
    answer: (page) =>
      page
        .getByRole('grid')
        .getByText(/^(Cross|Isolated .+x)$/)
        .first(),
  },
  {
    page: 'team history',
    asks: 'which team is it in now?',
    at: async (network) => `/teams/referees/${await party(network)}`,
    answer: (page) => page.getByRole('heading', { level: 2, name: /^In team / }),
  },
  {
    page: 'liquidity',
    asks: 'who fails?',
    at: async (network) => `/liquidity-providers?marketId=${await market(network)}`,
    answer: (page) => page.getByText(/ behind on the SLA/),
  },
  {
    page: 'statement',
    asks: 'is it whole?',
    at: async (network) => `/ledger?partyId=${await party(network)}`,
    answer: (page) => page.getByRole('heading', { level: 2, name: /^Complete: .* rows$/ }),
  },
  {
    page: 'ledger export',
    asks: 'how do I get the file?',
    at: async (network) => `/ledger-export?partyId=${await party(network)}`,
    answer: (page) => page.getByRole('button', { name: 'Export CSV' }),
  },
  {
    page: 'candles',
    asks: 'what is the price doing?',
    at: async (network) => `/markets/${await market(network)}/candles`,
    answer: (page) => page.getByRole('heading', { level: 1 }),
  },
  {
    page: 'market',
    asks: 'what does it trade at?',
    at: async (network) => `/markets/${await market(network)}`,
    answer: (page) => page.getByRole('heading', { level: 2, name: / in 24 h\./ }),
  },
  {
    page: 'settings',
    asks: 'which node is in use?',
    at: () => '/settings',
    answer: (page) => page.getByRole('region', { name: 'Node' }).getByText('In use'),
  },
]

/** The bars at the bottom of a window: the status line, or the tabs of a phone. */
const bars = { desk: 30, phone: 52 }

for (const { page: name, asks, at, answer } of questions) {
  test(`${name}: ${asks}`, async ({ page, network }) => {
    const address = await at(network)
    for (const [kind, width, height] of [
      ['desk', 1440, 900],
      ['phone', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(address)
      const found = answer(page)
      await expect(found).toBeVisible()
      const bottom = async (): Promise<number> => {
        const box = await found.boundingBox()
        return (box?.y ?? Infinity) + (box?.height ?? 0)
      }
      await expect.poll(bottom, `${kind}: the answer ends at`).toBeLessThanOrEqual(height - bars[kind])
    }
  })
}

const topOf = async (found: Locator): Promise<number> => (await found.boundingBox())?.y ?? Infinity

test('a verdict begins within the first 200 px of a phone, a chart within 160 px of a tablet', async ({
  page,
  network,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const address of [`/parties/${await party(network)}`, `/spam/${await party(network)}`]) {
    await page.goto(address)
    await expect.poll(() => topOf(page.getByRole('heading', { level: 2, name: verdict }))).toBeLessThanOrEqual(200)
  }
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(`/markets/${await market(network)}/candles`)
  await expect.poll(() => topOf(page.locator('main canvas').first())).toBeLessThanOrEqual(160)
})

test('at 200 % zoom the content of every page begins in the first 60 % of the window', async ({ page, network }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  for (const [address, content] of [
    ['/', page.getByRole('heading', { name: 'Watch room' })],
    [`/spam/${await party(network)}`, page.getByRole('heading', { level: 2, name: verdict })],
    [`/margin-modes?marketId=${await market(network)}`, page.getByRole('grid')],
    [`/liquidity-providers?marketId=${await market(network)}`, page.getByText(/ behind on the SLA/)],
    [`/ledger?partyId=${await party(network)}`, page.getByRole('heading', { level: 2, name: /^Complete: / })],
    [`/markets/${await market(network)}/candles`, page.locator('main canvas').first()],
  ] as const) {
    await page.goto(address)
    await expect.poll(() => topOf(content), address).toBeLessThanOrEqual(0.6 * 450)
  }
})
