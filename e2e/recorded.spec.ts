import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { expect, test as base } from 'playwright/test'
import { amount, exactly, utc } from './expected.ts'
import { Network } from './network.ts'
import { main, startService, type Service } from './service.ts'

const run = promisify(execFile)

/** A folder with recorded answers of a real node and the network-history segments that they were answered from. */
const corpus = process.env['LYRA_TEST_CORPUS']

const Recording = v.object({
  id: v.string(),
  group: v.string(),
  request: v.object({ path: v.string() }),
  response: v.object({ headers: v.record(v.string(), v.string()), body: v.string() }),
})

const recordings = async (folder: string): Promise<v.InferOutput<typeof Recording>[]> =>
  (await readFile(join(folder, 'public.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => v.parse(Recording, JSON.parse(line)))

const test = base.extend<{ baseURL: string; network: Network }, { archive: Service }>({
  archive: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'lyra-e2e-recorded-'))
      const data = join(folder, 'data')
      const zips = (await readdir(corpus ?? ''))
        .filter((name) => name.endsWith('.zip'))
        .map((name) => join(corpus ?? '', name))
      await run(process.execPath, [main, 'import', ...zips, '--data', data])
      const service = await startService(folder, ['--data', data])
      await use(service)
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ archive }, use) => use(archive.url),
  network: async ({ archive }, use) => use(new Network(archive.url)),
})

test.describe.configure({ timeout: 180_000 })

/** All types of transfers and accounts, one row, none, one asset, both bounds, each bound alone. */
const ledgers = ['le-001', 'le-002', 'le-004', 'le-012', 'le-018', 'le-020', 'le-022', 'le-024']

if (corpus !== undefined) {
  test(
    'the export of an imported ledger equals that of a real node byte for byte',
    { tag: '@full' },
    async ({ page }) => {
      await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
      const all = await recordings(corpus)
      for (const id of ledgers) {
        await test.step(id, async () => {
          const recording = all.find((one) => one.id === id)
          const query = new URL(recording?.request.path ?? '', 'http://node').searchParams
          const address = new URLSearchParams()
          for (const [name, param] of [
            ['partyId', 'partyId'],
            ['assetId', 'assetId'],
            ['from', 'dateRange.startTimestamp'],
            ['to', 'dateRange.endTimestamp'],
          ] as const) {
            const value = query.get(param)
            if (value !== null) address.set(name, value)
          }
          await page.goto(`/ledger-export?${address}`)
          const downloading = page.waitForEvent('download')
          await page.getByRole('button', { name: 'Export CSV' }).click()
          const download = await downloading
          const { body, headers } = recording?.response ?? { body: '', headers: {} }
          expect((await readFile(await download.path())).equals(Buffer.from(body)), id).toBe(true)
          const rows = amount(String(body.trimEnd().split('\n').length - 1))
          const heading = page.getByRole('heading', {
            name: rows === '0' ? /^No entries in / : new RegExp(`Complete: ${rows} rows?$| complete: ${rows} rows?$`),
          })
          await expect(heading).toBeVisible()
          // Browsers put an underscore in the place of a dot or a space that ends the name.
          const name = headers['content-disposition']?.split('filename=')[1] ?? ''
          expect(download.suggestedFilename().replace(/_?\.csv$/, '')).toBe(name.replace(/_?\.csv$/, ''))
        })
      }
    },
  )

  test('three days without trades of an imported market are gaps, and its prices are exact', async ({
    page,
    network,
  }) => {
    const market = (await network.markets()).find(({ tradableInstrument }) =>
      tradableInstrument.instrument.code.startsWith('AUR'),
    )
    const candles = (await network.candles(market?.id ?? '', '1 hour', 1000)).toReversed()
    const from = BigInt(Date.parse('2024-03-08T00:00:00Z')) * 1_000_000n
    const to = from + 4n * 86_400_000_000_000n
    const shown = candles.filter(({ start }) => BigInt(start) >= from && BigInt(start) < to)
    const empty = shown.filter(({ open }) => open === '').length
    expect(empty).toBeGreaterThan(70)
    await page.goto(`/markets/${market?.id}/candles?interval=1%20hour&table=on&from=${from}&to=${to}`)
    const table = page.getByRole('grid', { name: /^Candles of .* in view$/ })
    await expect(table).toHaveAttribute('aria-rowcount', String(shown.length + 1))
    await expect(page.getByText(`${empty} empty`).first()).toBeVisible()
    await page.getByRole('application', { name: /^Candles of / }).press('Home')
    const row = table.getByRole('row').filter({ hasText: utc(shown[0]?.start ?? '') })
    const close = new RegExp(`^${exactly(shown[0]?.close ?? '', Number(market?.decimalPlaces))}$`)
    await expect(row.getByRole('gridcell', { name: close }).first()).toBeVisible()
  })

  test('a week of an imported market with a notional beyond 64 bits is charted exactly', async ({ page, network }) => {
    const market = (await network.markets()).find(({ tradableInstrument }) =>
      tradableInstrument.instrument.code.startsWith('SEN'),
    )
    const weeks = await network.candles(market?.id ?? '', '7 days', 50)
    const huge = weeks.find(({ notional }) => BigInt(notional) > 2n ** 64n - 1n)
    expect(huge).toBeDefined()
    await page.goto(`/markets/${market?.id}/candles?interval=7%20days&table=on&notional=on`)
    const table = page.getByRole('grid', { name: /^Candles of .* in view$/ })
    // Weeks begin with a UTC day.
    const [day] = utc(huge?.start ?? '').split(', ')
    const row = table.getByRole('row').filter({ hasText: day ?? '' })
    await row.click()
    const decimals = Number(market?.decimalPlaces) + Number(market?.positionDecimalPlaces)
    const exact = amount(huge?.notional ?? '', decimals).replace(/\.?0+$/, '')
    await expect(
      page
        .getByRole('main')
        .getByText(new RegExp(`^Notional(, \\w+)? [\\d,]*${exact.replaceAll('.', '\\.')}`))
        .first(),
    ).toBeVisible()
  })
}
