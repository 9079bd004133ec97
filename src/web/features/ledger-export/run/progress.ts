import type { Progress } from '../engine/part.ts'
import { previewRows } from '../engine/sums/row-inspector.ts'
import { runStore } from './run-store.ts'
import { currentPart, joinedPreview, rowsOf, type Run } from './run.ts'

function speedOf(run: Run, received: number, elapsed: number): number {
  const since = elapsed - run.elapsed
  return since > 0 ? (Math.max(0, received - (run.progress?.received ?? 0)) / since) * 1000 : 0
}

/** The first rows so far: they grow until there are enough, then they stay. */
function previewSoFar(run: Run, part: readonly string[] | undefined): readonly string[] {
  const current = currentPart(run)
  if (!part || !current || run.preview.length >= previewRows) return run.preview
  const joined = joinedPreview(run.preview, rowsOf(run.parts.slice(0, run.parts.indexOf(current))), part, previewRows)
  return joined.length > run.preview.length ? joined : run.preview
}

/** Puts what a running export tells into its run; `startedAt` is when it began, without the time it rested. */
export const showProgress =
  (id: string, startedAt: number) =>
  (progress: Progress): void =>
    runStore.patch(id, (run) => {
      const elapsed = performance.now() - startedAt
      return {
        elapsed,
        progress: { ...run.progress, ...progress },
        preview: previewSoFar(run, progress.preview),
        speeds: [...run.speeds, speedOf(run, progress.received, elapsed)].slice(-60),
      }
    })
