import * as v from 'valibot'
import { readableName } from '../format/name.ts'
import { foldId } from '../format/id.ts'
import { foldHref } from '../format/path.ts'
import { isZone } from '../format/zone.ts'
import type { Zone } from '../format/zone.ts'
import { createObservable } from '../observable.ts'

const key = 'lyra.preferences'

/** Each member falls back on its own: one bad value from an old version does not lose the rest. */
const or = <Schema extends v.GenericSchema>(schema: Schema, fallback: v.InferOutput<Schema>) =>
  v.optional(
    v.fallback(schema, () => structuredClone(fallback)),
    () => structuredClone(fallback) as never,
  )

/** By id or name. Unlike valibot's record it keeps every key: a reader may call anything "constructor". */
const byKey = <Value extends v.GenericSchema>(value: Value) =>
  v.pipe(
    v.custom<Record<string, unknown>>((held) => typeof held === 'object' && held !== null && !Array.isArray(held)),
    v.transform((held) => Object.entries(held)),
    v.array(v.tuple([v.string(), value])),
    v.transform((held): Record<string, v.InferOutput<Value>> => Object.fromEntries(held)),
  )

const Recent = v.object({
  kind: v.picklist(['party', 'market', 'candle']),
  id: v.string(),
  label: v.exactOptional(v.string()),
  at: v.exactOptional(v.number()),
})
/** Only paths of this dashboard: an imported file must not lead anywhere else. */
const View = v.object({ name: v.string(), href: v.pipe(v.string(), v.regex(/^\/(?![/\\])/)) })
const Columns = v.object({
  hidden: v.array(v.string()),
  order: v.array(v.string()),
  sizes: byKey(v.number()),
  pinned: v.array(v.string()),
})

/** States of a limit that a reader may be told of; `free` is the end of a ban. */
export const alertStates = ['watch', 'near', 'limit', 'banned', 'free'] as const
export type AlertState = (typeof alertStates)[number]

/** Milliseconds between two questions about a party's limits; 0 asks only on demand. */
export const spamPolls = [2_000, 5_000, 15_000, 60_000, 0] as const

const Percent = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99))
const Alerts = v.array(v.picklist(alertStates))
const Spam = v.object({
  poll: or(v.picklist(spamPolls), 5_000),
  order: or(v.picklist(['risk', 'fixed']), 'risk'),
  watchAt: or(Percent, 60),
  nearAt: or(Percent, 80),
  notify: or(Alerts, []),
  sound: or(Alerts, []),
  snoozedUntil: or(v.number(), 0),
})

const Stored = v.object({
  node: or(v.string(), ''),
  nodes: or(v.array(v.string()), []),
  zone: or(v.pipe(v.string(), v.check(isZone)), 'utc'),
  theme: or(v.picklist(['dark', 'light', 'system']), 'dark'),
  density: or(v.picklist(['comfortable', 'dense']), 'comfortable'),
  nicknames: or(byKey(v.pipe(v.string(), v.transform(readableName))), {}),
  watched: or(v.array(v.string()), []),
  recent: or(v.array(Recent), []),
  decimals: or(byKey(v.pipe(v.number(), v.integer())), {}),
  positionDecimals: or(byKey(v.pipe(v.number(), v.integer())), {}),
  live: or(v.boolean(), true),
  columns: or(byKey(Columns), {}),
  spam: or(Spam, v.parse(Spam, {})),
  views: or(v.array(View), []),
})

/** `at` is when it was seen last, in Unix milliseconds. */
export type Recent = v.InferOutput<typeof Recent>
/** An address of the dashboard that the reader named: path and search, without the origin. */
export type View = v.InferOutput<typeof View>
export type ColumnPreferences = v.InferOutput<typeof Columns>

/** How limits are watched. */
export interface SpamPreferences {
  /** Milliseconds between questions; 0 is off. */
  readonly poll: (typeof spamPolls)[number]
  readonly order: 'risk' | 'fixed'
  /** Percent used from which a limit reads Watch, and Near. */
  readonly watchAt: number
  readonly nearAt: number
  readonly notify: readonly AlertState[]
  readonly sound: readonly AlertState[]
  /** Unix milliseconds: no notification and no sound before. */
  readonly snoozedUntil: number
}

