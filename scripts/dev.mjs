// npm run dev: one origin on port 8080. Vite serves the dashboard from its sources and passes the interface on to the
// service, which is rebuilt and started again whenever its sources change. Arguments are those of `lyra serve`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { build, createServer } from 'vite'
import { main, root } from './build.mjs'

const servicePort = '8081'
let service
let stopping = false

/** Ends the running service; its directory is free only when it is gone, so a slow one is told twice. */
async function stopService() {
  if (!service || service.exitCode !== null || service.signalCode !== null) return
  const gone = once(service, 'exit')
  service.kill('SIGTERM')
  const impatient = setTimeout(() => service.kill('SIGTERM'), 2000)
  await gone
  clearTimeout(impatient)
}

async function startService() {
  await stopService()
  if (stopping) return
  const args = ['--enable-source-maps', main, 'serve', '--faults', ...process.argv.slice(2), '--port', servicePort]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  service = child
  child.on('exit', (status) => {
    if (!stopping && status) console.error('The service ended; it starts again when a source changes.')
  })
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    const ready = await fetch(`http://127.0.0.1:${servicePort}/health`).then(
      () => true,
      () => false,
    )
    if (ready) return dashboard.ws.send({ type: 'full-reload' })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

process.env.LYRA_SERVICE = `http://127.0.0.1:${servicePort}`
const dashboard = await createServer({
  root,
  configFile: `${root}vite.config.ts`,
  server: { port: 8080, strictPort: true, host: '127.0.0.1' },
})
await dashboard.listen()

const watcher = await build({
  root,
  configFile: `${root}vite.server.config.ts`,
  logLevel: 'warn',
  build: { watch: {}, emptyOutDir: false },
})
let restart = Promise.resolve()
watcher.on('event', (event) => {
  if (event.code === 'ERROR') console.error(event.error.message)
  if (event.code === 'BUNDLE_END') restart = restart.then(startService)
  event.result?.close()
})

async function stop() {
  if (stopping) process.exit(1)
  stopping = true
  await Promise.all([watcher.close(), dashboard.close(), stopService()])
  process.exit()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
dashboard.printUrls()
