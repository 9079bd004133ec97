import type { Hono } from 'hono'
import * as v from 'valibot'
import { descriptions, operations, servicePaths } from '../../../wire/operations.ts'
import type { AnyOperation } from '../../../wire/protocol/operation.ts'
import type { ParameterKind } from '../../../wire/scalar.ts'
import examples from './examples.json' with { type: 'json' }
import { documentSchemas, type JsonObject, reference, type Schema } from './document-schemas.ts'
import type { Services } from '../route.ts'

const failures: Readonly<Record<number, string>> = {
  400: 'A parameter cannot be read or is refused; `details` says which.',
  404: 'No such resource.',
  429: 'Too many requests: wait as long as the headers say.',
  500: 'The service failed.',
  503: 'A part that this answer needs is away; `message` says which and what to do.',
  504: 'The time limit of the request or of the database was over.',
}

const header = (description: string, schema: JsonObject = { type: 'string' }): JsonObject => ({ description, schema })
const whole = { type: 'integer', minimum: 0 }

const headers: Readonly<Record<string, JsonObject>> = {
  'X-Block-Height': header('Height of the last stored block.'),
  'X-Block-Timestamp': header('Its time, Unix nanoseconds.'),
  'X-Lyra': header('Version of the service.'),
  'X-Request-Id': header("Names the request in the service's log; absent where it keeps none."),
  ETag: header('Tag of this body, for `If-None-Match`; absent for long bodies and where none are kept.'),
  'Ratelimit-Limit': header(
    'Requests a second of one address; five times as many at once. Absent without a limit.',
    whole,
  ),
  'Ratelimit-Remaining': header('Requests that may follow at once.', whole),
  'Ratelimit-Reset': header('Seconds until the limit has refilled by its number of requests a second.', whole),
  'Ratelimit-Request-Remote-Addr': header('The address that is counted.'),
  'Retry-After': header('Seconds to wait before the next request.', whole),
  'Content-Disposition': header('Name of the file.'),
}
const rateHeaders = ['Ratelimit-Limit', 'Ratelimit-Remaining', 'Ratelimit-Reset', 'Ratelimit-Request-Remote-Addr']
const always = ['X-Lyra', 'X-Request-Id']
const blocks = ['X-Block-Height', 'X-Block-Timestamp']

const headersOf = (...names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

interface Example {
  params: Readonly<Record<string, string>>
  reply: unknown
}
const exampleOf = ({ name }: AnyOperation): Example | undefined => (examples as Readonly<Record<string, Example>>)[name]

function successes(op: AnyOperation, reply: JsonObject): JsonObject {
  const example = exampleOf(op)
  const shown = example && { example: example.reply }
  const messages = { 'application/x-ndjson': { schema: reply } }
  if (op.stream) {
    return {
      101: { description: 'A websocket, when one is asked for: each message is one text frame.', content: messages },
      200: { description: 'Messages without end, one a line.', headers: headersOf(...always), content: messages },
    }
  }
  if (op.media) {
    const content = { [op.media]: { schema: { type: 'string' }, ...shown }, ...messages }
    return {
      200: { description: 'The file, streamed.', headers: headersOf('Content-Disposition', ...always), content },
    }
  }
  const named = [...blocks, ...rateHeaders, ...always]
  return {
    200: {
      description: 'The answer.',
      headers: headersOf(...named, ...(op.cacheable ? ['ETag'] : [])),
      content: { 'application/json': { schema: reply, ...shown } },
    },
    ...(op.cacheable && {
      304: {
        description: 'The answer is still that of the tag in `If-None-Match`.',
        headers: headersOf(...named, 'ETag'),
      },
    }),
  }
}

/** The body of a failure. Where failures stand under `error`, a query that cannot be read does not (wire.md 5.4). */
function failureSchema(op: AnyOperation, status: number): JsonObject {
  const plain = reference('ErrorBody')
  if (!op.media && !op.stream) return plain
  const wrapped = reference('ErrorEnvelope')
  return status === 400 ? { anyOf: [wrapped, plain] } : wrapped
}

function failed(op: AnyOperation, status: number, description: string): JsonObject {
  const named = status === 429 ? [...always, ...rateHeaders, 'Retry-After'] : always
  const content = { 'application/json': { schema: failureSchema(op, status) } }
  return { description, headers: headersOf(...named), content }
}

function responsesOf(op: AnyOperation, reply: JsonObject): JsonObject {
  const named = Object.entries(failures).map(([status, text]) => [status, failed(op, Number(status), text)])
  return {
    ...successes(op, reply),
    ...(Object.fromEntries(named) as JsonObject),
    default: failed(op, 500, 'An unexpected failure.'),
  }
}

const about = `Read-only queries of a trading network's data: margin modes, referee team history, liquidity providers, candles, spam statistics and the export of a party's ledger.

64-bit integers, amounts, prices and factors travel as text and are never rounded. Times are Unix nanoseconds unless they are called RFC3339. Names are accepted in camel case and in snake case; unknown parameters are ignored. Enumerations may get new names, and a value without a name is its number.

No keys and no accounts. A service may limit how often one address asks: \`Ratelimit-*\` tells how much is left, and a 429 how long to wait.`

const tags: Readonly<Record<keyof typeof operations, string>> = {
  'ledger-export': "A party's ledger as a file.",
  'margin-modes': 'How the positions of parties are backed.',
  'referee-history': 'Teams that a referee has been in.',
  'liquidity-providers': 'Who provides liquidity, and how well.',
  candles: 'Prices over time.',
  'spam-statistics': "A party's use of the spam limits.",
  'spam-history': "Lyra's own: what was read of watched parties.",
  network: 'Markets, assets, parties, epochs and the chain.',
  'known-parties': "Lyra's own: parties with names.",
}

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

const parameterSchemas: Readonly<Record<ParameterKind, JsonObject>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'string', format: 'int64', pattern: '^[+-]?\\d+$' },
  uint64: { type: 'string', format: 'uint64', pattern: '^\\d+$' },
}

