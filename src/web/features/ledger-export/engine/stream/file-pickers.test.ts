import { afterEach, expect, test, vi } from 'vitest'
import { freeFile, ownTarget, pickFile, PickerClosed, room, sweep } from './file-pickers.ts'

afterEach(() => vi.unstubAllGlobals())

interface Storage {
  estimate?: () => Promise<{ quota?: number; usage?: number }>
  getDirectory?: () => Promise<unknown>
}

/** Private storage with these files, in a browser that tells so much of its room. */
function stubStorage(names: string[], estimate?: { quota?: number; usage?: number }): Set<string> {
  const files = new Set(names)
  const home = {
    async getFileHandle(name: string, { create = false } = {}) {
      if (!create && !files.has(name)) throw new DOMException('none', 'NotFoundError')
      files.add(name)
      return { name }
    },
    removeEntry: async (name: string) => void files.delete(name),
    keys: () => [...files].values(),
  }
  const storage: Storage = { getDirectory: async () => home }
  if (estimate) storage.estimate = async () => estimate
  vi.stubGlobal('navigator', { storage })
  return files
}

test('private storage that has no room is passed over before an export fills it', async () => {
  const files = stubStorage([], { quota: 100_000_000, usage: 36_000_001 })
  expect(await ownTarget('a-0')).toEqual({ kind: 'memory' })
  expect([...files]).toEqual([])
  stubStorage([], { quota: 100_000_000, usage: 36_000_000 })
  expect(await ownTarget('a-0')).toEqual({ kind: 'private', name: 'export-a-0.csv' })
})

test('a browser that does not tell its room is trusted to have some', async () => {
  stubStorage([], {})
  expect(await room()).toBeUndefined()
  expect(await ownTarget('a-0')).toEqual({ kind: 'private', name: 'export-a-0.csv' })
  stubStorage([])
  expect(await ownTarget('a-0')).toEqual({ kind: 'private', name: 'export-a-0.csv' })
})

test('more used than allowed is no room, not less than none', async () => {
  stubStorage([], { quota: 10, usage: 12 })
  expect(await room()).toBe(0)
})

test('where the page has no storage at all, as on plain http, memory takes the file', async () => {
  vi.stubGlobal('navigator', {})
  expect(await room()).toBeUndefined()
  expect(await ownTarget('a-0')).toEqual({ kind: 'memory' })
})

test('a picker that was closed is told from one that this page may not use', async () => {
  const pick = vi.fn<() => Promise<unknown>>()
  vi.stubGlobal('showSaveFilePicker', pick)
  pick.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
  await expect(pickFile('a.csv')).rejects.toBeInstanceOf(PickerClosed)
  pick.mockRejectedValueOnce(new DOMException('in a frame', 'SecurityError'))
  expect(await pickFile('a.csv')).toBeUndefined()
})

test("a month's file never takes the place of one that the reader has", async () => {
  const files = stubStorage(['a.csv', 'a (2).csv', 'b.spreadsheet.csv.gz'])
  const home = await navigator.storage.getDirectory()
  expect((await freeFile(home, 'a.csv')).name).toBe('a (3).csv')
  expect((await freeFile(home, 'b.spreadsheet.csv.gz')).name).toBe('b.spreadsheet (2).csv.gz')
  expect((await freeFile(home, 'c.csv')).name).toBe('c.csv')
  expect(files.size).toBe(6)
})

test('only exports that nobody wants are swept away', async () => {
  const files = stubStorage(['export-a-0.csv', 'export-b-0.csv', 'chosen.csv'])
  await sweep((name) => name.startsWith('export-b-'))
  expect([...files]).toEqual(['export-b-0.csv', 'chosen.csv'])
})
