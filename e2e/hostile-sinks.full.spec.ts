import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { recordNotifications } from './browser-notifications.ts'
import { expect, test } from './fixtures.ts'
import { attack, attacked } from './hostile.ts'

// Where text of a node goes besides the page itself: each place must take it as text.

const main = (page: Page) => page.getByRole('main')
const readable = 'onerror="window.hostile=1"'

/** The fields of one line of CSV. */
function fieldsOf(line: string): string[] {
  const fields = line.match(/(?:^|,)(?:"(?:[^"]|"")*"|[^,"]*)/g) ?? []
  return fields.map((field) => {
    const text = field.replace(/^,/, '')
    return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text
  })
}

test('document title, chart and its values', async ({ page, network }) => {
  const check = await attacked(page)
  const { id } = await network.busyMarket()
  await page.goto(`/markets/${id}/candles`)
  const chart = page.getByRole('application')
  await expect(chart).toBeVisible()
  await expect.poll(() => page.title()).toContain('onerror=')
  await chart.hover()
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await check()
})

test('title attributes, tooltips and explanations', async ({ page }) => {
  const check = await attacked(page)
  await page.goto('/margin-modes')
  await expect(main(page).getByText(readable, { exact: false }).first()).toBeVisible()
  for (const cell of (await main(page).getByRole('gridcell').all()).slice(0, 6)) await cell.hover()
  await page.keyboard.press('Enter')
  await check()
})

test('a CSV holds it as one field of its row, and a JSON line as it was', async ({ page, faults }) => {
  const mode = (at: number) => `partyMarginModes.edges.${at}.node.marginMode`
  await faults.set({ path: '/api/v2/margin-modes', fault: { set: { [mode(0)]: '=HYPERLINK(1)', [mode(1)]: 'mode' } } })
  const check = await attacked(page)
  await page.goto('/margin-modes?pagination.first=50')
  await expect(page.getByText('50 loaded, more on the node')).toBeVisible()
  const save = async (item: RegExp) => {
    await page.getByRole('button', { name: /^Export/ }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^[\w.-]+$/)
    return (await readFile(await file.path(), 'utf8')).trimEnd().split('\n')
  }
  const lines = await save(/^CSV/)
  const [header = '', ...rows] = lines
  expect(rows).toHaveLength(50)
  for (const line of rows) expect(fieldsOf(line)).toHaveLength(fieldsOf(header).length)
  // A spreadsheet would run the first.
  expect(rows.slice(0, 2).map((line) => fieldsOf(line).filter((field) => /HYPERLINK|onerror/.test(field)))).toEqual([
    ["'=HYPERLINK(1)"],
    [`${attack}mode`],
  ])
  const records = (await save(/^JSON Lines/)).map((line) => JSON.parse(line) as { marginMode: string })
  expect(records.slice(0, 2).map(({ marginMode }) => marginMode)).toEqual(['=HYPERLINK(1)', `${attack}mode`])
  await check()
})

test('a request copied for a shell is one argument of it, whatever the address says', async ({
  page,
  context,
  faults,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const check = await attacked(page)
  await faults.set({ path: '/api/v2/margin-modes', fault: { status: 500 } })
  const evil = `';touch hostile;'$(touch hostile)\`touch hostile\`"\\!`
  await page.goto(`/margin-modes?partyId=${encodeURIComponent(evil)}`)
  await main(page).getByRole('button', { name: 'Copy as curl' }).first().click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  // Every argument that curl would get, one a line; `touch` would say so.
  const shell = `curl() { printf 'arg:%s\\n' "$@"; }; touch() { echo TOUCHED; }; ${command}`
  const given = execFileSync('/bin/sh', ['-c', shell], { encoding: 'utf8' })
  expect(given).not.toContain('TOUCHED')
  expect(given.match(/^arg:http:\/\/127\.0\.0\.1:\d+\/api\/v2\/margin-modes\?/gm)).toHaveLength(1)
  await check()
})

test('messages, and the notice of a page that failed', async ({ page }) => {
  const check = await attacked(page)
  await page.goto('/margin-modes?pagination.first=50')
  await expect(page.getByText('50 loaded, more on the node')).toBeVisible()
  await page.route(/margin-modes\?/, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 13, message: attack, details: [{ '@type': attack, code: 1, message: attack, inner: attack }] },
    }),
  )
  await page.getByRole('button', { name: /^Export/ }).click()
  await page.getByRole('menuitem', { name: /^All as CSV/ }).click()
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('so nothing was saved')
  await expect(main(page).getByText(readable, { exact: false }).first()).toBeVisible()
  await check()
})

test('a notification of the browser', async ({ page, network, faults }) => {
  const partyId = await network.versatileParty()
  const notifications = await recordNotifications(page)
  const check = await attacked(page)
  const counter = (used: number) => ({ countForEpoch: String(used), maxForEpoch: '20', minTokensRequired: '1' })
  const says = (used: number) =>
    faults.set({ path: '/statistics/spam/', fault: { set: { 'statistics.transfers': counter(used) } } })
  await says(10)
  await page.clock.install()
  await page.goto(`/spam/${partyId}`)
  await page.getByRole('button', { name: 'Alerts are off' }).click()
  await page.getByRole('switch', { name: 'at a limit' }).first().click()
  await page.keyboard.press('Escape')
  await says(20)
  await page.clock.runFor(30_000)
  await expect.poll(async () => (await notifications()).join('\n')).toContain('limit reached')
  await check()
})

test('print', async ({ page, network }) => {
  const check = await attacked(page)
  for (const address of ['/margin-modes', `/parties/${await network.versatileParty()}`]) {
    await page.goto(address)
    await expect(main(page).getByText(readable, { exact: false }).first()).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    await expect(main(page).getByText(readable, { exact: false }).first()).toBeAttached()
    await check()
    await page.emulateMedia({ media: 'screen' })
  }
})
