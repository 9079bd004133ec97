import { ownTarget, pickFile, pickFolder } from '../engine/stream/file-pickers.ts'
import { formName } from '../file-name.ts'
import { changesBytes, emptyFile, type ExportOptions, type Run } from './run.ts'

/** Asks where the file goes, in the click. Throws PickerClosed. */
export async function choosePlace(
  id: string,
  name: string,
  options: ExportOptions,
): Promise<Pick<Run, 'files' | 'out' | 'folder'>> {
  const { form, months, each } = options
  const plain = !changesBytes(options)
  if (months && each) return { files: [], out: undefined, folder: await pickFolder() }
  const handle = await pickFile(plain ? name : formName(name, form))
  if (handle && plain) {
    return { files: [emptyFile({ kind: 'file', handle }, handle.name)], out: undefined, folder: undefined }
  }
  return { files: [emptyFile(await ownTarget(`${id}-0`), name)], out: handle, folder: undefined }
}

type Permitted = FileSystemHandle & { requestPermission?: (options: { mode: 'readwrite' }) => Promise<PermissionState> }

/** A file or folder of an earlier visit needs the reader's leave, in the click. Throws when it is denied. */
export async function askLeave({ files, out, folder }: Pick<Run, 'files' | 'out' | 'folder'>): Promise<void> {
  const chosen: (FileSystemHandle | undefined)[] = [
    ...files.map(({ target }) => (target.kind === 'file' ? target.handle : undefined)),
    out,
    folder,
  ]
  for (const handle of new Set(chosen)) {
    const state = await (handle as Permitted | undefined)?.requestPermission?.({ mode: 'readwrite' })
    if (state === 'denied') throw new Error('the browser may not write to the file that was chosen')
  }
}
