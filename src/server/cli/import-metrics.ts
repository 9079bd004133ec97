import { Counter, Gauge, Registry } from 'prom-client'
import type { ImportProgress } from '../archive/progress.ts'
import type { Metrics } from '../http/observability/metrics.ts'

/** Counts what an import reports, and passes it on to `shown`. */
export function countedProgress(shown: ImportProgress): { progress: ImportProgress; metrics: Pick<Metrics, 'text'> } {
  const registry = new Registry()
  const registers = [registry]
  const archives = new Counter({
    name: 'lyra_import_archives_total',
    help: 'Archives that are imported whole, or were so before',
    registers,
  })
  const bytes = new Gauge({
    name: 'lyra_import_bytes',
    help: 'Unpacked bytes of the running archive that are loaded; archives become visible whole',
    registers,
  })
  const max = new Gauge({ name: 'lyra_import_bytes_max', help: 'Unpacked bytes of the running archive', registers })
  const rows = new Counter({
    name: 'lyra_import_rows_total',
    help: 'Rows that were loaded, by table',
    labelNames: ['table'] as const,
    registers,
  })
  const progress: ImportProgress = {
    started(segment, size) {
      bytes.set(0)
      max.set(size)
      shown.started(segment, size)
    },
    loading(table, count, at) {
      bytes.set(at)
      shown.loading(table, count, at)
    },
    loaded(table, count, at) {
      rows.inc({ table }, count)
      bytes.set(at)
      shown.loaded(table, count, at)
    },
    building: () => shown.building(),
    finished(segment) {
      archives.inc()
      shown.finished(segment)
    },
    skipped(segment) {
      archives.inc()
      shown.skipped(segment)
    },
  }
  const text: Metrics['text'] = async () => ({ contentType: registry.contentType, body: await registry.metrics() })
  return { progress, metrics: { text } }
}