/** What the reader chose. It lives in this browser only and never reaches a node. */
export interface Preferences {
  /** Base address of the node in use; empty text is the same origin. */
  readonly node: string
  readonly nodes: readonly string[]
  readonly zone: Zone
  readonly theme: 'dark' | 'light' | 'system'
  readonly density: 'comfortable' | 'dense'
  readonly nicknames: Readonly<Record<string, string>>
  readonly watched: readonly string[]
  readonly recent: readonly Recent[]
  /** Decimals that the reader set for markets and assets whose own are unknown. */
  readonly decimals: Readonly<Record<string, number>>
  /** Decimals of sizes that the reader set for markets; may be negative. */
  readonly positionDecimals: Readonly<Record<string, number>>
  readonly live: boolean
  readonly columns: Readonly<Record<string, ColumnPreferences>>
  readonly spam: SpamPreferences
  /** Newest first. */
  readonly views: readonly View[]
}

/** By folded id; of two spellings of one id the folded one's value stays, else the first's. */
function foldKeys<Value>(held: Readonly<Record<string, Value>>): Record<string, Value> {
  const folded = new Map<string, Value>()
  for (const [id, value] of Object.entries(held)) {
    const key = foldId(id)
    if (id === key || !folded.has(key)) folded.set(key, value)
  }
  return Object.fromEntries(folded)
}

/** One entry for each key, the first. */
const firstOf = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] =>
  items.filter((item, at) => items.findIndex((other) => keyOf(other) === keyOf(item)) === at)

/** One entry for each id, whatever case it was kept, imported or configured in. */
const oneSpelling = (held: Preferences): Preferences => ({
  ...held,
  nicknames: foldKeys(held.nicknames),
  decimals: foldKeys(held.decimals),
  positionDecimals: foldKeys(held.positionDecimals),
  watched: [...new Set(held.watched.map(foldId))],
  recent: firstOf(
    held.recent.map((item) => ({ ...item, id: foldId(item.id) })),
    ({ kind, id }) => `${kind} ${id}`,
  ),
  views: firstOf(
    held.views.map((view) => ({ ...view, href: foldHref(view.href) })),
    ({ href }) => href,
  ),
})

const read = (value: unknown): Preferences => oneSpelling(v.parse(Stored, value))

/** Storage may be forbidden (private windows, embedded frames): then preferences last as long as the page. */
function fromStorage(): Preferences {
  try {
    return read(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    return read({})
  }
}

function toStorage(value: Preferences): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // full or forbidden: the page keeps working with what it has in memory
  }
}

const current = createObservable(fromStorage())

function replace(given: Preferences): void {
  const next = oneSpelling(given)
  toStorage(next)
  current.set(next)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    current.set(fromStorage())
  })
}

/** The one store of preferences; every open tab has the same. */
export const preferences = {
  get: current.get,
  /** Replaces the members named in the patch. */
  set(patch: Partial<Preferences>): void {
    replace({ ...current.get(), ...patch })
  },
  /** Calls back after every change, in this tab or another; returns the end of it. */
  subscribe: current.subscribe,
  /** JSON text that `import` reads back. */
  export: (): string => JSON.stringify({ lyra: 'preferences', ...current.get() }, null, 2),
  /** Takes over exported preferences. Throws Error with a sentence when the text is not such a file. */
  import(json: string): void {
    let value: unknown
    try {
      value = JSON.parse(json)
    } catch {
      throw new Error('This file is not JSON, so nothing was changed.')
    }
    if (typeof value !== 'object' || value === null || !('lyra' in value) || value.lyra !== 'preferences') {
      throw new Error('This file does not hold preferences of Lyra, so nothing was changed.')
    }
    replace(v.parse(Stored, value))
  },
  /** Back to what a first visit sees. */
  reset(): void {
    replace(v.parse(Stored, {}))
  },
}
