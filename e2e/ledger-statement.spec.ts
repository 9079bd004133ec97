import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { amount, utc } from './expected.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { demoTime } from './service.ts'
import { unexpected, watchShifts } from './shifts.ts'
import { refusal } from './states.ts'

const path = '/api/v2/ledgerentry/export'
const grid = (page: Page) => page.getByRole('grid', { name: 'Entries' })
const complete = (page: Page) => page.getByText(/ rows read; complete$/)
const counted = (count: number): string => amount(String(count))

interface Entry {
  line: string
  /** Unix microseconds. */
  micros: number
  [column: string]: string | number
}

/** The rows of an export, split by hand: no field of the demo network holds a comma. */
function entriesOf(csv: string): Entry[] {
  const [header = '', ...lines] = csv.trimEnd().split('\n')
  const names = header.split(',')
  return lines.map((line) => {
    const cells = line.split(',').map((cell) => (cell === '""' ? '' : cell))
    const time = cells[0] ?? ''
    const fraction = (/\.(\d+)/.exec(time)?.[1] ?? '').padEnd(6, '0')
    const micros = Date.parse(`${time.slice(0, 19).replace(' ', 'T')}Z`) * 1000 + Number(fraction)
    return { ...Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])), line, micros }
  })
}

async function csvOf(network: Network, party: string): Promise<string> {
  return (await fetch(`${network.url}${path}?partyId=${party}`)).text()
}

async function open(
  page: Page,
  network: Network,
  more = '',
): Promise<{ party: string; csv: string; entries: Entry[] }> {
  const party = await network.versatileParty()
  const csv = await csvOf(network, party)
  await page.goto(`/ledger?partyId=${party}${more}`)
  await expect(complete(page)).toBeVisible()
  return { party, csv, entries: entriesOf(csv) }
}

/** All rows of a grid, by scrolling through it: the texts of their cells. The grid renders a place once it is scrolled to. */
async function allRows(rows: Locator): Promise<string[][]> {
  const found = new Map<number, string[]>()
  for (let top = 0, done = false; !done;) {
    const seen = await rows.evaluate(async (scroller, top) => {
      scroller.scrollTop = top
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      for (let at = 0; at < 3; at += 1) await frame()
      const texts = [...scroller.querySelectorAll('[role="row"][aria-rowindex]')].map(
        (row) =>
          [
            Number(row.getAttribute('aria-rowindex')),
            [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent ?? ''),
          ] as const,
      )
      return { texts, next: top + scroller.clientHeight / 2, height: scroller.scrollHeight - scroller.clientHeight }
    }, top)
    for (const [index, cells] of seen.texts) if (cells.length > 0) found.set(index, cells)
    done = top >= seen.height - 1
    top = Math.min(seen.next, seen.height)
  }
  return [...found].toSorted(([a], [b]) => a - b).map(([, cells]) => cells)
}

