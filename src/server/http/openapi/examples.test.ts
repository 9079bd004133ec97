import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOperations } from '../../../wire/operations.ts'
import { parseCandleId } from '../../../wire/candles.ts'
import { openMemory } from '../../../../tests/server/support/memory-database.ts'
import { undocumentedMembers } from '../../../../tests/server/support/undocumented-members.ts'
import type { WritableDb } from '../../database/db.ts'
import { openDemo } from '../../demo/demo.ts'
import { createService } from '../service.ts'
import { openApiDocument } from './openapi.ts'

const hour = 3_600_000_000
const time = '2026-11-20T12:00:00Z'
/** A past that has something of everything. */
const past = { hours: 48 * hour, fiveMinutes: 24 * hour, minutes: 12 * hour, blocks: hour, ledger: 24 * hour }

const document = openApiDocument('1')

let db: WritableDb
let app: ReturnType<typeof createService>
let targets: Record<string, Record<string, string>>
const ask = async (path: string, query: Record<string, string> = {}): Promise<Response> =>
  app.request(`${path}?${new URLSearchParams(query).toString()}`)
const json = async (path: string, query: Record<string, string> = {}) => (await ask(path, query)).json() as never

beforeAll(async () => {
  db = await openMemory()
  const demo = await openDemo(db, { seed: 7, time, past, frozen: true })
  await demo.stop()
  app = createService({ db, core: demo.core, version: '1' })
  const { markets }: { markets: { edges: { node: { id: string; state: string; tradableInstrument: object } }[] } } =
    await json('/api/v2/markets')
  const { id: marketId } = markets.edges
    .map(({ node }) => node)
    .find((node) => JSON.stringify(node).includes('"code":"BTC/USDT"')) ?? { id: '' }
  const modes: { partyMarginModes: { edges: { node: { partyId: string; marginMode: string } }[] } } = await json(
    '/api/v2/margin-modes',
    { marketId },
  )
  const { partyId } = modes.partyMarginModes.edges
    .map(({ node }) => node)
    .find((node) => node.marginMode.endsWith('ISOLATED_MARGIN')) ?? { partyId: '' }
  const intervals: { intervalToCandleId: { candleId: string }[] } = await json('/api/v2/candle/intervals', { marketId })
  const candleId =
    intervals.intervalToCandleId
      .map((entry) => entry.candleId)
      .find((id) => parseCandleId(id)?.interval === '1 hour') ?? ''
  const [member] = await db.rows(
    `select encode(party_id, 'hex') from team_members order by joined_at, party_id limit 1`,
  )
  const one = { 'pagination.first': '1' }
  targets = {
    exportLedgerEntries: { partyId },
    listMarginModes: { marketId, partyId, ...one },
    listTeamRefereeHistory: { referee: member?.[0] ?? '', ...one },
    listLiquidityProviders: { marketId, ...one },
    listCandleData: { candleId, ...one },
    listCandleIntervals: { marketId },
    getSpamStatistics: { partyId },
    getMarket: { marketId },
    getParty: { partyId },
  }
}, 300_000)
afterAll(() => db.close())

/** The path with its variables, and what is left for the query. */
function requestOf(path: string, params: Readonly<Record<string, string>>) {
  const rest = { ...params }
  const filled = path.replace(/:(\w+)/, (_, name: string) => {
    const value = rest[name] ?? ''
    delete rest[name]
    return value
  })
  return { filled, rest }
}

test('the examples of the document are what the demo answers', async () => {
  const examples: Record<string, unknown> = {}
  for (const { name, path, media } of allOperations.slice(0, 8)) {
    const params = targets[name]
    if (!params) continue
    const { filled, rest } = requestOf(path, params)
    const response = await ask(filled, rest)
    expect(response.status).toBe(200)
    const text = await response.text()
    examples[name] = { params, reply: media ? text.split('\n').slice(0, 3).join('\n') : JSON.parse(text) }
  }
  expect(Object.keys(examples)).toHaveLength(7)
  await expect(`${JSON.stringify(examples)}\n`).toMatchFileSnapshot('examples.json')
})

test('the demo sends no member that the document does not have', async () => {
  const sent: string[] = []
  for (const { name, path, media, stream } of allOperations) {
    if (media || stream) continue
    const { filled, rest } = requestOf(path, targets[name] ?? {})
    const response = await ask(filled, rest)
    sent.push(...undocumentedMembers(document, filled, response.status, await response.json()))
  }
  expect([...new Set(sent)]).toEqual([])
})

const corpus = join(process.env['LYRA_TEST_CORPUS'] ?? '', 'public.jsonl')

test.runIf(process.env['LYRA_TEST_CORPUS'] && existsSync(corpus))(
  'a node of the network sends no member that the document does not have',
  () => {
    const lines = readFileSync(corpus, 'utf8').trim().split('\n')
    const sent = lines.flatMap((line) => {
      const { request, response } = JSON.parse(line) as {
        request: { method: string; path: string }
        response: { status: number; body: string }
      }
      if (request.method !== 'GET' || !response.body.startsWith('{')) return []
      return undocumentedMembers(document, request.path, response.status, JSON.parse(response.body))
    })
    expect(lines.length).toBeGreaterThan(400)
    expect([...new Set(sent)]).toEqual([])
  },
)
