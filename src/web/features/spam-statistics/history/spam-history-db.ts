import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { storageFailure } from '../../../storage-failure.ts'
import * as v from 'valibot'
import { allGauges } from '../../../../wire/spam/spam-gauges.ts'
import { SpamStatistics } from '../../../../wire/spam-statistics.ts'
import { type History, mergeHistories } from './history.ts'

const table = 'spam-history'
/** Parties saved; those not seen for longest are deleted first. */
const maxParties = 200

const Run = v.object({
  from: v.number(),
  to: v.number(),
  epoch: v.string(),
  used: v.pipe(v.string(), v.regex(/^\d+$/)),
  most: v.pipe(v.string(), v.regex(/^\d+$/)),
  looks: v.number(),
  bannedUntil: v.exactOptional(v.number()),
})
const Stored = v.object({ history: v.record(v.picklist(allGauges), v.array(Run)) })

/** What a node said last, `at` Unix milliseconds of this browser. */
const LastReading = v.object({ at: v.number(), statistics: SpamStatistics })
export type LastReading = v.InferOutput<typeof LastReading>

export interface PartyHistory {
  node: string
  party: string
  history: History
  /** Whether what was saved is in it. */
  isMerged: boolean
  last?: LastReading
}

interface Schema extends DBSchema {
  [table]: {
    key: [node: string, party: string]
    value: Omit<PartyHistory, 'isMerged'> & { savedAt: number }
    indexes: { savedAt: number }
  }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

/** The database, opened once. Rejects where the browser stores nothing (private windows). */
function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('lyra', 1, {
    upgrade(database) {
      database.createObjectStore(table, { keyPath: ['node', 'party'] }).createIndex('savedAt', 'savedAt')
    },
    terminated: () => (opened = undefined),
  })
  return opened
}

const historyIn = (value: unknown): History => {
  const stored = v.safeParse(Stored, value)
  return stored.success ? stored.output.history : {}
}

/** What is saved of a party; undefined when the browser stores nothing. */
async function readSaved(node: string, party: string): Promise<unknown> {
  try {
    return await (await open()).get(table, [node, party])
  } catch {
    return undefined
  }
}

/** The saved history of a party; empty when there is none. */
export const readHistory = async (node: string, party: string): Promise<History> =>
  historyIn(await readSaved(node, party))

/** What a node said last of a party, on an earlier visit too; undefined when nothing is stored. */
export async function readLastReading(node: string, party: string): Promise<LastReading | undefined> {
  const saved = v.safeParse(v.object({ last: LastReading }), await readSaved(node, party))
  return saved.success ? saved.output.last : undefined
}

/**
 * Saves histories, merged with those that other tabs saved, and deletes the parties not seen for longest. A page that is left
 * has no time to read (`isLeaving`): it only writes those that have been merged before.
 */
export async function saveHistories(
  histories: readonly PartyHistory[],
  savedAt: number,
  isLeaving: boolean,
): Promise<void> {
  try {
    const transaction = (await open()).transaction(table, 'readwrite')
    const { store, done } = transaction
    done.catch(() => undefined) // A request that fails throws first.
    const writes: Promise<unknown>[] = []
    for (const each of histories) {
      const { node, party } = each
      if (isLeaving && !each.isMerged) continue
      if (!isLeaving) each.history = mergeHistories(historyIn(await store.get([node, party])), each.history)
      each.isMerged = true
      const { history, last } = each
      writes.push(store.put({ node, party, savedAt, history, ...(last && { last }) }))
    }
    const extra = isLeaving ? 0 : (await store.count()) - maxParties
    if (extra > 0) {
      for (const key of await store.index('savedAt').getAllKeys(null, extra)) await store.delete(key)
    }
    if (isLeaving) transaction.commit()
    await Promise.all([...writes, done])
  } catch {
    // A page that is left may have no time for it.
    if (!isLeaving) storageFailure.report()
  }
}

/** Deletes the histories of all parties. */
export async function forgetHistories(): Promise<void> {
  try {
    await (await open()).clear(table)
  } catch {
    // Nothing is stored, so there is nothing to delete.
  }
}
