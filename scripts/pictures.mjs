// node scripts/pictures.mjs: makes the pictures of README and of shared links anew from the built product with a live
// demo: docs/overview.png, docs/spam-limits.png,
// docs/chart.png, docs/year-light.png, docs/tour.webp, public/og.png and the icons.
//
// node scripts/pictures.mjs tour [URL]: docs/tour.webp alone, the moving picture; it needs Debian's ffmpeg.
//
// node scripts/pictures.mjs pages DIR [URL] [NAME…]: every page (or those named) at three widths in both themes as DIR/*.png,
// of a running service at URL where one is given, and for each page how many controls and words it has at 1440 px.
import { execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright'
import { main, root } from './build.mjs'

const [mode, ...given] = process.argv.slice(2)
const [folder = '', ...others] = mode === 'pages' ? given : ['', ...given]
const running = others[0]?.startsWith('http') ? others.shift() : undefined
const port = 8397
const base = running ?? `http://127.0.0.1:${port}`
const data = await mkdtemp(join(tmpdir(), 'lyra-pictures-'))
const frozen = mode === 'pages' ? ['--demo-seed', '7', '--demo-time', '2026-11-20T12:00:00Z', '--frozen'] : []
const service = running
  ? undefined
  : spawn(process.execPath, [main, 'serve', '--port', String(port), '--demo-data', join(data, 'demo'), ...frozen], {
      stdio: 'inherit',
    })
const answers = () =>
  fetch(`${base}/health`).then(
    (reply) => reply.ok,
    () => false,
  )
while (!(await answers())) await wait(500)

const browser = await chromium.launch({ executablePath: process.env['LYRA_BROWSER'] ?? '/usr/bin/chromium' })
/** @type {(path: string) => Promise<any>} */
const read = async (path) => JSON.parse(await (await fetch(base + path)).text())

/**
 * @param {{ width: number, height: number }} viewport
 * @param {'dark' | 'light'} colorScheme
 * @param {(page: import('playwright').Page) => Promise<unknown>} show
 */
async function withPage(viewport, colorScheme, show) {
  const context = await browser.newContext({ viewport, colorScheme, timezoneId: 'UTC', locale: 'en-GB' })
  await context.addInitScript(`localStorage.setItem('lyra.preferences', '{"theme":"${colorScheme}"}')`)
  await show(await context.newPage())
  await context.close()
}

/**
 * @param {string} file
 * @param {{ width: number, height: number }} viewport
 * @param {(page: import('playwright').Page) => Promise<unknown>} show
 */
const picture = (file, viewport, show, /** @type {'dark' | 'light'} */ theme = 'dark') =>
  withPage(viewport, theme, async (page) => {
    await show(page)
    await page.screenshot({ path: join(root, file) })
  })

async function picturesOfReadme() {
  const { parties } = await read('/lyra/v1/parties')
  const near = parties.find((/** @type {{ name: string }} */ { name }) => name === 'arb-hydra')
  // Readings of some minutes give rates.
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
  const maker = parties.find((/** @type {{ name: string }} */ { name }) => name === 'northwind-mm')?.partyId
  const { markets } = await read('/api/v2/markets')
  const market = markets.edges.find(
    (/** @type {any} */ { node }) => node.tradableInstrument.instrument.code === 'BTC/USDT',
  )?.node.id
  await picture('docs/chart.png', { width: 1440, height: 900 }, async (page) => {
    await page.goto(`${base}/markets/${market}/candles?range=1D&party=${maker}`)
    await wait(12_000)
  })
  const year = async (/** @type {import('playwright').Page} */ page) => {
    await page.goto(`${base}/ledger?partyId=${maker}&view=year`)
    await wait(12_000)
  }
  await picture('docs/year-light.png', { width: 1440, height: 900 }, year, 'light')
  await pictureOfTour()
  const icon = await readFile(join(root, 'public/favicon.svg'), 'utf8')
  for (const size of [192, 512]) {
    await picture(`public/icon-${size}.png`, { width: size, height: size }, (page) =>
      page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${icon}`),
    )
  }
}

/** Bytes that the moving picture may have. */
const maxTour = 600_000

/** A bot at its limit, its market with its ledger on the candles, and its year: stills that follow one another. */
async function pictureOfTour() {
  const { parties } = await read('/lyra/v1/parties')
  /** @type {(name: string) => string} */
  const named = (name) => parties.find((/** @type {{ name: string }} */ one) => one.name === name)?.partyId
  const [near, maker] = [named('arb-hydra'), named('northwind-mm')]
  /** @type {string[]} */
  const list = []
  await withPage({ width: 1120, height: 700 }, 'dark', async (page) => {
    const still = async (/** @type {number} */ seconds) => {
      const file = join(data, `${list.length}.png`)
      await page.screenshot({ path: file })
      list.push(`file '${file}'\nduration ${seconds}\n`)
    }
    const open = async (/** @type {string} */ path, /** @type {number} */ seconds) => {
      await page.goto(base + path)
      await page.locator('[data-waiting]').first().waitFor({ state: 'detached' })
      await wait(6000)
      // A statement is read to its end.
      await page.getByText('rows so far').first().waitFor({ state: 'hidden', timeout: 120_000 })
      await still(seconds)
    }
    await open('/', 2.5)
    await open(`/spam/${near}`, 2.5)
    await page.keyboard.press('/')
    await wait(800)
    await still(0.6)
    for (const key of 'btc') {
      await page.keyboard.type(key)
      await wait(700)
      await still(key === 'c' ? 1.4 : 0.3)
    }
    const { markets } = await read('/api/v2/markets')
    const market = markets.edges.find(
      (/** @type {any} */ { node }) => node.tradableInstrument.instrument.code === 'BTC/USDT',
    )?.node.id
    await open(`/markets/${market}/candles?range=1D`, 1.8)
    await open(`/markets/${market}/candles?range=1D&party=${maker}`, 2.5)
    await open(`/ledger?partyId=${maker}&view=year`, 3)
  })
  const [stills, file] = [join(data, 'stills.txt'), join(root, 'docs/tour.webp')]
  // The last still would have no length of its own.
  await writeFile(stills, [...list, list.at(-1)?.split('\n')[0]].join(''))
  const encode = ['-c:v', 'libwebp_anim', '-quality', '70', '-compression_level', '6', '-loop', '0']
  const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', stills, '-fps_mode', 'vfr']
  execFileSync('ffmpeg', [...input, ...encode, file])
  const { size } = await stat(file)
  if (size > maxTour) throw new Error(`docs/tour.webp has ${size} bytes, more than ${maxTour}.`)
}

/** Visible controls and words of the page's content. */
const countsOfPage = `({
  controls: [...document.querySelectorAll('main :is(a[href], button, input, select, summary)')]
    .filter((control) => control.checkVisibility({ visibilityProperty: true })).length,
  words: document.querySelector('main').innerText.split(/\\s+/).filter(Boolean).length,
})`

async function picturesOfPages() {
  await mkdir(folder, { recursive: true })
  const { parties } = await read('/lyra/v1/parties')
  /** @type {(name: string) => string} */
  const named = (name) => parties.find((/** @type {{ name: string }} */ one) => one.name === name)?.partyId
  const [party, bot] = [named('northwind-mm'), named('arb-hydra')]
  const { markets } = await read('/api/v2/markets')
  const market = markets.edges.find(
    (/** @type {any} */ { node }) => node.tradableInstrument.instrument.code === 'BTC/USDT',
  )?.node.id
  /** @type {Record<string, string>} */
  const pages = {
    overview: '/',
    watch: '/watch',
    party: `/parties/${party}`,
    spam: `/spam/${bot}`,
    'margin-modes': `/margin-modes?marketId=${market}`,
    'party-margin-modes': `/margin-modes?partyId=${party}`,
    team: `/teams/referees/${party}`,
    statement: `/ledger?partyId=${party}`,
    'ledger-export': `/ledger-export?partyId=${party}`,
    market: `/markets/${market}`,
    candles: `/markets/${market}/candles`,
    liquidity: `/liquidity-providers?marketId=${market}`,
    settings: '/settings',
    help: '/help',
  }
  for (const [name, path] of Object.entries(pages)) {
    if (others.length > 0 && !others.includes(name)) continue
    for (const theme of /** @type {const} */ (['dark', 'light'])) {
      for (const [width, height] of /** @type {const} */ ([
        [1440, 900],
        [768, 1024],
        [390, 844],
      ])) {
        await withPage({ width, height }, theme, async (page) => {
          await page.goto(base + path)
          await page.locator('[data-waiting]').first().waitFor({ state: 'detached' })
          await wait(1500)
          await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) })
          if (width !== 1440 || theme !== 'dark') return
          const counts = /** @type {{ controls: number, words: number }} */ (await page.evaluate(countsOfPage))
          console.log(`${name.padEnd(20)} ${counts.controls} controls, ${counts.words} words`)
        })
      }
    }
  }
}

try {
  await (mode === 'pages' ? picturesOfPages() : mode === 'tour' ? pictureOfTour() : picturesOfReadme())
} finally {
  await browser.close()
  service?.kill('SIGTERM')
  await wait(2000)
  await rm(data, { recursive: true, force: true })
}
