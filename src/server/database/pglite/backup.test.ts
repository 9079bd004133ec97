import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeBackup, restoreBackup } from './backup.ts'
import { lockDirectory } from './directory-lock.ts'
import { openEngine } from './engine.ts'
import { openPglite } from './pglite.ts'

const signal = new AbortController().signal
const made = mkdtempSync(join(tmpdir(), 'lyra-backup-'))
const original = join(made, 'data')
const backup = join(made, 'whole.tar.gz')
let base: string
let file: string
let target: string

/** Files as a database has them, for what does not open it. */
beforeAll(async () => {
  const files: Record<string, string> = {
    PG_VERSION: '18\n',
    'lyra-schema': '1\n',
    'global/pg_control': 'control',
    'base/1/1259': 'rows '.repeat(200_000),
    'base/1/1259_fsm': '',
    'pg_wal/000000010000000000000001': 'x'.repeat(512),
  }
  mkdirSync(join(original, 'pgdata', 'pg_notify'), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    const path = join(original, 'pgdata', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  writeFileSync(join(original, 'schema'), '1ce2b86f4282c789\n')
  await writeBackup(original, backup, signal)
})
afterAll(() => rmSync(made, { recursive: true, force: true }))
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'lyra-backup-'))
  file = join(base, 'backup.tar.gz')
  target = join(base, 'restored')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** Every file and directory below a directory, with the text of the files. */
const contentOf = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(directory.length), entry.isFile() ? readFileSync(path, 'latin1') : entry.name]
    }),
  )

test('a restored directory has every byte of the one that was backed up', async () => {
  await restoreBackup(backup, target, signal)
  expect(contentOf(target)).toEqual(contentOf(original))
})

test('a backup can be read and checked by ordinary tools, without Lyra', () => {
  execFileSync('tar', ['-xzf', backup, '-C', base])
  const sums = readFileSync(join(base, 'lyra-sums.txt'), 'utf8').trim().split('\n')
  expect(sums).toHaveLength(6)
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(readFileSync(join(base, name)))
        .digest('hex'),
    ).toBe(sum)
  }
  expect(contentOf(join(base, 'pgdata'))).toEqual(contentOf(join(original, 'pgdata')))
})

test('a directory in use is not backed up, half of a change with it', async () => {
  const unlock = await lockDirectory(original)
  await expect(writeBackup(original, file, signal)).rejects.toThrow('is in use by process')
  await unlock()
  expect(readdirSync(base)).toEqual([])
})

test.each([
  ['a file', () => writeFileSync(file, 'dear')],
  ['a directory', () => mkdirSync(file)],
])('a backup replaces nothing: %s of its name stays', async (_, make) => {
  make()
  const before = contentOf(base)
  await expect(writeBackup(original, file, signal)).rejects.toThrow('a backup replaces nothing')
  expect(contentOf(base)).toEqual(before)
})

test('a file that gets the name while the backup runs is kept, too', async () => {
  const running = writeBackup(original, file, signal)
  const refused = running.catch(String)
  while (readdirSync(base).length === 0) await new Promise((resolve) => setImmediate(resolve))
  writeFileSync(file, 'dear')
  expect(await refused).toContain('a backup replaces nothing')
  expect(contentOf(base)).toEqual({ '/backup.tar.gz': 'dear' })
})

test('an interrupted backup leaves no file that looks whole', async () => {
  const interrupt = new AbortController()
  const running = writeBackup(original, file, interrupt.signal)
  const refused = running.catch(String)
  while (readdirSync(base).length === 0) await new Promise((resolve) => setImmediate(resolve))
  interrupt.abort(new Error('Cancelled.'))
  expect(await refused).toContain('Cancelled.')
  expect(readdirSync(base)).toEqual([])
})

test('a backup within the directory itself, of nothing, and of files of another program are refused', async () => {
  await expect(writeBackup(original, join(original, 'pgdata', 'b.tgz'), signal)).rejects.toThrow('elsewhere')
  await expect(writeBackup(target, file, signal)).rejects.toThrow('There is no database of Lyra')
  mkdirSync(join(target, 'pgdata'), { recursive: true })
  await expect(writeBackup(target, file, signal)).rejects.toThrow('Nothing says that Lyra made')
  expect(contentOf(target)).toEqual({ '/pgdata': 'pgdata' })
})

test('a link to the database of another directory, which a process may hold, is not backed up', async () => {
  mkdirSync(target)
  symlinkSync(join(original, 'pgdata'), join(target, 'pgdata'))
  await expect(writeBackup(target, file, signal)).rejects.toThrow(`${join(target, 'pgdata')} is a link`)
})

/** The whole backup with its unpacked bytes changed, compressed again so that gzip finds no fault. */
const changed = (change: (tar: Buffer) => Buffer): Buffer => gzipSync(change(gunzipSync(readFileSync(backup))))
const flip = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}
const middle = (bytes: Buffer): number => Math.floor(bytes.length / 2)

