import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright/test'
import { amount, literally } from './expected.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'

const path = '/api/v2/ledgerentry/export'
const target = async (network: Network) => `${path}?partyId=${await network.versatileParty()}`
const address = async (network: Network) => `/ledger-export?partyId=${await network.versatileParty()}`
const exportButton = (page: Page) => page.getByRole('button', { name: 'Export CSV' })

/** What the service answers, and how many rows that is. */
async function answerOf(network: Network, query: string): Promise<{ bytes: Buffer; rows: number }> {
  const bytes = Buffer.from(await (await fetch(network.url + query)).arrayBuffer())
  return { bytes, rows: bytes.toString().trimEnd().split('\n').length - 1 }
}

const contentOf = async (download: Download) => readFile(await download.path())

/** A browser without the file picker, as most are: headless ones have it but always close it. */
async function withoutPicker(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
}

test.describe('through the files of the browser', () => {
  test.beforeEach(({ page }) => withoutPicker(page))

  test('a complete export equals the bytes of the node and is called complete', async ({ page, network }) => {
    const answer = await answerOf(network, await target(network))
    expect(answer.rows).toBeGreaterThan(100)
    await page.goto(await address(network))
    const downloading = page.waitForEvent('download')
    await exportButton(page).click()
    const download = await downloading
    expect(await contentOf(download)).toEqual(answer.bytes)
    expect(download.suggestedFilename()).toMatch(/^ledger_entries_[0-9a-f]{64}_?\.csv$/)
    await expect(page.getByRole('heading', { name: `Complete: ${amount(String(answer.rows))} rows` })).toBeVisible()
    await expect(page.getByTitle(`${answer.bytes.length} bytes`)).toBeVisible()
  })

  test(
    'the content security policy allows WebAssembly in the hash worker only',
    { tag: '@full' },
    async ({ page, network }) => {
      const compiles = () => {
        try {
          return new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) instanceof WebAssembly.Module
        } catch {
          return false
        }
      }
      const starting = page.waitForEvent('worker')
      await page.goto(await address(network))
      await exportButton(page).click()
      expect(await (await starting).evaluate(compiles)).toBe(true)
      expect(await page.evaluate(compiles)).toBe(false)
    },
  )

  test('asset and range are taken from the address', { tag: '@full' }, async ({ page, network, requests }) => {
    const assets = await network.assets()
    const { rows } = await answerOf(network, await target(network))
    const used = await Promise.all(
      assets.map(async ({ id }) => (await answerOf(network, `${await target(network)}&assetId=${id}`)).rows),
    )
    const asset = assets[used.findIndex((count) => count > 0 && count < rows)]
    await page.goto(await address(network))
    await page.getByRole('combobox', { name: 'Asset' }).selectOption({ value: asset?.id ?? '' })
    await page.getByRole('button', { name: 'Last month' }).click()
    await expect(page).toHaveURL(new RegExp(`assetId=${asset?.id}`))
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'From, UTC' })).toHaveValue('1 Oct 2026, 00:00:00')
    await expect(page.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('is not a valid time')).toBeHidden()
    const plain = page.getByRole('link', { name: 'Plain link in a new tab' })
    const href = (await plain.getAttribute('href'))?.replace(network.url, '') ?? ''
    expect(href).toContain(`dateRange.startTimestamp=${Date.parse('2026-10-01T00:00:00Z')}000000`)
    expect(href).toContain(`dateRange.endTimestamp=${Date.parse('2026-11-01T00:00:00Z')}000000`)
    const answer = await answerOf(network, href)
    const downloading = page.waitForEvent('download')
    await exportButton(page).click()
    expect(await contentOf(await downloading)).toEqual(answer.bytes)
    await expect(page.getByRole('heading', { name: `Complete: ${amount(String(answer.rows))} row` })).toBeVisible()
    const [first, ...others] = requests.matching(new RegExp(literally(path))).map(({ target }) => target)
    expect(first).toBe(href)
    expect(others, 'one more, whether rows follow the last one').toHaveLength(1)
  })

  test('cancel ends the request and keeps nothing', async ({ page, network, faults }) => {
    const to = await address(network)
    await faults.set({ path, fault: { slices: 2 } })
    await page.goto(to)
    const head = page.waitForResponse((response) => response.url().includes(path)) // the body takes minutes
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes(path))
    let downloads = 0
    page.on('download', () => (downloads += 1))
    await exportButton(page).click()
    await head
    const running = page.getByRole('region', { name: 'Running' })
    await expect(page.getByRole('button', { name: 'An export is running' })).toBeDisabled()
    await running.getByRole('button', { name: 'Cancel' }).click()
    await ended
    await expect(page.getByRole('heading', { name: 'Cancelled: nothing was kept' })).toBeVisible()
    await expect(exportButton(page)).toBeEnabled()
    const kept = await page.evaluate(async () => {
      const names: string[] = []
      for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name)
      return names
    })
    expect(kept).toEqual([])
    expect(downloads).toBe(0)
  })

  test('an export continues while other pages are open', { tag: '@full' }, async ({ page, network, faults }) => {
    const [to, answer] = [await address(network), await answerOf(network, await target(network))]
    await faults.set({ path, fault: { latency: 2500 } })
    await page.goto(to)
    await exportButton(page).click()
    await expect(page.getByRole('region', { name: 'Running' })).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Margin modes' }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    expect(await contentOf(await downloading)).toEqual(answer.bytes)
    await page.goBack()
    await expect(page.getByRole('heading', { name: /^Complete: / })).toBeVisible()
  })

  test(
    'closing a tab asks for confirmation only while an export runs',
    { tag: '@full' },
    async ({ page, network, faults }) => {
      const { bytes } = await answerOf(network, await target(network))
      await faults.set({ path, fault: { stall: Math.floor(bytes.length * 0.7) } })
      await page.goto(await address(network))
      await exportButton(page).click()
      // What is shown of a running export is never called all of it.
      await expect(page.getByText(/^(first [\d,]+ of )?[\d,]+ rows so far$/)).toBeVisible()
      const asks = page.waitForEvent('dialog')
      await page.close({ runBeforeUnload: true })
      const question = await asks
      expect(question.type()).toBe('beforeunload')
      await question.dismiss()
      await page.getByRole('region', { name: 'Running' }).getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('heading', { name: 'Cancelled: nothing was kept' })).toBeVisible()
      let dialogs = 0
      page.on('dialog', () => (dialogs += 1))
      const closed = page.waitForEvent('close')
      await page.close({ runBeforeUnload: true })
      await closed
      expect(dialogs).toBe(0)
    },
  )

  test(
    'a party without entries exports a file with the header only',
    { tag: '@full' },
    async ({ page, network, faults }) => {
      const to = await address(network)
      const [from, until] = ['100000000000000000', '100000001000000000']
      const nothing = `&dateRange.startTimestamp=${from}&dateRange.endTimestamp=${until}`
      const { bytes } = await answerOf(network, (await target(network)) + nothing)
      await faults.clear()
      await page.goto(`${to}&from=${from}&to=${until}`)
      const downloading = page.waitForEvent('download')
      await exportButton(page).click()
      expect(await contentOf(await downloading)).toEqual(bytes)
      await expect(page.getByRole('heading', { name: 'No entries in this range' })).toBeVisible()
    },
  )

  test(
    'all invalid fields are shown before a request is sent',
    { tag: '@full' },
    async ({ page, network, requests }) => {
      await page.goto('/ledger-export')
      await exportButton(page).click()
      await expect(page.getByText('Party is required')).toBeVisible()
      await page.getByRole('combobox', { name: 'Party' }).fill(await network.versatileParty())
      await page.getByRole('textbox', { name: 'From, UTC' }).fill('2026-11-02')
      await page.getByRole('textbox', { name: 'To, UTC' }).fill('2026-11-01 12:00')
      await exportButton(page).click()
      await expect(page.getByText('From must be before To')).toBeVisible()
      await page.getByRole('textbox', { name: 'To, UTC' }).fill('soon')
      await expect(page.getByText('To is not a valid time')).toBeVisible()
      expect(requests.matching(new RegExp(literally(path)))).toEqual([])
    },
  )

  test('the same instant in another time zone', { tag: '@full' }, async ({ page, network }) => {
    const noon = `${Date.parse('2026-07-01T12:00:00Z')}000000`
    await page.goto(`${await address(network)}&from=${noon}`)
    await expect(page.getByRole('textbox', { name: 'From, UTC' })).toHaveValue('1 Jul 2026, 12:00:00')
    await page.getByRole('group', { name: 'Zone' }).getByRole('button', { name: /Local/ }).click()
    await expect(page.getByRole('textbox', { name: /^From, Local/ })).toHaveValue('1 Jul 2026, 13:00:00')
    await expect(page.getByText('1 Jul 2026, 12:00:00 UTC')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`from=${noon}`))
  })
})

