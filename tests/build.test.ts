import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

interface Build {
  reasonToBuild: (part: string, folder: string) => string | undefined
}
const script = new URL('../scripts/build.mjs', import.meta.url).href
const { reasonToBuild } = (await import(/* @vite-ignore */ script)) as Build

const read = 'src/server/questions/margin-modes.ts'
const sources = [
  'src/server/cli/main.ts',
  'src/server/cli/main.test.ts',
  'src/server/database/schema.sql',
  read,
  'src/wire/scalar.ts',
  'src/web/app/start.ts',
  'src/browser/archive-worker.ts',
  'public/config.json',
  'package-lock.json',
]
const products = [
  'dist/server/main.js',
  'dist/server/pglite-worker.js',
  'dist/server/faults.js',
  'dist/web/index.html',
  'dist/web-modules.json',
  'dist/web/archive/empty.tar.gz',
  'dist/web/archive/sample.zip',
]

let folder: string
/** Seconds since 1970 of files, and of the folders that got them. */
const [written, built, later] = [1000, 2000, 3000]

function change(path: string, seconds: number): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), path === 'dist/web-modules.json' ? JSON.stringify([read]) : '')
  for (let at = path; at !== '.'; at = dirname(at)) utimesSync(join(folder, at), written, written)
  utimesSync(join(folder, path), seconds, seconds)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyra-build-'))
  for (const path of sources) change(path, written)
  for (const path of products) change(path, built)
})
afterEach(() => rmSync(folder, { recursive: true }))

const due = (): string[] =>
  ['service', 'dashboard', 'archive'].filter((part) => reasonToBuild(part, folder) !== undefined)

test('what is built and unchanged is not built again', () => {
  expect(due()).toEqual([])
})

test.each([
  ['src/server/cli/main.ts', ['service']],
  ['src/server/cli/main.test.ts', []],
  ['src/web/app/start.ts', ['dashboard']],
  ['src/browser/archive-worker.ts', ['dashboard']],
  ['public/config.json', ['dashboard']],
  // The service's answer, which a browser gives of an archive too.
  [read, ['service', 'dashboard']],
  ['src/wire/scalar.ts', ['service', 'dashboard']],
  ['src/server/database/schema.sql', ['service', 'archive']],
  ['package-lock.json', ['service', 'dashboard', 'archive']],
])('after a change of %s, %j is built', (path, parts) => {
  change(path, later)
  expect(due()).toEqual(parts)
})

test.each([
  ['dist/server/pglite-worker.js', ['service']],
  ['dist/server/faults.js', ['service']],
  ['dist/web/index.html', ['dashboard']],
  ['dist/web-modules.json', ['dashboard']],
  ['dist/web/archive/sample.zip', ['archive']],
])('without %s, %j is built', (path, parts) => {
  rmSync(join(folder, path))
  expect(due()).toEqual(parts)
})
