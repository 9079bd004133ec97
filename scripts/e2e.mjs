// Runs the end-to-end tests on the built product in a real browser. Arguments go to the test runner.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './browser.mjs'
import { buildWhenStale } from './build.mjs'

buildWhenStale()
const browser = findBrowser()
console.log(`End-to-end tests with ${browser}`)
const runner = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [runner, 'test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, LYRA_BROWSER: browser } },
)
process.exitCode = status ?? 1