test.each<[string, () => Buffer]>([
  ['empty', () => Buffer.alloc(0)],
  ['of another kind', () => Buffer.from('PK\u0003\u0004 a zip')],
  ['a gzip of something else', () => gzipSync('hello')],
  ['cut off', () => readFileSync(backup).subarray(0, -1)],
  ['cut in half', () => readFileSync(backup).subarray(0, middle(readFileSync(backup)))],
  ['damaged in one bit', () => flip(readFileSync(backup), middle(readFileSync(backup)))],
  ['followed by another file', () => Buffer.concat([readFileSync(backup), gzipSync('hello')])],
  ['cut off at an entry before it was compressed', () => changed((tar) => tar.subarray(0, -3 * 512))],
  ['with one bit of a row changed before it was compressed', () => changed((tar) => flip(tar, middle(tar)))],
  ['with one bit of a name changed', () => changed((tar) => flip(tar, 1024 + 3))],
])('a file that is %s is not restored, and nothing of it is left', async (_, bytes) => {
  writeFileSync(file, bytes())
  await expect(restoreBackup(file, target, signal)).rejects.toThrow(/is no whole backup: .*Nothing was restored/)
  expect(readdirSync(base)).toEqual(['backup.tar.gz'])
})

test.each(['pgdata/../../escaped', '/escaped', '../escaped', 'pgdata/a/../../../escaped'])(
  'an archive cannot write outside of the directory (%s)',
  async (name) => {
    const rename = (tar: Buffer): Buffer => {
      const copy = Buffer.from(tar)
      const header = copy.subarray(1024, 1536)
      header.fill(0, 0, 100).write(name)
      header.fill(' ', 148, 156)
      const sum = header.reduce((all, byte) => all + byte, 0)
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
      return copy
    }
    writeFileSync(file, changed(rename))
    await expect(restoreBackup(file, target, signal)).rejects.toThrow('which is no file of a database')
    expect(readdirSync(base)).toEqual(['backup.tar.gz'])
    expect(existsSync(join(dirname(base), 'escaped'))).toBe(false)
  },
)

test.each(['pgdata/PG_VERSION', 'photo.jpg', 'schema'])(
  'nothing is restored over a directory with %s in it',
  async (name) => {
    mkdirSync(dirname(join(target, name)), { recursive: true })
    writeFileSync(join(target, name), '17\n')
    const before = contentOf(target)
    await expect(restoreBackup(backup, target, signal)).rejects.toThrow(target)
    expect(contentOf(target)).toEqual(before)
  },
)

test('a restore that was killed is no database, and the next one begins again', async () => {
  mkdirSync(join(target, 'lyra-unfinished-of-somebody'), { recursive: true })
  const token = 'a-token'
  const unfinished = join(target, `lyra-unfinished-${token}`)
  mkdirSync(unfinished)
  writeFileSync(join(unfinished, 'unfinished'), token)
  cpSync(join(original, 'pgdata'), join(unfinished, 'pgdata'), { recursive: true })
  // What is written last before the database gets its name.
  cpSync(join(original, 'schema'), join(target, 'schema'))
  await expect(openPglite(target, openEngine, 'verify')).rejects.toThrow('There is no database of Lyra')
  await restoreBackup(backup, target, signal)
  expect(readdirSync(target).toSorted()).toEqual(['lyra-unfinished-of-somebody', 'pgdata', 'schema'])
})

test('an interrupted restore leaves nothing', async () => {
  const interrupt = new AbortController()
  const running = restoreBackup(backup, target, interrupt.signal)
  const refused = running.catch(String)
  while (!existsSync(target) || readdirSync(target).every((name) => !name.startsWith('lyra-unfinished-')))
    await new Promise((resolve) => setImmediate(resolve))
  interrupt.abort(new Error('Cancelled.'))
  expect(await refused).toContain('Cancelled.')
  expect(readdirSync(base)).toEqual([])
})

test('databases of this build and of the one before numbered schemas open with their rows once restored', async () => {
  const data = join(base, 'data')
  const made = await openPglite(data, openEngine)
  await made.rows('insert into chain (id) values ($1)', ['lyra-test'])
  await made.close()
  for (const build of ['this', 'before']) {
    if (build === 'before') {
      const older = await openPglite(data, openEngine)
      await older.exec('drop table lyra_schema')
      await older.close()
      rmSync(join(data, 'pgdata', 'lyra-schema'))
    }
    const [to, from] = [`${target}-${build}`, `${file}-${build}`]
    await writeBackup(data, from, signal)
    await restoreBackup(from, to, signal)
    const db = await openPglite(to, openEngine)
    expect(await db.rows('select id from chain')).toEqual([['lyra-test']])
    expect(await db.rows('select version::text from lyra_schema')).toEqual([['1']])
    await db.close()
  }
})

test('a directory or an empty file in place of a backup is told by its name, not by a code of the system', async () => {
  await expect(restoreBackup(made, target, signal)).rejects.toThrow(`${made} cannot be read: it is a directory.`)
  await expect(restoreBackup(join(made, 'none'), target, signal)).rejects.toThrow(
    `${join(made, 'none')} cannot be read: there is no such file or directory.`,
  )
  const within = join(made, 'none', 'a.tar.gz')
  await expect(writeBackup(original, within, signal)).rejects.toThrow(
    `${within} cannot be written: there is no such file or directory.`,
  )
  const long = join(original, '..', 'x'.repeat(250))
  await expect(writeBackup(original, long, signal)).rejects.toThrow(`${long} cannot be written: its name is too long.`)
  expect(existsSync(target)).toBe(false)
})
