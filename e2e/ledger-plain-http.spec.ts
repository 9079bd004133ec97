import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test as base } from './fixtures.ts'

const path = '/api/v2/ledgerentry/export'

/** The service under a name that is not this machine's own, as in an office without https: nothing there is trusted. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP lyra.test 127.0.0.1'],
      }),
    { scope: 'worker' },
  ],
  baseURL: async ({ service }, use) => use(service.url.replace('127.0.0.1', 'lyra.test')),
})

const notOnHttps = 'This page is not on https, so the browser cannot write to a file, so the export is held in memory.'

async function open(page: Page, party: string): Promise<void> {
  await page.goto(`/ledger-export?partyId=${party}`)
  expect(
    await page.evaluate(() => [isSecureContext, 'showSaveFilePicker' in globalThis, 'crypto' in globalThis]),
  ).toEqual([false, false, true])
}

test('over plain HTTP the export is held in memory, with a note, and is verified', async ({ page, network }) => {
  const party = await network.versatileParty()
  const bytes = Buffer.from(await (await fetch(`${network.url}${path}?partyId=${party}`)).arrayBuffer())
  await open(page, party)
  await page.getByRole('button', { name: 'About How the file is saved' }).click()
  await expect(page.getByText(notOnHttps)).toBeVisible()
  await page.keyboard.press('Escape')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await readFile(await (await downloading).path())).equals(bytes)).toBe(true)
  await expect(page.getByRole('heading', { name: /^Complete: [\d,]+ rows$/ })).toBeVisible()
  await expect(page.getByText('Held in memory, then saved as a download.')).toBeVisible()
  // Hashed by the page itself: the browser's own hash is not offered here.
  expect(await page.evaluate(() => 'subtle' in crypto && crypto.subtle !== undefined)).toBe(false)
  await expect(page.getByTitle(createHash('sha256').update(bytes).digest('hex'))).toBeVisible()
})

test(
  'over plain HTTP an interrupted export can be resumed and gives the whole file',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const party = await network.versatileParty()
    const bytes = Buffer.from(await (await fetch(`${network.url}${path}?partyId=${party}`)).arrayBuffer())
    await open(page, party)
    await faults.set({ path, times: 1, fault: { reset: Math.floor(bytes.length / 2) } })
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const resume = page.getByRole('button', { name: /^Resume from \d/ })
    await expect(resume).toBeVisible()
    const downloading = page.waitForEvent('download')
    await resume.click()
    expect((await readFile(await (await downloading).path())).equals(bytes)).toBe(true)
    await expect(page.getByRole('heading', { name: /^Complete: [\d,]+ rows$/ })).toBeVisible()
  },
)
