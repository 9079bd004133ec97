import { execFileSync, spawn, spawnSync, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { blockTime, writeSegment } from '../support/small-segment.ts'
import { Started, builtService } from '../support/built-service.ts'

let folder: string
let main: string
let remove: () => Promise<void>
let small: string
let large: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lyra-folders-'))
  ;({ main, remove } = await builtService())
  small = await writeSegment(folder, { from: 1, to: 10 })
  // Some 15 MB of text, and more in a database.
  const ledger = Array.from({ length: 20_000 }, (_, at) => ({
    ledger_entry_time: blockTime(11).replace('+', `.${String(at).padStart(6, '0')}+`),
    account_from_id: `\\x${'ab'.repeat(32)}`,
    account_to_id: `\\x${'cd'.repeat(32)}`,
    quantity: '1',
    vega_time: blockTime(11),
    account_from_balance: '1',
    account_to_balance: '1',
    type: 'x'.repeat(500),
  }))
  large = await writeSegment(folder, { from: 11, to: 20, rows: { ledger } })
})
afterAll(async () => {
  await remove()
  await rm(folder, { recursive: true, force: true })
})

async function run(...args: string[]): Promise<{ status: number | null; printed: string }> {
  const process = new Started(main, args)
  return { status: await process.exited, printed: process.printed }
}

const sizeOf = (file: string): number => statSync(file).size

