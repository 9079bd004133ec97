// The suites of faults and hostile input at length (docs/reliability.md); `.ci/run` has their short shares. Arguments go to
// the test runner: `npm run fuzz -- cursor-bits`.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const runner = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const suites = ['tests/server/hostile', 'tests/server/outages', 'src/web/client', 'src/web/list']
const given = process.argv.slice(2)
const { status } = spawnSync(process.execPath, [runner, 'run', ...(given.length > 0 ? given : suites)], {
  stdio: 'inherit',
  env: { ...process.env, LYRA_FUZZ: 'long' },
})
process.exitCode = status ?? 1
