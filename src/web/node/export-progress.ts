import type { ExportFile } from './export-file.ts'
import type { Progress } from './export-part.ts'

const tick = 200
const totalsTick = 1000

/** Tells how far a file is, five times a second, until `end`; `received` is to hear of every byte that comes. */
export function tellProgress(
  file: ExportFile,
  onProgress: (progress: Progress) => void,
): { received: (bytes: number) => void; end: () => void } {
  let heardAt = performance.now()
  let toldTotals = heardAt
  let received = file.inspection.facts().bytes
  const tell = (totals: boolean): void =>
    onProgress({
      facts: file.inspection.facts(),
      received,
      size: file.size,
      silent: performance.now() - heardAt,
      ...(totals && { totals: file.inspection.totals(), preview: file.inspection.preview }),
    })
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
