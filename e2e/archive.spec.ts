import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { archiveInPage, type PageArchive } from './archive-in-page.ts'
import { serveFiles } from './file-server.ts'
import { expect, test } from './fixtures.ts'
import { routes } from './routes.ts'
import { bytes, writeSegment } from './segment.ts'
import { built } from './service.ts'

// Segments are opened in the browser: the page's service is that of the demo, and answers nothing of them.

const [party, other, market, asset] = ['a1', 'b2', 'c3', 'd4'].map((pair) => pair.repeat(32)) as [
  string,
  string,
  string,
  string,
]
const account = { party: 'e5'.repeat(32), other: 'f6'.repeat(32) }
const at = '2026-03-01 00:00:01.000001+00'
const amount = '1157920892373161954235709850086879078532699846656405640394575840079131296399'

const current = {
  'currentstate/parties': [party, other].map((id) => ({ id: bytes(id), tx_hash: bytes('00'), vega_time: at })),
  'currentstate/party_margin_modes': [
    { market_id: bytes(market), party_id: bytes(party), at_epoch: '41', margin_mode: '2', margin_factor: '0.125' },
  ],
  'currentstate/accounts': [
    { id: bytes(account.party), party_id: bytes(party), asset_id: bytes(asset), type: '4' },
    { id: bytes(account.other), party_id: bytes(other), asset_id: bytes(asset), type: '4' },
  ],
}
const first = {
  ...current,
  'history/ledger': [
    {
      ledger_entry_time: at,
      account_from_id: bytes(account.party),
      account_to_id: bytes(account.other),
      quantity: amount,
      vega_time: at.replace('01.000001', '01'),
      account_from_balance: '0',
      account_to_balance: amount,
      type: 'TRANSFER_TYPE_TRANSFER_FUNDS_SEND',
    },
  ],
}

let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyra-e2e-archive-'))
  await writeSegment(join(folder, 'small-1-115-1-9.zip'), 'small-1', 9, first)
  await writeSegment(join(folder, 'small-1-115-10-12.zip'), 'small-1', 12, current, 10)
  await writeSegment(join(folder, 'small-1-115-14-15.zip'), 'small-1', 15, current, 14)
  await writeSegment(join(folder, 'other-1-115-10-12.zip'), 'other-1', 12, current, 10)
  await writeSegment(join(folder, 'newer.zip'), 'small-1', 9, first, 1, 116)
  const wrong = {
    ...first,
    'currentstate/party_margin_modes': [
      { market_id: 'none', party_id: bytes(party), at_epoch: '41', margin_mode: '2' },
    ],
  }
  await writeSegment(join(folder, 'wrong.zip'), 'small-1', 9, wrong)
  const whole = await readFile(join(folder, 'small-1-115-1-9.zip'))
  const damaged = Buffer.from(whole)
  // Within the packed bytes of the first table.
  for (let at = 200; at < 220; at += 1) damaged[at] = (damaged[at] ?? 0) ^ 0xff
  await writeFile(join(folder, 'damaged.zip'), damaged)
  await writeFile(join(folder, 'cut.zip'), whole.subarray(0, whole.length - 400))
  await writeFile(join(folder, 'notes.zip'), 'no archive')
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

const archive = (page: Page) => page.getByRole('region', { name: 'Archive' })
const status = (page: Page) => page.getByRole('contentinfo', { name: 'Connection' })

async function choose(page: Page, ...names: string[]): Promise<void> {
  await page.getByLabel('Network-history segments').setInputFiles(names.map((name) => join(folder, name)))
}

/** Chooses segments and loads them. */
async function load(page: Page, ...names: string[]): Promise<void> {
  await choose(page, ...names)
  await archive(page).getByRole('button', { name: 'Load', exact: true }).click()
}

/** What no page loads unless an archive is opened. */
const ofArchives = /archive-worker|\.wasm|\/archive\/|pglite/

test.describe.configure({ timeout: 180_000 })

const expectNoCore = (page: Page) =>
  expect(
    page
      .getByRole('main')
      .getByText(/An archive has no core node/)
      .first(),
  ).toBeVisible()