/** Drops a file on the page, as from a folder. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text], name, { type: 'text/csv' }))
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    },
    [name, text] as const,
  )
}

test(
  'from a party to its market, the providers there, one of them and its statement by links alone',
  { tag: '@full' },
  async ({ page, network }) => {
    const market = await network.busyMarket()
    const { code } = market.tradableInstrument.instrument
    const [first, second] = await network.providers({ marketId: market.id })
    const [from, to] = [first?.partyId ?? '', second?.partyId ?? '']
    const main = page.getByRole('main')
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
    const headOf = (partyId: string) =>
      main.getByRole('banner').or(main.locator('header')).locator(`[data-id="${partyId}"]`)
    await page.goto(`/parties/${from}`)
    await expect(headOf(from)).toBeVisible()
    await page
      .getByRole('table', { name: 'Liquidity positions' })
      .getByRole('link', { name: code, exact: true })
      .click()
    await expect(page).toHaveURL(new RegExp(`/markets/${market.id}$`))
    await expect(heading(code)).toBeFocused()
    await page.getByRole('link', { name: 'All providers' }).click()
    await expect(page).toHaveURL(`/liquidity-providers?marketId=${market.id}`)
    await expect(heading(new RegExp(code))).toBeVisible()
    await page
      .getByRole('grid')
      .getByRole('row')
      .filter({ hasText: to })
      .getByRole('link', { name: new RegExp(to) })
      .click()
    await expect(page).toHaveURL(`/parties/${to}`)
    await expect(headOf(to)).toBeVisible()
    await main.getByRole('link', { name: 'Open statement' }).click()
    await expect(page).toHaveURL(new RegExp(`/ledger\\?partyId=${to}`))
    await expect(heading('Statement')).toBeVisible()
    await expect(complete(page)).toBeVisible()
    // Its rows are those that the service has for the request of this address, in their order.
    const { searchParams } = new URL(page.url())
    const range = ([name, member]: [string, string]) => {
      const value = searchParams.get(name)
      return value === null ? '' : `&dateRange.${member}=${value}`
    }
    const bounds = [['from', 'startTimestamp'] as [string, string], ['to', 'endTimestamp'] as [string, string]].map(
      range,
    )
    const entries = entriesOf(await (await fetch(`${network.url}${path}?partyId=${to}${bounds.join('')}`)).text())
    expect(entries.length).toBeGreaterThan(5)
    await expect(complete(page)).toHaveText(
      `${counted(entries.length)} of ${counted(entries.length)} rows read; complete`,
    )
    const assets = new Map((await network.assets()).map(({ id, details }) => [id, details]))
    for (const [at, entry] of entries.slice(0, 5).entries()) {
      const { symbol, decimals } = assets.get(String(entry['asset_id'])) ?? {}
      const row = grid(page)
        .getByRole('row')
        .nth(at + 1)
      await expect(row).toContainText(symbol ?? 'no symbol')
      await expect(row).toContainText(amount(String(entry['quantity']), Number(decimals)).replace(/\.?0+$/, ''))
    }
  },
)

test('balances over time of every asset and account equal those recomputed from the rows of the service', async ({
  page,
  network,
}) => {
  const { party, entries } = await open(page, network)
  const assets = new Map((await network.assets()).map(({ id, details }) => [id, details]))
  const markets = new Map(
    (await network.markets()).map(({ id, tradableInstrument: { instrument } }) => [id, instrument]),
  )
  const [start, end, steps] = [BigInt(entries[0]?.micros ?? 0), BigInt(entries.at(-1)?.micros ?? 0) + 1n, 480n]
  /** The last row of each step of each account, by asset; the row it is in decides the order. */
  const expected = new Map<string, Map<string, { row: number; account: string; balance: string }>>()
  const types = new Set<string>()
  for (const [row, entry] of entries.entries()) {
    for (const side of ['from', 'to']) {
      if (entry[`account_${side}_party_id`] !== party) continue
      const asset = String(entry['asset_id'])
      const [type, market] = [`account_${side}_account_type`, `account_${side}_market_id`].map((name) =>
        String(entry[name]),
      )
      const words = (type ?? '').replace('ACCOUNT_TYPE_', '').toLowerCase().replaceAll('_', ' ')
      const account = `${words} ${markets.get(market ?? '')?.code ?? ''}`.trim()
      const step = ((BigInt(entry.micros) - start) * steps) / (end - start)
      const raw = BigInt(String(entry[`account_${side}_balance`])).toString()
      const balance = amount(raw, Number(assets.get(asset)?.decimals)).replace(/\.?0+$/, '')
      types.add(words)
      const points = expected.get(asset) ?? new Map<string, { row: number; account: string; balance: string }>()
      expected.set(asset, points.set(`${step} ${account}`, { row, account, balance }))
    }
  }
  expect(expected.size, 'assets').toBeGreaterThan(1)
  expect(types.size, 'types of accounts').toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Table' }).click()
  const choice = page.getByRole('combobox', { name: 'Asset of the balances' })
  for (const [asset, points] of expected) {
    await choice.selectOption({ label: assets.get(asset)?.symbol ?? 'no symbol' })
    const lines = [...points.values()].toSorted((a, b) => a.row - b.row)
    const wanted = lines.map(({ account, balance }) => ({ account: account.toLowerCase(), balance }))
    // A row that moves between two accounts of the party is a step of both: each account keeps its own order.
    const byAccount = (steps: typeof wanted) =>
      steps.toSorted((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0))
    // The worker adds up the chosen asset while the grid still has the one before.
    await expect(async () => {
      const rows = await allRows(page.getByRole('grid', { name: 'Balance steps' }))
      const shown = rows.map(([, account = '', balance = '']) => ({ account: account.toLowerCase(), balance }))
      expect(byAccount(shown)).toEqual(byAccount(wanted))
    }).toPass({ timeout: 20_000 })
  }
})

