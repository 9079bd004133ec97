import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { main } from '../shared/built-service.ts'

/** A built service that was started to be measured. */
export interface MeasuredService {
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

async function untilServing(child: ChildProcess, output: () => string): Promise<string> {
  for (;;) {
    const base = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0]
    if (base !== undefined && (await fetch(base + firstPage)).ok) return base
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}: ${output()}`)
    await sleep(5)
  }
}

/** Starts the built service with these options on a free port and waits until it answers. */
export async function startMeasured(options: readonly string[]): Promise<MeasuredService> {
  const began = performance.now()
  const execArgv = ['--import', new URL('./loop-lag.mjs', import.meta.url).href]
  const child = fork(main, ['serve', '--port', '0', ...options], { execArgv, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()))
  const base = await untilServing(child, () => output)
  return {
    base,
    pid: child.pid ?? 0,
    startMs: performance.now() - began,
    async lagMs() {
      child.send('lag')
      const [lag] = (await once(child, 'message')) as [number]
      return lag
    },
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
