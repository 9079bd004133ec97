import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDirectory } from './directory-lock.ts'

let directory: string
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'lyra-lock-')), 'data')
})
afterEach(() => rmSync(join(directory, '..'), { recursive: true, force: true }))

const lockFile = (): string => join(directory, 'lock')

test('a second process learns who holds the directory; once released, it is free', async () => {
  const unlock = await lockDirectory(directory)
  expect(readFileSync(lockFile(), 'utf8')).toContain(`${process.pid} `)
  await expect(lockDirectory(directory)).rejects.toThrow(
    `The data directory ${directory} is in use by process ${process.pid}`,
  )
  await unlock()
  await (
    await lockDirectory(directory)
  )()
})

test('a living process keeps the directory, a dead one does not', async () => {
  await (
    await lockDirectory(directory)
  )()
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const ended = new Promise((resolve) => other.on('exit', resolve))
  writeFileSync(lockFile(), `${other.pid}\n`)
  await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${other.pid}`)
  other.kill('SIGKILL')
  await ended
  const unlock = await lockDirectory(directory)
  expect(readFileSync(lockFile(), 'utf8')).toContain(`${process.pid} `)
  await unlock()
})

test('a lock of an earlier process with the same number is not believed', async () => {
  await (
    await lockDirectory(directory)
  )()
  for (const stale of [`${process.pid} 1\n`, `${process.ppid} 1\n`, '', 'nonsense']) {
    if (stale.startsWith(`${process.ppid} `) && process.platform !== 'linux') continue
    writeFileSync(lockFile(), stale)
    await (
      await lockDirectory(directory)
    )()
  }
})