test('without storage the file is held in memory and is complete', { tag: '@full' }, async ({ page, network }) => {
  await withoutPicker(page)
  await page.addInitScript(() => {
    navigator.storage.getDirectory = () => Promise.reject(new DOMException('not here', 'SecurityError'))
  })
  const answer = await answerOf(network, await target(network))
  await page.goto(await address(network))
  const downloading = page.waitForEvent('download')
  await exportButton(page).click()
  expect(await contentOf(await downloading)).toEqual(answer.bytes)
  await expect(page.getByText('Held in memory, then saved as a download.')).toBeVisible()
})

test('a chosen file is written while bytes arrive', async ({ page, network }) => {
  await page.addInitScript(() => {
    const pick = async () => (await navigator.storage.getDirectory()).getFileHandle('chosen.csv', { create: true })
    Reflect.set(globalThis, 'showSaveFilePicker', pick)
  })
  const answer = await answerOf(network, await target(network))
  await page.goto(await address(network))
  await exportButton(page).click()
  await expect(page.getByRole('heading', { name: /^Complete: / })).toBeVisible()
  await expect(page.getByText('Written to the file you chose.')).toBeVisible()
  const text = await page.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('chosen.csv')
    return (await handle.getFile()).text()
  })
  expect(text).toBe(answer.bytes.toString())
})

