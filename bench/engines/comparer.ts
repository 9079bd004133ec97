import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The recorded answers of a real node, where there are any: `--corpus DIR` or LYRA_TEST_CORPUS. */
export interface Corpus {
  folder: string
  archives: string[]
}

export function findCorpus(named: string | undefined): Corpus | undefined {
  const folder = named ?? process.env['LYRA_TEST_CORPUS']
  if (folder === undefined || !existsSync(join(folder, 'compare.mjs'))) return undefined
  const zips = readdirSync(folder).filter((name) => name.endsWith('.zip'))
  return { folder: resolve(folder), archives: zips.map((name) => join(resolve(folder), name)) }
}

/** The core node of the recordings. */
export function startCore({ folder }: Corpus, port: number): ChildProcess {
  return spawn(process.execPath, [join(folder, 'core.mjs'), '--port', String(port)], { stdio: 'ignore' })
}

/** Replays the recordings against a service: `matched 410 of 410 (34 defects skipped)`, and whether all did. */
export function compare({ folder }: Corpus, base: string): { line: string; ok: boolean } {
  const args = [join(folder, 'compare.mjs'), '--base', base, '--file', join(folder, 'public.jsonl')]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  const failures = stdout.split('\n').filter((line) => line.startsWith('FAIL'))
  const last = stdout.trimEnd().split('\n').at(-1) ?? ''
  return { line: [last || stderr.slice(-300), ...failures.slice(0, 5)].join('\n  '), ok: status === 0 }
}