test('two segments of a network that is gone answer every page, and nothing is sent anywhere', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  const loaded: string[] = []
  page.on('request', (request) => {
    if (ofArchives.test(request.url())) loaded.push(request.url())
  })
  await page.goto('/settings')
  await expect(archive(page).getByRole('button', { name: 'Open an archive' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loaded).toEqual([])
  await choose(page, 'small-1-115-10-12.zip', 'small-1-115-1-9.zip')
  await expect(archive(page)).toContainText('2 segments of small-1, block 1 to 12')
  await expect(archive(page)).toContainText(/about \d+ MB of memory/)
  await archive(page).getByRole('button', { name: 'Load', exact: true }).click()
  await expect(archive(page).getByText('In use')).toBeVisible({ timeout: 90_000 })
  expect(loaded.some((url) => url.includes('.wasm'))).toBe(true)
  await expect(status(page)).toContainText('Archive, block 1 to 12, in this browser')
  const links = page.getByRole('navigation', { name: 'Main' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (/\/(api|statistics|time|lyra)\b/.test(new URL(request.url()).pathname)) sent.push(request.url())
  })
  await links.getByRole('link', { name: 'Margin modes' }).click()
  await expect(page.getByRole('grid', { name: 'Margin modes' }).getByText('Isolated 8x')).toBeVisible()
  // Without a network, what is loaded answers on.
  await context.setOffline(true)
  await links.getByRole('link', { name: 'Settings' }).click()
  await links.getByRole('link', { name: 'Margin modes' }).click()
  await page.keyboard.press('r')
  await expect(page.getByRole('grid', { name: 'Margin modes' }).getByText('Isolated 8x')).toBeVisible()
  await expect(status(page)).toContainText('in this browser')
  await context.setOffline(false)
  await page.keyboard.press('p')
  await expect(page.getByText('Live is off: an archive does not change.')).toBeVisible()
  await page.getByRole('link', { name: 'Ledger export' }).first().click()
  await page.getByRole('combobox', { name: 'Party' }).fill(party)
  await page.keyboard.press('Enter')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text.split('\n')).toHaveLength(3)
  expect(text).toContain(`,${amount},-${amount},TRANSFER_TYPE_TRANSFER_FUNDS_SEND,`)
  await page.getByRole('link', { name: 'Spam limits' }).first().click()
  await expectNoCore(page)
  expect(sent).toEqual([])
})

test('an archive of a schema that is not known is not loaded without a word', { tag: '@full' }, async ({ page }) => {
  await page.goto('/settings')
  await choose(page, 'newer.zip')
  await expect(archive(page).getByText('newer.zip: of schema 116; its tables must be those of 115')).toBeVisible()
})

test('a file that is none, a damaged one, one that is cut off: each is a sentence with its name', async ({ page }) => {
  await page.goto('/settings')
  await choose(page, 'notes.zip')
  await expect(archive(page)).toContainText('notes.zip is not a zip archive: File format is not recognized.')
  await choose(page, 'cut.zip')
  await expect(archive(page)).toContainText('cut.zip is not a zip archive')
  await load(page, 'damaged.zip')
  await expect(archive(page)).toContainText(/damaged\.zip is damaged at "history\/\w+"/, { timeout: 90_000 })
  await load(page, 'wrong.zip')
  await expect(archive(page)).toContainText(
    /wrong\.zip: the table party_margin_modes has "none" in line 2, column market_id, where an id belongs/,
    { timeout: 90_000 },
  )
  await expect(archive(page).getByRole('button', { name: 'Open an archive' })).toBeVisible()
})

test(
  'a segment of another chain and one behind a gap are refused, and what was open stays',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/settings')
    await load(page, 'small-1-115-1-9.zip')
    await expect(status(page)).toContainText('Archive, block 1 to 9, in this browser', { timeout: 90_000 })
    await load(page, 'other-1-115-10-12.zip')
    await expect(archive(page)).toContainText(
      'other-1-115-10-12.zip is of the chain other-1 and cannot be joined to the data of small-1.',
    )
    await load(page, 'small-1-115-14-15.zip')
    await expect(archive(page)).toContainText('the segment that starts at block 10 is missing')
    await load(page, 'small-1-115-10-12.zip')
    await expect(status(page)).toContainText('Archive, block 1 to 12, in this browser', { timeout: 90_000 })
  },
)

