import * as v from 'valibot'
import { foldId, isId } from '../format/id.ts'
import { foldHref } from '../format/path.ts'
import { isZone } from '../format/zone.ts'
import { createObservable } from '../observable.ts'
import { storageFailure } from '../storage-failure.ts'
import {
  byKey,
  DecimalsById,
  ExplorerTemplate,
  uniqueItems,
  NamesById,
  NodeBase,
  orElse,
  readMembers,
} from './read-members.ts'

const key = 'lyra.preferences'

const Id = v.pipe(v.string(), v.transform(foldId))
/** Unix milliseconds that a date can have. */
const Milliseconds = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15))
const Recent = v.object({
  kind: v.picklist(['party', 'market', 'candle']),
  id: Id,
  label: v.exactOptional(v.string()),
  at: v.exactOptional(Milliseconds),
})
/** Only paths of this dashboard: an imported file must not lead anywhere else. */
const SavedView = v.object({
  name: v.string(),
  href: v.pipe(v.string(), v.regex(/^\/(?![/\\])/), v.transform(foldHref)),
})
const Columns = v.object({
  hidden: v.array(v.string()),
  order: v.array(v.string()),
  /** CSS pixels. */
  sizes: byKey(v.pipe(v.number(), v.minValue(1), v.maxValue(10_000))),
  pinned: v.array(v.string()),
})

/** What may raise an alert; `banned` covers its end too, `work` is proof of work that runs out. */
export const alertStates = ['near', 'limit', 'banned', 'work', 'sla'] as const
export type AlertState = (typeof alertStates)[number]
/** Names of earlier versions. */
const formerAlerts: Readonly<Record<string, AlertState>> = { watch: 'near', free: 'banned' }

/** Milliseconds between two requests for a party's limits; 0 sends them on demand only. */
export const spamPolls = [2_000, 5_000, 15_000, 0] as const

const Percent = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99))
const Alert = v.pipe(
  v.picklist([...alertStates, 'watch', 'free']),
  v.transform((state) => formerAlerts[state] ?? (state as AlertState)),
)
const Alerts = uniqueItems(Alert, (state) => state)
const Thresholds = v.object({ watchAt: v.number(), nearAt: v.number() })
const thresholds = { watchAt: 60, nearAt: 80 }

const Spam = v.pipe(
  v.object({
    /** Milliseconds between requests; 0 is off. */
    poll: orElse(v.picklist(spamPolls), () => 5_000),
    order: orElse(v.picklist(['risk', 'fixed']), () => 'risk'),
    /** Percent used from which a limit reads Watch, and Near. */
    watchAt: orElse(Percent, () => thresholds.watchAt),
    nearAt: orElse(Percent, () => thresholds.nearAt),
    notify: Alerts,
    /** With every notification; earlier versions chose states for it. */
    sound: orElse(
      v.union([
        v.boolean(),
        v.pipe(
          v.array(v.unknown()),
          v.transform((states) => states.length > 0),
        ),
      ]),
      () => false,
    ),
    /** Unix milliseconds: no notification and no sound before. */
    snoozedUntil: orElse(Milliseconds, () => 0),
  }),
  v.transform((spam) => {
    const Ascending = v.check(({ watchAt, nearAt }: typeof thresholds) => watchAt < nearAt)
    return {
      ...spam,
      ...v.parse(
        orElse(v.pipe(Thresholds, Ascending), () => thresholds),
        spam,
      ),
    }
  }),
)

/** A whole id: half a typed one is never kept. */
const WholeId = orElse(v.optional(v.pipe(v.string(), v.check(isId), v.transform(foldId))), () => undefined)
const Nanoseconds = orElse(v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,19}$/))), () => undefined)

/** What the form of the ledger export was set to last. */
const LedgerChoices = v.object({
  partyId: WholeId,
  assetId: WholeId,
  /** The name of a range that moves with the calendar, or else its ends in Unix nanoseconds. */
  preset: orElse(v.optional(v.string()), () => undefined),
  from: Nanoseconds,
  to: Nanoseconds,
  form: orElse(v.optional(v.picklist(['spreadsheet', 'accounting'])), () => undefined),
  /** Whose column names an accounting file has. */
  columns: orElse(v.optional(v.picklist(['koinly', 'cointracking', 'cointracker', 'zenledger'])), () => undefined),
  delimiter: orElse(v.optional(v.literal(';')), () => undefined),
  mark: orElse(v.optional(v.literal('yes')), () => undefined),
  gzip: orElse(v.optional(v.literal('yes')), () => undefined),
})