/** The names of files in the private storage, where this browser's chosen file lies as well. */
const storedFiles = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = []
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name)
    return names
  })

test('cancelling leaves no empty chosen file', { tag: '@full' }, async ({ page, network, faults }) => {
  await page.addInitScript(() => {
    const pick = async () => (await navigator.storage.getDirectory()).getFileHandle('chosen.csv', { create: true })
    Reflect.set(globalThis, 'showSaveFilePicker', pick)
  })
  const to = await address(network)
  await faults.set({ path, fault: { stall: 100_000 } })
  await page.goto(to)
  await exportButton(page).click()
  const running = page.getByRole('region', { name: 'Running' })
  await expect(running.getByTitle('100000 bytes', { exact: true })).toBeVisible()
  expect(await storedFiles(page)).toContain('chosen.csv')
  await running.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Cancelled: nothing was kept' })).toBeVisible()
  expect(await storedFiles(page)).toEqual([])
})

test('cancelling an export held in memory downloads nothing', { tag: '@full' }, async ({ page, network, faults }) => {
  await withoutPicker(page)
  await page.addInitScript(() => {
    navigator.storage.getDirectory = () => Promise.reject(new DOMException('not here', 'SecurityError'))
  })
  const to = await address(network)
  await faults.set({ path, fault: { stall: 100_000 } })
  let downloads = 0
  page.on('download', () => (downloads += 1))
  await page.goto(to)
  await exportButton(page).click()
  const running = page.getByRole('region', { name: 'Running' })
  await expect(running.getByTitle('100000 bytes', { exact: true })).toBeVisible()
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes(path))
  await running.getByRole('button', { name: 'Cancel' }).click()
  await ended
  await expect(page.getByRole('heading', { name: 'Cancelled: nothing was kept' })).toBeVisible()
  expect(downloads).toBe(0)
})

