import { encoded } from '../format/path.ts'

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
  const text = pairs.map(([name, value]) => `${name}=${encoded(String(value))}`).join('&')
  return text && `?${text}`
}
