// The contract and its client as other programs get them: a tarball, installed in an empty folder without a network.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../src/web/format/code.ts'
import { ledgerColumns } from '../src/wire/ledger-export.ts'
import { noCore } from '../src/server/core/core.ts'
import type { WritableDb } from '../src/server/database/db.ts'
import { createNodeService } from '../src/server/http/node-service.ts'
import { listen } from './server/support/fake-service.ts'
import { market, party } from './server/support/ids.ts'
import { openMemory } from './server/support/memory-database.ts'
import { makeSample } from './server/support/sample.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../', import.meta.url))
let folder: string
let db: WritableDb
let service: Awaited<ReturnType<typeof listen>>

const program = `
import { type PartyMarginMode, listMarginModes } from 'lyra-wire'
import { createClient } from 'lyra-wire/client'

export const isIsolated = ({ marginMode }: PartyMarginMode): boolean => marginMode === 'MARGIN_MODE_ISOLATED_MARGIN'
// @ts-expect-error: a misspelt name.
export const isTypo = ({ marginMode }: PartyMarginMode): boolean => marginMode === 'MARGIN_MODE_ISOLATD_MARGIN'

export async function* factors(): AsyncGenerator<string | undefined> {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1' })
  for await (const { edges } of client.pages(listMarginModes, { pagination: { first: 10 } }))
    for (const { node } of edges) yield node.marginFactor
}
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyra-wire-'))
  await run(process.execPath, [join(root, 'scripts/wire-package.mjs')])
  const pack = async (path: string): Promise<string> => {
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, path])
    return join(folder, (JSON.parse(stdout) as { filename: string }[])[0]?.filename ?? '')
  }
  const tarballs = [await pack(join(root, 'dist/wire')), await pack(join(root, 'node_modules/valibot'))]
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder })
  await cp(join(root, 'examples'), folder, { recursive: true })
  db = await openMemory()
  await makeSample(db)
  service = await listen(createNodeService({ db, core: noCore(db) }))
}, 300_000)
afterAll(async () => {
  await service.close()
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

test('the package and valibot are all that is installed', async () => {
  const installed = await readdir(join(folder, 'node_modules'))
  expect(installed.filter((name) => !name.startsWith('.')).toSorted()).toEqual(['lyra-wire', 'valibot'])
})

test('a strict program knows the names of enumerations and refuses a misspelt one', async () => {
  await writeFile(join(folder, 'program.ts'), program)
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    '',
  ]
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, 'program.ts'], {
    cwd: folder,
  })
})

test('Node loads both entries, and no file inside', async () => {
  const imports = `
    const { listCandleData, Candle } = await import('lyra-wire')
    const { createClient } = await import('lyra-wire/client')
    const inside = await import('lyra-wire/wire/scalar.js').catch((error) => error.code)
    console.log(listCandleData.name, Candle.type, typeof createClient, inside)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', imports], { cwd: folder })
  expect(stdout.trim()).toBe('listCandleData object function ERR_PACKAGE_PATH_NOT_EXPORTED')
})

test('each operation has its name in OpenAPI, and members say their unit', async () => {
  const list = `const all = await import('lyra-wire')
    const operations = Object.entries(all).filter(([, value]) => typeof value?.path === 'string')
    console.log(JSON.stringify(operations.map(([name, op]) => [name, op.name])))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', list], { cwd: folder })
  const operations = JSON.parse(stdout) as [string, string][]
  expect(operations).toHaveLength(22)
  for (const [name, own] of operations) expect(name).toBe(own)
  const types = await readFile(join(folder, 'node_modules/lyra-wire/wire/candles.d.ts'), 'utf8')
  expect(types).toContain('/** Start of the period, Unix nanoseconds. */')
})

test.each([
  ['margin-modes', [market.btc], new RegExp(`^${party.anna} 0\\.5$`, 'm')],
  ['export-ledger', [party.anna, 'ledger.csv'], /^whole, [1-9]\d* rows$/],
  ['follow-candles', [market.btc, '1 day', '1'], /^\d{4}-\d\d-\d\dT00:00:00.000Z \d+ \d+$/],
  ['spam-limits', [party.anna], /^answer .*core node/],
  ['liquidity', [market.btc], /^party,timeOnBook\n[0-9a-f]{64},/],
])('the example %s does what it says', async (name, args, printed) => {
  const { stdout } = await run(process.execPath, [`${name}.mjs`, service.url, ...args], { cwd: folder })
  expect(stdout.trim()).toMatch(printed)
  if (name === 'export-ledger')
    expect(await readFile(join(folder, 'ledger.csv'), 'utf8')).toMatch(new RegExp(`^${ledgerColumns.join(',')}\n`))
})

test('what a menu copies as code runs and prints the rows', async () => {
  const code = codeOf(`${service.url}/api/v2/margin-modes?marketId=${market.btc}&pagination.first=1`)
  await writeFile(join(folder, 'copied.mjs'), code ?? '')
  const { stdout } = await run(process.execPath, ['copied.mjs'], { cwd: folder })
  expect(stdout).toContain(`partyId: '${party.anna}'`)
  expect(stdout.match(/marginMode: /g)?.length).toBeGreaterThan(1)
})
