import type { ExportClient } from '../engine/worker-client.ts'
import { setFile } from './deliver-file.ts'
import { settledEnd } from './plan.ts'
import { runStore, setPart } from './run-store.ts'
import { isDone, type Part, type Run } from './run.ts'
import { verdictOf } from './verdict.ts'

/**
 * Asks whether rows follow those of a part whose end was not checked; its file is open. True when they do: the file is then
 * cut behind the part, and what came after it in this file is to come again.
 */
export async function checkAgain({ id, parts, files }: Run, part: Part, engine: ExportClient): Promise<boolean> {
  const { result, file: at } = part
  const settled = settledEnd(part)
  if (!result || settled === undefined) return false
  const own = parts.filter(({ file }) => file === at)
  const before = own[own.indexOf(part) - 1]?.result
  const checked = await engine.check({ url: part.url, from: before?.size ?? 0, to: result.size, settled })
  const verdict = verdictOf({ ...result, ...checked, preview: [] })
  setPart(id, part.url, { result: { ...result, ...checked }, verdict })
  if (isDone(verdict)) return false
  await engine.cut(result.size)
  for (const { url } of own.slice(own.indexOf(part) + 1)) setPart(id, url, { result: undefined, verdict: undefined })
  const target = files[at]?.target
  setFile(id, at, {
    done: before?.size ?? 0,
    sha256: before?.sha256,
    bytes: result.size,
    rows: own.slice(0, own.indexOf(part) + 1).reduce((sum, { result }) => sum + (result?.facts.rows ?? 0), 0),
    ...(target?.kind === 'memory' && { target: { kind: 'memory', blob: await engine.file() } }),
  })
  runStore.patch(id, () => ({ failure: undefined }))
  return true
}
