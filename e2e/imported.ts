import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'playwright/test'
import { servicePaths } from '../src/wire/operations.ts'
import { writeSegment } from './segment.ts'
import { main, type Service, startService } from './service.ts'

const run = promisify(execFile)

/** Moves the clock of a service with `--faults` to the last blocks of the segment: its chain is running. */
async function turnClock(url: string, blocks: number): Promise<void> {
  const clockSkew = Date.parse('2026-03-01T00:00:00Z') + blocks * 1000 - Date.now()
  const body = JSON.stringify([{ path: '^/', fault: { clockSkew } }])
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}${servicePaths.faults}`, { method: 'PUT', headers, body })
  if (!reply.ok) throw new Error(`faults refused: ${await reply.text()}`)
}

/**
 * A service of an imported segment with these rows, as a reader would make it; `remove` stops it and leaves nothing. With a core
 * node the chain is running, so the service's clock is that of its blocks.
 */
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
  const isRunning = options.includes('--core')
  const service = await startService(folder, ['--data', data, ...options, ...(isRunning ? ['--faults'] : [])])
  if (isRunning) await turnClock(service.url, blocks)
  const remove = async (): Promise<void> => {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { service, remove }
}
