import type { FailureFacts } from '../../../client/node-failure.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { wholeSecond } from '../../../format/time.ts'
import { startWorker, type WorkerClient } from '../../../ledger/engine/worker-client.ts'
import { exportUrl, settledUntil } from '../../../ledger/request.ts'
import { ledgerMicros } from '../../../ledger/rows/ledger-time.ts'
import { messageOf, toErrorBody } from '../../../../client/stages.ts'
import type { BarSums } from '../../../ledger/store/bar-sums.ts'
import { failureFacts, isDone, toRunError, verdictOf } from '../../../ledger/verdict.ts'
import { createObservable } from '../../../observable.ts'
import type { Row } from '../data/candle-rows.ts'
import { indexAt, isSame } from '../data/merge-candles.ts'
import { ledgerBars, type LedgerReading, type LedgerSubject, nothingRead, spanOf } from './ledger-bars.ts'

const second = 1_000_000_000n
/** Entries are selected by a time of their own, which is a little after that of their block. */
const late = second
/** How often a range that is still open is read on. */
const followNs = 15n * second
/** How often marks follow entries that come. */
const sumMs = 700
/** Parts that are kept beside those in view. */
const maxParts = 6

const microsUp = (ns: bigint): number => Number((ns + 999n) / 1000n)
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** A stretch of the ledger in a worker of its own, which can be read on to a later end. */
class Part {
  readonly from: bigint
  to: bigint
  phase: 'reading' | 'read' | 'stopped' | 'failed' = 'stopped'
  failure: FailureFacts | undefined
  /** The node's time when it was last asked. */
  askedAt = 0n
  /** The time of the last row. */
  #last: bigint | undefined
  /** Up to here the node has answered without a failure. */
  #done: bigint
  #isAsking = false
  #again = false
  first = 0
  sums: BarSums | undefined
  /** What `sums` were made of. */
  summed: readonly unknown[] = []
  readonly client: WorkerClient
  readonly #subject: LedgerSubject
  readonly #onChange: () => void

  constructor(node: string, subject: LedgerSubject, span: { from: bigint; to: bigint }, onChange: () => void) {
    this.from = span.from
    this.to = span.to
    this.#done = span.from
    this.#subject = subject
    this.#onChange = onChange
    this.client = startWorker(node, 'reads the ledger', {
      party: subject.party,
      sinks: { rows: true },
      onProgress: ({ facts }) => this.#came(facts.last),
    })
  }

  /** Up to here all entries are known, as far as the node had them. */
  get knownTo(): bigint {
    if (this.phase === 'read') return this.to
    return this.#last === undefined || this.#last < this.#done ? this.#done : this.#last
  }

  /** The same, where it has not come to its end yet. */
  get reached(): bigint {
    return min(this.knownTo, this.phase === 'read' ? this.askedAt : this.to)
  }

  get isOpen(): boolean {
    return this.to > this.askedAt
  }

  /** What sums are made of beside the bars: entries come in their order. */
  get content(): readonly unknown[] {
    return [this.from, this.to, this.phase, this.#last]
  }

  /** Reads what is missing, after what is being read. Never rejects. */
  async read(): Promise<void> {
    this.phase = 'reading'
    this.failure = undefined
    this.#onChange()
    this.#again = true
    if (this.#isAsking) return
    this.#isAsking = true
    while (this.#isWanted()) {
      this.#again = false
      await this.#ask(this.to)
    }
    this.#isAsking = false
    if (this.phase === 'reading') this.phase = 'read'
    this.#onChange()
  }

  stop(): void {
    this.phase = 'stopped'
    void this.client.call((engine) => engine.stop()).catch(() => {})
  }

  /** Whether there is more to ask for: it may have been read on, or stopped, meanwhile. */
  #isWanted(): boolean {
    return this.phase === 'reading' && this.#again
  }

  async #ask(to: bigint): Promise<void> {
    const { party: partyId, assetId } = this.#subject
    const range = { from: String(wholeSecond(this.from)), to: String(wholeSecond(to + second - 1n) + late) }
    const url = exportUrl({ partyId, ...(assetId !== undefined && { assetId }), ...range })
    this.askedAt = serverNow()
    try {
      const result = await this.client.call((engine) => engine.receive({ url, settledUntil: settledUntil(range) }))
      this.#came(result.facts.last)
      const verdict = verdictOf(result)
      if (isDone(verdict)) this.#done = min(to, this.askedAt)
      // It may be wanted again since it was stopped.
      if (isDone(verdict) || this.phase !== 'reading' || (verdict.state === 'stopped' && this.#again)) return
      this.phase = verdict.state === 'stopped' ? 'stopped' : 'failed'
      this.failure = verdict.error && toRunError(result, verdict.error, url)
    } catch (error) {
      this.phase = 'failed'
      this.failure = failureFacts(toErrorBody(messageOf(error)), url)
    }
  }

  #came(last: string | undefined): void {
    const micros = last === undefined ? Number.NaN : ledgerMicros(last)
    if (!Number.isSafeInteger(micros)) return
    this.#last = BigInt(micros) * 1000n
    this.#onChange()
  }
}

/**
 * A party's ledger on one market, as far as ranges in view need it: each stretch is read once, by the one engine of ledgers, and
 * stopped when it is no longer in view.
 */
export class MarketLedger {
  readonly reading = createObservable(nothingRead)
  readonly #node: string
  readonly #subject: LedgerSubject
  #parts: Part[] = []
  #rows: readonly Row[] = []
  #view = { from: 0n, to: 0n }
  #asset: string | undefined
  /** The bars that were reported last, and of what. The chart redraws for another map, so an unchanged one is kept. */
  #bars = nothingRead.bars
  #made: readonly unknown[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOver = false

