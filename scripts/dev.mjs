// npm run dev: one origin on port 8080. Vite serves the dashboard from its sources, replaces changed modules in the open
// page and passes the interface on to the service. The service is built again and restarted whenever its own sources
// change; its data folder stays and the page keeps its state. Arguments are those of `lyra serve`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { build, createServer } from 'vite'
import { commandFor, main, root } from './build.mjs'

const servicePort = '8081'
/** @type {import('node:child_process').ChildProcess | undefined} */
let service
let stopping = false

/** Ends the running service, whose data folder is free only when it is gone: a slow one gets a second signal. */
async function stopService() {
  if (!service || service.exitCode !== null || service.signalCode !== null) return
  const running = service
  const gone = once(running, 'exit')
  running.kill('SIGTERM')
  const secondSignal = setTimeout(() => running.kill('SIGTERM'), 2000)
  await gone
  clearTimeout(secondSignal)
}

async function restartService() {
  await stopService()
  if (stopping) return
  const args = [
    '--enable-source-maps',
    main,
    commandFor(process.argv.slice(2)),
    '--faults',
    ...process.argv.slice(2),
    '--port',
    servicePort,
  ]
  service = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  service.on('exit', (status) => {
    if (!stopping && status) console.error('The service ended; it starts again when a source changes.')
  })
}

const address = `http://127.0.0.1:${servicePort}`
process.env.LYRA_SERVICE = address
// The service is built beside the start of Vite, whose part is short.
const building = build({
  root,
  configFile: `${root}vite.server.config.ts`,
  logLevel: 'warn',
  build: { watch: {}, emptyOutDir: false },
})

const beingBuilt = `<!doctype html><meta http-equiv="refresh" content="1"><title>Starting – Lyra</title>
<p style="font-family: system-ui">The service is being built.</p>`

/** What a reader sees instead of the dashboard: that the service is built, then the page of a start that is under way. */
async function startingPage() {
  const page = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => undefined)
  if (!page) return beingBuilt
  return page.status === 503 && !page.headers.has('x-lyra') ? page.text() : undefined
}

let started = false

/**
 * Until the service has answered once; a dashboard that is open stays open while the service starts again.
 * @param {import('node:http').ServerResponse} response
 * @param {() => void} pass
 */
async function answerWhileStarting(response, pass) {
  const page = await startingPage()
  started ||= page === undefined
  if (page === undefined) return pass()
  response.writeHead(503, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(page)
}

const showStart = {
  name: 'show-start',
  /** @param {import('vite').ViteDevServer} server */
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      if (started || request.headers.accept?.includes('text/html') !== true) next()
      else void answerWhileStarting(response, next)
    })
  },
}

const dashboard = await createServer({
  root,
  configFile: `${root}vite.config.ts`,
  plugins: [showStart],
  server: { port: 8080, strictPort: true, host: '127.0.0.1' },
})
await dashboard.listen()

const watcher = /** @type {import('vite').Rolldown.RolldownWatcher} */ (await building)
let restart = Promise.resolve()
watcher.on('event', (event) => {
  if (event.code === 'ERROR') console.error(event.error.message)
  if (event.code === 'BUNDLE_END') restart = restart.then(restartService)
  if ('result' in event) void event.result?.close()
})

/** Ends everything; a second signal does not wait for it. */
async function stop() {
  if (stopping) process.exit(1)
  stopping = true
  await Promise.all([watcher.close(), dashboard.close(), stopService()])
  process.exit()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
dashboard.printUrls()