test(
  'a dropped folder is read with what lies in it, and loading says rows, rate and what remains',
  { tag: '@full' },
  async ({ page }) => {
    const inner = join(folder, 'dropped', 'of the year')
    await mkdir(inner, { recursive: true })
    await writeFile(join(folder, 'dropped', 'README.txt'), 'no segment')
    for (const name of ['small-1-115-1-9.zip', 'small-1-115-10-12.zip']) await cp(join(folder, name), join(inner, name))
    await page.goto('/margin-modes')
    await expect(page.getByRole('grid', { name: 'Margin modes' })).toBeVisible()
    // Only the browser itself gives a page folders.
    const session = await page.context().newCDPSession(page)
    const data = { items: [], files: [join(folder, 'dropped')], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data })
    await expect(archive(page)).toContainText('2 segments of small-1, block 1 to 12')
    await page.evaluate(() => {
      const words = new Set<string>()
      Object.assign(globalThis, { words })
      new MutationObserver(() => {
        for (const line of document.querySelectorAll('section[aria-label="Archive"] p')) words.add(line.textContent)
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await archive(page).getByRole('button', { name: 'Load', exact: true }).click()
    await expect(archive(page).getByText('In use')).toBeVisible({ timeout: 90_000 })
    const words = (await page.evaluate(() => [...(globalThis as unknown as { words: Set<string> }).words])).join('\n')
    expect(words).toMatch(/\d+ % · \d+ rows · \d+ rows\/s · about .+ left/)
    expect(words).toMatch(/small-1-115-1-9\.zip, table \w+/)
  },
)

test('a segment dropped on another page is read, and can be cancelled', async ({ page }) => {
  await page.goto('/margin-modes')
  await expect(page.getByRole('grid', { name: 'Margin modes' })).toBeVisible()
  const content = (await readFile(join(folder, 'small-1-115-1-9.zip'))).toString('base64')
  await page.evaluate((base64) => {
    const transfer = new DataTransfer()
    const file = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    transfer.items.add(new File([file], 'small-1-115-1-9.zip'))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }))
  }, content)
  await expect(archive(page)).toContainText('1 segment of small-1, block 1 to 9')
  await archive(page).getByRole('button', { name: 'Load', exact: true }).click()
  await archive(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(archive(page).getByRole('button', { name: 'Open an archive' })).toBeVisible()
  await expect(status(page)).not.toContainText('Archive')
})

test(
  'the page says that closing ends an archive, asks before the tab is left, and has forgotten it afterwards',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/settings')
    await expect(archive(page)).toContainText('are gone when this tab closes')
    await load(page, 'small-1-115-1-9.zip')
    await expect(status(page)).toContainText('in this browser', { timeout: 90_000 })
    await expect(archive(page)).toContainText('Closing this tab, or loading it again, ends it')
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await expect(archive(page).getByRole('button', { name: 'Open an archive' })).toBeVisible()
    await expect(status(page)).not.toContainText('Archive')
    const kept = await page.evaluate(async () => {
      const databases = (await indexedDB.databases())
        .map(({ name }) => name)
        .filter((name) => /pglite/i.test(name ?? ''))
      const files: string[] = []
      for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name)
      return {
        databases,
        files,
        stored: [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage)).join(' '),
      }
    })
    expect(kept).toMatchObject({ databases: [], files: [] })
    expect(kept.stored).not.toContain('archive:')
  },
)

test(
  'what a segment will need is said before it is loaded, and too much is a sentence',
  { tag: '@full' },
  async ({ page }) => {
    // A segment whose directory says that a table is of 900 MB: random letters, so that it is no zip bomb.
    const letters = randomBytes(6_000_000).toString('base64')
    const large = join(folder, 'large.zip')
    await writeSegment(large, 'small-1', 9, { ...first, 'currentstate/teams': [{ name: letters }] })
    const content = await readFile(large)
    const entry = content.indexOf('currentstate/teams', content.lastIndexOf('history/blocks'))
    content.writeUInt32LE(900_000_000, entry - 46 + 24)
    await writeFile(large, content)
    await page.goto('/settings')
    await choose(page, 'large.zip')
    await expect(archive(page)).toContainText(/This needs about 6\.[78] GB of memory, and a tab has [\d.]+ GB for it/)
    await expect(archive(page)).toContainText('choose fewer segments, or import them with Lyra’s command line')
    await expect(archive(page).getByRole('button', { name: 'Load', exact: true })).toHaveCount(0)
  },
)

