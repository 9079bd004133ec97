// Schemas of what preferences hold many of.
import * as v from 'valibot'
import { foldId } from '../format/id.ts'

/** By name. Unlike valibot's record it keeps every key: a reader may call anything "constructor". */
export const byKey = <Value extends v.GenericSchema>(value: Value) =>
  v.pipe(
    v.custom<Record<string, unknown>>((held) => typeof held === 'object' && held !== null && !Array.isArray(held)),
    v.transform((held) => Object.entries(held)),
    v.array(v.tuple([v.string(), value])),
    v.transform((held): Record<string, v.InferOutput<Value>> => Object.fromEntries(held)),
  )

/** By folded id; of two spellings of an id the folded one's value wins, else the first. */
export const byId = <Value extends v.GenericSchema>(value: Value) =>
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
export const listOf = <Schema extends v.GenericSchema>(item: Schema, keyOf: (item: v.InferOutput<Schema>) => string) =>
  v.fallback(
    v.pipe(
      v.array(item),
      v.transform((items) =>
        items.filter((item, at) => items.findIndex((other) => keyOf(other) === keyOf(item)) === at),
      ),
    ),
    [],
  )
