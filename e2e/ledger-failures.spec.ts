import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { refusal } from './states.ts'

const path = '/api/v2/ledgerentry/export'

type Fault = Record<string, unknown>

/** One way in which an export goes wrong, and what the page must say. */
interface Case {
  fault: Fault
  /** How often it strikes; always when not given. */
  times?: number
  heading: RegExp
  words?: string | RegExp
  /** Whole rows came before it. */
  rows?: boolean
}

const refused = /^The service refused this export$/
const cut = /^Incomplete: cut after [\d,]+ rows?$/
const nothing = /^Incomplete: it ended before the first row$/
/** What no cut file may be called; `Incomplete: ` is another word. */
const complete = /^Complete: | is complete: /
const inBand = '260002 failed to export ledger entries: asked for by the fault switch'

/** A browser without the file picker: the export goes to private storage. */
const withoutPicker = (page: Page) =>
  page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))

async function leftovers(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names: string[] = []
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name)
    return names
  })
}

async function bodyOf(network: Network, party: string): Promise<{ text: string; header: number; rowEnds: number[] }> {
  const text = await (await fetch(`${network.url}${path}?partyId=${party}`)).text()
  const rowEnds: number[] = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) rowEnds.push(at + 1)
  return { text, header: rowEnds[0] ?? 0, rowEnds }
}

const message = (text: string): string =>
  `${JSON.stringify({ result: { contentType: 'text/csv', data: Buffer.from(text).toString('base64'), extensions: [] } })}\n`

/** Runs the cases one after the other on one page; each is dismissed before the next. */
async function runCases(
  page: Page,
  network: Network,
  set: (rule: { path: string; times?: number; fault: Fault }) => Promise<void>,
  make: (body: Awaited<ReturnType<typeof bodyOf>>) => Record<string, Case>,
): Promise<void> {
  const party = await network.versatileParty()
  const cases = make(await bodyOf(network, party))
  await withoutPicker(page)
  await page.goto(`/ledger-export?partyId=${party}`)
  const main = page.getByRole('main')
  for (const [name, { fault, times, heading, words, rows = false }] of Object.entries(cases)) {
    await test.step(name, async () => {
      await set({ path, ...(times !== undefined && { times }), fault })
      await page.getByRole('button', { name: 'Export CSV' }).click()
      await expect(main.getByRole('heading', { level: 2, name: heading }), name).toBeVisible({ timeout: 20_000 })
      await expect(main.getByRole('heading', { name: complete }), `${name} is not complete`).toHaveCount(0)
      if (words !== undefined) await expect(main.getByText(words).first(), name).toBeVisible()
      await expect(main.getByRole('button', { name: /^Resume from/ })).toHaveCount(rows ? 1 : 0)
      if (!rows) expect(await leftovers(page), `${name} leaves no file`).toEqual([])
      await main.getByRole('button', { name: /^(Discard|Dismiss)$/ }).click()
      await expect(main.getByRole('heading', { name: 'No export yet' })).toBeVisible()
    })
  }
}

test.describe.configure({ timeout: 180_000 })

test('refusals before the first byte', async ({ page, network, faults }) => {
  await runCases(
    page,
    network,
    (rule) => faults.set(rule),
    () => ({
      '500 with details': {
        fault: { status: 500, error: refusal },
        heading: refused,
        words: '10017 failed to read the rows: row 7 is odd',
      },
      '500 in plain text': { fault: { status: 500, text: 'upstream away' }, heading: refused, words: 'upstream away' },
      '502 of a proxy, in HTML': {
        fault: { status: 502, text: '<html><h1>Bad gateway</h1></html>' },
        heading: refused,
        words: 'Status 502. Bad gateway',
      },
      '503': { fault: { status: 503 }, heading: refused, words: 'Status 503' },
      '504': { fault: { status: 504 }, heading: refused, words: 'Status 504' },
      '404 of a node without the operation': {
        fault: { status: 404, error: { code: 5, message: 'Not Found', details: [] } },
        heading: refused,
        words: 'Status 404, code 5. Not Found',
      },
      '400 for its parameters': {
        fault: { status: 400, error: { code: 3, message: 'Invalid argument', details: [] } },
        heading: refused,
        words: 'Status 400, code 3. Invalid argument',
      },
      'a connection that is reset before a byte': { fault: { reset: 0 }, heading: refused },
    }),
  )
})

