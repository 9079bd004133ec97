import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test as base } from 'playwright/test'
import { bytes, writeSegment } from './segment.ts'
import { main, startService, type Service } from './service.ts'

const run = promisify(execFile)
const [party, other, market, asset] = ['a1', 'b2', 'c3', 'd4'].map((pair) => pair.repeat(32)) as [
  string,
  string,
  string,
  string,
]
const account = { party: 'e5'.repeat(32), other: 'f6'.repeat(32) }
const at = '2026-03-01 00:00:01.000001+00'

/** Two parties, a market that the archive does not describe, and one transfer between them. */
const rows = {
  'currentstate/parties': [party, other].map((id) => ({ id: bytes(id), tx_hash: bytes('00'), vega_time: at })),
  'currentstate/party_margin_modes': [
    {
      market_id: bytes(market),
      party_id: bytes(party),
      at_epoch: '41',
      margin_mode: '2',
      margin_factor: '0.1250000000000000',
    },
    { market_id: bytes(market), party_id: bytes(other), at_epoch: '12', margin_mode: '1' },
  ],
  'currentstate/accounts': [
    { id: bytes(account.party), party_id: bytes(party), asset_id: bytes(asset), type: '4' },
    { id: bytes(account.other), party_id: bytes(other), asset_id: bytes(asset), type: '4' },
  ],
  'history/ledger': [
    {
      ledger_entry_time: at,
      account_from_id: bytes(account.party),
      account_to_id: bytes(account.other),
      quantity: '1157920892373161954235709850086879078532699846656405640394575840079131296399',
      vega_time: at,
      account_from_balance: '0',
      account_to_balance: '1157920892373161954235709850086879078532699846656405640394575840079131296399',
      type: 'TRANSFER_TYPE_TRANSFER_FUNDS_SEND',
    },
  ],
}

/** A service of an imported archive, as a reader would make it. */
const test = base.extend<{ baseURL: string }, { archive: Service }>({
  archive: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'lyra-e2e-import-'))
      const [zip, data] = [join(folder, 'small-1-115-1-9.zip'), join(folder, 'data')]
      await writeSegment(zip, 'small-1', 9, rows)
      const { stdout } = await run(process.execPath, [main, 'import', zip, '--data', data])
      expect(stdout).toContain('blocks 1 to 9 of small-1 imported')
      const service = await startService(folder, ['--data', data])
      await use(service)
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ archive }, use) => use(archive.url),
})

test('margin modes of a party of an imported archive', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('contentinfo', { name: 'Connection' })).toContainText('chain small-1')
  await page.getByRole('combobox', { name: 'Find a party, market or candles' }).fill(party)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Margin modes' }).getByRole('link', { name: 'Open table' }).click()
  await expect(page.getByText('all 1 loaded')).toBeVisible()
  const row = page.getByRole('grid', { name: 'Margin modes' }).getByRole('row').nth(1)
  await expect(row.getByText('Isolated 8x')).toBeVisible()
  await expect(row.getByRole('gridcell', { name: '41', exact: true })).toBeVisible()
  // What no loaded row has is folded away, and said.
  await expect(page.getByText(/^2 columns hidden: under a tenth of the loaded rows/)).toBeVisible()
})

/** The file that a real node makes of this ledger, as a literal. */
const amount = '1157920892373161954235709850086879078532699846656405640394575840079131296399'
const ledger = [
  'vega_time,quantity,effect,transfer_type,asset_id,account_from_market_id,account_from_party_id,account_from_account_type,account_from_balance,account_to_market_id,account_to_party_id,account_to_account_type,account_to_balance',
  `${at},${amount},-${amount},TRANSFER_TYPE_TRANSFER_FUNDS_SEND,${asset},,${party},GENERAL,0,,${other},GENERAL,${amount}`,
  '',
].join('\n')

test('ledger of a party of an imported archive, byte for byte', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  await page.goto(`/ledger-export?partyId=${party}`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toBe(ledger)
  await expect(page.getByRole('heading', { name: /^Complete: 1 row/ })).toBeVisible()
})

test('spam statistics of an imported archive name what they need', { tag: '@full' }, async ({ page }) => {
  await page.goto(`/spam/${party}`)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('503')
  await expect(alert).toContainText("Spam statistics live in a core node's memory: start Lyra with --core URL.")
})

test('a party without a team, a market without trades: empty, not failed', { tag: '@full' }, async ({ page }) => {
  await page.goto(`/teams/referees/${party}`)
  await expect(page.getByRole('heading', { name: 'No team recorded for this party' })).toBeVisible()
  await page.goto(`/liquidity-providers?partyId=${party}`)
  await expect(page.getByRole('heading', { name: 'No liquidity of this party here' })).toBeVisible()
})
