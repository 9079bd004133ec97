import type { Browser } from 'playwright'
import { budgetedRoutes, measureLoad } from '../../e2e/load-sizes.ts'
import { Network } from '../../e2e/network.ts'
import { frozenDemo, startBuiltService } from '../shared/built-service.ts'
import { withBrowser } from '../shared/browser.ts'
import { fixed, printRow, readOptions } from '../shared/program.ts'
import { measureSlowPage } from './slow-page.ts'

const usage = `Prints what each page has downloaded ten seconds after a cold load, compressed, beside its budget; then its largest paint
and the slowest of its controls on a processor four times slower with 1.6 Mbit/s and 150 ms.

  npm run bench -- load [options]

  --base URL    of a running Lyra instead of a demo network without new blocks
  --slow        only the second table`

const options = readOptions(usage, { base: { type: 'string' }, slow: { type: 'boolean', default: false } })

/** Milliseconds: house.md's largest paint, and the next paint after an interaction. */
const [paintBudget, interactionBudget] = [1200, 100]

const shown = (path: string): string => path.replace(/[0-9a-f]{56}/, '…')

async function printSlow(browser: Browser, base: string, paths: readonly string[]): Promise<void> {
  console.log(`\nslowed four times, 1.6 Mbit/s, 150 ms; milliseconds, budgets ${paintBudget} and ${interactionBudget}`)
  printRow('', 'largest', 'first data', 'last script', 'controls', 'slowest', 'over')
  for (const path of paths) {
    const { load, interactions } = await measureSlowPage(browser, base + path)
    const sorted = interactions.toSorted((a, b) => b.ms - a.ms)
    const over = sorted.filter(({ ms }) => ms > interactionBudget)
    const times = [load.largestPaint, load.firstData, load.lastScript, sorted[0]?.ms ?? Number.NaN]
    const [largest = '', data = '', script = '', slowest = ''] = times.map((ms) => fixed(ms, 0))
    printRow(shown(path), largest, data, script, String(interactions.length), slowest, String(over.length))
    for (const { control, ms } of over) console.log(`  ${fixed(ms, 0)} ${control}`)
  }
}

const kilobytes = (bytes: number): string => fixed(bytes / 1000)

async function print(base: string): Promise<void> {
  const network = new Network(base)
  const [partyId, market] = await Promise.all([network.versatileParty(), network.busyMarket()])
  await withBrowser(async (browser) => {
    printRow('', 'script kB', 'budget', 'files', 'styles', 'fonts')
    const routes = budgetedRoutes(partyId, market.id)
    for (const { path, budget } of options.slow ? [] : routes) {
      const { script, style, font } = await measureLoad(browser, base + path)
      const sizes = [script.bytes, budget.scriptBytes].map(kilobytes)
      const rest = [style.bytes, font.bytes].map(kilobytes)
      printRow(shown(path), ...sizes, String(script.requests), ...rest)
    }
    const paths = routes.map(({ path }) => path)
    await printSlow(browser, base, paths)
  })
}

const service = options.base === undefined ? await startBuiltService(frozenDemo) : undefined
await print(service?.base ?? (options.base ?? '').replace(/\/+$/, '')).finally(service?.stop)
