import { isDeepStrictEqual } from 'node:util'
import type { SpamGap, SpamReading, SpamSample } from '../../../wire/spam-history.ts'

/** More than the counters of an epoch can change where they have limits. Where they have none, the newest stay. */
const maxSamples = 1000
const maxGaps = 200
/** Samples and gaps that ended longer ago are forgotten. */
const keptMs = 86_400_000
/** Without a reading for so long the service itself stood still: what happened meanwhile is unknown. */
const maxSilenceMs = 30_000

/** Times are Unix milliseconds of the service's clock. */
interface Sample {
  reading: SpamReading
  time: number
  until: number
  readings: number
}
interface Gap {
  from: number
  until: number
  reason: string
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** What was read of one party in the last 24 hours: bounded, in the order it was read. */
export class PartySamples {
  #samples: Sample[] = []
  #gaps: Gap[] = []
  #failing = false

  add(reading: SpamReading, at: number): void {
    const last = this.#samples.at(-1)
    if (last && BigInt(last.reading.epochSeq) > BigInt(reading.epochSeq)) this.#begin()
    this.#forget(at)
    const newest = this.#samples.at(-1)
    if (newest && !this.#failing && at - newest.until > maxSilenceMs) {
      this.#addGap({ from: newest.until, until: at, reason: 'The service did not read for this time.' })
    }
    const same = newest && !this.#isGapSince(newest) && isDeepStrictEqual(newest.reading, reading)
    this.#failing = false
    if (!same) {
      this.#samples = [...this.#samples, { reading, time: at, until: at, readings: 1 }].slice(-maxSamples)
      return
    }
    newest.until = at
    newest.readings += 1
  }

  /** An attempt that failed; those that follow for the same reason extend its gap. */
  fail(reason: string, at: number): void {
    this.#forget(at)
    const last = this.#gaps.at(-1)
    if (this.#failing && last?.reason === reason) last.until = at
    else this.#addGap({ from: at, until: at, reason })
    this.#failing = true
  }

  get samples(): SpamSample[] {
    return this.#samples.map(({ reading, ...of }) => ({ ...of, time: iso(of.time), until: iso(of.until), ...reading }))
  }

  get gaps(): SpamGap[] {
    return this.#gaps.map(({ from, until, reason }) => ({ from: iso(from), until: iso(until), reason }))
  }

  /** When the newest reading was last seen, Unix milliseconds; `failing` after a failed attempt, undefined before the first one. */
  get latest(): number | 'failing' | undefined {
    return this.#failing ? 'failing' : this.#samples.at(-1)?.until
  }

  /** What is too old, and what a clock that was set back has put after the present. */
  #forget(now: number): void {
    this.#samples = this.#samples.filter(({ time, until }) => until >= now - keptMs && time <= now)
    this.#gaps = this.#gaps.filter(({ from, until }) => until >= now - keptMs && from <= now)
    for (const last of [this.#samples.at(-1), this.#gaps.at(-1)]) if (last) last.until = Math.min(last.until, now)
  }

  /** A network that was reset counts its epochs again. */
  #begin(): void {
    this.#samples = []
    this.#gaps = this.#failing ? this.#gaps.slice(-1) : []
  }

  #addGap(gap: Gap): void {
    this.#gaps = [...this.#gaps, gap].slice(-maxGaps)
  }

  #isGapSince({ until }: Sample): boolean {
    return this.#failing || (this.#gaps.at(-1)?.until ?? 0) > until
  }
}
