import type { Browser, Request } from 'playwright/test'

type Kind = 'script' | 'style' | 'font'

/** Compressed bytes and number of the files of each kind. */
export type LoadSizes = Record<Kind, { bytes: number; requests: number }>

/** Milliseconds of the page's clock after the load in which code may still be loaded lazily. */
const settleMs = 10_000

const kinds: Readonly<Record<string, Kind>> = { js: 'script', css: 'style', woff2: 'font' }

/** Size of the response body as sent, once it is complete; 0 for a request without a response. */
async function bytesOf(request: Request): Promise<number> {
  const response = await request.response()
  if (response === null || (await response.finished()) !== null) return 0
  return (await request.sizes()).responseBodySize
}

/**
 * Opens a route in a browser profile without cache and adds up everything it has downloaded ten seconds later
 * by the page's clock, including lazily loaded files. Sizes are those of the compressed response bodies.
 */
export async function measureLoad(browser: Browser, url: string): Promise<LoadSizes> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const files: Promise<{ kind: Kind; bytes: number }>[] = []
  page.on('request', (request) => {
    const kind = kinds[/\.(\w+)$/.exec(new URL(request.url()).pathname)?.[1] ?? '']
    if (kind) files.push(bytesOf(request).then((bytes) => ({ kind, bytes })))
  })
  await page.clock.install()
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  for (let passed = 0; passed < settleMs; passed += 1000) {
    await page.clock.runFor(1000)
    await Promise.all(files)
  }
  // What is requested from here on would end with the page.
  page.removeAllListeners('request')
  const sizes: LoadSizes = {
    script: { bytes: 0, requests: 0 },
    style: { bytes: 0, requests: 0 },
    font: { bytes: 0, requests: 0 },
  }
  for (const { kind, bytes } of await Promise.all(files)) {
    sizes[kind].bytes += bytes
    sizes[kind].requests += 1
  }
  await context.close()
  return sizes
}

export interface LoadBudget {
  scriptBytes: number
  scriptRequests: number
  styleBytes: number
  fontBytes: number
}

/** Budgets of a cold load; 1 kB is 1,000 bytes. */
export const listBudget: LoadBudget = {
  scriptBytes: 190_000,
  scriptRequests: 14,
  styleBytes: 16_500,
  fontBytes: 70_000,
}
export const chartBudget: LoadBudget = { ...listBudget, scriptBytes: 259_000, scriptRequests: 17 }

interface BudgetedRoute {
  path: string
  budget: LoadBudget
}

/** The routes whose load is budgeted, with a party and a market that the node knows. */
export const budgetedRoutes = (partyId: string, marketId: string): BudgetedRoute[] => [
  ...[
    '/',
    '/margin-modes',
    `/teams/referees/${partyId}`,
    `/liquidity-providers?marketId=${marketId}`,
    `/spam/${partyId}`,
    `/ledger-export?partyId=${partyId}`,
    `/parties/${partyId}`,
    '/epochs/1',
    '/settings',
  ].map((path) => ({ path, budget: listBudget })),
  { path: `/ledger?partyId=${partyId}`, budget: chartBudget },
  { path: `/markets/${marketId}`, budget: chartBudget },
  { path: `/markets/${marketId}/candles`, budget: chartBudget },
]