test(
  'an archive answers with its reasons where it has nothing: watch room, spam limits, live, exports',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/settings')
    await load(page, 'small-1-115-1-9.zip')
    await expect(status(page)).toContainText('in this browser', { timeout: 90_000 })
    const links = page.getByRole('navigation', { name: 'Main' })
    await expect(page.getByRole('main').getByText('Live is off: an archive does not change')).toBeVisible()
    await page.getByRole('link', { name: 'Ledger export' }).first().click()
    await page.getByRole('combobox', { name: 'Party' }).fill(party)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
    // Links that leave the page lead nowhere.
    await expect(page.locator('a[href^="archive:"]')).toHaveCount(0)
    for (const name of ['Spam limits', 'Overview'])
      await test.step(name, async () => {
        await links.getByRole('link', { name }).click()
        await expectNoCore(page)
      })
  },
)

test('one tab holds an archive and the other one says so; its node stays', async ({ page, context }) => {
  await page.goto('/settings')
  await load(page, 'small-1-115-1-9.zip')
  await expect(status(page)).toContainText('in this browser', { timeout: 90_000 })
  const second = await context.newPage()
  await second.goto('/settings')
  await expect(status(second)).not.toContainText('Archive')
  await choose(second, 'small-1-115-1-9.zip')
  await expect(archive(second)).toContainText('Another tab of this browser holds an archive.')
  await archive(page).getByRole('button', { name: 'Close the archive' }).click()
  await expect(status(page)).not.toContainText('Archive')
  await choose(second, 'small-1-115-1-9.zip')
  await expect(archive(second)).toContainText('1 segment of small-1')
})

