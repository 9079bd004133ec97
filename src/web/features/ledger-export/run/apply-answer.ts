import type { ExportClient } from '../engine/worker-client.ts'
import type { PartResult } from '../engine/part.ts'
import { previewRows } from '../engine/sums/row-inspector.ts'
import { setFile } from './deliver-file.ts'
import { failureOf } from './failure.ts'
import { keepRun, runStore, setPart } from './run-store.ts'
import { joinedPreview, rowsOf, type Part, type Run, type RunFile } from './run.ts'

/** What a file holds after an answer. The node's own name goes to a file of one answer that the reader did not name. */
function fileAfter({ parts, files }: Run, part: Part, result: Omit<PartResult, 'preview'>): Partial<RunFile> {
  const own = parts.filter(({ file }) => file === part.file)
  const named = result.fileName !== undefined && own.length === 1 && files[part.file]?.target.kind !== 'file'
  return { bytes: result.size, rows: rowsOf(own), ...(named && result.fileName && { name: result.fileName }) }
}

/** Takes over what came of one answer: the part's result and verdict, its file, the first rows, the failure. */
export async function takeAnswer(
  id: string,
  { verdict, attempts, ...part }: Part,
  { preview, ...result }: PartResult,
  { done, engine }: { done: boolean; engine: ExportClient },
): Promise<void> {
  setPart(id, part.url, { result, attempts, verdict })
  const run = runStore.get(id)
  if (!run) return
  const memory = run.files[part.file]?.target.kind === 'memory'
  setFile(id, part.file, {
    // What was handed over before is another file.
    handedAt: undefined,
    ...fileAfter(run, { ...part, attempts }, result),
    ...(memory && { target: { kind: 'memory', blob: await engine.file() } }),
    ...(done && { done: result.size, sha256: result.sha256 }),
  })
  const before = rowsOf(
    run.parts.slice(
      0,
      run.parts.findIndex(({ url }) => url === part.url),
    ),
  )
  const failure = !done && verdict?.error ? failureOf(result, verdict.error, part.url) : undefined
  runStore.patch(id, ({ preview: shown }) => ({
    preview: joinedPreview(shown, before, preview, previewRows),
    failure,
    ...(done && { progress: undefined }),
  }))
  if (done) await keepRun(id)
}
