import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The built program. */
export const main = resolve('dist/server/main.js')

/** A demo network without new blocks. */
export const frozenDemo: readonly string[] = ['--demo-seed', '1', '--demo-time', '2026-01-01T00:00:00Z', '--frozen']

export interface BuiltService {
  base: string
  pid: number
  stop: () => void
}

/** Starts the built service with these options on a free port; its demo network is not the one a person plays with. */
export async function startBuiltService(options: readonly string[]): Promise<BuiltService> {
  const cwd = resolve('node_modules/.cache/bench-demo')
  mkdirSync(cwd, { recursive: true })
  const args = [main, 'serve', '--port', '0', ...options]
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  for (let tries = 0; tries < 1200; tries += 1) {
    const base = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
    if (base !== undefined) return { base, pid: child.pid ?? 0, stop: () => child.kill('SIGTERM') }
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}: ${output}`)
    await sleep(100)
  }
  child.kill()
  throw new Error('the service did not start within two minutes')
}
