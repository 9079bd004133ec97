import { join } from 'node:path'
import { type BuiltService, importArchives, startBuiltService } from '../shared/built-service.ts'
import { download, speedOf } from '../shared/download.ts'
import { writeArchive } from '../data-set/archive.ts'
import { ledgerSet } from '../data-set/data-set.ts'
import { fixed, printRow, quantile } from '../shared/program.ts'
import { loadPlain } from '../shared/load-generator.ts'
import { type Target, chooseTargets } from '../shared/targets.ts'
import { compare } from './comparer.ts'
import { corpus, rows, seconds } from './options.ts'
import type { Workplace } from '../shared/postgres.ts'

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
export async function fill(place: Workplace, url: string): Promise<void> {
  const archives = corpus?.archives ?? [join(place.folder, 'made-up.zip')]
  if (!corpus && archives[0] !== undefined) await writeArchive(archives[0], ledgerSet(rows))
  importArchives(archives, ['--database', url])
}

/** A database by the name under which it is printed. */
export interface Engine {
  name: string
  url: string
}

/** The built service over a database. */
export async function serve({ url }: Engine, core: number, more: readonly string[] = []): Promise<BuiltService> {
  return startBuiltService(['--database', url, '--core', `http://127.0.0.1:${core}`, ...more])
}

/** Compares and measures the engines; true when all answers are as recorded. */
export async function tryEngines(engines: readonly Engine[], core: number): Promise<boolean> {
  let isRight = true
  let targets: Awaited<ReturnType<typeof chooseTargets>> | undefined
  for (const engine of engines) {
    const service = await serve(engine, core, ['--cache', '0'])
    try {
      if (corpus) {
        const { line, ok } = compare(corpus, service.base)
        isRight &&= ok
        console.log(`\n${engine.name}: ${line}`)
      } else console.log(`\n${engine.name}`)
      targets ??= await chooseTargets(service.base)
      const wanted = ['listMarginModes', 'listParties', 'candles, newest 100']
      const reads = targets.reads.filter(({ name }) => wanted.includes(name))
      await measureRates(engine.name, service.base, reads, targets.file)
    } finally {
      await service.stop()
    }
  }
  return isRight
}
