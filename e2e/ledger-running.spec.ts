import type { Page } from 'playwright/test'
import { expectNoViolationsOnTallPage } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Network } from './network.ts'
import { refusal } from './states.ts'

const path = '/api/v2/ledgerentry/export'
const running = (page: Page) => page.getByRole('region', { name: 'Running' })

test.describe.configure({ timeout: 120_000 })
// So tall that the bar at the bottom covers nothing.
test.use({ viewport: { width: 1440, height: 2800 } })

test.beforeEach(({ page }) => page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker')))

async function begin(page: Page, network: Network): Promise<void> {
  await page.goto(`/ledger-export?partyId=${await network.versatileParty()}`)
}

/** Length in bytes of a part of the file that ends within a row. */
async function largeCut(network: Network): Promise<number> {
  const whole = await (await fetch(`${network.url}${path}?partyId=${await network.versatileParty()}`)).arrayBuffer()
  return Math.floor(whole.byteLength * 0.7)
}

async function expectClean(page: Page): Promise<void> {
  await expectNoViolationsOnTallPage(page, 'main')
  await page.setViewportSize({ width: 390, height: 2800 })
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await wide(), 'at 390 px').toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 2800 })
}

test(
  'running: bytes, rows, rate, time and sums without a percentage; Cancel does not move; no axe violation',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const bytes = await largeCut(network)
    await begin(page, network)
    await faults.set({ path, fault: { stall: bytes } })
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const card = running(page)
    const cancel = card.getByRole('button', { name: 'Cancel' })
    await expect(cancel).toBeVisible()
    const place = await cancel.boundingBox()
    await expect(card.getByTitle(`${bytes} bytes`)).toBeVisible()
    await expect(card.getByText(/^[1-9][\d,]*$/).first()).toBeVisible()
    await expect(card.getByText(/^[\d.]+ [kM]?B\/s$/)).toBeVisible()
    await expect(card.getByText(/^\d+ s elapsed$/)).toBeVisible()
    await expect(card.getByText('total size unknown')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(card).not.toContainText('%')
    await expect(page.getByText(/^(first [\d,]+ of )?[\d,]+ rows so far$/)).toBeVisible()
    await expect(page.getByText('more rows may arrive')).toBeVisible()
    await expect(page.getByText(/^all [\d,]+ loaded$/)).toHaveCount(0)
    await expect(
      page
        .getByRole('region', { name: 'Net' })
        .getByText(/^[+−]?\d/)
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('region', { name: /^Balance check/ })).toBeVisible()
    expect(await cancel.boundingBox()).toEqual(place)
    await expectClean(page)
    await expect(card.getByText(/No data for [1-9]\d+ s/)).toBeVisible()
    expect(await cancel.boundingBox()).toEqual(place)
  },
)

test(
  'ended: complete, interrupted, rejected and cancelled exports have no axe violation',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const bytes = await largeCut(network)
    await begin(page, network)
    const exported = () => page.getByRole('button', { name: 'Export CSV' }).click()
    await exported()
    await expect(page.getByRole('heading', { name: /^Complete: / })).toBeVisible()
    await expectClean(page)
    await faults.set({ path, fault: { inBandError: bytes } })
    await exported()
    await expect(page.getByRole('button', { name: /^Resume from/ })).toBeVisible()
    await faults.set({ path, fault: { status: 500, error: refusal } })
    await exported()
    await expect(page.getByRole('heading', { name: 'The service refused this export' })).toBeVisible()
    await faults.set({ path, fault: { blackHole: true } })
    await exported()
    await running(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Cancelled: nothing was kept' })).toBeVisible()
    // All four cards are on the page.
    await expectClean(page)
  },
)
