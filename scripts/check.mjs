// npm run check: everything but the browser tests. What only reads the sources runs side by side, then the build beside the
// unit tests; the output of each command is printed when it has ended, and the first failure ends the run with its status.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Runs a script of package.json. Its output is shown as a whole, or as it comes where `live`.
 * @param {string} script
 * @param {{ live?: boolean }} [options]
 */
async function run(script, { live = false } = {}) {
  const started = performance.now()
  const child = spawn('npm', ['run', '--silent', script], { cwd: root, stdio: live ? 'inherit' : 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  const status = await new Promise((resolve) => child.on('close', resolve))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'passed' : 'FAILED'}: ${script} (${seconds} s)`)
  if (output.trim() !== '') console.log(output.trimEnd())
  if (status !== 0) process.exitCode = 1
}

for (const group of [
  ['types', 'lint', 'format', 'unused'],
  ['build', 'unit'],
]) {
  await Promise.all(group.map((script) => run(script, { live: script === 'unit' })))
  if (process.exitCode) break
}
