// npm start: serves the source that is named, or else the demo network. What is due is built: the service before it starts, the
// dashboard beside its start, and what archives need after both. Arguments are those of `lyra serve`.
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { build, buildWhenStale, commandFor, isStale, reasonToBuild, root, runMain } from './build.mjs'

/** A person who has just opened the dashboard needs the processor first. */
const [archiveAfterMs, lowest] = [10_000, 19]

const args = process.argv.slice(2)
await buildWhenStale(['service'])
const isBuilding = isStale('dashboard')
const service = runMain([commandFor(args), ...args], { isBuilding })
const ended = new AbortController()
service.on('exit', () => ended.abort())

if (isBuilding) {
  console.log(`Building the dashboard, because ${reasonToBuild('dashboard')}.`)
  await build('dashboard', ended.signal).then(
    () => service.connected && service.send('built'),
    (/** @type {unknown} */ reason) => {
      if (ended.signal.aborted) return
      service.once('exit', () => (process.exitCode = typeof reason === 'number' ? reason : 1))
      service.kill('SIGTERM')
    },
  )
}
if (!ended.signal.aborted && reasonToBuild('archive') !== undefined && isStale('archive')) {
  const timer = setTimeout(() => {
    const making = spawn(process.execPath, [join(root, 'scripts/archive-files.mjs')], {
      stdio: 'inherit',
      signal: ended.signal,
    })
    making.on('error', () => undefined)
    if (making.pid !== undefined) setPriority(making.pid, lowest)
  }, archiveAfterMs)
  ended.signal.addEventListener('abort', () => clearTimeout(timer))
}
