// Finds a Chromium for the end-to-end tests, and on a bare Debian machine installs one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { chromium } from 'playwright'

/** The browser without its windows first: the tests need a quarter less of the processor in it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'chrome.exe',
]

/** @param {string} name of a program */
const onPath = (name) => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => `${folder}/${name}`).find((file) => existsSync(file))
}

function installed() {
  const given = process.env.LYRA_BROWSER
  if (given) {
    if (!existsSync(given)) throw new Error(`LYRA_BROWSER names ${given}, which does not exist.`)
    return given
  }
  for (const name of names) {
    const file = onPath(name)
    if (file) return file
  }
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  if (existsSync(mac)) return mac
  const own = chromium.executablePath()
  return own && existsSync(own) ? own : undefined
}

/** The path of a browser: $LYRA_BROWSER, an installed one, Playwright's own, else Debian's package (as root). */
export function findBrowser() {
  const found = installed()
  if (found) return found
  if (onPath('apt-get') && process.getuid?.() === 0) {
    console.log(
      'No browser found: installing the Debian package chromium-headless-shell, or else chromium, with apt-get.',
    )
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (/** @type {string[]} */ ...args) =>
      spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status
    const install = ['install', '-y', '-qq', '--no-install-recommends']
    if (apt('update', '-qq') !== 0) throw new Error('apt-get update failed.')
    if (apt(...install, 'chromium-headless-shell') !== 0 && apt(...install, 'chromium') !== 0)
      throw new Error('apt-get could not install chromium.')
    const now = installed()
    if (now) return now
  }
  throw new Error(
    'No browser found. Install Chrome or Chromium, or run npx playwright install chromium; ' +
      'a program elsewhere is named in LYRA_BROWSER.',
  )
}
