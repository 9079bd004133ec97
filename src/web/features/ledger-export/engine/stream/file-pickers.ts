import { privatePrefix, type Target } from './sinks.ts'

interface SaveOptions {
  suggestedName: string
  types: { description: string; accept: Record<string, string[]> }[]
}

/** Pickers that not every browser has, and none on plain http. */
interface Pickers {
  showSaveFilePicker?: (options: SaveOptions) => Promise<FileSystemFileHandle>
  showDirectoryPicker?: (options: { mode: 'readwrite' }) => Promise<FileSystemDirectoryHandle>
}

/** The reader closed the picker: no failure, nothing was asked. */
export class PickerClosed extends Error {
  override readonly name = 'PickerClosed'
}

/** Runs a picker; undefined when this browser or page has none or may not use it. */
async function picked<Handle>(pick: (() => Promise<Handle>) | undefined): Promise<Handle | undefined> {
  if (!pick) return undefined
  try {
    return await pick()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw new PickerClosed('no file was chosen')
    return undefined
  }
}

const pickers = (): Pickers => globalThis as typeof globalThis & Pickers

/** Asks the reader for a file, in the click itself: the picker needs the gesture. Throws PickerClosed. */
export async function pickFile(suggestedName: string): Promise<FileSystemFileHandle | undefined> {
  const show = pickers().showSaveFilePicker
  const packed = suggestedName.endsWith('.gz')
  const types = packed
    ? [{ description: 'Compressed CSV', accept: { 'application/gzip': ['.gz'] } }]
    : [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }]
  return picked(show && (() => show.call(globalThis, { suggestedName, types })))
}

/** Asks the reader for a folder to put several files in. As `pickFile`. */
export async function pickFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  const show = pickers().showDirectoryPicker
  return picked(show && (() => show.call(globalThis, { mode: 'readwrite' })))
}

/** A file in the folder under a name that is free there: nothing of the reader's is written over. */
export async function freeFile(home: FileSystemDirectoryHandle, name: string): Promise<FileSystemFileHandle> {
  const [, stem = name, ending = ''] = /^(.*?)((?:\.csv)?(?:\.gz)?)$/.exec(name) ?? []
  for (let copy = 1; ; copy++) {
    const free = copy === 1 ? name : `${stem} (${copy})${ending}`
    const taken = await home.getFileHandle(free).then(
      () => true,
      (error: unknown) => !(error instanceof DOMException && error.name === 'NotFoundError'),
    )
    if (!taken) return home.getFileHandle(free, { create: true })
  }
}

/** Bytes this origin may still store, where the browser tells. */
export async function room(): Promise<number | undefined> {
  try {
    const { quota, usage } = await navigator.storage.estimate()
    return quota === undefined ? undefined : Math.max(0, quota - (usage ?? 0))
  } catch {
    return undefined // plain http
  }
}

/** Private storage with fewer bytes left is not begun with. */
export const leastRoom = 64_000_000

/** Private storage when there is some and it has room, else memory. `key` tells the files of all exports apart. */
export async function ownTarget(key: string): Promise<Target> {
  const name = `${privatePrefix}${key}.csv`
  try {
    const home = await navigator.storage.getDirectory()
    const free = await room()
    if (free !== undefined && free < leastRoom) return { kind: 'memory' }
    await home.getFileHandle(name, { create: true })
    return { kind: 'private', name }
  } catch {
    return { kind: 'memory' }
  }
}

/** What stands in a target now. */
export async function fileIn(target: Target): Promise<Blob> {
  if (target.kind === 'memory') return target.blob ?? new Blob([])
  if (target.kind === 'file') return target.handle.getFile()
  return (await (await navigator.storage.getDirectory()).getFileHandle(target.name)).getFile()
}

type Removable = FileSystemFileHandle & { remove?: () => Promise<void> }

/** Leaves no file behind; a file that is gone already is no failure. */
export async function removeTarget(target: Target): Promise<void> {
  try {
    if (target.kind === 'file') await (target.handle as Removable).remove?.()
    if (target.kind === 'private') await (await navigator.storage.getDirectory()).removeEntry(target.name)
  } catch {
    // gone, or another tab still writes to it
  }
}

/** Removes the private files of exports that nobody wants to keep. */
export async function sweep(keep: (name: string) => boolean): Promise<void> {
  try {
    const home = await navigator.storage.getDirectory()
    for await (const name of home.keys()) {
      if (name.startsWith(privatePrefix) && !keep(name)) await home.removeEntry(name).catch(() => {})
    }
  } catch {
    // no private storage here
  }
}

/** How long the browser may take to copy a file that was handed over as a download, in milliseconds. */
export const copying = 60_000

/** Hands a file over as a download. */
export function handOver(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), copying)
}
