import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type BuiltService, main, startBuiltService } from '../shared/built-service.ts'
import { download } from '../shared/download.ts'
import { writeLedgerArchive } from '../shared/ledger-archive.ts'
import { fixed, printRow, quantile } from '../shared/program.ts'
import { loadPlain } from '../service/load-generator.ts'
import { type Target, chooseTargets } from '../shared/targets.ts'
import { compare } from './comparer.ts'
import { corpus, rows, seconds } from './options.ts'
import type { Workplace } from './processes.ts'

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
  for (let run = 0; run < 3; run += 1) {
    const { bytes, seconds } = await download(base + file.path)
    runs.push(bytes / 1e6 / seconds)
  }
  printRate(name, file.name, quantile(runs, 0.5), 'MB/s')
}

/** Loads the recorded network, or a made-up ledger. */
export async function fill(place: Workplace, url: string): Promise<void> {
  const archives = corpus?.archives ?? [join(place.folder, 'made-up.zip')]
  if (!corpus && archives[0] !== undefined) await writeLedgerArchive(archives[0], rows)
  runImport(archives, url)
}

/** Imports archives into a database. Throws what the import said when it fails. */
export function runImport(archives: readonly string[], url: string): void {
  const { status, stderr } = spawnSync(process.execPath, [main, 'import', ...archives, '--database', url], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the import failed: ${stderr}`)
}

/**
 * Requests a second of each of several addresses, the best of three turns each: other work on the machine changes from second to
 * second. Not a number where a request failed.
 */
export async function bestRates(urls: readonly string[], seconds: number): Promise<number[]> {
  const best = urls.map(() => 0)
  for (let turn = 0; turn < 3; turn += 1) {
    for (const [index, url] of urls.entries()) {
      const { perSecond, failed } = await loadPlain(url, 4, seconds)
      best[index] = failed === 0 ? Math.max(best[index] ?? 0, perSecond) : Number.NaN
    }
  }
  return best
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
      const reads = corpus ? targets.reads.filter(({ name }) => wanted.includes(name)) : targets.reads.slice(0, 0)
      await measureRates(engine.name, service.base, reads, targets.file)
    } finally {
      service.stop()
    }
  }
  return isRight
}
