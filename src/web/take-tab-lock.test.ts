import { afterEach, expect, test, vi } from 'vitest'
import { takeTabLock } from './take-tab-lock.ts'

afterEach(() => vi.unstubAllGlobals())

test('an export and an archive begin where a browser forbids locks with its storage, and where it has none', async () => {
  const request = () => Promise.reject(new DOMException('denied in this context', 'SecurityError'))
  for (const locks of [{ request }, undefined]) {
    vi.stubGlobal('navigator', { locks })
    expect(await takeTabLock('export')).toBeTypeOf('function')
  }
})

test('what another tab has is not taken, and what is given back can be', async () => {
  let held = false
  const request = async (_: string, __: unknown, run: (lock: object | null) => unknown) => {
    if (held) return run(null)
    held = true
    await run({})
    held = false
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const release = await takeTabLock('export')
  expect(await takeTabLock('export')).toBeUndefined()
  release?.()
  await Promise.resolve()
  expect(await takeTabLock('export')).toBeTypeOf('function')
})
