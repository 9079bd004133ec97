import * as v from 'valibot'
import {
  Bucket,
  Holds,
  corrected,
  freshBucket,
  mergeHolds,
  noHolds,
  refilled,
  sameHolds,
  type LimiterRecord,
  type RecordChange,
} from './limiter-record.ts'

export interface SharedRecordDependencies {
  /** Without one nothing is shared with other tabs or processes. */
  store?: LimiterStore | undefined
  channel?: Pick<BroadcastChannel, 'postMessage' | 'onmessage'> | undefined
}

const Message = v.object({ bucket: Bucket, holds: Holds })

/** One node's record, changed in one transaction by all tabs; broadcasts only make changes visible earlier. */
export class SharedRecord {
  readonly #store: LimiterStore
  readonly #channel: SharedRecordDependencies['channel']
  readonly #listeners = new Set<() => void>()
  /** Calls after every change that this tab knows of; returns the end of it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  #known: LimiterRecord = { bucket: freshBucket(Date.now()), holds: noHolds, trialUntil: 0 }

  constructor({ store, channel }: SharedRecordDependencies) {
    this.#store = store ?? noStore
    this.#channel = channel
    if (channel) channel.onmessage = ({ data }) => this.#receive(data)
    void this.refresh()
  }

  get known(): LimiterRecord {
    return { ...this.#known, bucket: refilled(this.#known.bucket, Date.now()) }
  }

  /** Reads what other tabs have stored, and stores what only this tab knows. */
  refresh(): Promise<void> {
    return this.update((record) => [record, undefined])
  }

  /** Changes the record in one transaction. */
  async update<Result>(change: (record: LimiterRecord) => [LimiterRecord, Result]): Promise<Result> {
    const inside = (stored: LimiterRecord = this.#known): [LimiterRecord, Result] => {
      const now = Date.now()
      const holds = mergeHolds(stored.holds, this.#known.holds, now)
      return change({ ...stored, bucket: refilled(stored.bucket, now), holds })
    }
    let changed: [LimiterRecord, Result]
    try {
      changed = await this.#store.update(inside)
    } catch {
      changed = inside()
    }
    const [record, result] = changed
    this.#learn({ ...record, holds: mergeHolds(record.holds, this.#known.holds, Date.now()) })
    this.#post()
    return result
  }

  /** Applies the node's own count; null where it sent none. Visible in this tab at once. */
  correct(limit: number | null, remaining: number | null): void {
    // Applied twice where nothing can be stored: it gives the same the second time.
    const change = (record: LimiterRecord) => ({ ...record, bucket: corrected(record.bucket, limit, remaining) })
    this.#learn(change(this.known))
    void this.update((record) => [change(record), undefined])
  }

  /** Raises marks. An earlier time than the known one changes nothing. Visible in this tab at once. */
  raise(marks: Partial<Holds>): void {
    const { known } = this
    this.#learn({ ...known, holds: mergeHolds(known.holds, { ...noHolds, ...marks }, Date.now()) })
    // Every update stores the marks that this tab knows.
    void this.refresh()
    this.#post()
  }

  endTrial(): void {
    this.#known = { ...this.#known, trialUntil: 0 }
    void this.#store.endTrial().catch(() => undefined)
  }

  /** Applies another tab's message, perhaps from another release. Its sender may not have been able to store a new mark. */
  #receive(message: unknown): void {
    const received = v.safeParse(Message, message)
    if (!received.success) return
    const now = Date.now()
    const { bucket, holds: knownHolds, trialUntil } = this.known
    const left = Math.min(bucket.left, refilled(received.output.bucket, now).left)
    const holds = mergeHolds(knownHolds, received.output.holds, now)
    this.#learn({ bucket: { ...bucket, left }, holds, trialUntil })
    if (!sameHolds(holds, knownHolds)) void this.refresh()
  }

  #learn(record: LimiterRecord): void {
    this.#known = record
    for (const listener of this.#listeners) listener()
  }

  #post(): void {
    const { bucket, holds } = this.#known
    this.#channel?.postMessage({ bucket, holds })
  }
}

/** The record of one node. Both calls reject where the browser stores nothing (private windows). */
export interface LimiterStore {
  /** Reads, changes and writes the record in one transaction: no other tab can come in between. */
  update<Result>(change: RecordChange<Result>): Promise<[LimiterRecord, Result]>
  /** Ends this tab's trial. Only writes, so that it succeeds on a page that is being closed. */
  endTrial(): Promise<void>
}

/** Each update fails, so that what is known here is changed alone. */
const noStore: LimiterStore = {
  update: () => Promise.reject(new Error('nothing is shared')),
  endTrial: () => Promise.resolve(),
}
