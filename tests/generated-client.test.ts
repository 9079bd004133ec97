// What other people's tools make of the OpenAPI document: types by openapi-typescript, requests by openapi-fetch.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '../src/server/http/openapi/openapi.ts'
import { noCore } from '../src/server/core/core.ts'
import { createService } from '../src/server/http/service.ts'
import { candleIdOf } from '../src/wire/candles.ts'
import { allOperations } from '../src/wire/operations.ts'
import { asset, market, party } from './server/support/ids.ts'
import { openMemory } from './server/support/memory-database.ts'
import { makeSample } from './server/support/sample.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
/** The tools are there for this test alone: types and lint of all else need no installation of them. */
const load = async <Main>(name: string): Promise<Main> =>
  ((await import(/* @vite-ignore */ name)) as { default: Main }).default
interface FetchClient {
  GET(path: string, init: object): Promise<{ response: Response; data?: unknown }>
}
let folder: string
beforeAll(async () => {
  // Inside the repository, so that the packages are found.
  folder = await mkdtemp(join(root, 'node_modules/.cache/generated-client-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './document.js'

type Mode = components['schemas']['MarginModeName']
export const isolated: Mode = 'MARGIN_MODE_ISOLATED_MARGIN'
// @ts-expect-error: a misspelt name.
export const typo: Mode = 'MARGIN_MODE_ISOLATD_MARGIN'

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:1' })
export async function run(partyId: string): Promise<string | undefined> {
  const query = { 'pagination.first': 3 }
  const { data, error } = await client.GET('/api/v2/margin-modes', { params: { query } })
  if (error) return error.message
  const spam = await client.GET('/statistics/spam/{partyId}', { params: { path: { partyId } } })
  // @ts-expect-error: there is no such path.
  await client.GET('/api/v2/margin-mode', {})
  // @ts-expect-error: a number of the wrong type.
  await client.GET('/api/v2/margin-modes', { params: { query: { 'pagination.first': 'three' } } })
  return data.partyMarginModes.edges[0]?.node.marginFactor ?? spam.data?.statistics.transfers?.countForEpoch
}
`

test('a strict program over generated types compiles, and knows the names of enumerations', async () => {
  const document = structuredClone(openApiDocument('1'))
  const openapiTypes = await load<(document: object) => Promise<string>>('openapi-typescript')
  await writeFile(join(folder, 'document.d.ts'), await openapiTypes(document))
  await writeFile(join(folder, 'program.ts'), program)
  const options = '--ignoreConfig --noEmit --strict --module esnext --moduleResolution bundler --target es2023'.split(
    ' ',
  )
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const result = await promisify(execFile)(process.execPath, [compiler, ...options, '--types', '', 'program.ts'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error)
  expect(result.stdout).toBe('')
}, 120_000)

test('its requests are answered by every list of the interface', async () => {
  const db = await openMemory()
  await makeSample(db)
  const app = createService({ db, core: noCore(db) })
  const createClient = await load<(options: object) => FetchClient>('openapi-fetch')
  const fetch = async (request: Request): Promise<Response> => app.fetch(request)
  const client = createClient({ baseUrl: 'http://service', fetch })
  const query = { marketId: market.btc, candleId: candleIdOf('1 day', market.btc), 'pagination.first': 2 }
  const path = { referee: party.anna, marketId: market.btc, assetId: asset.usd, partyId: party.anna }
  const lists = allOperations.filter(({ name, optional }) => name.startsWith('list') && !optional)
  expect(lists).toHaveLength(4)
  for (const op of lists) {
    const { response, data } = await client.GET(
      op.path.replace(/:(\w+)/g, '{$1}') as never,
      { params: { query, path } } as never,
    )
    expect([op.name, response.status]).toEqual([op.name, 200])
    expect(v.is(op.reply, data)).toBe(true)
  }
  await db.close()
})
