import * as v from 'valibot'
import type { AnyOperation, RequestParams, ParameterSchema, Params } from './operation.ts'
import type { ParameterKind } from '../scalar.ts'

/** A query that cannot be read. The text is the one the network's gateway gives (wire.md 1.3). */
export class BadQuery extends Error {
  override readonly name = 'BadQuery'
}

type Schema = v.GenericSchema<unknown, unknown>
type Tree = { [name: string]: unknown }

interface Field {
  name: string
  protoName: string
  schema: Schema
  /** Presence is not tracked: the two spellings together are no error. */
  plain: boolean
}

/** A member's name as protobuf and the columns of a data node spell it. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Reads an own member only, so that no dotted name ever reaches a prototype. */
const own = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? (object as Tree)[name] : undefined

function entriesOf(schema: Schema): Record<string, Schema> {
  const entries: unknown = own(schema, 'entries')
  return typeof entries === 'object' && entries !== null ? (entries as Record<string, Schema>) : {}
}

function spellings([name, entry]: [string, Schema]): [string, Field][] {
  const wrapped = own(entry, 'wrapped') as Schema | undefined
  const protoName = snakeCase(name)
  const plain = !wrapped || own(entry, 'default') !== undefined
  const field = { name, protoName, schema: wrapped ?? entry, plain }
  return [name, protoName].map((spelling) => [spelling, field])
}

const fieldsOf = new WeakMap<Schema, ReadonlyMap<string, Field>>()

function fieldOf(schema: Schema, spelling: string): Field | undefined {
  const fields = fieldsOf.get(schema) ?? new Map(Object.entries(entriesOf(schema)).flatMap(spellings))
  fieldsOf.set(schema, fields)
  return fields.get(spelling)
}

const metadataOf = (schema: Schema): Record<string, unknown> => v.getMetadata(schema as never)
const messageOf = (schema: Schema): string | undefined => metadataOf(schema)['message'] as string | undefined

const ranges: Record<string, [bigint, bigint]> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
}

const truths: Record<string, boolean> = {
  ...Object.fromEntries(['1', 't', 'T', 'TRUE', 'true', 'True'].map((text) => [text, true])),
  ...Object.fromEntries(['0', 'f', 'F', 'FALSE', 'false', 'False'].map((text) => [text, false])),
}

/** Reads one value by the rules of Go's strconv; 64-bit integers stay text. */
function readScalar(kind: ParameterKind, name: string, text: string): string | number | boolean {
  if (kind === 'string') return text
  const quoted = JSON.stringify(text)
  if (kind === 'bool') {
    const truth = own(truths, text)
    if (typeof truth === 'boolean') return truth
    throw new BadQuery(`parsing field "${name}": strconv.ParseBool: parsing ${quoted}: invalid syntax`)
  }
  const routine = kind === 'uint64' ? 'ParseUint' : 'ParseInt'
  const form = kind === 'uint64' ? /^\d+$/ : /^[+-]?\d+$/
  if (!form.test(text)) {
    throw new BadQuery(`parsing field "${name}": strconv.${routine}: parsing ${quoted}: invalid syntax`)
  }
  const value = BigInt(text.replace(/^\+/, ''))
  const [min, max] = ranges[kind] ?? [value, value]
  if (value < min || value > max) {
    throw new BadQuery(`parsing field "${name}": strconv.${routine}: parsing ${quoted}: value out of range`)
  }
  return kind === 'int32' ? Number(value) : value.toString()
}

function assign(root: Schema, tree: Tree, path: string[], values: string[]): void {
  let schema = root
  let target = tree
  for (const [index, spelling] of path.entries()) {
    const field = fieldOf(schema, spelling)
    if (!field) return // unknown names are ignored at any level
    const { name, protoName } = field
    const message = messageOf(field.schema)
    if (index < path.length - 1) {
      if (!message) throw new BadQuery(`invalid path: "${spelling}" is not a message`)
      target[name] ??= {}
      target = target[name] as Tree
      schema = field.schema
      continue
    }
    if (!field.plain && Object.hasOwn(target, name)) {
      throw new BadQuery(`field already set for oneof "_${protoName}"`)
    }
    if (values.length > 1) throw new BadQuery(`too many values for field "${protoName}": ${values.join(', ')}`)
    if (message) throw new BadQuery(`parsing field "${protoName}": unsupported message type: "${message}"`)
    const kind = metadataOf(field.schema)['parameter'] as ParameterKind
    target[name] = readScalar(kind, protoName, values[0] ?? '')
  }
}

/** Percent-decodes text; bytes that are not UTF-8 become U+FFFD. Throws BadQuery for a broken escape. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  const bad = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(text)
  if (bad) throw new BadQuery(`invalid URL escape ${JSON.stringify(bad[0])}`)
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (escaped) => {
    try {
      return decodeURIComponent(escaped)
    } catch {
      return '\ufffd'
    }
  })
}

/** In a query a plus sign means a space. */
const unescape = (text: string): string => percentDecode(text.replaceAll('+', ' '))

function pairsOf(query: string): Map<string, string[]> {
  const pairs = new Map<string, string[]>()
  for (const part of query.replace(/^\?/, '').split('&')) {
    if (part === '') continue
    if (part.includes(';')) throw new BadQuery('invalid semicolon separator in query')
    const at = part.indexOf('=')
    const key = unescape(at < 0 ? part : part.slice(0, at))
    const value = at < 0 ? '' : unescape(part.slice(at + 1))
    pairs.set(key, [...(pairs.get(key) ?? []), value])
  }
  return pairs
}

/** Parses a query by an operation's schema (wire.md 1.3): both spellings, path variables win. Throws BadQuery. */
export function parseQuery<Schema extends ParameterSchema>(
  schema: Schema,
  query: string,
  path: Readonly<Record<string, string>> = {},
): v.InferOutput<Schema> {
  const tree: Tree = { ...path }
  for (const [key, parsed] of pairsOf(query)) {
    const bracket = /^(.*)\[(.*)\]$/.exec(key)
    const names = (bracket?.[1] ?? key).split('.')
    const values = bracket ? [bracket[2] ?? '', ...parsed] : parsed
    const first = fieldOf(schema, names[0] ?? '')
    if (first && Object.hasOwn(path, first.name)) continue
    assign(schema, tree, names, values)
  }
  return v.parse(schema, tree)
}

function append(search: string[], prefix: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) append(search, `${prefix}.${name}`, inner)
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    search.push(`${prefix}=${encodeURIComponent(value)}`)
  }
}

/** The request target of an operation: path variables filled in, parameters in the wire's own spelling. */
export function formatUrl<Op extends AnyOperation>(operation: Op, params: RequestParams<Op> | Params<Op>): string {
  const rest: Tree = { ...params }
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(typeof value === 'string' ? value : '')
  })
  const search: string[] = []
  for (const [name, value] of Object.entries(rest)) append(search, name, value)
  return search.length ? `${path}?${search.join('&')}` : path
}
