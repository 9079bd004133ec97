import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { allOperations } from '../../../wire/operations.ts'
import { fakeApp } from '../../../../tests/server/support/fake-service.ts'
import { apiMarkdown } from '../../../../scripts/api-markdown.mjs'
import { openApi, openApiDocument } from './openapi.ts'

const document = openApiDocument('1.2.3')

/** Follows `/`-separated steps into the document. */
function at(...steps: (string | number)[]): unknown {
  let value: unknown = document
  for (const step of steps) value = Object.entries(value ?? {}).find(([name]) => name === String(step))?.[1]
  return value
}

test('is OpenAPI 3.1 to a public validator', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
})

interface Redocly {
  createConfig: (of: object) => Promise<unknown>
  lintFromString: (of: object) => Promise<{ message: string; severity: string; ruleId: string }[]>
}

test('is without an error or a warning to a public linter', async () => {
  // Read by name: types and lint of all else need no installation of it.
  const name = '@redocly/openapi-core'
  const { createConfig, lintFromString } = (await import(/* @vite-ignore */ name)) as Redocly
  const config = await createConfig({ extends: ['recommended'] })
  const lint = (text: object) => lintFromString({ source: JSON.stringify(text), absoluteRef: 'openapi.json', config })
  expect(await lint(document)).toEqual([])
  // That it looks at all: an operation without a summary.
  const paths = { '/': { get: { operationId: 'a', responses: { 200: { description: 'b' } } } } }
  expect((await lint({ ...document, paths })).length).toBeGreaterThan(0)
})

test('docs/api.md is made from the document', async () => {
  await expect(apiMarkdown(document)).toMatchFileSnapshot('../../../../docs/api.md')
})

test('every reference leads somewhere', () => {
  const references = JSON.stringify(document).match(/"\$ref":"#\/components\/schemas\/[^"]+"/g) ?? []
  expect(references.length).toBeGreaterThan(50)
  for (const reference of references) {
    const name = reference.split('/').at(-1)?.slice(0, -1) ?? ''
    expect(at('components', 'schemas', name)).toBeDefined()
  }
})

test('every operation and every parameter is described', () => {
  expect(allOperations.length).toBeGreaterThanOrEqual(19)
  for (const op of allOperations) {
    const described = at('paths', op.path.replace(/:(\w+)/g, '{$1}'), 'get')
    expect(described).toMatchObject({ operationId: op.name, description: expect.stringMatching(/\w+.*\./) })
    for (const parameter of Object.values((described as { parameters: object[] }).parameters)) {
      if ('$ref' in parameter) continue
      expect(parameter).toMatchObject({
        description: expect.stringMatching(/\w+.*\./),
        schema: { type: expect.any(String) },
      })
    }
  }
})

test('parameters have dotted names, path variables are required', () => {
  expect(at('paths', '/api/v2/teams/referees/history/{referee}', 'get', 'parameters')).toMatchObject([
    { name: 'referee', in: 'path', required: true },
    { name: 'pagination.first', in: 'query', required: false, schema: { type: 'integer', format: 'int32' } },
    { name: 'pagination.after' },
    { name: 'pagination.last' },
    { name: 'pagination.before' },
    { name: 'pagination.newestFirst', schema: { type: 'boolean' } },
    { $ref: '#/components/parameters/If-None-Match' },
  ])
  expect(at('paths', '/api/v2/ledgerentry/export', 'get', 'parameters', 2)).toMatchObject({
    name: 'dateRange.startTimestamp',
    schema: { type: 'string', format: 'int64' },
  })
})

test('replies name their records, 64-bit integers are text', () => {
  const node = ['schema', 'properties', 'candles', 'properties', 'edges', 'items', 'properties', 'node']
  const content = ['paths', '/api/v2/candle', 'get', 'responses', 200, 'content', 'application/json']
  expect(at(...content, ...node)).toMatchObject({ $ref: '#/components/schemas/Candle' })
  expect(at('components', 'schemas', 'Candle', 'properties', 'start')).toMatchObject({
    $ref: '#/components/schemas/Int64',
  })
  expect(at('components', 'schemas', 'Int64')).toMatchObject({ type: 'string', format: 'int64' })
  expect(at('components', 'schemas', 'SpamCounter', 'properties', 'minTokensRequired')).toMatchObject({
    type: 'string',
  })
})

/** Every member of the schemas below `value`, with where it is. */
function* membersOf(value: unknown, path: string): Generator<[path: string, member: object]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'example') continue
    const members: [string, object][] = name === 'properties' ? Object.entries(inner as Record<string, object>) : []
    for (const [member, schema] of members) yield [`${path}.${member}`, schema]
    yield* membersOf(inner, name === 'properties' ? path : `${path}.${name}`)
  }
}