test('what the chart shows is said before the first entry is there, and stays where it is', async ({
  page,
  network,
  faults,
}) => {
  const party = await network.versatileParty()
  await faults.set({ path, fault: { latency: 1500 } })
  const shifts = await watchShifts(page)
  const words = page.getByText('Each step shows the last balance the node reported.')
  // An open range has a line about its end, one that is over has none.
  const isOver = `&to=${Date.parse(demoTime) - 86_400_000}000000`
  for (const [width, range] of [
    [1440, isOver],
    [1440, ''],
    [768, isOver],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/ledger?partyId=${party}${range}`)
    await expect(page.getByRole('heading', { name: 'Waiting for the first row' })).toBeVisible()
    await expect(words).toBeVisible()
    const before = await words.boundingBox()
    await expect(complete(page)).toBeVisible()
    await expect(page.getByText(/^One step = /)).toBeVisible()
    expect(await words.boundingBox()).toEqual(before)
    const { sum, moved } = unexpected(await shifts())
    expect(sum, moved.join('\n')).toBeLessThan(0.002)
  }
})

test('filters and search work on the rows that were read, and what is shown is saved byte for byte', async ({
  page,
  network,
  requests,
}) => {
  const { entries, csv } = await open(page, network)
  const sent = requests.matching(/ledgerentry/).length
  const filters = page.getByRole('search', { name: 'Filters' })
  await filters.getByLabel('Type').selectOption({ label: 'Transfer funds send' })
  await filters.getByRole('button', { name: 'Debit' }).click()
  const shown = entries.filter(
    ({ transfer_type: type, effect }) => type === 'TRANSFER_TYPE_TRANSFER_FUNDS_SEND' && String(effect).startsWith('-'),
  )
  expect(shown.length).toBeGreaterThan(5)
  await expect(
    page.getByText(`${counted(shown.length)} of ${counted(entries.length)} rows read; complete`),
  ).toBeVisible()
  await expect(page).toHaveURL(/type=TRANSFER_TYPE_TRANSFER_FUNDS_SEND&side=debit/)
  const downloading = page.waitForEvent('download')
  const download = page.getByRole('button', { name: `Download these rows: ${counted(shown.length)} rows` })
  await download.click()
  await page.getByRole('menuitem', { name: /^Original CSV/ }).click()
  const saved = await readFile(await (await downloading).path(), 'utf8')
  expect(saved).toBe(`${csv.slice(0, csv.indexOf('\n'))}\n${shown.map(({ line }) => `${line}\n`).join('')}`)
  const saving = page.waitForEvent('download')
  await download.click()
  await page.getByRole('menuitem', { name: /^Plain names/ }).click()
  const accounts = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\n').slice(1)
  expect(accounts).toHaveLength(shown.length)
  const decimals = new Map((await network.assets()).map(({ id, details }) => [id, Number(details.decimals)]))
  expect(accounts.map((line) => line.split(',')[4])).toEqual(
    shown.map(({ quantity, asset_id: id }) =>
      amount(String(quantity), decimals.get(String(id)))
        .replaceAll(',', '')
        .replace(/\.?0+$/, ''),
    ),
  )
  await filters.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('searchbox').or(page.getByLabel('Find in loaded rows')).last().fill('withdraw')
  const found = entries.filter(({ transfer_type: type }) => String(type).includes('WITHDRAW')).length
  await expect(page.getByText(`1 of ${counted(found)} rows`)).toBeVisible()
  expect(requests.matching(/ledgerentry/)).toHaveLength(sent)
})

test(
  'zooming the chart filters the entries, and the address keeps the part',
  { tag: '@full' },
  async ({ page, network }) => {
    const { entries } = await open(page, network)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect(page).toHaveURL(/start=\d+&end=\d+/)
    const { searchParams } = new URL(page.url())
    const [start, end] = ['start', 'end'].map((name) => Number(searchParams.get(name)) / 1000)
    const shown = entries.filter(({ micros }) => micros >= (start ?? 0) && micros < (end ?? 0)).length
    expect(shown).toBeLessThan(entries.length)
    await expect(page.getByText(`${counted(shown)} of ${counted(entries.length)} rows read; complete`)).toBeVisible()
    await page.reload()
    await expect(page.getByText(`${counted(shown)} of ${counted(entries.length)} rows read; complete`)).toBeVisible()
    const balances = page.getByRole('region', { name: /^Balance over time/ })
    await balances.getByRole('button', { name: 'All', exact: true }).click()
    await expect(complete(page)).toHaveText(
      `${counted(entries.length)} of ${counted(entries.length)} rows read; complete`,
    )
    await expect(page).not.toHaveURL(/start=/)
    // A narrower window shows the same part; the wheel shows another one.
    await page.setViewportSize({ width: 1100, height: 900 })
    const chartWidth = async () => (await balances.locator('canvas').first().boundingBox())?.width
    await expect.poll(chartWidth).toBeLessThan(800)
    await expect(page).not.toHaveURL(/start=/)
    await balances.getByRole('img').hover()
    // A chart that has just got other balances shows all of them, whatever was turned before.
    await expect(async () => {
      await page.mouse.wheel(0, -600)
      await expect(page).toHaveURL(/start=\d+&end=\d+/, { timeout: 2000 })
    }).toPass()
  },
)

test(
  'a stretch that is chosen for the entries is what the chart shows',
  { tag: '@full' },
  async ({ page, network }) => {
    const { party, entries } = await open(page, network)
    const balances = page.getByRole('region', { name: /^Balance over time/ })
    const ends = balances.getByText(/^Until /)
    const before = await ends.textContent()
    const [start, end] = [entries[Math.floor(entries.length / 4)], entries[Math.floor(entries.length / 2)]].map(
      (entry) => BigInt(entry?.micros ?? 0) * 1000n,
    )
    const wide = entries.filter(
      ({ micros }) => BigInt(micros) * 1000n >= (start ?? 0n) && BigInt(micros) * 1000n < (end ?? 0n),
    )
    await page.goto(`/ledger?partyId=${party}&start=${start}&end=${end}`)
    await expect(
      page.getByText(`${counted(wide.length)} of ${counted(entries.length)} rows read; complete`),
    ).toBeVisible()
    // The last step of the chart ends where the stretch does, and the table of its steps has the stretch alone.
    await expect(ends).toContainText(utc(String(end)).slice(0, 17))
    expect(await ends.textContent()).not.toBe(before)
    // A part of it, then all again: the chart follows the entries both ways.
    await page.getByRole('search', { name: 'Filters' }).getByRole('button', { name: 'Clear all' }).click()
    await expect(page).not.toHaveURL(/start=/)
    await expect(ends).toHaveText(before ?? 'no end')
  },
)

test(
  'a file that is dropped is read with the same checks, and says what is wrong with it',
  { tag: '@full' },
  async ({ page, network, requests }) => {
    const party = await network.versatileParty()
    const csv = await csvOf(network, party)
    const rows = csv.trimEnd().split('\n').length - 1
    await page.goto('/ledger')
    await expect(page.getByRole('heading', { name: 'Statement', level: 1 })).toBeVisible()
    await drop(page, 'mine.csv', csv)
    await expect(page.getByRole('heading', { name: `Whole file: ${counted(rows)} rows` })).toBeVisible()
    await expect(grid(page).getByRole('gridcell').first()).toBeVisible()
    await expect(page.getByRole('main').locator(`[data-id="${party}"]`).first()).toBeVisible()
    await drop(page, 'cut.csv', csv.slice(0, -20))
    await expect(page.getByRole('heading', { name: `Incomplete: cut after ${counted(rows - 1)} rows` })).toBeVisible()
    await expect(page.getByText('The file ends in the middle of a row.').first()).toBeVisible()
    await drop(page, 'other.csv', csv.replace('effect', 'result'))
    await expect(page.getByText('The header lacks the column effect.').first()).toBeVisible()
    expect(requests.matching(/ledgerentry/)).toHaveLength(0)
  },
)

test('an error behind the rows makes the statement incomplete, and reading on completes it', async ({
  page,
  network,
  faults,
}) => {
  const party = await network.versatileParty()
  const csv = await csvOf(network, party)
  await faults.set({ path, fault: { inBandError: 100_000 } })
  await page.goto(`/ledger?partyId=${party}`)
  await expect(page.getByRole('heading', { name: /^Incomplete: cut after \d+ rows/ })).toBeVisible()
  await expect(page.getByText(/rows read; incomplete because: .*failed to export ledger entries/)).toBeVisible()
  await faults.clear()
  await page.getByRole('button', { name: /^Resume from/ }).click()
  const rows = csv.trimEnd().split('\n').length - 1
  await expect(page.getByText(`${counted(rows)} of ${counted(rows)} rows read; complete`)).toBeVisible()
})

test(
  'a refusal is not an empty statement, and a ban sends nothing more',
  { tag: '@full' },
  async ({ page, network, faults, requests }) => {
    const party = await network.versatileParty()
    await faults.set({ path, fault: { status: 500, error: refusal } })
    await page.goto(`/ledger?partyId=${party}`)
    await expect(page.getByRole('heading', { name: 'The service refused this statement' })).toBeVisible()
    await expect(page.getByText('10017 failed to read the rows: row 7 is odd').first()).toBeVisible()
    await faults.set({ path, fault: { banned: 600 } })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Loads when the ban ends.')).toBeVisible()
    const sent = requests.matching(/ledgerentry/).length
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect(page.getByText('Loads when the ban ends.')).toBeVisible()
    expect(requests.matching(/ledgerentry/)).toHaveLength(sent)
  },
)

test(
  'a finished export opens as a statement from its bytes, without another request',
  { tag: '@full' },
  async ({ page, network, requests }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
    const party = await network.versatileParty()
    await page.goto(`/ledger-export?partyId=${party}`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    await expect(page.getByRole('heading', { name: /^Complete: / })).toBeVisible()
    const sent = requests.matching(/ledgerentry/).length
    await page.getByRole('link', { name: 'Open statement' }).click()
    const rows = counted(csv.trimEnd().split('\n').length - 1)
    await expect(page.getByRole('heading', { name: `Whole file: ${rows} rows` })).toBeVisible()
    expect(requests.matching(/ledgerentry/)).toHaveLength(sent)
    await page.reload()
    await expect(page.getByText('The file of that export is no longer in this browser.')).toBeVisible()
    await page.getByRole('button', { name: 'Read it from the node' }).click()
    await expect(complete(page)).toBeVisible()
  },
)

test(
  'it prints as a statement of accounts: opening, totals, closing, entries, hash, node and time',
  { tag: '@full' },
  async ({ page, network }) => {
    const { party, csv, entries } = await open(page, network)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const paper = page.getByRole('article', { name: 'Printed statement' })
    await expect(paper.getByRole('heading', { name: 'Account statement' })).toBeVisible()
    const digest = await page.evaluate(async (text) => {
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
      return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    }, csv)
    for (const text of [party, digest, network.url, 'Everything the node keeps', 'chain lyra-demo-1'])
      await expect(paper.getByText(text).first()).toBeVisible()
    await expect(paper.getByText(/^Exported/).locator('..')).toContainText('UTC')
    for (const name of ['Balances', 'Totals by type', 'Totals by month, UTC'])
      await expect(paper.getByRole('table', { name })).toBeVisible()
    const printed = Math.min(entries.length, 1000)
    await expect(paper.getByRole('table', { name: 'Entries' }).getByRole('row')).toHaveCount(printed + 1)
    if (entries.length > printed)
      await expect(paper.getByText(`The first 1,000 of ${counted(entries.length)} entries are printed.`)).toBeVisible()
    const heading =
      entries.length > printed ? `; the first 1,000 of ${counted(entries.length)} entries are printed` : ''
    await expect(paper.getByText(`Complete: ${counted(entries.length)} rows${heading}`, { exact: true })).toBeVisible()
    // Who was on the other side of each entry, numbers in one piece, and the address behind the rows.
    const first = paper.getByRole('table', { name: 'Entries' }).getByRole('row').nth(1)
    const others = ['from', 'to']
      .map((side) => String(entries[0]?.[`account_${side}_party_id`]))
      .filter((id) => id !== party)
    for (const id of others) await expect(first).toContainText(id.slice(0, 6))
    for (const cell of await first
      .getByRole('cell')
      .filter({ hasText: /^[+\d.,\u2212]+$/ })
      .all())
      await expect(cell).toHaveCSS('white-space', 'nowrap')
    const below = await paper.evaluate((element) => element.getBoundingClientRect().bottom)
    const foot = await page.getByText(/· printed /).evaluate((element) => element.getBoundingClientRect().top)
    expect(foot).toBeGreaterThanOrEqual(below - 1)
    await expect(paper.locator('..')).toHaveCSS('display', 'block')
    await expect(grid(page)).toBeHidden()
    const file = process.env['LYRA_E2E_PRINT']
    if (file) await page.pdf({ path: file, format: 'A4' })
  },
)

test('no type, account or market of an entry is cut', { tag: '@full' }, async ({ page, network }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, network)
  const heads = await grid(page).getByRole('columnheader').allTextContents()
  const columns = ['Type', 'From', 'To', 'Counterparty'].map((name) => heads.findIndex((head) => head.startsWith(name)))
  expect(Math.min(...columns)).toBeGreaterThan(0)
  const cut = await grid(page).evaluate(
    (element, columns) =>
      [...element.querySelectorAll('[role="row"]')].flatMap((row) => {
        const cells = [...row.querySelectorAll('[role="gridcell"]')]
        return columns.flatMap((at) => {
          const parts = cells[at] ? [cells[at], ...cells[at].querySelectorAll('*')] : []
          return parts.some(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
            ? [cells[at]?.textContent]
            : []
        })
      }),
    columns,
  )
  expect(cut).toEqual([])
})

test('at 390 px nothing scrolls sideways', { tag: '@full' }, async ({ page, network }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, network)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
