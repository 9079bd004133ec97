import * as v from 'valibot'
import { createEmitter } from '../observable.ts'
import { Holds, mergeHolds, noHolds, sameHolds } from './holds.ts'
import type { LimiterRecord, LimiterStore } from './limiter-store.ts'
import { Bucket, corrected, freshBucket, refilled } from './token-bucket.ts'

export interface SharedRecordDependencies {
  store: LimiterStore
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'> | undefined
}

const Message = v.object({ bucket: Bucket, holds: Holds })

/** One node's record, changed in one transaction by all tabs; broadcasts are early news and never relied upon. */
export class SharedRecord {
  readonly #store: LimiterStore
  readonly #channel: SharedRecordDependencies['channel']
  readonly #changed = createEmitter()
  /** Calls after every change that this tab knows of; returns the end of it. */
  readonly subscribe = this.#changed.subscribe
  #known: LimiterRecord = { bucket: freshBucket(Date.now()), holds: noHolds, trialUntil: 0 }

  constructor({ store, channel }: SharedRecordDependencies) {
    this.#store = store
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
    this.#changed.emit()
  }

  #post(): void {
    const { bucket, holds } = this.#known
    this.#channel?.postMessage({ bucket, holds })
  }
}
