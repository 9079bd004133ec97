import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, promises, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transformWithOxc } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockDirectory } from './directory-lock.ts'

let base: string
let directory: string
let children: ChildProcess[] = []
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'lyra-lock-'))
  directory = join(base, 'data')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(base, { recursive: true, force: true })
})

const source = new URL('./directory-lock.ts', import.meta.url).pathname

/** A process that locks the directory: it prints `held` and stays, or prints why it is refused and ends. */
async function locking(command: readonly string[] = []): Promise<{ child: ChildProcess; said: string }> {
  const transformed = async (path: string): Promise<string> =>
    (await transformWithOxc(readFileSync(path, 'utf8'), path, { lang: 'ts' })).code
  const code = (await transformed(source)).replaceAll(
    /'\.\.\/\.\.\/([\w-]+)\.ts'|"\.\.\/\.\.\/([\w-]+)\.ts"/g,
    "'./$1$2.mjs'",
  )
  for (const name of ['file-fault', 'make-directory'])
    writeFileSync(join(base, `${name}.mjs`), await transformed(source.replace('database/pglite/directory-lock', name)))
  const script = join(base, 'lock.mjs')
  const use = `lockDirectory(process.argv[2]).then(() => { console.log('held'); setInterval(() => {}, 1000) }, (error) => console.log(error.message))`
  writeFileSync(script, `${code}\n${use}`)
  const [program, ...args] = [...command, process.execPath, script, directory]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [said] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return { child, said: said.trim() }
}

test('a second user of the same process learns who holds the directory; once released, it is free', async () => {
  const unlock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow(
    `The data directory ${directory} is in use by process ${process.pid} of `,
  )
  await unlock()
  expect(readdirSync(directory)).toEqual([])
  await (
    await lockDirectory(directory)
  )()
})

test('a suspended process keeps the directory, a killed one gives it back at once', async () => {
  const { child, said } = await locking()
  expect(said).toBe('held')
  await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${child.pid} of `)
  child.kill('SIGSTOP')
  await expect(lockDirectory(directory)).rejects.toThrow('in use by another process: stop that one first.')
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  const unlock = await lockDirectory(directory)
  expect(readdirSync(directory)).toHaveLength(1)
  await unlock()
})

const inContainer = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
const mayUnshare = spawnSync('unshare', [...inContainer.slice(1), 'true']).status === 0

test.skipIf(!mayUnshare)(
  `two containers, each with process 1, do not write to one directory${mayUnshare ? '' : ' (skipped: no namespaces here)'}`,
  async () => {
    const first = await locking(inContainer)
    expect(first.said).toBe('held')
    const second = await locking(inContainer)
    expect(second.said).toContain(`The data directory ${directory} is in use by process`)
    const ended = once(first.child, 'exit')
    first.child.kill('SIGKILL')
    await ended
    expect((await locking(inContainer)).said).toBe('held')
  },
)

test('a copied directory is not in use by the process that holds the first', async () => {
  const { said } = await locking()
  expect(said).toBe('held')
  const copy = join(base, 'copy')
  execFileSync('cp', ['-a', directory, copy])
  expect(readdirSync(copy)).toHaveLength(1)
  await (
    await lockDirectory(copy)
  )()
  expect(readdirSync(copy)).toEqual([])
})

test('of several that start at the same moment at most one gets the directory', async () => {
  for (let round = 0; round < 5; round += 1) {
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => lockDirectory(directory)))
    const held = all.filter((one) => one.status === 'fulfilled')
    expect(held.length).toBeLessThanOrEqual(1)
    for (const { value } of held) await value()
    expect(readdirSync(directory)).toEqual([])
  }
})

test('a directory with a longer path than a socket may have is locked too', async () => {
  directory = join(base, ...Array.from({ length: 4 }, () => 'a-directory-with-a-long-name-of-forty-chars'))
  const unlock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow('is in use by process')
  await unlock()
  expect(readdirSync(directory)).toEqual([])
})

test('the lock of a build before 0.2 counts while its process lives, and is removed afterwards', async () => {
  await (
    await lockDirectory(directory)
  )()
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  children.push(other)
  const stat = readFileSync(`/proc/${other.pid}/stat`, 'latin1')
  const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  writeFileSync(join(directory, 'lock'), `${other.pid} ${start}\n`)
  await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${other.pid}`)
  const ended = once(other, 'exit')
  other.kill('SIGKILL')
  await ended
  for (const stale of [`${other.pid} ${start}\n`, `${process.ppid} 1\n`, `${process.pid} 1\n`]) {
    writeFileSync(join(directory, 'lock'), stale)
    const unlock = await lockDirectory(directory)
    expect(readdirSync(directory)).toHaveLength(1)
    await unlock()
  }
})

test.each([
  ['NFS', 0x69_69],
  ['SMB', 0xff_53_4d_42],
])('a directory on %s, where another machine could hold it unseen, is refused', async (name, type) => {
  vi.spyOn(promises, 'statfs').mockResolvedValue({ type } as Awaited<ReturnType<typeof promises.statfs>>)
  try {
    await expect(lockDirectory(directory)).rejects.toThrow(`cannot be locked (${name}`)
    expect(readdirSync(directory)).toEqual([])
  } finally {
    vi.restoreAllMocks()
  }
})

test('files of somebody else that are named like a lock are not removed', async () => {
  mkdirSync(directory)
  const names = ['lock', 'lock-notes.txt', 'lock-0123456789abcdef', 'lock.txt']
  for (const name of names) writeFileSync(join(directory, name), 'dear')
  const unlock = await lockDirectory(directory)
  await unlock()
  expect(readdirSync(directory).toSorted()).toEqual(names.toSorted())
})