test('the built folder below a path of a file server: the sample by one click, and every page of it without a network', async ({
  page,
  context,
}) => {
  const { url, asked, close } = await serveFiles()
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'Open an archive' })).toBeVisible()
  await expect(status(page)).toContainText('No node')
  await page.getByRole('button', { name: 'Open the sample' }).click()
  await expect(status(page)).toContainText(/Archive, block [\d,]+ to [\d,]+, in this browser/, { timeout: 120_000 })
  const links = page.getByRole('navigation', { name: 'Main' })
  const modes = page.getByRole('grid', { name: 'Margin modes' })
  await links.getByRole('link', { name: 'Margin modes' }).click()
  await expect(modes.getByText(/^Isolated/).first()).toBeVisible()
  expect(page.url()).toBe(`${url}#/margin-modes`)
  await expect(page.locator('a[href^="/"]')).toHaveCount(0)
  // The code of all pages is there.
  const pages = (await readdir(join(built('web'), 'assets'))).filter((name) => /^page-.*\.js$/.test(name))
  await page.waitForFunction((names) => {
    const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)))
    return names.every((name) => loaded.has(name))
  }, pages)
  await context.setOffline(true)
  await links.getByRole('link', { name: 'Liquidity' }).click()
  await page.getByRole('main').getByRole('link', { name: 'BTC/USDT' }).first().click()
  await expect(page.getByRole('grid', { name: 'Liquidity providers' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(modes.getByText(/^Isolated/).first()).toBeVisible()
  await context.setOffline(false)
  // The archive ends with the tab; the address stays, and is answered once there is a node again.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Open an archive' })).toBeVisible()
  expect(page.url()).toBe(`${url}#/margin-modes`)
  expect(asked.filter((path) => !path.startsWith('/old/lyra/'))).toEqual([])
  expect(asked.filter((path) => /\/(api|statistics|time|lyra\/lyra)\b/.test(path))).toEqual([])
  close()
})

const documentPolicy = {
  'Content-Security-Policy': "default-src 'self'; connect-src *; style-src 'self' 'unsafe-inline'",
}
for (const [why, options, words] of [
  ['may run no database', { headers: () => documentPolicy }, /does not let the page run a database \(WebAssembly\)/],
  ['has lost its program', { missing: /pglite.*\.wasm$/ }, /The database could not be started/],
  ['has lost its data', { missing: /\.data$/ }, /The database could not be started/],
  ['has lost its worker', { missing: /archive-worker/ }, /could not be loaded: reload the page/],
] as const)
  test(
    `an archive on a site that ${why} is refused with a sentence, and never loads for ever`,
    { tag: why === 'may run no database' ? [] : '@full' },
    async ({ page }) => {
      const { url, close } = await serveFiles(options)
      await page.goto(url)
      await page.getByRole('button', { name: 'Open the sample' }).click()
      await expect(archive(page)).toContainText(words)
      await expect(archive(page).getByRole('button', { name: 'Open an archive' })).toBeVisible()
      close()
    },
  )

test(
  'every page of the network works with its archive, as with its node',
  { tag: '@full' },
  async ({ page, network }) => {
    test.slow()
    const { url, close } = await serveFiles({ packed: true })
    await page.goto(url)
    await page.getByRole('button', { name: 'Open the sample' }).click()
    await expect(status(page)).toContainText('in this browser', { timeout: 120_000 })
    const ofCore = /An archive has no core node/
    for (const { name, path, at, ready } of routes) {
      const address = await at(network)
      await test.step(name, async () => {
        await page.goto(`${url}#${address}`)
        await expect(page.locator('[data-waiting]')).toHaveCount(0)
        if (path === '/watch' || path?.startsWith('/spam'))
          await expect.soft(page.getByRole('main').getByText(ofCore).first(), name).toBeVisible()
        else await expect.soft(ready(page).first(), name).toBeVisible()
        const failures = await page.getByRole('main').getByRole('alert').allInnerTexts()
        expect
          .soft(
            failures.filter((text) => !ofCore.test(text)),
            name,
          )
          .toEqual([])
      })
    }
    close()
  },
)

test('the built folder on a file server shows a node by its address', { tag: '@full' }, async ({ page, service }) => {
  const { url, close } = await serveFiles()
  await page.goto(`${url}#/margin-modes?marketId=none`)
  await page.getByRole('textbox', { name: 'Another node' }).fill(service.url)
  await page.getByRole('button', { name: 'Test it' }).click()
  await page.getByRole('button', { name: 'Use this node' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Margin modes' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL(`${url}#/`)
  await expect(status(page)).toContainText(new URL(service.url).host)
  close()
})

/** Within the page, what `archiveInPage` leaves there. */
declare const pageArchive: PageArchive

const corpus = process.env['LYRA_TEST_CORPUS']
const run = promisify(execFile)

/** The recordings that only a core node answers: spam counters, and its own statistics. */
const ofCoreNode = 'no-001 sp-001 sp-002 sp-004 sp-005 sp-006 sp-008 sp-009 sp-011 sp-013 sp-015 sp-017 sp-019'

if (corpus !== undefined) {
  test(
    'the recordings of a real node, answered inside the browser, but for those of its core',
    { tag: '@full' },
    async ({ page }) => {
      test.setTimeout(600_000)
      await page.goto('/settings')
      const script = (await readdir(join(built('web'), 'assets'))).find((name) => /^archive-worker.*\.js$/.test(name))
      await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<input type="file" id="zips" multiple>'))
      const zips = (await readdir(corpus)).filter((name) => name.endsWith('.zip'))
      await page.locator('#zips').setInputFiles(zips.map((name) => join(corpus, name)))
      await page.evaluate(archiveInPage, `/assets/${script}`)
      await page.evaluate(() => pageArchive.load([...(document.querySelector<HTMLInputElement>('#zips')?.files ?? [])]))
      const server = createServer((request, response) => {
        void page
          .evaluate(async (target) => {
            const { status, headers, body } = await pageArchive.request(target)
            const data = await new Promise<string>((resolve) => {
              const reader = new FileReader()
              reader.addEventListener('load', () => resolve(reader.result as string))
              reader.readAsDataURL(body)
            })
            return { status, headers, base64: data.slice(data.indexOf(',') + 1) }
          }, request.url ?? '')
          .then(({ status, headers, base64 }) => {
            const body = Buffer.from(base64, 'base64')
            response.writeHead(status, { ...Object.fromEntries(headers), 'content-length': body.length }).end(body)
          })
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      const compared = await run(
        process.execPath,
        [join(corpus, 'compare.mjs'), '--base', `http://127.0.0.1:${port}`, '--file', join(corpus, 'public.jsonl')],
        { maxBuffer: 1 << 26 },
      ).catch((failed: { stdout: string }) => failed)
      server.close()
      const failed = [...compared.stdout.matchAll(/^FAIL\s+(\S+)/gm)].map(([, id = '']) => id)
      expect(failed.toSorted().join(' ')).toBe(ofCoreNode)
      expect(compared.stdout).toContain('matched 397 of 410')
    },
  )
}
