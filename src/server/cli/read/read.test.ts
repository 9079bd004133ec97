import { mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../client/client.ts'
import { exportLedgerEntries } from '../../../wire/ledger-export.ts'
import { market, party } from '../../../../tests/server/support/ids.ts'
import { openMemory } from '../../../../tests/server/support/memory-database.ts'
import { makeSample } from '../../../../tests/server/support/sample.ts'
import { noCore } from '../../core/core.ts'
import type { WritableDb } from '../../database/db.ts'
import { createService } from '../../http/service.ts'
import { parseCommandLine } from '../command-line.ts'
import { type ExportOptions, parseExport, runExport } from './export.ts'
import { runList, type ReadParts } from './list.ts'

let db: WritableDb
let app: ReturnType<typeof createService>
let folder: string
let whole: string
beforeAll(async () => {
  db = await openMemory()
  await makeSample(db)
  app = createService({ db, core: noCore(db) })
  whole = await (await app.request(`${exportLedgerEntries.path}?partyId=${party.anna}`)).text()
})
afterAll(() => db.close())
let said: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyra-read-'))
  said = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

type Fetch = (url: string, init: RequestInit) => Promise<Response>
const service: Fetch = async (url, init) => app.request(url, init)
const partsWith = (fetch: Fetch): ReadParts => ({
  client: createClient({ baseUrl: 'http://node.example', fetch }),
  stopping: new AbortController().signal,
  progress: () => undefined,
})

function exporting(args: string, fetch = service): Promise<number> {
  const command = parseCommandLine(
    ['export', party.anna, ...`${args.includes('--out') ? '' : out()} ${args}`.split(' ').filter(Boolean)],
    {},
  )
  if (command.name !== 'export') throw new Error('another command')
  return runExport(command.options, partsWith(fetch))
}
const out = (): string => `--out ${join(folder, 'a.csv')}`
const file = () => readFile(join(folder, 'a.csv'), 'utf8')

test.each([
  ['a directory', (at: string) => at, 'is not a file: name a new one.'],
  ['a device', () => '/dev/full', 'is not a file: name a new one.'],
  ['a folder that is missing', (at: string) => join(at, 'none', 'a.csv'), 'there is no such file or directory.'],
])('--out that names %s is refused in a sentence, also to continue it', async (_, outOf, words) => {
  const out = outOf(folder)
  for (const more of ['', '--resume']) await expect(exporting(`--out ${out} ${more}`)).rejects.toThrow(`--out ${out}`)
  await expect(exporting(`--out ${out} --resume`)).rejects.toThrow(words)
})

test('an export is the bytes of the node, verified by its last rows', async () => {
  expect(await exporting('--verify')).toBe(0)
  expect(await file()).toBe(whole)
  expect(said.at(-1)).toMatch(/^Whole and verified/)
})

test('a file that is there is left alone unless it is to be continued', async () => {
  await writeFile(join(folder, 'a.csv'), 'mine')
  await expect(exporting('')).rejects.toThrow('--resume continues it')
  await expect(exporting('--resume')).rejects.toThrow('does not begin with the header')
  expect(await file()).toBe('mine')
})

test('wherever an export was cut, continuing it gives the same file, no row lost and none twice', async () => {
  const lines = whole.split('\n')
  expect(lines.length).toBeGreaterThan(8)
  for (let kept = 0; kept < lines.length - 1; kept += 1) {
    const half = kept % 2 === 0 ? '' : (lines[kept] ?? '').slice(0, 20)
    const begin =
      lines
        .slice(0, kept)
        .map((line) => `${line}\n`)
        .join('') + half
    await writeFile(join(folder, 'a.csv'), begin)
    expect(await exporting('--resume --verify')).toBe(0)
    expect(await file()).toBe(whole)
  }
})

test('an export that the node cuts is continued, and its exit status says so', async () => {
  const half = whole.slice(0, whole.indexOf('\n', whole.length / 2) + 1)
  const cutting: Fetch = async () => new Response(`${half}{"error":{"code":13,"message":"disk full","details":[]}}`)
  expect(await exporting('', cutting)).toBe(3)
  expect(said.at(-1)).toContain('disk full')
  expect(whole.startsWith(await file())).toBe(true)
  expect(await exporting('--resume')).toBe(0)
  expect(await file()).toBe(whole)
})

test('a nearly full disk, which takes a part of a text, is no whole export that lacks its last rows', async () => {
  const handle = await open(join(folder, 'other'), 'w')
  const proto = Object.getPrototypeOf(handle) as { write: (bytes: Uint8Array) => Promise<unknown> }
  await handle.close()
  const { write } = proto
  vi.spyOn(proto, 'write').mockImplementation(function (this: unknown, text) {
    return write.call(this, Buffer.from(text).subarray(0, -20))
  })
  expect(await exporting('')).toBe(0)
  expect(await file()).toBe(whole)
})

test('a file that turns out to be of another party keeps its last row, which another program left without a line end', async () => {
  const saved = whole.replaceAll(',"",', ',,').slice(0, -1)
  await writeFile(join(folder, 'a.csv'), saved)
  expect(await exporting('--resume')).toBe(5)
  expect(await file()).toBe(saved)
})

test('rows that the node no longer has stop the run, and the file stays as it is', async () => {
  const other = whole.replace(
    /(\d)([^\d]*\n)$/,
    (_, digit: string, rest: string) => `${(Number(digit) + 1) % 10}${rest}`,
  )
  await writeFile(join(folder, 'a.csv'), other)
  expect(await exporting('--resume')).toBe(5)
  expect(await file()).toBe(other)
})

test('a node that refuses has an exit status of its own, and leaves no file', async () => {
  const limited: Fetch = async () =>
    new Response('{"code":8,"message":"api request rate limit exceeded","details":[]}', { status: 429 })
  expect(await exporting('', limited)).toBe(4)
  expect(said.at(-1)).toMatch(/^lyra: limited: api request rate limit exceeded Accepted again from \d{4}-/)
  await expect(file()).rejects.toThrow('ENOENT')
})

test('a file that got the name of a refused export meanwhile is not removed', async () => {
  const replacing: Fetch = async () => {
    await rename(join(folder, 'a.csv'), join(folder, 'moved.csv'))
    await writeFile(join(folder, 'a.csv'), 'mine')
    return new Response('{"code":5,"message":"Not Found","details":[]}', { status: 404 })
  }
  expect(await exporting('', replacing)).toBe(4)
  expect(await file()).toBe('mine')
})

async function listing(args: string): Promise<string> {
  const command = parseCommandLine(['list', ...args.split(' ')], {})
  if (command.name !== 'list') throw new Error('another command')
  let text = ''
  expect(await runList(command.options, partsWith(service), async (part) => void (text += part))).toBe(0)
  return text
}

test('a list is CSV with a column for each member, or JSON, a record a line', async () => {
  const csv = await listing(`listMarginModes marketId=${market.btc} --all`)
  const [head, first] = csv.split('\n')
  expect(head).toBe(
    'marketId,partyId,marginMode,marginFactor,minTheoreticalMarginFactor,maxTheoreticalLeverage,atEpoch',
  )
  expect(first).toMatch(new RegExp(`^${market.btc},[0-9a-f]{64},MARGIN_MODE_`))
  const json = await listing(`listMarginModes marketId=${market.btc} --all --format jsonl`)
  expect(
    json
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { partyId: string }).partyId),
  ).toHaveLength(csv.trim().split('\n').length - 1)
  const providers = await listing(`listLiquidityProviders marketId=${market.btc}`)
  expect(providers.split('\n')[0]).toContain('sla.hysteresisPeriodFeePenalties')
})

