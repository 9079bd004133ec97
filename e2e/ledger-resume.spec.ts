import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Download, Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

const path = '/api/v2/ledgerentry/export'
const exportButton = (page: Page) => page.getByRole('button', { name: 'Export CSV' })
const complete = /(^Complete| is complete): [\d,]+ rows$/
const contentOf = async (download: Download): Promise<Buffer> => readFile(await download.path())

/** Destinations of the bytes; the picker returns a file of private storage, which has the same interface. */
const places = {
  'a chosen file': (page: Page) =>
    page.addInitScript(() => {
      const pick = async () => (await navigator.storage.getDirectory()).getFileHandle('chosen.csv', { create: true })
      Reflect.set(globalThis, 'showSaveFilePicker', pick)
    }),
  'private storage': (page: Page) =>
    page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker')),
  memory: (page: Page) =>
    page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'showSaveFilePicker')
      navigator.storage.getDirectory = () => Promise.reject(new DOMException('off', 'SecurityError'))
    }),
}

async function whole(network: Network): Promise<{ party: string; bytes: Buffer; rowEnds: number[] }> {
  const party = await network.versatileParty()
  const bytes = Buffer.from(await (await fetch(`${network.url}${path}?partyId=${party}`)).arrayBuffer())
  const rowEnds: number[] = []
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) rowEnds.push(at + 1)
  return { party, bytes, rowEnds }
}

/** What a party gained in one asset, in raw units, summed from the rows of a file. */
function netOf(file: string, party: string, asset: string): bigint {
  const [header = '', ...rows] = file.trim().split('\n')
  const names = header.split(',')
  return rows
    .map((row) => Object.fromEntries(row.split(',').map((cell, at): [string, string] => [names[at] ?? '', cell])))
    .filter((row) => row['asset_id'] === asset)
    .reduce((sum, row) => {
      const quantity = BigInt(row['quantity'] ?? '')
      const gained = row['account_to_party_id'] === party ? quantity : 0n
      return sum + gained - (row['account_from_party_id'] === party ? quantity : 0n)
    }, 0n)
}

const chosenText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('chosen.csv')
    return (await handle.getFile()).text()
  })

for (const [place, prepare] of Object.entries(places)) {
  test(
    `an interrupted export resumes in ${place} and gives the whole file`,
    { tag: place === 'private storage' ? '@full' : [] },
    async ({ page, network, faults }) => {
      const { party, bytes, rowEnds } = await whole(network)
      await prepare(page)
      await page.goto(`/ledger-export?partyId=${party}`)
      await faults.set({ path, times: 1, fault: { reset: (rowEnds[70] ?? 0) + 33 } })
      await exportButton(page).click()
      const resume = page.getByRole('button', { name: /^Resume from \d/ })
      await expect(resume).toBeVisible()
      const downloading = place === 'a chosen file' ? undefined : page.waitForEvent('download')
      await resume.click()
      await expect(page.getByRole('heading', { name: complete })).toBeVisible()
      const file = downloading ? await contentOf(await downloading) : Buffer.from(await chosenText(page))
      expect(file.equals(bytes)).toBe(true)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await expect(page.getByTitle(sha256)).toBeVisible()
      await expect(page.getByText('Verified').first()).toBeVisible()
    },
  )
}

test(
  'stopping keeps the received rows, and resuming starts at the last second',
  { tag: '@full' },
  async ({ page, network, faults, requests }) => {
    const { party, bytes } = await whole(network)
    await places['private storage'](page)
    await page.goto(`/ledger-export?partyId=${party}`)
    await faults.set({ path, times: 1, fault: { stall: Math.floor(bytes.length * 0.7) } })
    await exportButton(page).click()
    await expect(page.getByRole('region', { name: 'Running' })).toBeVisible()
    await expect(page.getByText(/^(first [\d,]+ of )?[\d,]+ rows so far$/)).toBeVisible()
    await page.getByRole('button', { name: 'Stop and keep what arrived' }).click()
    await expect(page.getByText('You stopped it.')).toBeVisible()
    const resume = page.getByRole('button', { name: /^(Resume|Try again)/ })
    const since = Date.now()
    const downloading = page.waitForEvent('download')
    await resume.click()
    expect((await contentOf(await downloading)).equals(bytes)).toBe(true)
    expect(requests.matching(/ledgerentry/, since).length).toBeGreaterThan(0)
  },
)