function* flattened(schema: Schema, prefix = ''): Generator<[name: string, kind: ParameterKind]> {
  const entries: unknown = 'entries' in schema ? schema.entries : {}
  for (const [name, entry] of Object.entries(entries as Record<string, Schema & { wrapped?: Schema }>)) {
    const inner = entry.wrapped ?? entry
    const kind: unknown = v.getMetadata(inner as never)['parameter']
    if (typeof kind === 'string') yield [prefix + name, kind as ParameterKind]
    else yield* flattened(inner, `${prefix}${name}.`)
  }
}

const ifNoneMatch = { $ref: '#/components/parameters/If-None-Match' }

function parametersOf(op: AnyOperation): JsonObject[] {
  const example = exampleOf(op)?.params ?? {}
  const named = [...flattened(op.params)].map(([name, kind]) => {
    const inPath = op.path.includes(`:${name}`)
    return {
      name,
      in: inPath ? 'path' : 'query',
      required: inPath || (op.required?.includes(name) ?? false),
      description: descriptions[`${op.name} ${name}`] ?? parameterTexts[name],
      schema: parameterSchemas[kind],
      ...(name in example && { example: kind === 'int32' ? Number(example[name]) : example[name] }),
    }
  })
  return op.cacheable ? [...named, ifNoneMatch] : named
}

/** What tells whether the service runs and can answer: text for a supervisor and a balancer. */
function probe(name: string, summary: string, statuses: Readonly<Record<number, string>>): JsonObject {
  const texts = Object.entries(statuses).map(([status, description]) => [
    status,
    {
      description,
      headers: headersOf(...always, ...(status === '503' ? ['Retry-After'] : [])),
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
  ])
  const unreadable = {
    description: 'The request cannot be read, such as one with two `Host` headers.',
    content: { 'application/json': { schema: reference('ErrorBody') } },
  }
  return {
    get: {
      operationId: name,
      summary,
      description: `${summary}.`,
      tags: ['service'],
      parameters: [],
      responses: { ...(Object.fromEntries(texts) as JsonObject), 400: unreadable },
    },
  }
}

/** OpenAPI 3.1 of all operations, from the same values that route them. */
export function openApiDocument(version: string): JsonObject {
  const { schemas, replies } = documentSchemas()
  const paths = Object.entries(operations).flatMap(([tag, of]) =>
    Object.values<AnyOperation>(of).map((op) => {
      const { name: operationId, summary, path } = op
      const parameters = parametersOf(op)
      const responses = responsesOf(op, replies[operationId] ?? {})
      const described = {
        operationId,
        summary,
        description: descriptions[operationId],
        tags: [tag],
        parameters,
        responses,
      }
      return [path.replace(/:(\w+)/g, '{$1}'), { get: described }]
    }),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lyra',
      version,
      description: about,
      contact: { name: 'The maintainers of Lyra' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    security: [],
    tags: [
      ...Object.entries(tags).map(([name, description]) => ({ name, description })),
      { name: 'service', description: 'Whether the service runs and can answer.' },
    ],
    paths: {
      ...(Object.fromEntries(paths) as JsonObject),
      [servicePaths.health]: probe('getHealth', 'Whether the service runs', { 200: '`ok`. No database is asked.' }),
      [servicePaths.ready]: probe('getReadiness', 'Whether requests can be answered', {
        200: '`ready`, and the state of each host of the database.',
        503: 'What is missing, in a sentence.',
      }),
    },
    components: {
      schemas,
      headers,
      parameters: {
        'If-None-Match': {
          name: 'If-None-Match',
          in: 'header',
          required: false,
          description: 'Tag of a body that is already there: 304 while it is still the answer.',
          schema: { type: 'string' },
        },
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