test(
  'an export cancelled before its first request sends none',
  { tag: '@full' },
  async ({ page, network, requests }) => {
    await withoutPicker(page)
    const held: (() => void)[] = []
    await page.route(/\/assets\/worker-/, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await page.goto(await address(network))
    await exportButton(page).click()
    await expect.poll(() => held.length).toBe(1)
    await page.getByRole('region', { name: 'Running' }).getByRole('button', { name: 'Cancel' }).click()
    held[0]?.()
    await expect(page.getByRole('heading', { name: 'Cancelled: nothing was kept' })).toBeVisible()
    expect(requests.matching(new RegExp(literally(path)))).toEqual([])
    expect(await storedFiles(page)).toEqual([])
  },
)

test(
  "the plain link opens the node's response in a new tab and says that it is unchecked",
  { tag: '@full' },
  async ({ page, network, context }) => {
    const { bytes } = await answerOf(network, await target(network))
    await page.goto(await address(network))
    await expect(page.getByText('fastest, but nothing checks that the file is complete')).toBeVisible()
    const downloading = context.waitForEvent('download')
    await page.getByRole('link', { name: 'Plain link in a new tab' }).click()
    expect(await contentOf(await downloading)).toEqual(bytes)
    await expect(page).toHaveURL(/\/ledger-export\?partyId=/)
    await expect(page.getByRole('heading', { name: 'No export yet' })).toBeVisible()
  },
)

test(
  'an unlisted asset id can be pasted; a note says that fractions of a second are truncated',
  { tag: '@full' },
  async ({ page, network }) => {
    await page.goto(await address(network))
    await page.getByRole('combobox', { name: 'Asset' }).selectOption({ label: 'Other asset…' })
    const pasted = page.getByRole('combobox', { name: 'Asset id' })
    await pasted.fill('no id')
    await expect(page.getByText('Not a 64-character id')).toBeVisible()
    // Half an id is not written to the address while it is typed, only when the field is left.
    await expect(page).not.toHaveURL(/assetId=/)
    await pasted.blur()
    await expect(page).toHaveURL(/assetId=no/)
    const asset = 'd1'.repeat(32)
    await pasted.fill(` ${asset} `)
    await expect(page.getByText('Not a 64-character id')).toBeHidden()
    const link = page.getByRole('link', { name: 'Plain link in a new tab' })
    await expect(link).toHaveAttribute('href', new RegExp(`assetId=${asset}`))
    await page.getByRole('textbox', { name: 'From, UTC' }).fill('2026-11-01 12:00:00.75')
    await expect(page.getByText('Whole seconds only: the fraction is dropped.')).toBeVisible()
    const second = `${Date.parse('2026-11-01T12:00:00Z')}000000`
    await expect(link).toHaveAttribute('href', new RegExp(`startTimestamp=${second}`))
    await page.getByRole('button', { name: 'About How the file is saved' }).click()
    await expect(page.getByText('Times are to the second.')).toBeVisible()
  },
)

test(
  'a file that begins after the requested start is complete, with a note that older data may be deleted',
  { tag: '@full' },
  async ({ page, network }) => {
    await withoutPicker(page)
    const answer = await answerOf(network, await target(network))
    const [, first = '', ...rest] = answer.bytes.toString().trimEnd().split('\n')
    const timeOf = (row: string): string => row.split(',')[0] ?? ''
    const year = (at: number) => `${Date.UTC(at, 0)}000000`
    await page.goto(`${await address(network)}&from=${year(2020)}&to=${year(2027)}`)
    await exportButton(page).click()
    await expect(page.getByRole('heading', { name: /^Complete: / })).toBeVisible()
    await expect(page.getByText(/^The first entry comes [\d,]+ days after the start of the range\./)).toContainText(
      'The node may not keep older data.',
    )
    await expect(
      page.getByText('The range is still open: entries after this export are not in the file.'),
    ).toBeVisible()
    await expect(page.getByRole('definition').getByTitle(timeOf(first), { exact: true })).toBeVisible()
    await expect(page.getByRole('definition').getByTitle(timeOf(rest.at(-1) ?? ''), { exact: true })).toBeVisible()
  },
)

/** A file as a node gives it that streams messages, cut anywhere. */
const messagesOf = (bytes: Buffer): string =>
  [bytes.subarray(0, 70_001), bytes.subarray(70_001)]
    .map((part) => ({ result: { contentType: 'text/csv', data: part.toString('base64'), extensions: [] } }))
    .map((message) => `${JSON.stringify(message)}\n`)
    .join('')

test('a node that streams messages gives the same file', { tag: '@full' }, async ({ page, network, faults }) => {
  await withoutPicker(page)
  const { bytes, rows } = await answerOf(network, await target(network))
  const to = await address(network)
  await faults.set({ path, times: 1, fault: { text: messagesOf(bytes) } })
  await page.goto(to)
  const downloading = page.waitForEvent('download')
  await exportButton(page).click()
  expect(await contentOf(await downloading)).toEqual(bytes)
  await expect(page.getByRole('heading', { name: `Complete: ${amount(String(rows))} rows` })).toBeVisible()
})

test(
  'a file name from the node cannot contain a path or reversed text',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    await withoutPicker(page)
    const to = await address(network)
    const name = "attachment; filename=x; filename*=UTF-8''..%2F..%2Fetc%2Fledger%E2%80%AEvsc.exe%00.csv"
    await faults.set({ path, fault: { headers: { 'content-disposition': name } } })
    await page.goto(to)
    const downloading = page.waitForEvent('download')
    await exportButton(page).click()
    expect((await downloading).suggestedFilename()).toBe('ledgervsc.exe.csv')
    await expect(page.getByRole('definition').filter({ hasText: /^ledgervsc\.exe\.csv$/ })).toBeVisible()
  },
)

