import * as v from 'valibot'
import { allGauges } from '../gauges/gauge.ts'
import { type History, mergeHistories } from './history.ts'

const database = 'lyra'
const table = 'spam-history'
/** Parties remembered; the one not seen for longest goes first. */
const mostParties = 200

const Run = v.object({
  from: v.number(),
  to: v.number(),
  epoch: v.string(),
  used: v.pipe(v.string(), v.regex(/^\d+$/)),
  most: v.pipe(v.string(), v.regex(/^\d+$/)),
  looks: v.number(),
})
const Stored = v.object({ history: v.record(v.picklist(allGauges), v.array(Run)) })

export interface Remembered {
  node: string
  party: string
  history: History
}

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser keeps no data here'))
  })

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(table, { keyPath: ['node', 'party'] })
    store.createIndex('savedAt', 'savedAt')
  }
  return done(request)
}

/** The table in a transaction of its own; opened once. Rejects where the browser keeps nothing (private windows). */
async function tableFor(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  opened ??= open()
  return (await opened).transaction(table, mode).objectStore(table)
}

const read = (value: unknown): History => {
  const stored = v.safeParse(Stored, value)
  return stored.success ? stored.output.history : {}
}

/** What was seen of a party in earlier visits; nothing where the browser keeps nothing. */
export async function readHistory(node: string, party: string): Promise<History> {
  try {
    return read(await done((await tableFor('readonly')).get([node, party])))
  } catch {
    return {}
  }
}

/** Keeps what was seen, together with what other tabs kept, and lets the oldest parties go. */
export async function keepHistories(seen: readonly Remembered[], savedAt: number): Promise<void> {
  try {
    const store = await tableFor('readwrite')
    for (const { node, party, history } of seen) {
      const known = read(await done(store.get([node, party])))
      store.put({ node, party, savedAt, history: mergeHistories(known, history) })
    }
    const extra = (await done(store.count())) - mostParties
    if (extra <= 0) return
    for (const key of await done(store.index('savedAt').getAllKeys(null, extra))) store.delete(key)
  } catch {
    // Storage is full or forbidden: what was seen lasts as long as the page.
  }
}

/** Forgets all parties. */
export async function forgetHistories(): Promise<void> {
  try {
    await done((await tableFor('readwrite')).clear())
  } catch {
    // nothing is kept, so nothing is left to forget
  }
}
