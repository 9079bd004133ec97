import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServeOptions } from '../command-line.ts'
import { runServe } from './serve.ts'
import { lockDirectory } from '../../database/pglite/directory-lock.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lyra-serve-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

const options: ServeOptions = { port: 0, host: '127.0.0.1', faults: false, cacheBytes: 0, demo: {} }

test("a second demo's error says how to get a directory of its own", async () => {
  const demoData = join(directory, 'taken')
  const unlock = await lockDirectory(demoData)
  await expect(runServe({ ...options, demoData })).rejects.toThrow(
    `The data directory ${demoData} is in use by process ${process.pid} of ${hostname()}: stop that one first. ` +
      'Or give this demo network a directory of its own with --demo-data DIR.',
  )
  await unlock()
})

test('the error for an empty data directory says how a demo is stored there', async () => {
  const data = join(directory, 'empty')
  await expect(runServe({ ...options, data })).rejects.toThrow(`use --demo-data ${data}.`)
})

test('a directory of another version that was named for the demo is not thrown away: it may hold an archive', async () => {
  const demoData = mkdtempSync(join(directory, 'old-'))
  writeFileSync(join(demoData, 'schema'), 'another')
  await expect(runServe({ ...options, demoData })).rejects.toThrow('was made by another version of Lyra')
  expect(existsSync(join(demoData, 'schema'))).toBe(true)
})
