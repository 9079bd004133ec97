import { once } from 'node:events'
import { createServer } from 'node:http'
import { unexpected, watchShifts } from './shifts.ts'
import { expect, test as base } from 'playwright/test'
import { getSpamHistory } from '../src/wire/spam-history.ts'
import { spamCounters } from '../src/wire/spam-statistics.ts'
import { expectNoViolationsOnTallPage } from './axe.ts'
import { collectRequests } from './fixtures.ts'
import { serveImported } from './imported.ts'
import { Network } from './network.ts'
import { bytes } from './segment.ts'
import type { Service } from './service.ts'

const [watched, other] = ['a1'.repeat(32), 'b2'.repeat(32)]
const row = (party: string) => ({ id: bytes(party), tx_hash: bytes('00'), vega_time: '2026-03-01 00:00:01+00' })
const rows = { 'currentstate/parties': [row(watched), row(other)] }

const counter = (countForEpoch: string, maxForEpoch: string) => ({
  countForEpoch,
  maxForEpoch,
  minTokensRequired: '0',
})

interface RisingCore {
  url: string
  /** From now on nothing more is sent by the parties. */
  settle: () => void
  stop: () => void
}

/** A core node of two parties that send one transfer between any two requests for their statistics. */
async function startCore(): Promise<RisingCore> {
  const sent = new Map([watched, other].map((party) => [`/statistics/spam/${party}`, 2]))
  let rising = true
  const server = createServer((request, response) => {
    const used = sent.get(request.url ?? '')
    response.writeHead(used === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
    if (used === undefined) return response.end(JSON.stringify({ code: 5, message: 'Not Found', details: [] }))
    if (rising) sent.set(request.url ?? '', used + 1)
    const statistics = {
      ...Object.fromEntries(spamCounters.map((name) => [name, counter('0', '3')])),
      transfers: counter(String(used), '200'),
      votes: { statistics: [], maxForEpoch: '3' },
      pow: { blockStates: [], numberOfPastBlocks: '500' },
      epochSeq: '41',
    }
    return response.end(JSON.stringify({ chainId: 'small-1', statistics }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    settle: () => (rising = false),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A service that has read a party three times before any page is opened. */
const test = base.extend<{ baseURL: string }, { archive: Service }>({
  archive: [
    async ({}, use) => {
      const core = await startCore()
      const { service, remove } = await serveImported(9, rows, ['--core', core.url, '--watch', watched])
      const network = new Network(service.url)
      const samples = async () => (await network.ask(getSpamHistory, { partyId: watched })).samples.length
      await expect.poll(samples, { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
      core.settle()
      await use(service)
      await remove()
      core.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ archive }, use) => use(archive.url),
})

test('a fresh browser shows the rate of a watched party at once, from what the service has read', async ({
  page,
  archive,
}) => {
  const requests = collectRequests(page, archive.url)
  await page.goto(`/spam/${watched}`)
  const panel = page.getByRole('region', { name: /^Burn rate/ })
  await expect(panel.getByRole('img', { name: /^Transfers: from 2 to \d+ of 200$/ })).toBeVisible()
  await expect(panel.getByText(/^Transfers about [\d,.]+ per hour$/)).toBeVisible()
  await expect(panel.getByText(/^Rate from \d+ readings since \d\d:\d\d UTC, kept by this node\.$/)).toBeVisible()
  const targets = requests.matching(/^\/lyra\/v1\/spam-history/).map(({ target }) => target)
  expect(targets).toEqual([getSpamHistory.path, `${getSpamHistory.path}?partyId=${watched}`])
  await expectNoViolationsOnTallPage(page)
})

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const) {
  test(
    `the chart of what the node kept pushes nothing in sight away, ${width} px wide`,
    { tag: '@full' },
    async ({ page }) => {
      await page.setViewportSize({ width, height })
      const shifts = await watchShifts(page)
      await page.goto(`/spam/${watched}`)
      const panel = page.getByRole('region', { name: /^Burn rate/ })
      const chart = panel.getByRole('img', { name: /^Transfers: / })
      await expect(chart).toBeVisible()
      expect((await chart.boundingBox())?.height).toBe(118)
      const { sum, moved } = unexpected(await shifts())
      expect(sum, moved.join('\n')).toBeLessThanOrEqual(0.01)
    },
  )
}

test(
  'a party that the service does not watch has what this browser reads, and no failure',
  { tag: '@full' },
  async ({ page, archive }) => {
    const requests = collectRequests(page, archive.url)
    await page.goto(`/spam/${other}`)
    await expect(page.getByRole('article', { name: 'Proof of work' })).toBeVisible()
    await expect(page.getByRole('region', { name: /^Burn rate/ })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    const targets = () => requests.matching(/^\/lyra\/v1\/spam-history/).map(({ target }) => target)
    await expect.poll(targets).toEqual([getSpamHistory.path])
  },
)
