import type { OutputFile } from './output-file.ts'
import type { Progress } from './result.ts'

const intervalMs = 200
/** One of so many reports has the totals. */
const totalsEvery = 5

/** Reports the progress of a file five times a second, until `end`; `received` must be called for all received bytes. */
export function reportProgress(
  file: OutputFile,
  onProgress: (progress: Progress) => void,
): { received: (bytes: number) => void; end: () => void } {
  let lastByteAt = performance.now()
  let reports = 0
  let previewLines = 0
  let received = file.inspector.facts().bytes
  const report = (withTotals: boolean): void => {
    const { preview } = file.inspector
    // Reports are copied from the worker to the page, so the preview is included only when it has grown.
    const withPreview = withTotals && preview.length !== previewLines
    if (withPreview) previewLines = preview.length
    onProgress({
      facts: file.inspector.facts(),
      received,
      idleMs: performance.now() - lastByteAt,
      hashed: file.hash !== undefined,
      ...(withTotals && { totals: file.inspector.totals() }),
      ...(withPreview && { preview }),
    })
  }
  const timer = setInterval(() => {
    reports++
    report(reports % totalsEvery === 0)
  }, intervalMs)
  return {
    received(bytes) {
      received += bytes
      lastByteAt = performance.now()
    },
    end() {
      clearInterval(timer)
      report(true)
    },
  }
}
