import { toJsonSchemaDefs } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { allOperations, descriptions, namedSchemas } from '../../../wire/operations.ts'
import * as scalars from '../../../wire/scalar.ts'
import { counters, subscriptions } from '../../core/core.ts'
import {
  type Field,
  messageSchema,
  integer,
  list,
  message,
  type MessageFields,
  number,
  stored,
  string,
  whenSet,
} from '../../questions/network/message.ts'
import { marketMessage } from '../../questions/network/markets.ts'

const fieldsOf = (names: readonly string[], field: Field): MessageFields =>
  Object.fromEntries(names.map((name) => [name, whenSet(field)]))

/** All that the network sends of the records that the contract reads loosely (wire.md 11), for documentation. */
const sentMembers: Readonly<Record<string, MessageFields>> = {
  Market: marketMessage,
  Asset: {
    details: message({
      erc20: whenSet(
        message({ contractAddress: string, lifetimeLimit: integer, withdrawThreshold: integer, chainId: string }),
      ),
      builtinAsset: whenSet(message({ maxFaucetAmountMint: string })),
    }),
  },
  Party: { alias: string, metadata: list(stored) },
  Epoch: { validators: list(stored), delegations: list(stored) },
  ChainStatistics: {
    ...fieldsOf(['appVersionHash', 'chainVersion', 'uptime'], string),
    ...fieldsOf([...counters, 'eventCount', 'eventsPerSecond'], integer),
    ...fieldsOf(Object.keys(subscriptions), number),
  },
}

export type JsonObject = { [name: string]: unknown }
export type Schema = v.GenericSchema<unknown, unknown>

const overrideRef = ({ referenceId }: { referenceId: string }): string => `#/components/schemas/${referenceId}`
export const reference = (name: string): JsonObject => ({ $ref: overrideRef({ referenceId: name }) })

/** Scalars as the service writes them: always text, though numbers are accepted on reading. */
const scalarSchemas: Readonly<Record<string, JsonObject>> = {
  Id: { type: 'string', description: 'Lower-case hex id, or a well-known name such as `network`.' },
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

const isTextual = (options: unknown): boolean =>
  Array.isArray(options) && options.some((option: Schema) => option.type === 'string')

const namesOf = (schema: Schema): readonly string[] | undefined =>
  v.getMetadata(schema as never)['names'] as readonly string[] | undefined

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of both; where both have one, that of the contract. */
function merged(own: JsonObject, sent: JsonObject): JsonObject {
  const [ours, theirs] = [own['properties'], sent['properties']]
  if (!isObject(ours) || !isObject(theirs)) return own
  const both = Object.keys(ours).map((name) => {
    const [one, other] = [ours[name], theirs[name]]
    return [name, isObject(one) && isObject(other) ? merged(one, other) : one]
  })
  return { ...own, properties: { ...theirs, ...(Object.fromEntries(both) as JsonObject) } }
}

/** Members that mean the same wherever they are. */
const memberTexts: Readonly<Record<string, string>> = {
  edges: 'The rows of the page, in order.',
  node: 'The record.',
  cursor: 'Names the row: what `pagination.after` and `pagination.before` take.',
  pageInfo: 'What lies before and after the page.',
  intervalToCandleId: 'The intervals of the market.',
  statistics: 'The statistics.',
  chainId: 'Id of the chain.',
  marketId: 'Id of the market.',
  partyId: 'Id of the party.',
  error: 'Why it failed.',
  '@type': 'URL of the type; the last step is its name.',
  result: 'A message.',
}

/** What a member means: in this record, wherever it is, or what its schema is. */
function textOf(record: string, path: string, schema: JsonObject): string | undefined {
  const name = path.split('.').at(-1) ?? ''
  const isPage = isObject(schema['properties']) && 'edges' in schema['properties']
  const referred = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  const own = descriptions[`${record} ${path}`] ?? (isPage ? 'A page of records.' : memberTexts[name])
  // A streamed candle is a candle.
  return own ?? descriptions[`Candle ${path}`] ?? descriptions[referred ?? '']
}

/** Says what each member of a record means, and those of the objects in it. */
function described(record: string, schema: JsonObject, path = ''): JsonObject {
  const { properties, items, anyOf, ...rest } = schema
  const inside = (value: unknown): unknown => (isObject(value) ? described(record, value, path) : value)
  const members = Object.entries(isObject(properties) ? properties : {}).map(([name, value]) => {
    if (!isObject(value)) return [name, value]
    const at = path === '' ? name : `${path}.${name}`
    const description = textOf(record, at, value)
    return [name, { ...described(record, value, at), ...(description !== undefined && { description }) }]
  })
  return {
    ...rest,
    ...(properties !== undefined && { properties: Object.fromEntries(members) as JsonObject }),
    ...(items !== undefined && { items: inside(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(inside) }),
  }
}

function recordSchema(name: string, schema: JsonObject): JsonObject {
  const names = namesOf(definitions[name] ?? v.unknown())
  const members = sentMembers[name]
  const whole = names
    ? { anyOf: [reference(`${name}Name`), { type: 'string' }, { type: 'integer' }] }
    : described(name, members ? merged(schema, messageSchema(members) as JsonObject) : schema)
  const description = descriptions[name]
  return { ...whole, ...(description !== undefined && { description }) }
}

/** The known names of an enumeration as a schema of their own: types made of an open one know none of them. */
function nameSchema(name: string): [string, JsonObject][] {
  const names = namesOf(definitions[name] ?? v.unknown())
  return names ? [[`${name}Name`, { type: 'string', enum: names, description: `Known names of ${name}.` }]] : []
}

export function documentSchemas(): { schemas: JsonObject; replies: Readonly<Record<string, JsonObject>> } {
  const replies = Object.fromEntries(allOperations.map((op) => [`reply ${op.name}`, op.reply]))
  const converted = toJsonSchemaDefs(
    { ...definitions, ...replies },
    {
      target: 'draft-2020-12',
      typeMode: 'input',
      errorMode: 'ignore',
      overrideRef,
      // Where other nodes may send numbers, the service writes text.
      overrideSchema: ({ valibotSchema }) => {
        const isText = valibotSchema.type === 'union' && 'options' in valibotSchema && isTextual(valibotSchema.options)
        return isText ? { type: 'string' } : undefined
      },
    },
  ) as Record<string, JsonObject>
  const all = Object.entries(converted)
  const named = all.filter(([name]) => !name.startsWith('reply '))
  return {
    schemas: {
      ...Object.fromEntries(named.map(([name, schema]) => [name, recordSchema(name, schema)])),
      ...Object.fromEntries(named.flatMap(([name]) => nameSchema(name))),
      ...scalarSchemas,
    },
    replies: Object.fromEntries(
      allOperations.map(({ name, reply }) => {
        const [own] = Object.entries(namedSchemas).find(([, schema]) => schema === reply) ?? []
        return [name, own === undefined ? described(name, converted[`reply ${name}`] ?? {}) : reference(own)]
      }),
    ),
  }
}
