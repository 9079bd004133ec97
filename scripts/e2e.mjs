// Runs the end-to-end tests on the built product in a real browser. Without arguments: the journeys of `npm test`. `--full`
// runs every test, `--rest` those that `npm test` leaves to `.ci/run` (tagged @full, or in a `.full.spec.ts`). Other arguments,
// such as a spec and `-g <title>`, go to the test runner and choose among all tests.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './browser.mjs'
import { buildWhenStale } from './build.mjs'

const given = process.argv.slice(2)
const rest = given.includes('--rest')
const others = given.filter((arg) => arg !== '--rest' && arg !== '--full')
/** Tests and whole specs of .ci/run alone. */
const fullOnly = String.raw`@full|\.full\.spec`
const journeysOnly = given.length === 0
const chosen = [...(journeysOnly ? ['--grep-invert', fullOnly] : []), ...(rest ? ['--grep', fullOnly] : [])]

await buildWhenStale()
const browser = findBrowser()
console.log(`End-to-end tests with ${browser}`)
const runner = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [runner, 'test', '--config', 'e2e/playwright.config.ts', ...chosen, ...others],
  { stdio: 'inherit', env: { ...process.env, LYRA_BROWSER: browser } },
)
process.exitCode = status ?? 1