test('a body that is cut', async ({ page, network, faults }) => {
  await runCases(
    page,
    network,
    (rule) => faults.set(rule),
    ({ header, rowEnds, text }) => ({
      'reset inside the header': { fault: { reset: 20 }, heading: nothing, words: 'connection was lost' },
      'reset behind the header': { fault: { reset: header }, heading: nothing, words: 'connection was lost' },
      'reset inside a row': {
        fault: { reset: (rowEnds[90] ?? 0) + 40 },
        heading: cut,
        words: 'connection was lost',
        rows: true,
      },
      'reset behind a row': { fault: { reset: rowEnds[90] }, heading: cut, words: 'connection was lost', rows: true },
      'reset at the last byte': {
        fault: { reset: text.length - 1 },
        heading: cut,
        words: 'connection was lost',
        rows: true,
      },
      'ended without a byte': { fault: { truncate: 0 }, heading: nothing, words: 'no header line' },
      'ended inside the header': { fault: { truncate: 30 }, heading: nothing },
      'ended behind the header, once': {
        fault: { truncate: header },
        times: 1,
        heading: nothing,
        words: 'cut without a word',
      },
      'ended inside a row': {
        fault: { truncate: (rowEnds[40] ?? 0) + 7 },
        heading: cut,
        words: 'The body ends inside a row.',
        rows: true,
      },
      'ended behind a row, as if it were whole': {
        fault: { truncate: rowEnds[40] },
        heading: cut,
        words: 'cut without a word',
        rows: true,
      },
      'ended before the last line end': { fault: { truncate: text.length - 1 }, heading: cut, rows: true },
    }),
  )
})

test('an error in the body', async ({ page, network, faults }) => {
  await runCases(
    page,
    network,
    (rule) => faults.set(rule),
    ({ header, rowEnds, text }) => {
      const failure = `{"error":${JSON.stringify(refusal)}}`
      return {
        'before the header': { fault: { inBandError: 0 }, heading: nothing, words: inBand },
        'behind the header': { fault: { inBandError: header }, heading: nothing, words: inBand },
        'behind a row': { fault: { inBandError: rowEnds[60] }, heading: cut, words: inBand, rows: true },
        'behind half a row': {
          fault: { inBandError: (rowEnds[60] ?? 0) + 99 },
          heading: cut,
          words: inBand,
          rows: true,
        },
        'behind everything': { fault: { inBandError: text.length }, heading: cut, words: inBand, rows: true },
        'half of it': {
          fault: { text: `${text}{"error":{"code":13,"mess` },
          heading: cut,
          words: 'ends inside a row',
          rows: true,
        },
        'as the last message of a stream of messages': {
          fault: { text: `${message(text)}${failure}` },
          heading: cut,
          words: 'row 7 is odd',
          rows: true,
        },
        'as the only message': { fault: { text: failure }, heading: nothing, words: 'row 7 is odd' },
        'a message that is cut': {
          fault: { text: message(text) + message(text).slice(0, 90) },
          heading: cut,
          words: 'last message of the stream is cut off',
          rows: true,
        },
      }
    },
  )
})

