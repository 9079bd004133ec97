import { privatePrefix, type Target } from '../../../ledger/stream/output-file.ts'
import type { Form } from '../../../ledger/rows/csv-for-spreadsheets.ts'
import { changesBytes, type Run } from './run-store.ts'
import { cleanFileName } from '../../../ledger/stream/content-disposition.ts'
import type { ExportRequest } from '../../../ledger/request.ts'

/** RFC 3339 with the colons replaced, as a node in UTC writes it (wire.md 5.1). */
const dateInName = (ns: string): string =>
  `${new Date(Number(BigInt(ns) / 1_000_000n)).toISOString().slice(0, 19).replaceAll(':', '_')}Z_00`

/** The name that a node gives the file of a request, for choosing a file before the node has answered. */
export function fileNameFor({ partyId, assetId, from, to }: ExportRequest): string {
  const asset = assetId === undefined ? '' : `_${assetId}`
  const start = from === undefined ? '' : `_${dateInName(from)}`
  const end = to === undefined ? '' : `-${dateInName(to)}`
  return cleanFileName(`ledger_entries_${partyId}${asset}_${start}${end}.csv`)
}

export function formName(name: string, form: Pick<Form, 'accounting' | 'gzip'> & { spreadsheet?: unknown }): string {
  const stem = name.replace(/(?:\.csv)?(?:\.gz)?$/i, '')
  const layout = form.accounting?.layout
  const kind = layout ?? (form.spreadsheet === undefined ? '' : 'spreadsheet')
  const suffix = kind === '' ? '' : `.${kind === 'general' ? 'accounting' : kind}`
  return `${stem}${suffix}.csv${form.gzip ? '.gz' : ''}`
}

export const incompleteName = (name: string): string => name.replace(/(?:\.csv)?$/i, '.incomplete.csv')

/** The user closed the file picker; not a failure. */
export class PickerClosed extends Error {
  override readonly name = 'PickerClosed'
}

interface SaveOptions {
  suggestedName: string
  types: { description: string; accept: Record<string, string[]> }[]
}
/** Not every browser has the picker, and none on plain http. */
type WithPicker = typeof globalThis & {
  showSaveFilePicker?: (options: SaveOptions) => Promise<FileSystemFileHandle>
}

/** Opens the file picker, in the click; undefined where there is none or it may not be used. Throws PickerClosed. */
export async function pickFile(suggestedName: string): Promise<FileSystemFileHandle | undefined> {
  const types = suggestedName.endsWith('.gz')
    ? [{ description: 'Compressed CSV', accept: { 'application/gzip': ['.gz'] } }]
    : [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }]
  try {
    return await (globalThis as WithPicker).showSaveFilePicker?.({ suggestedName, types })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw new PickerClosed('no file was chosen')
    return undefined
  }
}

/** Bytes this origin may still store, where the browser reports it. */
export async function freeStorage(): Promise<number | undefined> {
  try {
    const { quota, usage } = await navigator.storage.estimate()
    return quota === undefined ? undefined : Math.max(0, quota - (usage ?? 0))
  } catch {
    return undefined // plain http
  }
}

/** An export does not start in private storage with fewer bytes left. */
export const minFreeBytes = 64_000_000

/** Private storage when there is some and it has room, else memory. `id` is that of the run. */
export async function ownTarget(id: string): Promise<Target> {
  const name = `${privatePrefix}${id}.csv`
  try {
    const directory = await navigator.storage.getDirectory()
    const free = await freeStorage()
    if (free !== undefined && free < minFreeBytes) return { kind: 'memory' }
    await directory.getFileHandle(name, { create: true })
    return { kind: 'private', name }
  } catch {
    return { kind: 'memory' }
  }
}

/** Lets the user choose where the file goes, in the click. Throws PickerClosed. */
export async function chooseDestination(id: string, name: string, form: Form): Promise<Pick<Run, 'file' | 'out'>> {
  const original = !changesBytes(form)
  const handle = await pickFile(original ? name : formName(name, form))
  if (handle && original) return { file: { target: { kind: 'file', handle }, name: handle.name }, out: undefined }
  return { file: { target: await ownTarget(id), name }, out: handle }
}

type WithPermission = FileSystemFileHandle & {
  requestPermission?: (options: { mode: 'readwrite' }) => Promise<PermissionState>
}

/** A file chosen in an earlier visit needs the user's permission again, in the click. Throws when it is denied. */
export async function requestPermission({ file: { target }, out }: Pick<Run, 'file' | 'out'>): Promise<void> {
  const handle: WithPermission | undefined = target.kind === 'file' ? target.handle : out
  if ((await handle?.requestPermission?.({ mode: 'readwrite' })) === 'denied')
    throw new Error('the browser may not write to the file that was chosen')
}
