import { toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { Hono } from 'hono'
import * as v from 'valibot'
import { allOperations, descriptions, namedSchemas, servicePaths } from '../../wire/operations.ts'
import type { AnyOperation } from '../../wire/protocol/operation.ts'
import * as scalars from '../../wire/scalar.ts'
import type { Services } from './route.ts'

type JsonObject = { [name: string]: unknown }

/** Where the document has a named schema. */
const overrideRef = ({ referenceId }: { referenceId: string }): string => `#/components/schemas/${referenceId}`

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } })
const reference = (name: string): JsonObject => ({ $ref: overrideRef({ referenceId: name }) })

const failures: Readonly<Record<number, string>> = {
  400: 'A parameter cannot be read or is refused; `details` says which.',
  404: 'No such resource.',
  429: 'Too many requests: wait as long as the headers say.',
  500: 'The service failed.',
  503: 'A part that this answer needs is away; `message` says which and what to do.',
  504: 'The time limit of the request or of the database was over.',
}

const blockHeaders = {
  'X-Block-Height': { description: 'Height of the last stored block.', schema: { type: 'string' } },
  'X-Block-Timestamp': { description: 'Its time, Unix nanoseconds.', schema: { type: 'string' } },
}

function successes(op: AnyOperation, reply: JsonObject): JsonObject {
  const messages = { 'application/x-ndjson': { schema: reply } }
  if (op.stream) {
    return {
      101: { description: 'A websocket, when one is asked for: each message is one text frame.', content: messages },
      200: { description: 'Messages without end, one a line.', content: messages },
    }
  }
  if (op.media) {
    const headers = { 'Content-Disposition': { description: 'Name of the file.', schema: { type: 'string' } } }
    const content = { [op.media]: { schema: { type: 'string' } }, ...messages }
    return { 200: { description: 'The file, streamed.', headers, content } }
  }
  return {
    200: { description: 'The answer.', headers: blockHeaders, content: json(reply) },
    ...(op.cacheable && { 304: { description: 'The answer is still that of the tag in `If-None-Match`.' } }),
  }
}

/** The body of a failure. Where failures stand under `error`, a query that cannot be read does not (wire.md 5.4). */
function failureSchema(op: AnyOperation, status: number): JsonObject {
  const plain = reference('ErrorBody')
  if (!op.media && !op.stream) return plain
  const wrapped = reference('ErrorEnvelope')
  return status === 400 ? { anyOf: [wrapped, plain] } : wrapped
}

/** What an operation may answer, by status; `reply` is the schema of a success. */
function responsesOf(op: AnyOperation, reply: JsonObject): JsonObject {
  const failed = Object.entries(failures).map(([status, description]) => [
    status,
    { description, content: json(failureSchema(op, Number(status))) },
  ])
  return {
    ...successes(op, reply),
    ...(Object.fromEntries(failed) as JsonObject),
    default: { description: 'An unexpected failure.', content: json(failureSchema(op, 500)) },
  }
}

type Schema = v.GenericSchema<unknown, unknown>

/** Scalars as the service writes them: always text, though numbers are accepted on reading. */
const scalarSchemas: Readonly<Record<string, JsonObject>> = {
  Id: { type: 'string', description: 'Lower-case hex id, or a well-known name such as `network`.' },
  EnumName: {
    type: ['string', 'integer'],
    description: 'Name of an enumeration, of which new ones may appear; a value without a name is its number.',
  },
  Uint64: { type: 'string', format: 'uint64', pattern: '^\\d+$', description: 'Unsigned 64-bit integer as text.' },
  Int64: {
    type: 'string',
    format: 'int64',
    pattern: '^[+-]?\\d+$',
    description: 'Signed 64-bit integer as text; Unix nanoseconds where it is a time.',
  },
  Decimal: { type: 'string', pattern: '^[+-]?\\d+(\\.\\d+)?$', description: 'Decimal number as text.' },
  DecimalOrEmpty: {
    type: 'string',
    pattern: '^([+-]?\\d+(\\.\\d+)?)?$',
    description: 'Decimal number as text, empty where it was never set.',
  },
  PriceOrEmpty: {
    type: 'string',
    pattern: '^\\d*$',
    description: 'Price in market decimals as text, empty in a period without trades.',
  },
  Rfc3339Nano: { type: 'string', description: 'RFC3339 time with up to nine fraction digits; may be empty.' },
}

/** The named schemas: scalars and every record that the wire exports. */
const definitions: Record<string, Schema> = Object.fromEntries([
  ...Object.entries(scalars).filter(([name]) => Object.hasOwn(scalarSchemas, name)),
  ...Object.entries(namedSchemas),
])

