import { budgetedRoutes, measureLoad } from '../e2e/load-sizes.ts'
import { Network } from '../e2e/network.ts'
import { frozenDemo, startBuiltService } from './built-service.ts'
import { fixed, printRow, readOptions, withBrowser } from './program.ts'

const usage = `Prints what each page has downloaded ten seconds after a cold load, compressed, beside its budget.

  npm run bench -- load [options]

  --base URL    of a running Lyra instead of a demo network without new blocks`

const options = readOptions(usage, { base: { type: 'string' } })

const kilobytes = (bytes: number): string => fixed(bytes / 1000)

async function print(base: string, stop: () => void): Promise<void> {
  const network = new Network(base)
  const [partyId, market] = await Promise.all([network.versatileParty(), network.busyMarket()])
  await withBrowser({ stop }, async (browser) => {
    printRow('', 'script kB', 'budget', 'files', 'styles', 'fonts')
    for (const { path, budget } of budgetedRoutes(partyId, market.id)) {
      const { script, style, font } = await measureLoad(browser, base + path)
      const sizes = [script.bytes, budget.scriptBytes].map(kilobytes)
      const rest = [style.bytes, font.bytes].map(kilobytes)
      printRow(path.replace(/[0-9a-f]{56}/, '…'), ...sizes, String(script.requests), ...rest)
    }
  })
}

if (options.base === undefined) {
  const { base, stop } = await startBuiltService(frozenDemo)
  await print(base, stop)
} else await print(options.base.replace(/\/+$/, ''), () => undefined)
