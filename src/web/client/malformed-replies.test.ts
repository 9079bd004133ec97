import fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnyOperation } from '../../wire/protocol/operation.ts'
import { allOperations } from '../../wire/operations.ts'
import { preferences } from '../preferences/preferences.ts'
import { ask } from './request.ts'
import { NodeFailure } from './node-failure.ts'

type Path = readonly (string | number)[]
type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
/** What this test reads of a schema of the contract; a pipe starts with the schema that it narrows. */
interface Schema {
  type: string
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  options?: readonly Schema[]
  pipe?: readonly Schema[]
}

const texts = [
  '',
  '0',
  '12',
  '-7',
  '0.5',
  '18446744073709551615',
  '1700000000000000001',
  'text',
  '2026-11-23T10:00:00Z',
]

/** Every reply that the contract allows: of texts and numbers a few that a schema tells apart. */
function replyOf(schema: Schema): fc.Arbitrary<Json> {
  const { pipe, entries, item, wrapped, options } = schema
  if (pipe?.[0] && pipe.length > 1) {
    const any = replyOf({ ...pipe[0], ...(pipe[0].pipe === pipe ? { pipe: [] } : {}) })
    return any.filter((value) => v.is(schema as unknown as v.GenericSchema, value))
  }
  if (entries) {
    const required = Object.keys(entries).filter((name) => !/^(?:optional|nullish)$/.test(entries[name]?.type ?? ''))
    const fields = Object.fromEntries(Object.entries(entries).map(([name, of]) => [name, replyOf(of)]))
    return fc.record(fields, { requiredKeys: required })
  }
  if (item) return fc.array(replyOf(item), { minLength: 1, maxLength: 3 })
  if (wrapped) return replyOf(wrapped)
  if (options) return fc.oneof(...options.map(replyOf))
  if (schema.type === 'string') return fc.constantFrom(...texts)
  if (schema.type === 'number') return fc.constantFrom(0, 1, 250)
  if (schema.type === 'boolean') return fc.boolean()
  throw new Error(`no reply is known for the schema ${schema.type}`)
}

/** Where in a reply something can be wrong: every field, list and record within it. */
function placesIn(value: Json, at: Path = []): Path[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, one]) =>
          placesIn(one, [...at, Array.isArray(value) ? Number(name) : name]),
        )
      : []
  return at.length === 0 ? inner : [at, ...inner]
}

/** The reply with something of another kind at one place. */
function withWrong(value: Json, [name, ...rest]: Path): Json {
  if (name === undefined) return typeof value === 'object' && !Array.isArray(value) && value !== null ? 'text' : {}
  const copy = structuredClone(value) as Record<string | number, Json>
  copy[name] = withWrong(copy[name] ?? null, rest)
  return copy as Json
}

const json = allOperations.filter(({ media, stream }) => media === undefined && stream === undefined)
const oneReply = fc
  .constantFrom(...json)
  .chain((op) => replyOf(op.reply as unknown as Schema).map((reply): [AnyOperation, Json] => [op, reply]))

afterEach(() => void vi.unstubAllGlobals())

let nodes = 0
/** Sends the operation to a node of its own, so with a budget of its own, that answers with the body. */
function answered(op: AnyOperation, body: Json): Promise<unknown> {
  preferences.set({ node: `https://malformed${++nodes}.example` })
  vi.stubGlobal('fetch', async () => Response.json(body))
  const params = Object.fromEntries([...op.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'a1']))
  return ask(op, params as never)
}

test('every reply that the contract allows is read', async () => {
  await fc.assert(
    fc.asyncProperty(oneReply, async ([op, reply]) => {
      await expect(answered(op, reply)).resolves.toBeDefined()
    }),
    { numRuns: 100 },
  )
})

test('a value of another kind, at any place of any reply, is refused with the name of its field', async () => {
  const wrong = oneReply
    .map(([op, reply]) => ({ op, reply, places: placesIn(reply) }))
    .filter(({ places }) => places.length > 0)
    .chain(({ op, reply, places }) => fc.constantFrom(...places).map((place) => ({ op, reply, place })))
  await fc.assert(
    fc.asyncProperty(wrong, async ({ op, reply, place }) => {
      const failure: unknown = await answered(op, withWrong(reply, place)).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(NodeFailure)
      expect(failure).toMatchObject({ kind: 'malformed' })
      expect((failure as NodeFailure).message).toContain(`at ${place.join('.')}: `)
    }),
    { numRuns: process.env['LYRA_FUZZ'] === 'long' ? 3000 : 300 },
  )
})