test('all pages are read only when they are asked for', async () => {
  const one = await listing('listMarginModes pagination.first=1')
  const all = await listing('listMarginModes pagination.first=1 --all')
  expect(one.trim().split('\n')).toHaveLength(2)
  expect(all.trim().split('\n').length).toBeGreaterThan(3)
})

test('a time copied from a row of the file is taken as the instant that stands there', () => {
  const time = '2024-03-27 11:56:56.996426+00'
  const { options } = parseExport([party.anna, '--out', 'x', '--from', time]) as { options: ExportOptions }
  expect(options.from).toBe('1711540616996426000')
})

test.each([
  ['export bob --out x', '<party>'],
  [`export ${party.anna}`, '--out'],
  [`export ${party.anna} --out x --from soon`, '--from'],
  [`export ${party.anna} --out x --to 9999-12-31`, '--to'],
  [`export ${party.anna} --out x --node ftp://host`, '--node'],
  // A range without an instant would be a whole file without entries, an empty id one of all assets.
  [`export ${party.anna} --out x --from 2026-02-01 --to 2026-01-01`, '--from'],
  [`export ${party.anna} --out x --from 2026-02-01 --to 2026-02-01`, '--from'],
  [`export ${party.anna} --out x --asset=`, '--asset'],
  ['list nothing', 'listMarginModes'],
  ['list listMarginModes --format xml', '--format'],
  ['list listMarginModes bob', 'name=value'],
  // Passed over, it would print all markets as though they were the one.
  [`list listMarginModes marketid=${market.btc}`, '"marketid"'],
  ['list listMarginModes pagination.fist=5', '"pagination.fist"'],
  ['list listMarginModes pagination.first=x', '"first"'],
  // Passed over too: the first 1000 records would stand for the last three.
  ['list listMarginModes pagination.last=3', 'pagination.last'],
  ['list listMarginModes pagination.before=e30=', 'pagination.before'],
  ['list listTeamRefereeHistory', 'referee'],
  [`list listTeamRefereeHistory referee=${party.anna} referee=${party.boris}`, 'one referee'],
])('"lyra %s" is refused in a sentence that names %s', (args, named) => {
  expect(() => parseCommandLine(args.split(' '), {})).toThrow(named)
})
