import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { refusal } from './states.ts'

// One failure of each kind in a real browser; all others are in run-failures.test.tsx, with the same engine and cards.

const path = '/api/v2/ledgerentry/export'
const exportButton = (page: Page) => page.getByRole('button', { name: 'Export CSV' })
const complete = /^Complete: /

test.beforeEach(({ page }) => page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker')))

test('a rejected export shows its error and leaves no file', { tag: '@full' }, async ({ page, network, faults }) => {
  await page.goto(`/ledger-export?partyId=${await network.versatileParty()}`)
  await faults.set({ path, fault: { status: 500, error: refusal } })
  await exportButton(page).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'The service refused this export' })).toBeVisible()
  await expect(main.getByText('Status 500, code 13')).toContainText('10017 failed to read the rows: row 7 is odd')
  const files = await page.evaluate(async () => {
    const names: string[] = []
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name)
    return names
  })
  expect(files).toEqual([])
})

test('an error at the end of the stream makes the file incomplete and is not written into it', async ({
  page,
  network,
  faults,
}) => {
  const party = await network.versatileParty()
  const whole = Buffer.from(await (await fetch(`${network.url}${path}?partyId=${party}`)).arrayBuffer())
  await page.goto(`/ledger-export?partyId=${party}`)
  await faults.set({ path, fault: { inBandError: 100_000 } })
  const downloading = page.waitForEvent('download')
  await exportButton(page).click()
  const download = await downloading
  const content = await readFile(await download.path())
  expect(content).toEqual(whole.subarray(0, content.length))
  expect(content.length).toBeLessThanOrEqual(100_000)
  expect(content.length).toBeGreaterThan(99_000)
  expect(download.suggestedFilename()).toMatch(/\.incomplete\.csv$/)
  await expect(page.getByRole('heading', { name: /^Incomplete: cut after \d+ rows/ })).toBeVisible()
  await expect(page.getByText('260002 failed to export ledger entries: asked for by the fault switch')).toBeVisible()
})

test('an export whose connection is reset is never called complete', async ({ page, network, faults }) => {
  await page.goto(`/ledger-export?partyId=${await network.versatileParty()}`)
  await faults.set({ path, fault: { reset: 150_000 } })
  await exportButton(page).click()
  await expect(page.getByRole('heading', { name: /^Incomplete: cut after / })).toBeVisible()
  await expect(page.getByText('connection was lost').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: complete })).toBeHidden()
  await faults.clear()
  await exportButton(page).click()
  await expect(page.getByRole('heading', { name: complete })).toBeVisible()
})