test('the spreadsheet form is written into the chosen file', { tag: '@full' }, async ({ page, network }) => {
  const { party, bytes } = await whole(network)
  await places['a chosen file'](page)
  await page.goto(`/ledger-export?partyId=${party}&form=spreadsheet&delimiter=%3B&mark=yes`)
  await exportButton(page).click()
  await expect(page.getByRole('heading', { name: complete })).toBeVisible()
  const text = await page.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('chosen.csv')
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await handle.getFile()).arrayBuffer())
  })
  expect(text.startsWith('\uFEFFtime_utc;quantity;effect;')).toBe(true)
  expect(text.split('\n').length).toBe(bytes.toString().split('\n').length)
  await expect(page.getByRole('term').filter({ hasText: /^SHA-256 of the original$/ })).toBeVisible()
})

for (const place of ['private storage', 'a chosen file'] as const) {
  test(
    `a running export resumes after a reload in ${place}`,
    { tag: place === 'private storage' ? '@full' : [] },
    async ({ page, network, faults }) => {
      const { party, bytes } = await whole(network)
      await places[place](page)
      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto(`/ledger-export?partyId=${party}`)
      await faults.set({ path, fault: { stall: Math.floor(bytes.length * 0.7) } })
      await exportButton(page).click()
      await expect(page.getByText(/^(first [\d,]+ of )?[\d,]+ rows so far$/)).toBeVisible()
      await page.reload()
      await expect(page.getByText('The page was closed or reloaded while this export was running.')).toBeVisible()
      await faults.clear()
      const downloading = place === 'private storage' ? page.waitForEvent('download') : undefined
      await page.getByRole('button', { name: /^Resume/ }).click()
      await expect(page.getByRole('heading', { name: complete })).toBeVisible({ timeout: 30_000 })
      const file = downloading ? await contentOf(await downloading) : Buffer.from(await chosenText(page))
      expect(file.equals(bytes)).toBe(true)
      await expect(page.getByTitle(createHash('sha256').update(bytes).digest('hex'))).toBeVisible()
    },
  )
}

test(
  'where the policy forbids WebAssembly the page says that there is no hash',
  { tag: '@full' },
  async ({ page, network }) => {
    const { party, bytes } = await whole(network)
    await places['private storage'](page)
    await page.route(/\/assets\/worker-/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'content-security-policy': "script-src 'self'" },
      })
    })
    await page.goto(`/ledger-export?partyId=${party}`)
    const downloading = page.waitForEvent('download')
    await exportButton(page).click()
    expect((await contentOf(await downloading)).equals(bytes)).toBe(true)
    await expect(page.getByRole('heading', { name: complete })).toBeVisible()
    await expect(page.getByText('No SHA-256')).toBeVisible()
    await expect(page.getByRole('term').filter({ hasText: 'SHA-256' })).toHaveCount(0)
  },
)

test(
  'an unverified end is not called complete and can be checked again',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const { party } = await whole(network)
    await places['private storage'](page)
    await page.goto(`/ledger-export?partyId=${party}`)
    // The first question has no range; only the one after it has.
    await faults.set({ path: `^${path}.*endTimestamp`, fault: { status: 503 } })
    await exportButton(page).click()
    await expect(page.getByRole('heading', { name: /^End not checked: / })).toBeVisible()
    await expect(page.getByRole('heading', { name: complete })).toHaveCount(0)
    await faults.clear()
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByRole('heading', { name: complete })).toBeVisible()
  },
)

test(
  'a finished file is offered in other forms without a request',
  { tag: '@full' },
  async ({ page, network, requests }) => {
    const { party, bytes } = await whole(network)
    await places['private storage'](page)
    await page.goto(`/ledger-export?partyId=${party}`)
    const first = page.waitForEvent('download')
    await exportButton(page).click()
    await first
    await expect(page.getByRole('heading', { name: complete })).toBeVisible()
    const since = Date.now()
    const save = async (name: string): Promise<Buffer> => {
      await page.getByRole('button', { name: 'With decimals and other forms' }).click()
      const downloading = page.waitForEvent('download')
      await page.getByRole('menuitem', { name }).first().click()
      return contentOf(await downloading)
    }
    const packed = await save('Original bytes')
    expect(gunzipSync(packed).equals(bytes)).toBe(true)
    const sheet = (await save('Comma')).toString()
    expect(sheet.split('\n').length).toBe(bytes.toString().split('\n').length)
    expect(sheet).toMatch(/^time_utc,quantity,.*asset_symbol,asset_decimals\n\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z,/)
    expect(requests.matching(/ledgerentry/, since)).toEqual([])
  },
)

