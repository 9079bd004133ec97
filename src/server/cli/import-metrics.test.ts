import { expect, test } from 'vitest'
import { showProgress } from '../archive/progress.ts'
import type { Segment } from '../archive/segment.ts'
import { countedProgress } from './import.ts'

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
