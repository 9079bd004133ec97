import { parseArgs } from 'node:util'
import { budgetedRoutes, type LoadSizes, measureLoad } from '../e2e/load-sizes.ts'
import { Network } from '../e2e/network.ts'
import { frozenDemo, startBuiltService } from './built-service.ts'
import { launchBrowser } from './chromium.ts'

const usage = `Prints what each page has downloaded ten seconds after a cold load, compressed, beside its budget.

  npm run bench -- load [options]

  --base URL    of a running Lyra instead of a demo network that stands still`

const { values: options } = parseArgs({
  options: {
    base: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(9)

function line(path: string, { script, style, font }: LoadSizes, budget: number): string {
  const name = path.replace(/[0-9a-f]{56}/, '…').padEnd(44)
  const files = String(script.requests).padStart(7)
  return `${name}${kilobytes(script.bytes)}${kilobytes(budget)}${files}${kilobytes(style.bytes)}${kilobytes(font.bytes)}`
}

async function print(base: string): Promise<void> {
  const network = new Network(base)
  const [partyId, market] = await Promise.all([network.versatileParty(), network.busyMarket()])
  const browser = await launchBrowser()
  try {
    const heads = ['script kB', 'budget', 'files', 'styles', 'fonts']
    console.log(''.padEnd(44) + heads.map((head) => head.padStart(head === 'files' ? 7 : 9)).join(''))
    for (const { path, budget } of budgetedRoutes(partyId, market.id))
      console.log(line(path, await measureLoad(browser, base + path), budget.scriptBytes))
  } finally {
    await browser.close()
  }
}

async function main(): Promise<void> {
  if (options.help) {
    console.log(usage)
    return
  }
  if (options.base !== undefined) return print(options.base.replace(/\/+$/, ''))
  const { base, stop } = await startBuiltService(frozenDemo)
  try {
    await print(base)
  } finally {
    stop()
  }
}

await main()