test('the form chosen before the export is the one downloaded', { tag: '@full' }, async ({ page, network }) => {
  const { party, bytes } = await whole(network)
  await places['private storage'](page)
  await page.goto(`/ledger-export?partyId=${party}&gzip=yes`)
  const downloading = page.waitForEvent('download')
  await exportButton(page).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.csv\.gz$/)
  expect(gunzipSync(await contentOf(download)).equals(bytes)).toBe(true)
  // The hash is that of the bytes within; who compares it must know.
  await expect(page.getByRole('term').filter({ hasText: /^SHA-256 of the original$/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`${party}_.csv.gz`)
})

for (const place of ['private storage', 'a chosen file'] as const) {
  test(`cancelling also ends the conversion to another form: ${place}`, { tag: '@full' }, async ({ page, network }) => {
    const { party } = await whole(network)
    await places[place](page)
    // Packing that never comes to its end.
    await page.route(/\/assets\/worker-/, async (route) => {
      const response = await route.fetch()
      const never = `globalThis.CompressionStream = class extends TransformStream {
        constructor() { super({ transform: () => new Promise(() => {}) }) }
      };`
      await route.fulfill({ response, body: never + (await response.text()) })
    })
    let downloads = 0
    page.on('download', () => (downloads += 1))
    await page.goto(`/ledger-export?partyId=${party}&gzip=yes`)
    await exportButton(page).click()
    const running = page.getByRole('region', { name: 'Running' })
    await expect(running.getByText('Writing the chosen format')).toBeVisible()
    await running.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Cancelled: nothing was kept' })).toBeVisible()
    expect(downloads).toBe(0)
    const left = await page.evaluate(async () => {
      const names: string[] = []
      for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name)
      return names
    })
    expect(left).toEqual([])
  })
}

test('one export per node: another tab gets a message, the same tab brings it into focus', async ({
  page,
  network,
  faults,
  context,
}) => {
  const { party } = await whole(network)
  await places['private storage'](page)
  await page.goto(`/ledger-export?partyId=${party}`)
  await faults.set({ path, fault: { blackHole: true } })
  await exportButton(page).click()
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(page.locator(':focus').getByRole('region', { name: 'Running' })).toBeVisible()
  const other = await context.newPage()
  await places['private storage'](other)
  await other.goto(`/ledger-export?partyId=${party}`)
  await exportButton(other).click()
  await expect(other.getByText('another tab has an export from this node running')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Cancelled: nothing was kept' })).toBeVisible()
})

test(
  'starting from the party page shows the running export and starts no second one',
  { tag: '@full' },
  async ({ page, network, faults, requests }) => {
    const { party } = await whole(network)
    await places['private storage'](page)
    await page.goto(`/ledger-export?partyId=${party}`)
    await faults.set({ path, fault: { blackHole: true } })
    await exportButton(page).click()
    await expect(page.getByRole('region', { name: 'Running' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Party', exact: true }).click()
    const card = page.getByRole('region', { name: 'Ledger export' })
    await card.getByRole('button', { name: 'All', exact: true }).click()
    await card.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.locator(':focus').getByRole('region', { name: 'Running' })).toBeVisible()
    expect(requests.matching(/ledgerentry/)).toHaveLength(1)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Cancelled: nothing was kept' })).toBeVisible()
  },
)

test('sums, balances and the first rows are shown', { tag: '@full' }, async ({ page, network }) => {
  const { party, bytes, rowEnds } = await whole(network)
  await places['private storage'](page)
  await page.goto(`/ledger-export?partyId=${party}`)
  await exportButton(page).click()
  await expect(page.getByRole('heading', { name: complete })).toBeVisible()
  const net = page.getByRole('region', { name: 'Net' })
  for (const group of ['Fees', 'Transfers', 'Deposits and withdrawals'])
    await expect(net.getByText(group)).toBeVisible()
  // The sums of all kinds add up to the sum of the asset, computed from the file.
  const asset = await net.getByRole('combobox', { name: 'Asset of the totals' }).locator('option:checked').textContent()
  const id = (await network.assets()).find(({ details }) => details.symbol === asset)?.id ?? ''
  await expect(net.getByTitle(`${netOf(bytes.toString(), party, id)} raw`)).toBeVisible()
  await net.getByRole('button', { name: 'By month' }).click()
  await expect(net.getByText(/^2026-\d\d$/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: /^Balance check/ }).getByText('balances agree')).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Preview' })
  await expect(grid).toHaveAttribute('aria-rowcount', String(Math.min(500, rowEnds.length - 1) + 1))
  await page.getByRole('textbox', { name: 'Find in loaded rows' }).fill('no such row')
  await expect(page.getByText(/^No match in \d+ loaded rows$/)).toBeVisible()
})
