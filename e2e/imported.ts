import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'playwright/test'
import { writeSegment } from './segment.ts'
import { main, type Service, startService } from './service.ts'

const run = promisify(execFile)

/** A service of an imported segment with these rows, as a reader would make it; `remove` stops it and leaves nothing. */
export async function serveImported(
  blocks: number,
  rows: Parameters<typeof writeSegment>[3],
  options: readonly string[] = [],
): Promise<{ service: Service; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lyra-e2e-import-'))
  const [zip, data] = [join(folder, `small-1-115-1-${blocks}.zip`), join(folder, 'data')]
  await writeSegment(zip, 'small-1', blocks, rows)
  const { stdout } = await run(process.execPath, [main, 'import', zip, '--data', data])
  expect(stdout).toContain(`blocks 1 to ${blocks} of small-1 imported`)
  const service = await startService(folder, ['--data', data, ...options])
  const remove = async (): Promise<void> => {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { service, remove }
}
