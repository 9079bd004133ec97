import { expect, test } from './fixtures.ts'
import { type LoadBudget, type LoadSizes, budgetedRoutes, measureLoad } from './load-sizes.ts'

test('no page downloads more than its budget in ten seconds of its clock', async ({ browser, baseURL, network }) => {
  const [partyId, market] = await Promise.all([network.versatileParty(), network.busyMarket()])
  test.slow()
  const routes = budgetedRoutes(partyId, market.id)
  const loads: { path: string; budget: LoadBudget; sizes: LoadSizes }[] = []
  // Three pages at once: more of them would slow each other down.
  while (loads.length < routes.length) {
    const some = routes.slice(loads.length, loads.length + 3)
    const sizes = await Promise.all(some.map(({ path }) => measureLoad(browser, baseURL + path)))
    loads.push(...some.flatMap((route, index) => (sizes[index] ? [{ ...route, sizes: sizes[index] }] : [])))
  }
  for (const { path, budget, sizes } of loads) {
    // Fewer bytes than those of the shell mean that the page was not loaded.
    expect.soft(sizes.script.bytes, `script of ${path}`).toBeGreaterThan(90_000)
    expect.soft(sizes.script.bytes, `script of ${path}`).toBeLessThanOrEqual(budget.scriptBytes)
    expect.soft(sizes.script.requests, `script files of ${path}`).toBeLessThanOrEqual(budget.scriptRequests)
    expect.soft(sizes.style.bytes, `styles of ${path}`).toBeLessThanOrEqual(budget.styleBytes)
    expect.soft(sizes.font.bytes, `fonts of ${path}`).toBeLessThanOrEqual(budget.fontBytes)
  }
})
