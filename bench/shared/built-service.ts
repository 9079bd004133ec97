import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The built program. */
export const main = resolve('dist/server/main.js')

/** The options of a demo network without new blocks. */
export const frozenDemo = ['--demo-seed', '1', '--demo-time', '2026-01-01T00:00:00Z', '--frozen']

/** Imports archives into the database that `options` name. Resolves to seconds; throws what the import said. */
export function importArchives(archives: readonly string[], options: readonly string[]): number {
  const began = performance.now()
  const { status, stderr } = spawnSync(process.execPath, [main, 'import', ...archives, ...options], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the import failed:\n${stderr}`)
  return (performance.now() - began) / 1000
}

/** A built service at a port of its own. */
export interface BuiltService {
  base: string
  pid: number
  /** Milliseconds from its start until it answered a page. */
  startMs: number
  /** How late its event loop was since the last call: the 99th percentile in milliseconds. */
  lagMs: () => Promise<number>
  stop: () => Promise<void>
}

/** The first page that is asked of a service that starts. */
const firstPage = '/api/v2/markets?pagination.first=10'
const maxStartMs = 120_000

/** Starts the built service with these options on a free port; its demo network is not the one a person plays with. */
export async function startBuiltService(options: readonly string[]): Promise<BuiltService> {
  const cwd = resolve('node_modules/.cache/bench-demo')
  mkdirSync(cwd, { recursive: true })
  const began = performance.now()
  const child = fork(main, ['serve', '--port', '0', ...options], {
    cwd,
    execArgv: ['--import', new URL('./loop-lag.mjs', import.meta.url).href],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => (output = (output + data.toString()).slice(-10_000)))
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || !child.kill('SIGTERM')) return
    await once(child, 'exit')
  }
  let base: string | undefined
  for (;;) {
    base ??= /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
    if (base !== undefined && (await fetch(base + firstPage)).ok) break
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}: ${output}`)
    if (performance.now() - began > maxStartMs) {
      await stop()
      throw new Error(`the service did not start within two minutes: ${output}`)
    }
    await sleep(5)
  }
  return {
    base,
    pid: child.pid ?? 0,
    startMs: performance.now() - began,
    async lagMs() {
      child.send('lag')
      const [lag] = (await once(child, 'message')) as [number]
      return lag
    },
    stop,
  }
}

/** Runs `work` with a built service, and stops it afterwards. */
export async function withService<T>(
  options: readonly string[],
  work: (service: BuiltService) => Promise<T>,
): Promise<T> {
  const service = await startBuiltService(options)
  return work(service).finally(service.stop)
}
