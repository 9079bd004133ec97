// node scripts/pictures.mjs: makes the pictures of README and of shared links anew from the built product with a demo at a
// fixed time, so that they show what it looks like: docs/overview.png, docs/spam-limits.png, public/og.png and the icons.
import { spawn } from 'node:child_process'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright'
import { main, root } from './build.mjs'

const port = 8397
const base = `http://127.0.0.1:${port}`
const data = await mkdtemp(join(tmpdir(), 'lyra-pictures-'))
const service = spawn(process.execPath, [main, 'serve', '--port', String(port), '--demo-data', join(data, 'demo')], {
  stdio: 'inherit',
})
const answers = () =>
  fetch(`${base}/health`).then(
    (reply) => reply.ok,
    () => false,
  )
while (!(await answers())) await wait(500)

const browser = await chromium.launch({ executablePath: process.env['LYRA_BROWSER'] ?? '/usr/bin/chromium' })

/**
 * @param {string} file
 * @param {{ width: number, height: number }} viewport
 * @param {(page: import('playwright').Page) => Promise<unknown>} show
 */
async function picture(file, viewport, show) {
  const context = await browser.newContext({ viewport, colorScheme: 'dark', timezoneId: 'UTC', locale: 'en-GB' })
  const page = await context.newPage()
  await show(page)
  await page.screenshot({ path: join(root, file) })
  await context.close()
}

try {
  /** @type {{ parties: { partyId: string, name: string }[] }} */
  const { parties } = JSON.parse(await (await fetch(`${base}/lyra/v1/parties`)).text())
  const near = parties.find(({ name }) => name === 'arb-hydra')
  // Readings of some minutes give rates; the epoch of the demo lasts ten.
  await wait(Number(process.env['LYRA_PICTURES_AFTER'] ?? 240) * 1000)
  const room = async (/** @type {import('playwright').Page} */ page) => {
    await page.goto(`${base}/?party=${near?.partyId}`)
    await wait(9000)
  }
  await picture('docs/overview.png', { width: 1440, height: 900 }, room)
  await picture('public/og.png', { width: 1200, height: 630 }, async (page) => {
    await page.goto(`${base}/watch?party=${near?.partyId}`)
    await wait(9000)
  })
  await picture('docs/spam-limits.png', { width: 1440, height: 900 }, async (page) => {
    await page.goto(`${base}/spam/${near?.partyId}`)
    await wait(9000)
  })
  const icon = await readFile(join(root, 'public/favicon.svg'), 'utf8')
  for (const size of [192, 512]) {
    await picture(`public/icon-${size}.png`, { width: size, height: size }, (page) =>
      page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${icon}`),
    )
  }
} finally {
  await browser.close()
  service.kill('SIGTERM')
  await wait(2000)
  await rm(data, { recursive: true, force: true })
}
