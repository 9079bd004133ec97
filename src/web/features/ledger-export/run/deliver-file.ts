import type { ExportClient } from '../engine/worker-client.ts'
import { fileIn, freeFile, handOver, ownTarget, removeTarget } from '../engine/stream/file-pickers.ts'
import { fileNameFor, formName, incompleteName } from '../file-name.ts'
import { changesBytes, emptyFile, isDone, type Part, type Run, type RunFile } from './run.ts'
import { boundsOf } from './plan.ts'
import { runStore } from './run-store.ts'

export function setFile(id: string, at: number, change: Partial<RunFile>): void {
  runStore.patch(id, ({ files }) => ({
    files: files.map((file, index) => (index === at ? { ...file, ...change } : file)),
  }))
}

/** The file of a part, made when it is its turn. */
export async function fileOf(run: Run, part: Part): Promise<RunFile> {
  const { files, folder, options, id, request } = run
  const there = files[part.file]
  if (there) return there
  const name = fileNameFor({ ...request, ...(options.each ? boundsOf(part) : {}) })
  const handle = folder && !changesBytes(options) ? await freeFile(folder, name) : undefined
  const target = handle ? ({ kind: 'file', handle } as const) : await ownTarget(`${id}-${part.file}`)
  const file = emptyFile(target, handle?.name ?? name)
  runStore.patch(id, (run) => ({ files: [...run.files, file] }))
  return file
}

/** Gives a finished file to the reader in the form that was asked for. */
export async function deliver(
  { id, files, options, out, folder }: Run,
  at: number,
  engine: ExportClient,
): Promise<void> {
  const file = files[at]
  if (!file) return
  const { form } = options
  const blob = await fileIn(file.target)
  if (!changesBytes(options)) {
    if (file.target.kind === 'file') return
    handOver(blob, file.name)
  } else {
    runStore.patch(id, () => ({ working: 'converting' }))
    const name = formName(file.name, form)
    const handle = out ?? (folder && (await freeFile(folder, name)))
    const made = await engine.convert(blob, form, handle && { kind: 'file', handle })
    if (handle) return
    handOver(made, name)
  }
  setFile(id, at, { handedAt: Date.now() })
}

/** What came before the cut, under a name that says so. A chosen file is there already. */
export async function deliverCut({ id, files: [file] }: Run): Promise<void> {
  if (!file || file.target.kind === 'file') return
  handOver(await fileIn(file.target), incompleteName(file.name))
  setFile(id, 0, { handedAt: Date.now() })
}

/** Removes every file that is not whole, the chosen one too; months that are whole stay. */
export async function removeUnfinished({ files, parts }: Run): Promise<void> {
  for (const [at, { target }] of files.entries()) {
    const own = parts.filter(({ file }) => file === at)
    if (own.length === 0 || own.some(({ verdict }) => !isDone(verdict))) await removeTarget(target)
  }
}
