import { expect, test, vi } from 'vitest'
import { askLeave } from './choose-destination.ts'
import { emptyFile } from './run.ts'

/** A handle of an earlier visit whose reader answers so. */
function handleOf(answer: PermissionState) {
  const requestPermission = vi.fn(async () => answer)
  return { requestPermission, handle: { requestPermission } as unknown as FileSystemFileHandle }
}
const placed = (handle: FileSystemFileHandle) => ({
  files: [emptyFile({ kind: 'file', handle }, 'a.csv')],
  out: undefined,
  folder: undefined,
})

test('a file of an earlier visit is not gone on with when the reader says no', async () => {
  await expect(askLeave(placed(handleOf('denied').handle))).rejects.toThrow('may not write to the file that was chosen')
  await expect(askLeave(placed(handleOf('granted').handle))).resolves.toBeUndefined()
})

test('the reader is asked once for each place, to write', async () => {
  const { requestPermission, handle } = handleOf('granted')
  await askLeave({ ...placed(handle), files: [...placed(handle).files, ...placed(handle).files], out: handle })
  expect(requestPermission.mock.calls).toEqual([[{ mode: 'readwrite' }]])
})

test('files of the browser itself need no leave', async () => {
  const own = [emptyFile({ kind: 'private', name: 'export-a-0.csv' }, 'a.csv'), emptyFile({ kind: 'memory' }, 'b.csv')]
  await expect(askLeave({ files: own, out: undefined, folder: undefined })).resolves.toBeUndefined()
})