/** Each member falls back on its own: a bad or missing value does not lose the rest. Spellings of an id are merged. */
const Stored = v.object({
  /** Base address of the node in use; empty text is the same origin. */
  node: orElse(NodeBase, () => ''),
  nodes: uniqueItems(NodeBase, (base) => base),
  zone: orElse(v.pipe(v.string(), v.check(isZone)), () => 'utc'),
  theme: orElse(v.picklist(['dark', 'light', 'system']), () => 'system'),
  density: orElse(v.picklist(['comfortable', 'dense']), () => 'comfortable'),
  nicknames: orElse(NamesById, () => ({})),
  watched: uniqueItems(Id, (id) => id),
  recent: uniqueItems(Recent, ({ kind, id }) => `${kind} ${id}`),
  /** Decimals that the reader set for markets and assets whose own are unknown. */
  decimals: orElse(DecimalsById, () => ({})),
  /** Size decimals that the reader set for markets; may be negative. */
  positionDecimals: orElse(DecimalsById, () => ({})),
  live: orElse(v.boolean(), () => true),
  columns: orElse(byKey(Columns), () => ({})),
  spam: orElse(Spam, () => v.parse(Spam, {})),
  /** Address template of an outside explorer, with `{id}`; empty for that of the deployment. */
  explorer: orElse(ExplorerTemplate, () => ''),
  ledger: orElse(LedgerChoices, () => v.parse(LedgerChoices, {})),
  /** Newest first. */
  views: uniqueItems(SavedView, ({ href }) => href),
})

type Immutable<Value> = Value extends object ? { readonly [Name in keyof Value]: Immutable<Value[Name]> } : Value

/** `at` is when it was seen last, in Unix milliseconds. */
export type Recent = v.InferOutput<typeof Recent>
/** An address of the dashboard that the reader named: path and search, without the origin. */
export type SavedView = v.InferOutput<typeof SavedView>
export type ColumnPreferences = Immutable<v.InferOutput<typeof Columns>>
export type SpamPreferences = Immutable<v.InferOutput<typeof Spam>>
export type LedgerChoices = Immutable<v.InferOutput<typeof LedgerChoices>>
/** What the reader chose. It stays in this browser and never reaches a node. */
export type Preferences = Immutable<v.InferOutput<typeof Stored>>

/** What could not be read when preferences were last loaded or imported: `node`, `3 of nodes`. */
export const leftOut = createObservable<readonly string[]>([])

function fromOutside(value: unknown): Preferences {
  const read = readMembers(Stored, value)
  leftOut.set(read.leftOut)
  return read.output
}

/** Storage may be unavailable (private windows, embedded frames); preferences then last as long as the page. */
function fromStorage(): Preferences {
  try {
    return fromOutside(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch (error) {
    if (error instanceof SyntaxError) leftOut.set(['all of it'])
    return v.parse(Stored, {})
  }
}

let stored = fromStorage()
/** What counts in this tab alone until the reader chooses a node; it is not stored. */
let held: Partial<Preferences> = {}
const current = createObservable<Preferences>(stored)
const publish = (): void => current.set({ ...stored, ...held })

/** Members that say the same as before stay the same objects: what is made of them is not made again. */
function keepingSame(next: Preferences): Preferences {
  const last: Readonly<Record<string, unknown>> = stored
  const isSame = (name: string, value: unknown): boolean => JSON.stringify(last[name]) === JSON.stringify(value)
  const members = Object.entries(next).map(([name, value]) => [name, isSame(name, value) ? last[name] : value])
  return Object.fromEntries(members) as Preferences
}

/** What is stored must be read back the same, so it passes the schema first. */
function replace(value: unknown): void {
  const next = keepingSame(v.parse(Stored, value))
  try {
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    storageFailure.report()
  }
  stored = next
  publish()
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    stored = keepingSame(fromStorage())
    publish()
  })
}

export const preferences = {
  get: current.get,
  set(patch: Partial<Preferences>): void {
    if (patch.node !== undefined) held = {}
    replace({ ...stored, ...patch })
  },
  /** What counts instead in this tab, until the reader chooses a node. */
  hold(patch: Partial<Preferences>): void {
    held = patch
    publish()
  },
  /** Calls back after every change in any tab; returns the unsubscribe function. */
  subscribe: current.subscribe,
  export: (): string => JSON.stringify({ lyra: 'preferences', ...stored }, null, 2),
  /** Replaces all preferences by exported ones. Throws Error with a sentence for other text. */
  import(json: string): void {
    let value: unknown
    try {
      value = JSON.parse(json)
    } catch {
      throw new Error('This file is not JSON, so nothing was changed.')
    }
    if (typeof value !== 'object' || value === null || !('lyra' in value) || value.lyra !== 'preferences') {
      throw new Error('This is not a Lyra preferences file, so nothing was changed.')
    }
    replace(fromOutside(value))
  },
  reset(): void {
    replace({})
  },
}

/** How long alerts may be snoozed at most, in minutes. */
export const maxSnooze = 120

/** Whether alerts are snoozed; a later end than can be chosen is of a device whose clock was wrong. */
export const isSnoozed = ({ snoozedUntil }: { snoozedUntil: number }, now: number): boolean =>
  snoozedUntil > now && snoozedUntil < now + (maxSnooze + 1) * 60_000
