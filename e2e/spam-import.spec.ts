import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test as base } from 'playwright/test'
import { spamCounters } from '../src/wire/spam-statistics.ts'
import { serveImported } from './imported.ts'
import { bytes } from './segment.ts'
import type { Service } from './service.ts'

const party = 'a1'.repeat(32)
const rows = {
  'currentstate/parties': [{ id: bytes(party), tx_hash: bytes('00'), vega_time: '2026-03-01 00:00:01+00' }],
}

const counter = (countForEpoch: string, maxForEpoch: string) => ({
  countForEpoch,
  maxForEpoch,
  minTokensRequired: '100000000000000000000',
})
const statistics = {
  ...Object.fromEntries(spamCounters.map((name) => [name, counter('0', '3')])),
  transfers: counter('17', '20'),
  delegations: counter('18446744073709551615', '18446744073709551615'),
  votes: { statistics: [], maxForEpoch: '3' },
  pow: { blockStates: [], numberOfPastBlocks: '500' },
  epochSeq: '41',
}

/** The counters live in a core node: here is one that knows nothing else. */
async function startCore(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const known = request.url === `/statistics/spam/${party}`
    response.writeHead(known ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(
      JSON.stringify(known ? { chainId: 'small-1', statistics } : { code: 5, message: 'Not Found', details: [] }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const test = base.extend<{ baseURL: string }, { archive: Service }>({
  archive: [
    async ({}, use) => {
      const core = await startCore()
      const { service, remove } = await serveImported(9, rows, ['--core', core.url])
      await use(service)
      await remove()
      core.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ archive }, use) => use(archive.url),
})

test('the limits of a party of an imported network, as its core node counts them', async ({ page }) => {
  await page.goto(`/spam/${party}`)
  await expect(
    page.getByRole('heading', {
      level: 2,
      name: /^No (?:reported limit is|limit) reached. Closest: transfers 17 of 20/,
    }),
  ).toBeVisible()
  await expect(page.getByRole('article', { name: 'Transfers', exact: true })).toContainText('Near')
  await expect(page.getByRole('article', { name: 'Delegations', exact: true })).toContainText('No limit')
  await expect(page.getByRole('main').getByText(/^Epoch 41/)).toBeVisible()
})

test('limits of several parties of an imported network', { tag: '@full' }, async ({ page }) => {
  await page.goto(`/spam?party=${party}`)
  const row = page.getByRole('table', { name: 'Parties, worst first' }).locator(`[data-id="${party}"]`)
  await expect(row).toContainText('Near')
  await expect(row).toContainText('Transfers 17 of 20')
})
