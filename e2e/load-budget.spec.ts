import { expect, test } from './fixtures.ts'
import { budgetedRoutes, measureLoad } from './load-sizes.ts'

test('no page downloads more than its budget within ten seconds', async ({ browser, baseURL, network }) => {
  const [partyId, market] = await Promise.all([network.versatileParty(), network.busyMarket()])
  const loads = await Promise.all(
    budgetedRoutes(partyId, market.id).map(async ({ path, budget }) => ({
      path,
      budget,
      sizes: await measureLoad(browser, baseURL + path),
    })),
  )
  for (const { path, budget, sizes } of loads) {
    // Less than the frame alone would mean that the page was not loaded.
    expect.soft(sizes.script.bytes, `script of ${path}`).toBeGreaterThan(90_000)
    expect.soft(sizes.script.bytes, `script of ${path}`).toBeLessThanOrEqual(budget.scriptBytes)
    expect.soft(sizes.script.requests, `script files of ${path}`).toBeLessThanOrEqual(budget.scriptRequests)
    expect.soft(sizes.style.bytes, `styles of ${path}`).toBeLessThanOrEqual(budget.styleBytes)
    expect.soft(sizes.font.bytes, `fonts of ${path}`).toBeLessThanOrEqual(budget.fontBytes)
  }
})
