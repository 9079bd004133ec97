// Builds what of the product is due, and runs the built service. Shared by build, start, lyra, dev and e2e.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../', import.meta.url))
const vite = join(root, 'node_modules/vite/bin/vite.js')
export const main = join(root, 'dist/server/main.js')

/** Whose change may change all of the product. */
const common = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs']

/**
 * The parts of the product: what they are made of and what says that they are made. `readBy` names a file with the modules
 * that the part's last build took from `src/server`: the dashboard takes what its archives are read with.
 */
const parts = {
  service: {
    sources: ['src/server', 'src/client', 'src/wire', 'tests/server/support/faults.ts', 'vite.server.config.ts'],
    products: ['dist/server/main.js', 'dist/server/pglite-worker.js', 'dist/server/faults.js'],
    command: ['vite.server.config.ts'],
    readBy: undefined,
  },
  dashboard: {
    sources: [
      'src/web',
      'src/browser',
      'src/client',
      'src/wire',
      'public',
      'index.html',
      'vite.config.ts',
      'vite.licences.ts',
    ],
    products: ['dist/web/index.html', 'dist/web-modules.json'],
    command: ['vite.config.ts'],
    readBy: 'dist/web-modules.json',
  },
  archive: {
    sources: [
      'src/server/demo',
      'src/server/database/schema.sql',
      'src/server/archive/tables.ts',
      'scripts/archive-files.mjs',
    ],
    products: ['dist/web/archive/empty.tar.gz', 'dist/web/archive/sample.zip'],
    command: undefined,
    readBy: undefined,
  },
}

/** @typedef {keyof typeof parts} Part */

/**
 * When the newest file at or below `path` was changed; tests build nothing.
 * @param {string} path
 * @returns {number} milliseconds since 1970
 */
function changed(path) {
  const info = statSync(path, { throwIfNoEntry: false })
  // A source that went away leaves a newer folder or a newer importer behind.
  if (!info) return 0
  if (!info.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : info.mtimeMs
  return readdirSync(path).reduce((latest, name) => Math.max(latest, changed(join(path, name))), info.mtimeMs)
}

/**
 * Why a part is to be built, or nothing.
 * @param {Part} part
 * @param {string} [folder] of the repository
 */
export function reasonToBuild(part, folder = root) {
  const { sources, products, readBy } = parts[part]
  const files = products.map((file) => join(folder, file))
  if (!files.every((file) => existsSync(file))) return 'it is not built yet'
  const built = Math.min(...files.map((file) => statSync(file).mtimeMs))
  const read =
    readBy === undefined ? [] : /** @type {string[]} */ (JSON.parse(readFileSync(join(folder, readBy), 'utf8')))
  const latest = Math.max(...[...sources, ...read, ...common].map((path) => changed(join(folder, path))))
  return latest > built ? 'its sources are newer' : undefined
}

/**
 * Whether a part is to be built. Without the build tools (`npm ci --omit=dev`) what is there must do.
 * @param {Part} part
 */
export function isStale(part) {
  const why = reasonToBuild(part)
  if (why === undefined || existsSync(vite)) return why !== undefined
  if (why === 'its sources are newer') return false
  console.error(`The ${part} cannot be built, because the build tools are missing: run npm ci first.`)
  process.exit(1)
}

/**
 * Builds a part. Rejects with the exit status of a build that failed, after its own words, or when `signal` aborts.
 * @param {Part} part
 * @param {AbortSignal} [signal]
 */
export async function build(part, signal) {
  const { command } = parts[part]
  if (command === undefined) return (await import('./archive-files.mjs')).makeArchiveFiles()
  // What is served of archives stays: it is made by a part of its own.
  if (part === 'dashboard')
    for (const name of existsSync(join(root, 'dist/web')) ? readdirSync(join(root, 'dist/web')) : [])
      if (name !== 'archive') rmSync(join(root, 'dist/web', name), { recursive: true })
  const args = [vite, 'build', '--config', ...command, '--logLevel', 'warn']
  const [status] = await once(
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', ...(signal && { signal }) }),
    'exit',
  )
  if (status !== 0) throw status ?? 1
}

/**
 * Builds what of these parts is missing or older than its sources. Ends the process when building fails.
 * @param {readonly Part[]} wanted
 */
export async function buildWhenStale(wanted = ['service', 'dashboard', 'archive']) {
  for (const part of wanted) {
    // Its large files are packed after each build of the dashboard.
    if (part !== 'archive' && !isStale(part)) continue
    if (part !== 'archive') console.log(`Building the ${part}, because ${reasonToBuild(part)}.`)
    await build(part).catch((/** @type {unknown} */ status) => {
      if (typeof status !== 'number') throw status
      process.exit(status)
    })
  }
}

/**
 * `serve` where a source is named, else `demo`.
 * @param {readonly string[]} args
 */
export const commandFor = (args) =>
  process.env.DATABASE_URL || args.some((arg) => /^--(data|database)(=|$)/.test(arg)) ? 'serve' : 'demo'

/**
 * Runs the built service in the foreground: signals go to it, its exit status becomes ours. While the dashboard is built it
 * waits for a message.
 * @param {readonly string[]} args
 * @param {{ isBuilding?: boolean }} [options]
 */
export function runMain(args, { isBuilding = false } = {}) {
  const child = spawn(process.execPath, ['--enable-source-maps', main, ...args], {
    stdio: isBuilding ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: { ...process.env, ...(isBuilding && { LYRA_DASHBOARD: 'building' }) },
  })
  // A terminal sends Ctrl-C to both; the service takes two signals in one moment for one.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal))
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  if (process.env.npm_lifecycle_event) {
    // `kill` of npm ends npm and its shell without a signal to this process: the service would run on.
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      child.kill('SIGTERM')
    }, 500)
    watch.unref()
  }
  child.on('exit', (status, signal) => {
    process.exitCode = status ?? 128 + (signal === null ? 0 : constants.signals[signal])
  })
  return child
}

// npm run build: all of it, whatever is there. Not awaited here, for the module of archives waits for this one.
if (process.argv[1] === fileURLToPath(import.meta.url))
  void build('service')
    .then(() => build('dashboard'))
    .then(() => build('archive'))
    .catch((/** @type {unknown} */ reason) => {
      if (typeof reason !== 'number') throw reason
      process.exitCode = reason
    })
