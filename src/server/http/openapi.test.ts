import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { allOperations } from '../../wire/operations.ts'
import { fakeApp } from '../../../tests/server/support/fake-service.ts'
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
  ])
  expect(at('paths', '/api/v2/ledgerentry/export', 'get', 'parameters', 2)).toMatchObject({
    name: 'dateRange.startTimestamp',
    schema: { type: 'string', format: 'int64' },
  })
})

test('replies name their records, 64-bit integers are text', () => {
  const node = ['schema', 'properties', 'candles', 'properties', 'edges', 'items', 'properties', 'node']
  const content = ['paths', '/api/v2/candle', 'get', 'responses', 200, 'content', 'application/json']
  expect(at(...content, ...node)).toEqual({ $ref: '#/components/schemas/Candle' })
  expect(at('components', 'schemas', 'Candle', 'properties', 'start')).toEqual({ $ref: '#/components/schemas/Int64' })
  expect(at('components', 'schemas', 'Int64')).toMatchObject({ type: 'string', format: 'int64' })
  expect(at('components', 'schemas', 'SpamCounter', 'properties', 'minTokensRequired')).toEqual({ type: 'string' })
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
    const messages = [...responses, status, 'content', 'application/x-ndjson', 'schema', 'anyOf']
    expect(at(...messages, 0, 'properties', 'result', 'properties')).toEqual({
      candle: { $ref: '#/components/schemas/StreamedCandle' },
    })
    expect(at(...messages, 1, 'properties')).toEqual({ error: { $ref: '#/components/schemas/ErrorBody' } })
  }
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
  expect(text.length).toBeLessThan(120_000)
})

test('a cache on the way does not hand the packed document to a client that cannot read it', async () => {
  const app = fakeApp((app, services) => openApi(app, services, '1'))
  for (const encoding of ['gzip', 'identity']) {
    const response = await app.request('/openapi.json', { headers: { 'Accept-Encoding': encoding } })
    expect(response.headers.get('vary')).toBe('Origin, Accept-Encoding')
  }
})
