// The network's own npm client, made of its own OpenAPI document: what it asks and expects is what Lyra answers and describes.
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noCore } from '../src/server/core/core.ts'
import type { WritableDb } from '../src/server/database/db.ts'
import { createNodeService } from '../src/server/http/node-service.ts'
import examples from '../src/server/http/openapi/examples.json' with { type: 'json' }
import { openApiDocument } from '../src/server/http/openapi/openapi.ts'
import { Json } from '../src/server/json-text.ts'
import { candleIdOf } from '../src/wire/candles.ts'
import { ledgerColumns } from '../src/wire/ledger-export.ts'
import { allOperations } from '../src/wire/operations.ts'
import { listen } from './server/support/fake-service.ts'
import { asset, market, party } from './server/support/ids.ts'
import { openMemory } from './server/support/memory-database.ts'
import { makeSample } from './server/support/sample.ts'
import { membersOf, step } from './server/support/undocumented-members.ts'

/** Read by name: types and lint of all else need no installation of it. */
const load = (path: string): unknown => createRequire(import.meta.url)(`@vegaprotocol/rest-clients${path}`)
type Ask = (...params: unknown[]) => Promise<unknown>
type Service = Record<string, Ask>
const official = load('') as Record<'TradingData' | 'Core', Record<string, Service> & { OpenAPI: { BASE: string } }>

let db: WritableDb
let service: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  db = await openMemory()
  await makeSample(db)
  const spamStatistics = () => Promise.resolve(new Json<never>(JSON.stringify(examples.getSpamStatistics.reply)))
  service = await listen(createNodeService({ db, core: { ...noCore(db), spamStatistics } }))
  official.TradingData.OpenAPI.BASE = service.url
  official.Core.OpenAPI.BASE = service.url
})
afterAll(async () => {
  await service.close()
  await db.close()
})

const edge = { node: expect.any(Object) as object, cursor: expect.any(String) as string }
const pageOf = (name: string) => ({ [name]: { edges: expect.arrayContaining([expect.objectContaining(edge)]) } })
const candleId = candleIdOf('1 day', market.btc)
test.each([
  ['MarginService', 'ListPartyMarginModes', [market.btc], pageOf('partyMarginModes')],
  ['TeamsService', 'ListTeamRefereeHistory', [party.anna, 5], pageOf('teamRefereeHistory')],
  ['LiquidityService', 'ListLiquidityProviders', [market.btc], pageOf('liquidityProviders')],
  ['CandlesService', 'ListCandleIntervals', [market.btc], { intervalToCandleId: expect.any(Array) as [] }],
  ['CandlesService', 'ListCandleData', [candleId, undefined, undefined, 2], pageOf('candles')],
  // This client always asks for JSON, of which the export has a stream of messages; it reads them as text.
  ['LedgerEntriesService', 'ExportLedgerEntries', [party.anna, asset.usd], expect.stringContaining(ledgerColumns[0]!)],
])("the network's client asks %s for %s", async (name, operation, params, reply) => {
  const { [name]: asked } = official.TradingData
  expect(await asked?.[`tradingDataService${operation}`]?.(...params)).toMatchObject(reply)
})

test("the network's client asks for spam statistics", async () => {
  const { CoreServiceService: core } = official.Core
  const reply = await core?.['coreServiceGetSpamStatistics']?.(party.anna)
  expect(reply).toMatchObject({ chainId: expect.any(String), statistics: { epochSeq: expect.any(String) } })
})

const documents = ['trading_data_v2', 'core'].map((name) => load(`/openapi/${name}.openapi.json`))
const pathOf = (document: unknown, path: string): unknown => step(step(step(document, 'paths'), path), 'get')
const schemaOf = (op: unknown): unknown => {
  const content = step(step(step(op, 'responses'), 200), 'content')
  return step(step(content, 'application/json') ?? step(content, 'application/x-ndjson'), 'schema')
}
const parametersOf = (op: unknown): unknown[] =>
  (step(op, 'parameters') as object[]).map((one) => step(one, 'name')).filter((name) => name !== undefined)

const asked = allOperations
  .slice(0, 8)
  .map(({ name, path }): [string, string] => [name, path.replace(/:(\w+)/g, '{$1}')])
test.each(asked)("%s has every parameter and member of the network's own document", (_, path) => {
  const own = openApiDocument('1')
  const theirs = documents.find((document) => pathOf(document, path) !== undefined)
  const [ours, network] = [pathOf(own, path), pathOf(theirs, path)]
  expect(parametersOf(ours)).toEqual(expect.arrayContaining(parametersOf(network)))
  const members = [...membersOf(theirs, schemaOf(network))]
  expect(members.length).toBeGreaterThan(2)
  expect([...membersOf(own, schemaOf(ours))]).toEqual(expect.arrayContaining(members))
})