/** Whether a file system can be mounted here: by root, and not within every container. */
function canMount(): boolean {
  try {
    const at = mkdtempSync(join(tmpdir(), 'lyra-mount-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at], { stdio: 'ignore' })
    execFileSync('umount', [at], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test('a database that cannot be opened is not to be "started again": the sentence says what helps', async () => {
  const data = join(folder, 'damaged')
  expect((await run('import', small, '--data', data)).status).toBe(0)
  const control = join(data, 'pgdata', 'global', 'pg_control')
  const bytes = readFileSync(control)
  writeFileSync(control, Buffer.alloc(bytes.length, 1))
  for (const args of [
    ['serve', '--port', '0', '--data', data],
    ['verify', data],
    ['import', small, '--data', data],
  ]) {
    const { status, printed } = await run(...args)
    expect(status).toBe(1)
    expect(printed).toMatch(/lyra: The database in .* could not be opened: .*restore a backup/)
    expect(printed).not.toMatch(/Start the service again|ended by a defect/)
  }
  expect(readFileSync(control)).toEqual(Buffer.alloc(bytes.length, 1))
  writeFileSync(control, bytes)
  expect((await run('verify', data)).status).toBe(0)
})

test('a first import that failed is no network without rows: it is neither served nor called whole', async () => {
  const data = join(folder, 'failed')
  const bad = await writeSegment(mkdtempSync(join(folder, 'bad-')), {
    from: 1,
    to: 10,
    rows: { ledger: [{ quantity: '1.23E+20' }] },
  })
  expect((await run('import', bad, '--data', data)).status).toBe(1)
  const served = await run('serve', '--port', '0', '--data', data)
  expect([served.status, served.printed]).toEqual([1, expect.stringContaining(`There is nothing imported in ${data}:`)])
  const verified = await run('verify', data)
  expect([verified.status, verified.printed]).toEqual([1, expect.stringContaining('Nothing was imported')])
  expect((await run('import', small, '--data', data)).status).toBe(0)
})

test('a database of which a copy has cut a file is not called whole', async () => {
  const data = join(folder, 'cut')
  expect((await run('import', small, large, '--data', data)).status).toBe(0)
  const files = join(data, 'pgdata', 'base', '5')
  const [longest = ''] = readdirSync(files).toSorted(
    (one, other) => sizeOf(join(files, other)) - sizeOf(join(files, one)),
  )
  for (const cut of [() => truncateSync(join(files, longest), 8192), () => rmSync(join(files, longest))]) {
    cut()
    const { status, printed } = await run('verify', data)
    expect(status).toBe(1)
    expect(printed).toMatch(/lyra: The file of \w+ is cut off or missing: restore a backup\.\n$/)
  }
})

test('a reader of what is printed who leaves, or a full disk of the log, ends no import, no check and no service', async () => {
  const data = join(folder, 'unread')
  const unread = async (...args: string[]): Promise<[status: unknown, error: string]> => {
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    let error = ''
    child.stderr.on('data', (text) => (error += String(text)))
    const [status] = (await once(child, 'close')) as [number]
    return [status, error]
  }
  expect(await unread('import', small, '--data', data)).toEqual([0, ''])
  expect(await unread('verify', data)).toEqual([0, ''])
  if (process.platform !== 'linux') return
  const port = 20_000 + (process.pid % 10_000)
  const options = ['serve', '--data', data, '--port', String(port), '--log', 'json']
  const service = spawn(process.execPath, [main, ...options], { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] })
  const ask = (): Promise<number> => fetch(`http://127.0.0.1:${port}/api/v2/info`).then(({ status }) => status)
  await vi.waitFor(ask, { timeout: 20_000, interval: 100 })
  expect([await ask(), await ask(), service.exitCode]).toEqual([200, 200, null])
  service.kill()
  expect(await once(service, 'exit')).toEqual([0, null])
})

// Whoever may not mount a file system can neither fill nor forbid one: root writes everywhere.
describe.skipIf(!canMount())('a file system of its own', () => {
  async function mounted(megabytes: number, work: (at: string) => Promise<void>): Promise<void> {
    const at = mkdtempSync(join(folder, 'mounted-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at])
    try {
      await work(at)
    } finally {
      execFileSync('umount', ['-l', at])
    }
  }

  test('a full disk is one sentence, what was imported stays, and with room the import goes on', async () => {
    await mounted(400, async (at) => {
      const data = join(at, 'data')
      expect((await run('import', small, '--data', data)).status).toBe(0)
      // Room for a third of what comes.
      const { blocks, bfree, bsize } = await statfs(at)
      const used = Math.ceil(((blocks - bfree) * bsize) / 2 ** 20)
      execFileSync('mount', ['-o', `remount,size=${used + 6}m`, at])
      const full = await run('import', small, large, '--data', data)
      expect(full.status).toBe(1)
      expect(full.printed).toMatch(/lyra: .*(?:No space left on device|ENOSPC|could not (?:write|extend))/)
      expect(full.printed).not.toMatch(/ended by a defect|\n {4}at /)
      execFileSync('mount', ['-o', 'remount,size=400m', at])
      const again = await run('import', small, large, '--data', data)
      expect([again.status, again.printed]).toEqual([0, expect.stringContaining('already imported')])
    })
  })

  test('a disk without room for a new database, or for opening one, is one sentence and leaves no files', async () => {
    await mounted(20, async (at) => {
      const data = join(at, 'data')
      const refused = await run('import', small, '--data', data)
      expect(refused.status).toBe(1)
      expect(refused.printed).toMatch(/lyra: The database in .* could not be opened: its disk is full\.\n$/)
      expect(readdirSync(data)).toEqual([])
      execFileSync('mount', ['-o', 'remount,size=400m', at])
      expect((await run('import', small, '--data', data)).status).toBe(0)
      const { blocks, bfree, bsize } = await statfs(at)
      execFileSync('mount', ['-o', `remount,size=${Math.floor(((blocks - bfree) * bsize) / 1024)}k`, at])
      const full = await run('serve', '--port', '0', '--data', data)
      expect([full.status, full.printed]).toEqual([
        1,
        expect.stringMatching(/could not be opened: its disk is full\.\n$/),
      ])
    })
  })

  test('a file that a full disk has only in part is no success of the command that wrote it', async () => {
    await mounted(1, async (at) => {
      writeFileSync(join(at, 'other'), Buffer.alloc(2 ** 20 - 4096))
      const stdio: StdioOptions = ['ignore', openSync(join(at, 'schema.sql'), 'w'), 'pipe']
      const { status, stderr } = spawnSync(process.execPath, [main, 'schema'], { stdio, encoding: 'utf8' })
      expect([status, stderr]).toEqual([1, expect.stringMatching(/^lyra: ENOSPC.*\n$/)])
    })
  })

  test('a disk on which not even a new folder can be begun is told by the name of the folder, and nothing is left in it', async () => {
    await mounted(1, async (at) => {
      writeFileSync(join(at, 'other'), Buffer.alloc(2 ** 20))
      const data = join(at, 'data')
      const { status, printed } = await run('import', small, '--data', data)
      expect([status, printed]).toEqual([1, `lyra: The data directory ${data} cannot be written: its disk is full.\n`])
      expect(readdirSync(data)).toEqual([])
    })
  })

  test('a folder that may not be written is one sentence that names it, and nothing is changed', async () => {
    await mounted(400, async (at) => {
      const data = join(at, 'data')
      await mkdir(data)
      expect((await run('import', small, '--data', data)).status).toBe(0)
      const before = readdirSync(data, { recursive: true }).length
      execFileSync('mount', ['-o', 'remount,ro', at])
      const refused = await run('serve', '--port', '0', '--data', data)
      expect(refused.status).toBe(1)
      expect(refused.printed).toBe(
        `lyra: The data directory ${data} cannot be written: its file system is read-only.\n`,
      )
      expect(readdirSync(data, { recursive: true }).length).toBe(before)
      const [made, within] = [join(at, 'new', 'data'), await run('import', small, '--data', join(at, 'new', 'data'))]
      expect(within.printed).toBe(`lyra: The data directory ${made} cannot be written: its file system is read-only.\n`)
    })
  })
})
