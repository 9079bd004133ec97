import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/** A demo network that stands still. */
export const frozenDemo: readonly string[] = ['--demo-seed', '1', '--demo-time', '2026-01-01T00:00:00Z', '--frozen']

/** Starts the built service with these options and waits until it is healthy; `stop` ends it. */
export async function startBuiltService(options: readonly string[]): Promise<{ base: string; stop: () => void }> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  // The demo network lives in the working directory; the measured one is not the one a person plays with.
  const cwd = resolve('node_modules/.cache/bench-demo')
  mkdirSync(cwd, { recursive: true })
  const main = resolve('dist/server/main.js')
  const child = spawn(process.execPath, [main, 'serve', '--port', String(port), ...options], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 1200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`)
    const healthy = await fetch(`${base}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (healthy) return { base, stop: () => child.kill('SIGTERM') }
    await new Promise((wake) => setTimeout(wake, 100))
  }
  child.kill()
  throw new Error('the service did not become healthy within two minutes')
}
