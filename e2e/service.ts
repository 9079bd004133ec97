import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A part of the built product: `server` or `web`. */
export const built = (part: string): string => fileURLToPath(new URL(`../dist/${part}`, import.meta.url))
export const main = join(built('server'), 'main.js')

/** The demo network's clock in all end-to-end tests, and the seed of its parties and prices. */
export const demoTime = '2026-11-20T12:00:00Z'
export const demoSeed = '7'

/** A frozen demo network with the fault switch. */
export const frozenDemo = ['--demo-seed', demoSeed, '--demo-time', demoTime, '--frozen', '--faults']

export interface Service {
  url: string
  /** Stops it; `start` restarts it at the same address. */
  stop(): Promise<void>
  start(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Making the demo network takes long on a machine that has much else to do. */
const timeoutMs = 240_000

async function answering(child: ChildProcess, url: string, log: () => string): Promise<void> {
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}:\n${log()}`)
    const ok = await fetch(`${url}/health`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the service did not answer in time:\n${log()}`)
}

/** Starts the built service in a folder of its own (its demo network lives there) and waits until it answers. */
export async function startService(folder: string, options: readonly string[] = frozenDemo): Promise<Service> {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const copy = process.env['LYRA_E2E_FOLDER']
  const dashboard = copy === undefined ? [] : ['--dashboard', join(copy, 'web')]
  let child: ChildProcess | undefined
  const service: Service = {
    url,
    async start() {
      const command = options.some((option) => /^--data(base)?(=|$)/.test(option)) ? 'serve' : 'demo'
      const started = spawn(process.execPath, [main, command, '--port', String(port), ...dashboard, ...options], {
        cwd: folder,
      })
      child = started
      let output = ''
      started.stdout.on('data', (data: Buffer) => (output += data.toString()))
      started.stderr.on('data', (data: Buffer) => (output += data.toString()))
      await answering(started, url, () => output)
    },
    async stop() {
      if (!child || child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
  await service.start()
  return service
}