test('a body that is something else', async ({ page, network, faults }) => {
  const { text, header, rowEnds } = await bodyOf(network, await network.versatileParty())
  await runCases(
    page,
    network,
    (rule) => faults.set(rule),
    () => ({
      'a page of HTML': {
        fault: { text: '<!doctype html>\n<title>Sign in</title>\n' },
        heading: nothing,
        words: 'something that is no ledger export',
      },
      'one line of text': { fault: { text: 'upstream away' }, heading: nothing },
      'another CSV': { fault: { text: 'a,b\n1,2\n' }, heading: nothing, words: 'something that is no ledger export' },
      'a message of another kind': { fault: { text: '{"ledgerEntries":{"edges":[]}}' }, heading: nothing },
    }),
  )
  // Rows of another shape: what came is kept apart, but there is nothing to go on from.
  await faults.set({ path, fault: { text: `${text.slice(0, rowEnds[3])}1,2,3\n${text.slice(header, rowEnds[2])}` } })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByRole('heading', { name: cut })).toBeVisible()
  await expect(page.getByText('Row 4 has 3 columns instead of 13.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Resume/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a pause of the rate limiter is shown, and the next try works', async ({ page, network, faults, asked }) => {
  await withoutPicker(page)
  const party = await network.versatileParty()
  await page.goto(`/ledger-export?partyId=${party}`)
  await faults.set({ path, times: 1, fault: { status: 429, headers: { 'Retry-After': '3' } } })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('Slowed down by the node')).toBeVisible()
  const since = Date.now()
  await expect(page.getByRole('heading', { name: refused })).toBeVisible()
  expect(asked.of(/ledgerentry/, since)).toEqual([])
  await page.waitForTimeout(3000)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Try again' }).click()
  await downloading
  await expect(page.getByRole('heading', { name: /^Complete: / })).toBeVisible()
})

test('a ban stops the export and everything else', async ({ page, network, faults, asked }) => {
  await withoutPicker(page)
  const party = await network.versatileParty()
  await page.goto(`/ledger-export?partyId=${party}`)
  await faults.set({ path, fault: { banned: 600 } })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('The node refuses this address')).toBeVisible()
  const since = Date.now()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The node refuses this address')).toBeVisible()
  expect(asked.of(/./, since)).toEqual([])
})

test('a node that never answers: silence is said, cancelling ends it', async ({ page, network, faults }) => {
  await withoutPicker(page)
  const party = await network.versatileParty()
  await page.goto(`/ledger-export?partyId=${party}`)
  await faults.set({ path, fault: { blackHole: true } })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText(/No byte for 1\d s/)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Cancelled: nothing was kept' })).toBeVisible()
  expect(await leftovers(page)).toEqual([])
})

test('a network that falls silent in the middle leaves whole rows to go on from', async ({
  page,
  network,
  faults,
  context,
}) => {
  await withoutPicker(page)
  const party = await network.versatileParty()
  const { text, rowEnds } = await bodyOf(network, party)
  await page.goto(`/ledger-export?partyId=${party}`)
  // A network that goes away closes no connection: the bytes just stop.
  await faults.set({ path, times: 1, fault: { stall: (rowEnds[90] ?? 0) + 40 } })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const running = page.getByRole('region', { name: 'Running' })
  await expect(running.getByTitle(`${(rowEnds[90] ?? 0) + 40} bytes`)).toBeVisible()
  await context.setOffline(true)
  await expect(running.getByText(/No byte for 1\d s/)).toBeVisible()
  await expect(page.getByRole('heading', { name: cut })).toBeVisible({ timeout: 70_000 })
  await expect(page.getByText('No byte came for 60 seconds.').first()).toBeVisible()
  await context.setOffline(false)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Resume from/ }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toBe(text)
  await expect(page.getByRole('heading', { name: complete })).toBeVisible()
})

test('a disk that is full is told as such', async ({ page, network }) => {
  await page.addInitScript(() => {
    const pick = async () => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('chosen.csv', { create: true })
      return handle
    }
    Reflect.set(globalThis, 'showSaveFilePicker', pick)
    // The engine runs in a worker, whose file fails as a full disk does.
    const Real = globalThis.Worker
    globalThis.Worker = class extends Real {
      constructor(url: string | URL) {
        // The engine is imported, not loaded later: a worker loses what is sent to it before its listener stands.
        const script = `
          import ${JSON.stringify(String(new URL(url, location.href)))}
          const real = FileSystemFileHandle.prototype.createWritable
          FileSystemFileHandle.prototype.createWritable = async function (...given) {
            const writable = await real.apply(this, given)
            writable.write = () => Promise.reject(new DOMException('no space left', 'QuotaExceededError'))
            return writable
          }`
        const blob = new Blob([script], { type: 'text/javascript' })
        super(URL.createObjectURL(blob), { type: 'module' })
      }
    }
  })
  await page.route(
    '**/*',
    async (route) => {
      // The page's own policy forbids workers from blobs; only this test needs one.
      const response = await route.fetch()
      const headers = { ...response.headers() }
      delete headers['content-security-policy']
      await route.fulfill({ response, headers })
    },
    { times: 1 },
  )
  await page.goto(`/ledger-export?partyId=${await network.versatileParty()}`)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByRole('heading', { name: /^Incomplete/ })).toBeVisible()
  await expect(page.getByText(/could not be written: no space left/)).toBeVisible()
})
