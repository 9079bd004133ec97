// Builds the product when that is due, and runs the built service. Shared by start, lyra, dev and e2e.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../', import.meta.url))
const vite = join(root, 'node_modules/vite/bin/vite.js')
export const main = join(root, 'dist/server/main.js')

const sources = [
  'src',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'vite.server.config.ts',
]
const products = ['dist/web/index.html', 'dist/server/main.js', 'dist/server/pglite-worker.js']

/**
 * When the newest file at or below `path` was changed; tests build nothing.
 * @param {string} path
 * @returns {number} milliseconds since 1970
 */
function changed(path) {
  const info = statSync(path)
  if (!info.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : info.mtimeMs
  return readdirSync(path).reduce((latest, name) => Math.max(latest, changed(join(path, name))), info.mtimeMs)
}

/** Why a build is due, or nothing. */
function reason() {
  const files = products.map((file) => join(root, file))
  if (!files.every((file) => existsSync(file))) return 'nothing is built yet'
  // Without the build tools (`npm ci --omit=dev`) what is there must do.
  if (!existsSync(vite)) return undefined
  const built = Math.min(...files.map((file) => statSync(file).mtimeMs))
  const latest = Math.max(...sources.map((path) => changed(join(root, path))))
  return latest > built ? 'the sources are newer than the build' : undefined
}

/** Builds dashboard and service if one is missing or older than its sources. Ends the process when building fails. */
export function buildWhenStale() {
  const why = reason()
  if (!why) return
  if (!existsSync(vite)) {
    console.error(`${why}, and the build tools are missing: run npm ci first.`)
    process.exit(1)
  }
  console.log(`Building, because ${why}.`)
  for (const config of ['vite.config.ts', 'vite.server.config.ts']) {
    const args = [vite, 'build', '--config', config, '--logLevel', 'warn']
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
    if (status !== 0) process.exit(status ?? 1)
  }
}

/**
 * `serve` where a source is named, else `demo`.
 * @param {readonly string[]} args
 */
export const commandFor = (args) =>
  process.env.DATABASE_URL || args.some((arg) => /^--(data|database)(=|$)/.test(arg)) ? 'serve' : 'demo'

/**
 * Runs the built service in the foreground: signals go to it, its exit status becomes ours.
 * @param {readonly string[]} args
 */
export function runMain(args) {
  const child = spawn(process.execPath, ['--enable-source-maps', main, ...args], { stdio: 'inherit' })
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
}