const about = `Read-only queries of a trading network's data: margin modes, referee team history, liquidity providers, candles, spam statistics and the export of a party's ledger.

64-bit integers, amounts, prices and factors travel as text and are never rounded. Times are Unix nanoseconds unless they are called RFC3339. Names are accepted in camel case and in snake case; unknown parameters are ignored.`

/** Parameter descriptions by dotted name, for operations without a description of their own. */
const parameterTexts: Readonly<Record<string, string>> = {
  'pagination.first':
    'Number of records, 1 to 5000, that sort after the cursor in `pagination.after`, or from the beginning.',
  'pagination.after': 'Cursor of the last row of the previous page, when paging forwards.',
  'pagination.last':
    'Number of records, 1 to 5000, that sort before the cursor in `pagination.before`, or at the end. Ignored when `pagination.first` is given.',
  'pagination.before': 'Cursor of the first row of the page that was read last, when paging backwards.',
  'pagination.newestFirst': 'Order newest records first; true when not set.',
  marketId: 'Restrict to this market.',
  partyId: 'Restrict to this party.',
  assetId: 'Restrict to this asset.',
  candleId: 'Candle id, as the candle intervals of a market name it: `trades_candle_<interval>_<market id>`.',
}

function converted(schemas: Record<string, Schema>): Record<string, JsonObject> {
  const result = toJsonSchemaDefs(
    { ...definitions, ...schemas },
    {
      target: 'draft-2020-12',
      typeMode: 'input',
      errorMode: 'ignore',
      overrideRef,
      // Where other nodes may send numbers, the service writes text.
      overrideSchema: ({ valibotSchema }) =>
        valibotSchema.type === 'union' && 'options' in valibotSchema && isTextual(valibotSchema.options)
          ? { type: 'string' }
          : undefined,
    },
  )
  return result as Record<string, JsonObject>
}

const isTextual = (options: unknown): boolean =>
  Array.isArray(options) && options.some((option: Schema) => option.type === 'string')

const parameterSchemas: Readonly<Record<scalars.ParameterKind, JsonObject>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'string', format: 'int64', pattern: '^[+-]?\\d+$' },
  uint64: { type: 'string', format: 'uint64', pattern: '^\\d+$' },
}

/** The parameters of a schema with their dotted names. */
function* flattened(schema: Schema, prefix = ''): Generator<[name: string, kind: scalars.ParameterKind]> {
  const entries: unknown = 'entries' in schema ? schema.entries : {}
  for (const [name, entry] of Object.entries(entries as Record<string, Schema & { wrapped?: Schema }>)) {
    const inner = entry.wrapped ?? entry
    const kind: unknown = v.getMetadata(inner as never)['parameter']
    if (typeof kind === 'string') yield [prefix + name, kind as scalars.ParameterKind]
    else yield* flattened(inner, `${prefix}${name}.`)
  }
}

function parametersOf(op: AnyOperation): JsonObject[] {
  return [...flattened(op.params)].map(([name, kind]) => {
    const inPath = op.path.includes(`:${name}`)
    return {
      name,
      in: inPath ? 'path' : 'query',
      required: inPath || (op.required?.includes(name) ?? false),
      description: descriptions[`${op.name} ${name}`] ?? parameterTexts[name],
      schema: parameterSchemas[kind],
    }
  })
}

function operationObject(op: AnyOperation, reply: JsonObject): JsonObject {
  return {
    operationId: op.name,
    summary: op.summary,
    description: descriptions[op.name],
    parameters: parametersOf(op),
    responses: responsesOf(op, reply),
  }
}

/** OpenAPI 3.1 of all operations, from the same values that route them. */
export function openApiDocument(version: string): JsonObject {
  const schemas = converted(Object.fromEntries(allOperations.map((op) => [`reply ${op.name}`, op.reply])))
  const paths = allOperations.map((op) => [
    op.path.replace(/:(\w+)/g, '{$1}'),
    { get: operationObject(op, schemas[`reply ${op.name}`] ?? {}) },
  ])
  return {
    openapi: '3.1.0',
    info: { title: 'Lyra', version, description: about, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(paths) as JsonObject,
    components: {
      schemas: {
        ...Object.fromEntries(Object.entries(schemas).filter(([name]) => !name.startsWith('reply '))),
        ...scalarSchemas,
      },
    },
  }
}

/** `GET /openapi.json`, made at the first request. */
export function openApi(app: Hono, { send }: Services, version: string): void {
  let text: string | undefined
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache', Vary: 'Origin, Accept-Encoding' }
  app.get(servicePaths.openApi, ({ req: { raw: request } }) => {
    text ??= JSON.stringify(openApiDocument(version))
    return send(request, { status: 200, headers, body: text })
  })
}
