// Schemas of what preferences and a deployment hold: a bad item or member is lost alone, and counted.
import * as v from 'valibot'
import { maxDecimals } from '../../wire/scalar.ts'
import { refuseTemplate } from '../format/explorer.ts'
import { foldId } from '../format/id.ts'
import { readableName } from '../format/name.ts'
import { readNodeUrl } from '../format/node-url.ts'

/** How many items and members could not be read. */
let lost = 0

/** The schema, with a value in place of what cannot be read. What is absent is not counted as lost. */
export const orElse = <const Schema extends v.GenericSchema>(schema: Schema, value: () => v.InferOutput<Schema>) => {
  const counted: v.Fallback<Schema> = (failed) => {
    if (failed) lost += 1
    return value()
  }
  return v.fallback(schema, counted)
}

function readable<Schema extends v.GenericSchema>(schema: Schema, held: unknown): v.InferOutput<Schema>[] {
  const read = v.safeParse(schema, held)
  if (!read.success) lost += 1
  return read.success ? [read.output] : []
}

/** By name. Unlike valibot's record it keeps every key: a reader may call anything "constructor". */
export const byKey = <Value extends v.GenericSchema>(value: Value) =>
  v.pipe(
    v.custom<Record<string, unknown>>((held) => typeof held === 'object' && held !== null && !Array.isArray(held)),
    v.transform((held): Record<string, v.InferOutput<Value>> =>
      Object.fromEntries(
        Object.entries(held).flatMap(([key, item]) => readable(value, item).map((read) => [key, read] as const)),
      ),
    ),
  )

/** By folded id; of two spellings of an id the folded one's value wins, else the first. */
const byId = <Value extends v.GenericSchema>(value: Value) =>
  v.pipe(
    byKey(value),
    v.transform((held) => {
      const folded = new Map<string, v.InferOutput<Value>>()
      for (const [id, value] of Object.entries(held)) {
        const key = foldId(id)
        if (id === key || !folded.has(key)) folded.set(key, value)
      }
      return Object.fromEntries(folded)
    }),
  )

/** A list of which only the first item of each key is kept. */
export const uniqueItems = <Schema extends v.GenericSchema>(
  item: Schema,
  keyOf: (item: v.InferOutput<Schema>) => string,
) =>
  orElse(
    v.pipe(
      v.array(v.unknown()),
      v.transform((items) => items.flatMap((held) => readable(item, held))),
      v.transform((items) =>
        items.filter((item, at) => items.findIndex((other) => keyOf(other) === keyOf(item)) === at),
      ),
    ),
    (): v.InferOutput<Schema>[] => [],
  )

/** The address of a node, read as when it is typed; the page's own origin is the empty text. */
export const NodeBase = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return dataset.value === '' ? '' : readNodeUrl(dataset.value)
    } catch (bad) {
      addIssue({ message: bad instanceof Error ? bad.message : String(bad) })
      return NEVER
    }
  }),
)

export const DecimalsById = byId(v.pipe(v.number(), v.integer(), v.minValue(-maxDecimals), v.maxValue(maxDecimals)))

export const NamesById = byId(v.pipe(v.string(), v.transform(readableName)))

export const ExplorerTemplate = v.pipe(
  v.string(),
  v.check((text) => refuseTemplate(text) === undefined, 'is not an address with {id}'),
)

/** Reads what comes from elsewhere; of a member that cannot be read whole, `leftOut` says so: `node`, `3 of nodes`. */
export function readMembers<Entries extends v.ObjectEntries>(
  schema: v.ObjectSchema<Entries, undefined>,
  value: unknown,
): { output: v.InferOutput<v.ObjectSchema<Entries, undefined>>; leftOut: string[] } {
  const given = v.parse(v.fallback(v.record(v.string(), v.unknown()), {}), value)
  const leftOut: string[] = []
  for (const [name, member] of Object.entries(schema.entries)) {
    if (given[name] === undefined) continue
    lost = 0
    const read = v.safeParse(member, given[name])
    if (!read.success) delete given[name]
    if (!read.success || lost > 0) {
      const isPart = read.success && typeof given[name] === 'object' && lost > 0
      leftOut.push(isPart ? `${lost} of ${name}` : name)
    }
  }
  return { output: v.parse(schema, given), leftOut }
}
