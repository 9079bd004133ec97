import type { ExportFile } from './output-file.ts'
import type { Progress } from './part.ts'

const tick = 200
const totalsTick = 1000

/** Tells how far a file is, five times a second, until `end`; `received` is to hear of every byte that comes. */
export function tellProgress(
  file: ExportFile,
  onProgress: (progress: Progress) => void,
): { received: (bytes: number) => void; end: () => void } {
  let heardAt = performance.now()
  let toldTotals = heardAt
  let toldLines = 0
  let received = file.inspection.facts().bytes
  const tell = (totals: boolean): void => {
    const { preview } = file.inspection
    // Half a thousand lines once, and not each second: what is told is copied from the worker to the page.
    const lines = totals && preview.length !== toldLines
    if (lines) toldLines = preview.length
    onProgress({
      facts: file.inspection.facts(),
      received,
      size: file.size,
      silent: performance.now() - heardAt,
      ...(totals && { totals: file.inspection.totals() }),
      ...(lines && { preview }),
    })
  }
  const timer = setInterval(() => {
    const now = performance.now()
    const totals = now - toldTotals >= totalsTick
    if (totals) toldTotals = now
    tell(totals)
  }, tick)
  return {
    received(bytes) {
      received += bytes
      heardAt = performance.now()
    },
    end() {
      clearInterval(timer)
      tell(true)
    },
  }
}