test('an amount wider than its column shows that it is truncated', { tag: '@full' }, async ({ page, network }) => {
  await withoutPicker(page)
  await page.goto(await address(network))
  await exportButton(page).click()
  const grid = page.getByRole('grid', { name: 'Preview' })
  const amounts = grid.getByRole('gridcell').getByTitle(/ raw$/)
  await expect(amounts.first()).toBeVisible()
  const lookLikeShorterOnes = await amounts.evaluateAll((all) => {
    for (const one of all) one.closest<HTMLElement>('[role=gridcell]')!.style.width = '40px'
    return all
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth || clientWidth === 0)
      .filter((one) => getComputedStyle(one).textOverflow !== 'ellipsis')
      .map(({ textContent }) => textContent)
  })
  expect(lookLikeShorterOnes).toEqual([])
  expect(await amounts.evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth))).toBe(true)
})

test('closing the file picker sends no request', { tag: '@full' }, async ({ page, network, requests }) => {
  await page.addInitScript(() => {
    const pick = () => {
      document.documentElement.dataset['picker'] = 'closed'
      return Promise.reject(new DOMException('closed', 'AbortError'))
    }
    Reflect.set(globalThis, 'showSaveFilePicker', pick)
  })
  await page.goto(await address(network))
  await exportButton(page).click()
  await expect(page.locator('html')).toHaveAttribute('data-picker', 'closed')
  await expect(exportButton(page)).toBeEnabled()
  await expect(page.getByRole('heading', { name: 'No export yet' })).toBeVisible()
  expect(requests.matching(new RegExp(literally(path)))).toEqual([])
})

test('the card on the party page starts the same export', { tag: '@full' }, async ({ page, network }) => {
  await withoutPicker(page)
  const partyId = await network.versatileParty()
  const answer = await answerOf(network, await target(network))
  await page.goto(`/parties/${partyId}`)
  const card = page.getByRole('region', { name: 'Ledger export' })
  await card.getByRole('button', { name: 'All', exact: true }).click()
  const downloading = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Export CSV' }).click()
  expect(await contentOf(await downloading)).toEqual(answer.bytes)
  await expect(page).toHaveURL(new RegExp(`/ledger-export\\?partyId=${partyId}$`))
  await expect(page.getByRole('heading', { name: /^Complete: / })).toBeVisible()
})