test('every member of every record has a description', () => {
  const roots = [at('components', 'schemas'), at('paths')]
  const all = roots.flatMap((root) => [...membersOf(root, '')])
  // What the network sends of a market's rules is named, not explained.
  const own = all.filter(
    ([path]) =>
      !/^\.Market\..+\.|^\.(Market|Asset)\.\w+\.|ChainStatistics\.\w+(s|Second|Block|Order|Length|Bytes|Count)$/.test(
        path,
      ),
  )
  expect(own.length).toBeGreaterThan(150)
  expect(own.filter(([, schema]) => !('description' in schema)).map(([path]) => path)).toEqual([])
})

test('an enumeration lists its names and allows others', () => {
  expect(at('components', 'schemas', 'MarginMode', 'anyOf')).toEqual([
    { $ref: '#/components/schemas/MarginModeName' },
    { type: 'string' },
    { type: 'integer' },
  ])
  expect(at('components', 'schemas', 'MarginModeName')).toMatchObject({
    type: 'string',
    enum: ['MARGIN_MODE_UNSPECIFIED', 'MARGIN_MODE_CROSS_MARGIN', 'MARGIN_MODE_ISOLATED_MARGIN'],
  })
  expect(at('components', 'schemas', 'PartyMarginMode', 'properties', 'marginMode')).toMatchObject({
    $ref: '#/components/schemas/MarginMode',
  })
})

test('a header that a response is said to have is described', () => {
  const names = JSON.stringify(document).match(/(?<="\$ref":"#\/components\/headers\/)[^"]+/g) ?? []
  expect(new Set(names)).toEqual(new Set(Object.keys(at('components', 'headers') as object)))
  const limited = at('paths', '/api/v2/candle', 'get', 'responses', 429, 'headers')
  expect(Object.keys(limited as object)).toEqual(expect.arrayContaining(['Retry-After', 'Ratelimit-Remaining']))
})

test('the export has two media, its failures stand under `error`', () => {
  const responses = ['paths', '/api/v2/ledgerentry/export', 'get', 'responses']
  expect(Object.keys(at(...responses, 200, 'content') as object)).toEqual(['text/csv', 'application/x-ndjson'])
  const envelope = { $ref: '#/components/schemas/ErrorEnvelope' }
  const body = { $ref: '#/components/schemas/ErrorBody' }
  for (const status of [404, 429, 500, 503, 504]) {
    expect(at(...responses, status, 'content', 'application/json', 'schema')).toEqual(envelope)
  }
  // But for a query that cannot be read.
  expect(at(...responses, 400, 'content', 'application/json', 'schema')).toEqual({ anyOf: [envelope, body] })
  expect(at('paths', '/api/v2/candle', 'get', 'responses', 503, 'content', 'application/json', 'schema')).toEqual({
    $ref: '#/components/schemas/ErrorBody',
  })
})

test('a stream is messages, one a line or one a frame, and its failures stand under `error`', () => {
  const responses = ['paths', '/api/v2/stream/candle/data', 'get', 'responses']
  for (const status of [101, 200]) {
    expect(at(...responses, status, 'content', 'application/x-ndjson', 'schema')).toEqual({
      $ref: '#/components/schemas/CandleMessage',
    })
  }
  const messages = ['components', 'schemas', 'CandleMessage', 'anyOf']
  expect(at(...messages, 0, 'properties', 'result', 'properties')).toMatchObject({
    candle: { $ref: '#/components/schemas/StreamedCandle' },
  })
  expect(at(...messages, 1, 'properties')).toMatchObject({ error: { $ref: '#/components/schemas/ErrorBody' } })
  expect(at(...responses, 429, 'content', 'application/json', 'schema')).toEqual({
    $ref: '#/components/schemas/ErrorEnvelope',
  })
})

test('GET /openapi.json serves the document', async () => {
  const app = fakeApp((app, services) => openApi(app, services, '1.2.3'))
  const response = await app.request('/openapi.json')
  expect(response.headers.get('content-type')).toBe('application/json')
  const text = await response.text()
  expect(JSON.parse(text)).toEqual(structuredClone(document))
  expect(text.length).toBeLessThan(200_000)
})

test('a cache on the way does not hand the packed document to a client that cannot read it', async () => {
  const app = fakeApp((app, services) => openApi(app, services, '1'))
  for (const encoding of ['gzip', 'identity']) {
    const response = await app.request('/openapi.json', { headers: { 'Accept-Encoding': encoding } })
    expect(response.headers.get('vary')).toBe('Origin, Accept-Encoding')
  }
})
