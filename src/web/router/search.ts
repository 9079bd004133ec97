import * as v from 'valibot'
import { encodePath } from '../format/path.ts'
import { isNanoseconds } from '../format/time.ts'
import { isZone } from '../format/zone.ts'

/** The part of an address after its question mark, read: every value is the text that stood there. */
export type Search = Readonly<Record<string, string>>

/** Reads it as flat text, never as JSON: ids and nanoseconds stay the characters they are. A repeated name joins with a comma. */
export function parseSearch(text: string): Search {
  const names = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = names.get(name)
    names.set(name, earlier === undefined ? value : `${earlier},${value}`)
  }
  return Object.fromEntries(names)
}

/** The other way, with the question mark where there is anything; a list is its name repeated. */
export function stringifySearch(search: object): string {
  const pairs = Object.entries(search)
    .flatMap(([name, value]: [string, unknown]) =>
      Array.isArray(value) ? value.map((item: unknown) => [name, item] as const) : [[name, value] as const],
    )
    .filter(([, value]) => value !== undefined && value !== '')
  const text = pairs.map(([name, value]) => `${name}=${encodePath(String(value))}`).join('&')
  return text && `?${text}`
}

export const TextValue = v.pipe(v.string(), v.nonEmpty())
/** Unix nanoseconds as text. */
export const InstantValue = v.pipe(v.string(), v.check(isNanoseconds))
export const ZoneValue = v.pipe(v.string(), v.check(isZone))

type Schemas = Readonly<Record<string, v.GenericSchema<string, unknown>>>

/** What a page keeps in its address: `searchOf` makes its parser. */
export type SearchValues<Entries extends Schemas> = { [Name in keyof Entries]?: v.InferOutput<Entries[Name]> }

/**
 * A parser of a page's search. It never throws: names that the page does not have, values that mean nothing and, by `defaults`,
 * those that mean the same as an absent parameter are left out. `invalid` lists what means nothing.
 */
export function searchOf<Entries extends Schemas>(
  entries: Entries,
  defaults: { readonly [Name in keyof Entries]?: string } = {},
) {
  type Name = keyof Entries & string
  const given = (search: Search) =>
    Object.entries(entries).flatMap(([name, schema]) => {
      const value = search[name] ?? ''
      return value === '' || value === defaults[name] ? [] : [{ name, value, parsed: v.safeParse(schema, value) }]
    })
  const read = (search: Search) =>
    Object.fromEntries(
      given(search).flatMap(({ name, parsed }) => (parsed.success ? [[name, parsed.output]] : [])),
    ) as SearchValues<Entries>
  const invalid = (search: Search) =>
    given(search).flatMap(({ name, value, parsed }) => (parsed.success ? [] : [{ name: name as Name, value }]))
  return Object.assign(read, { invalid })
}