  constructor(node: string, subject: LedgerSubject) {
    this.#node = node
    this.#subject = subject
    this.#asset = subject.assetId
  }

  /** Reads what is missing of the rows from `first` to `last`; `length` of a bar in nanoseconds, where it has one. */
  show(rows: readonly Row[], bars: { first: number; last: number }, length: bigint | undefined): void {
    const span = spanOf(rows, bars, length)
    if (!span || this.#isOver) return
    this.#rows = rows
    // A bar without an end is followed in steps.
    const now = (serverNow() / followNs + 1n) * followNs
    this.#view = { from: BigInt(span.from), to: span.to === undefined ? now : BigInt(span.to) }
    this.#leave()
    this.#fill()
    for (const part of this.#inView()) {
      const isDue = part.phase === 'read' && part.isOpen && serverNow() - part.askedAt > followNs
      if (part.phase === 'stopped' || isDue) void part.read()
    }
    // What is known is shown at once, and that more is read.
    this.#report()
    this.#later(0)
  }

  /** Reads again what failed. */
  retry(): void {
    for (const part of this.#inView()) if (part.phase === 'failed') void part.read()
  }

  end(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    for (const { client } of this.#parts) client.end()
  }

  #inView(): Part[] {
    return this.#parts.filter(({ from, to }) => from < this.#view.to && to > this.#view.from)
  }

  /** Stops what is no longer in view, and forgets what was in view longest ago. */
  #leave(): void {
    const seen = new Set(this.#inView())
    const left = this.#parts.filter((part) => !seen.has(part))
    for (const part of left) if (part.phase === 'reading') part.stop()
    const gone = new Set(left.slice(0, Math.max(0, this.#parts.length - maxParts)))
    for (const { client } of gone) client.end()
    this.#parts = this.#parts.filter((part) => !gone.has(part))
  }

  /** Adds the parts that are missing in view; one that ends where the missing begins is read on. */
  #fill(): void {
    const { from, to } = this.#view
    let cursor = from
    let before: Part | undefined
    const missing = (end: bigint): void => {
      if (cursor >= end) return
      if (before) {
        before.to = end
        void before.read()
        return
      }
      const part = new Part(this.#node, this.#subject, { from: cursor, to: end }, () => this.#later(sumMs))
      this.#parts.push(part)
      void part.read()
    }
    const sorted = this.#parts.toSorted((a, b) => (a.from < b.from ? -1 : 1))
    for (const part of sorted.filter((one) => one.to >= from && one.from < to)) {
      missing(part.from)
      cursor = part.to
      before = part
    }
    missing(to)
  }

  #later(ms: number): void {
    if (this.#isOver) return
    // What ended is shown at once.
    const isDone = this.#inView().every(({ phase }) => phase !== 'reading')
    if (isDone || ms === 0) clearTimeout(this.#timer)
    else if (this.#timer !== undefined) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        void this.#sum().catch(() => {})
      },
      isDone ? 0 : ms,
    )
  }

  async #sum(): Promise<void> {
    const rows = this.#rows
    for (const part of this.#parts) {
      const made = [rows, this.#asset, ...part.content]
      if (isSame(made, part.summed)) continue
      const first = Math.max(0, indexAt(rows, String(part.from)))
      const last = indexAt(rows, String(part.to - 1n))
      const starts = Float64Array.from(rows.slice(first, last + 1), ({ start }) => microsUp(BigInt(start)))
      const query = { starts, from: microsUp(part.from), end: microsUp(part.to) }
      const { marketId: market } = this.#subject
      const asset = this.#asset
      const sums = await part.client.call((engine) =>
        engine.rows.barSums({ market, ...query, ...(asset !== undefined && { asset }) }),
      )
      part.first = first
      part.sums = sums
      part.summed = made
      this.#asset ??= sums.asset
    }
    if (rows !== this.#rows || this.#isOver) return
    const known = this.#parts
      .toSorted((a, b) => (a.from < b.from ? -1 : 1))
      .flatMap(({ from, to, knownTo, first, sums }) => (sums ? [{ from, to, knownTo, first, sums }] : []))
    const made = [rows, ...known.flatMap((part) => Object.values(part))]
    if (!isSame(made, this.#made)) this.#bars = ledgerBars(rows, known)
    // Nothing to draw is always the same, so that the chart is not drawn again for it.
    if (this.#bars.size === 0) this.#bars = nothingRead.bars
    this.#made = made
    this.#report()
  }

  /** Tells what has changed. The bars are those of the last sums until there are sums of other rows, which count from another row. */
  #report(): void {
    const seen = this.#inView().toSorted((a, b) => (a.from < b.from ? -1 : 1))
    const failed = seen.find(({ phase }) => phase === 'failed')
    const reading = seen.find(({ phase }) => phase !== 'read')
    const isEmpty = seen.every(({ reached, from }) => reached <= from)
    const short = failed ?? reading
    const reached = short?.reached ?? seen.at(-1)?.reached
    const total = (count: (sums: BarSums) => number): number =>
      seen.reduce((sum, part) => sum + (part.sums ? count(part.sums) : 0), 0)
    const next: LedgerReading = {
      phase: failed ? 'failed' : !reading ? 'read' : isEmpty ? 'waiting' : 'reading',
      knownTo: short && reached === short.from ? undefined : reached,
      to: this.#view.to,
      failure: failed?.failure,
      asset: this.#asset,
      unread: total(({ unread }) => unread),
      others: total(({ others }) => others),
      bars: this.#bars,
    }
    if (!isSame(Object.values(next), Object.values(this.reading.get()))) this.reading.set(next)
  }
}
