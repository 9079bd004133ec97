import { importArchives, withService } from '../shared/built-service.ts'
import { download, speedOf } from '../shared/download.ts'
import { ledgerSet } from '../data-set/data-set.ts'
import { fixed, printRow, quantile } from '../shared/program.ts'
import { archiveOf } from '../service/imported-set.ts'
import { loadPlain } from '../shared/load-generator.ts'
import { chooseTargets, type Target } from '../shared/targets.ts'
import { compare, corpus, rows, seconds } from './options.ts'

/** Rates that the first engine of the table is the measure of. */
const measure = new Map<string, number>()

function printRate(name: string, target: string, value: number, unit: string): void {
  const plain = measure.get(target) ?? value
  measure.set(target, plain)
  printRow(`  ${target}`, `${fixed(value, value < 10 ? 1 : 0)} ${unit}`, `${fixed(value / plain, 2)}x`)
  if (!Number.isFinite(value)) throw new Error(`${name}: ${target} was not measured`)
}

async function measureRates(name: string, base: string, reads: readonly Target[], file: Target): Promise<void> {
  console.log(`${name}, ${seconds} s each, 8 connections, beside one PostgreSQL`)
  for (const { name: target, path } of reads) {
    const { perSecond, failed } = await loadPlain(base + path, 8, seconds)
    printRate(name, failed === 0 ? target : `${target}: ${failed} failed`, perSecond, 'req/s')
  }
  const runs: number[] = []
  for (let run = 0; run < 3; run += 1) runs.push(speedOf(await download(base + file.path)))
  printRate(name, file.name, quantile(runs, 0.5), 'MB/s')
}

/** Loads the recorded network, or a made-up one. */
export async function fill(url: string): Promise<void> {
  importArchives(corpus?.archives ?? [await archiveOf(ledgerSet(rows))], ['--database', url])
}

/** A database by the name under which it is printed. */
export interface Engine {
  name: string
  url: string
}

/** The options of a service over a database and the core node at a port. */
export function serving({ url }: Engine, core: number): string[] {
  return ['--database', url, '--core', `http://127.0.0.1:${core}`]
}

/** Compares and measures the engines; true when all answers are as recorded. */
export async function tryEngines(engines: readonly Engine[], core: number): Promise<boolean> {
  let isRight = true
  let targets: Awaited<ReturnType<typeof chooseTargets>> | undefined
  for (const engine of engines) {
    await withService([...serving(engine, core), '--cache', '0'], async ({ base }) => {
      const { line, ok } = corpus ? compare(corpus, base) : { line: 'a made-up network', ok: true }
      isRight &&= ok
      console.log(`\n${engine.name}: ${line}`)
      targets ??= await chooseTargets(base)
      const wanted = ['listMarginModes', 'listParties', 'candles, newest 100']
      const reads = targets.reads.filter(({ name }) => wanted.includes(name))
      await measureRates(engine.name, base, reads, targets.file)
    })
  }
  return isRight
}
