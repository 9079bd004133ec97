import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { showProgress } from '../archive/progress.ts'
import type { Segment } from '../archive/segment.ts'
import { countedProgress } from './import.ts'
import { listenForMetrics } from './serve/serve-until-stopped.ts'

test('an import without a terminal reports its progress, and is listed after its end', async () => {
  const lines: string[] = []
  const { progress, metrics } = countedProgress(showProgress({ write: (text) => lines.push(text) }))
  const segment = { file: 'a.zip', heightFrom: 1n, heightTo: 9n, chainId: 'c' } as Segment
  const read = async (): Promise<string[]> =>
    (await metrics.text()).body.split('\n').filter((line) => line.startsWith('lyra'))
  progress.skipped(segment)
  progress.started(segment, 1000)
  progress.loading('ledger', 5, 400)
  expect(await read()).toEqual(['lyra_import_archives_total 1', 'lyra_import_bytes 400', 'lyra_import_bytes_max 1000'])
  progress.loaded('ledger', 7, 700)
  progress.building()
  progress.finished(segment)
  expect(await read()).toEqual([
    'lyra_import_archives_total 2',
    'lyra_import_bytes 700',
    'lyra_import_bytes_max 1000',
    'lyra_import_rows_total{table="ledger"} 7',
  ])
  expect(lines.length).toBeGreaterThanOrEqual(5)
})

test('a taken port of the metrics is told by its own option, not by that of the service', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const { metrics } = countedProgress(showProgress({ write: () => undefined }))
  const listening = listenForMetrics({ metrics: { host: '127.0.0.1', port } }, metrics)
  await expect(listening).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken; choose another one with --metrics.`)
})
