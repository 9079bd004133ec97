import { afterEach, expect, test, vi } from 'vitest'
import type { Target } from '../../../ledger/stream/output-file.ts'
import { freeStorage, ownTarget, pickFile, PickerClosed, requestPermission } from './choose-destination.ts'

afterEach(() => vi.unstubAllGlobals())

interface Storage {
  estimate?: () => Promise<{ quota?: number; usage?: number }>
  getDirectory?: () => Promise<unknown>
}

/** Private storage with these files, in a browser that reports so much room. */
function stubStorage(names: string[], estimate?: { quota?: number; usage?: number }): Set<string> {
  const files = new Set(names)
  const directory = {
    async getFileHandle(name: string) {
      files.add(name)
      return { name }
    },
  }
  const storage: Storage = { getDirectory: async () => directory }
  if (estimate) storage.estimate = async () => estimate
  vi.stubGlobal('navigator', { storage })
  return files
}

test('private storage with too little space is not used', async () => {
  const files = stubStorage([], { quota: 100_000_000, usage: 36_000_001 })
  expect(await ownTarget('a')).toEqual({ kind: 'memory' })
  expect([...files]).toEqual([])
  stubStorage([], { quota: 100_000_000, usage: 36_000_000 })
  expect(await ownTarget('a')).toEqual({ kind: 'private', name: 'export-a.csv' })
})

test('private storage is used where the browser does not report its space', async () => {
  stubStorage([], {})
  expect(await freeStorage()).toBeUndefined()
  expect(await ownTarget('a')).toEqual({ kind: 'private', name: 'export-a.csv' })
  stubStorage([])
  expect(await ownTarget('a')).toEqual({ kind: 'private', name: 'export-a.csv' })
})

test('more used than the quota is no free space, not a negative one', async () => {
  stubStorage([], { quota: 10, usage: 12 })
  expect(await freeStorage()).toBe(0)
})

test('without any storage, as on plain http, the file is held in memory', async () => {
  vi.stubGlobal('navigator', {})
  expect(await freeStorage()).toBeUndefined()
  expect(await ownTarget('a')).toEqual({ kind: 'memory' })
})

test('closing the picker differs from a picker that this page may not use', async () => {
  const pick = vi.fn<() => Promise<unknown>>()
  vi.stubGlobal('showSaveFilePicker', pick)
  pick.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
  await expect(pickFile('a.csv')).rejects.toBeInstanceOf(PickerClosed)
  pick.mockRejectedValueOnce(new DOMException('in a frame', 'SecurityError'))
  expect(await pickFile('a.csv')).toBeUndefined()
})

/** A handle of an earlier visit whose user answers so. */
function handleOf(answer: PermissionState) {
  const request = vi.fn(async () => answer)
  return { request, handle: { requestPermission: request } as unknown as FileSystemFileHandle }
}
const file = (target: Target) => ({ target, name: 'a.csv' })

test('a file of an earlier visit is not resumed when the user denies the permission', async () => {
  const asking = (answer: PermissionState) =>
    requestPermission({ file: file({ kind: 'file', handle: handleOf(answer).handle }), out: undefined })
  await expect(asking('denied')).rejects.toThrow('may not write to the file that was chosen')
  await expect(asking('granted')).resolves.toBeUndefined()
})

test('the file for another form needs permission to write as well', async () => {
  const { request, handle } = handleOf('granted')
  await requestPermission({ file: file({ kind: 'private', name: 'export-a.csv' }), out: handle })
  expect(request.mock.calls).toEqual([[{ mode: 'readwrite' }]])
})

test('files of the browser itself need no permission', async () => {
  for (const target of [{ kind: 'private', name: 'export-a.csv' }, { kind: 'memory' }] as const)
    await expect(requestPermission({ file: file(target), out: undefined })).resolves.toBeUndefined()
})
