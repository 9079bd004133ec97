import { listMarginModes } from '../../src/wire/margin-modes.ts'
import { listParties } from '../../src/wire/network.ts'
import { formatUrl } from '../../src/wire/protocol/url.ts'
import { fixed, printRow } from '../shared/program.ts'
import { type Engine, bestRates, serve } from './rates.ts'

const pages = [
  ['parties', formatUrl(listParties, { pagination: { first: 100 } })],
  ['margin modes', formatUrl(listMarginModes, { pagination: { first: 100 } })],
] as const

/** Prints requests a second of one process and of two over the same database, which are measured in turns. */
export async function compareWorkers(engine: Engine, core: number, seconds: number): Promise<void> {
  printRow('\nprocesses that answer (--workers), 4 connections', 'one', 'two', 'two/one')
  for (const [kept, options] of [
    ['', ['--cache', '0']],
    [', from memory', []],
  ] as const) {
    const services = [await serve(engine, core, options), await serve(engine, core, [...options, '--workers', '2'])]
    try {
      for (const [name, path] of pages) {
        const [one = 0, two = 0] = await bestRates(
          services.map(({ base }) => base + path),
          seconds,
        )
        printRow(`  ${name}${kept}, requests/s`, fixed(one, 0), fixed(two, 0), fixed(two / one, 2))
      }
    } finally {
      for (const service of services) service.stop()
    }
  }
}
