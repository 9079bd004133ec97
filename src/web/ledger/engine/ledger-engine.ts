import type { LimiterPort } from '../../../client/limiter-port.ts'
import { type Form, converted } from '../rows/csv-for-spreadsheets.ts'
import type { Finding } from '../rows/findings.ts'
import type { RowFacts } from '../rows/ledger-reader.ts'
import { type LedgerTotals, noTotals } from '../rows/ledger-totals.ts'
import { type Bytes, messageOf, toErrorBody } from '../../../client/stages.ts'
import { openOutput, type Target } from '../stream/output-file.ts'
import {
  type Received,
  type ReceiveOptions,
  receiveAfterPauses,
  checkEnd,
  type EndCheck,
  fromSecond,
  type Question,
  unchecked,
} from '../stream/receive.ts'
import { Ledger, type Sinks } from './ledger.ts'
import type { RowsView } from './rows-view.ts'

export interface LedgerOptions {
  /** Whose ledger it is; without a party, the rows say it. */
  party?: string | undefined
  /** What becomes of the rows. */
  sinks: Sinks
  /** The rows come from a file, which another program may have changed. */
  isChecked?: boolean
  /** The node runs on the user's machine. */
  isLoopback?: boolean
  limiter: LimiterPort
  onProgress: (progress: LedgerProgress) => void
  /** Milliseconds without a byte after which a connection counts as lost. */
  timeoutMs?: number
}

export interface LedgerQuery {
  url: string
  /**
   * Unix nanoseconds before which no more rows can be added. The end of the response is checked up to it; undefined when the
   * whole range is too recent for that.
   */
  settledUntil?: string | undefined
}

/** How far a ledger is read, reported a few times a second. */
export interface LedgerProgress {
  facts: RowFacts
  /** Bytes received, including those at the end that are not yet known to be rows. */
  received: number
  /** Milliseconds since the last byte. */
  idleMs: number
  /** Whether the bytes are hashed: false where a policy forbids WebAssembly. */
  hashed: boolean
  /** Whose ledger it is, as far as the rows show it. */
  party: string | undefined
  /** Kept rows that the filter shows. */
  shown: number
  /** Unix milliseconds of this browser when the pause ends that the node's rate limiter asked for. */
  pausedUntil?: number | undefined
  /** Of the sink of sums; reported less often than the rest. */
  totals?: LedgerTotals
  preview?: string[]
  /** The first of the kept rows, as soon as there are some, unless a filter chooses among them. */
  begun?: string[]
}

export interface LedgerResult extends Received, EndCheck, Pick<LedgerProgress, 'facts' | 'party' | 'shown'> {
  /** Of all bytes, in hexadecimal; undefined where a policy forbids WebAssembly. */
  sha256: string | undefined
  totals: LedgerTotals
  preview: string[]
  /** Of a file that another program may have changed. */
  findings: Finding[]
  counts: { rows: number; understood: number } | undefined
}

const noAnswer = { status: undefined, fileName: undefined, limit: undefined, missing: 0 }

const fullWords = 'This page keeps at most 4,000,000 rows. Choose a shorter range, or export the file.'

const unwritten = (error: unknown): Pick<Received, 'ending' | 'error'> => ({
  ending: 'unwritten',
  error: toErrorBody(`The file could not be written: ${messageOf(error)}`),
})

const reportMs = 200
/** As many rows as a window shows. */
const screenRows = 50
/** One of so many reports has the totals. */
const totalsEvery = 5

/** Reads one ledger from a node or a file into its sinks, in a worker; what was cut is read on after its last row. */
export class LedgerEngine {
  readonly #options: LedgerOptions
  readonly #ledger: Ledger
  #stop = new AbortController()
  #pausedUntil: number | undefined

  private constructor(options: LedgerOptions, ledger: Ledger) {
    this.#options = options
    this.#ledger = ledger
  }

  /** Opens the sinks. Rejects when a file cannot be opened, or was changed since it was finished. */
  static async open(options: LedgerOptions): Promise<LedgerEngine> {
    return new LedgerEngine(options, await Ledger.open(options.party, options.sinks, options.isChecked === true))
  }

  /** Ends what is being received or written; the rows that came stay. */
  stop(): void {
    this.#stop.abort()
  }

  /** Receives the rows that are missing from the node and checks the end. Never rejects. */
  async receive(query: LedgerQuery): Promise<LedgerResult> {
    this.#begin()
    const ledger = this.#ledger
    const report = this.#report()
    try {
      const received = await this.#receiveInto(await ledger.append(), query, {
        onReceived: report.received,
        onBytes: (chunk) => {
          ledger.take(chunk)
          report.taken()
          if (ledger.isFull) this.stop()
        },
      })
      const full = ledger.isFull ? { ...received, ending: 'cut' as const, error: toErrorBody(fullWords) } : received
      const kept = await ledger.commit().then(
        () => full,
        (error: unknown): Received => ({ ...full, ...unwritten(error) }),
      )
      return this.#result(kept, await this.#checkIfWhole(kept, query))
    } catch (error) {
      return this.#result({ ...noAnswer, ...unwritten(error) })
    } finally {
      report.end()
    }
  }

  /** Requests again whether rows follow those that came. */
  async check(query: LedgerQuery): Promise<EndCheck> {
    this.#begin()
    return this.#checkRows(query)
  }

  /** Reads a file of a ledger export; gzip is unpacked. Never rejects. */
  async readFile(file: Blob): Promise<LedgerResult> {
    const [signal, report] = [this.#begin(), this.#report()]
    const { error, bytes } = await this.#ledger.readFile(file, { signal, onReceived: report.received })
    report.end()
    const failure = error ?? (this.#ledger.isFull ? toErrorBody(fullWords) : undefined)
    const ending = signal.aborted ? 'stopped' : failure ? 'cut' : 'whole'
    const result = this.#result({ ...noAnswer, ending, error: failure })
    return { ...result, facts: { ...result.facts, bytes } }
  }

  /** The written file in the node's own bytes. */
  file(): Promise<Blob> {
    return this.#ledger.file()
  }

  /** Leaves no file that was written. */
  async remove(): Promise<void> {
    this.stop()
    await this.#ledger.remove()
  }

  /**
   * A finished file in another form; into a chosen file when there is one, else as a blob. Rejects when it is stopped; no
   * chosen file is left then.
   */
  async convert(file: Blob, form: Form, target: Target | undefined): Promise<Blob> {
    const signal = this.#begin()
    const stream = converted(file.stream() as ReadableStream<Bytes>, form)
    const output = await openOutput(target ?? { kind: 'memory' })
    try {
      await stream.pipeTo(await output.append(0), { signal })
      await output.commit()
      return await output.read()
    } catch (error) {
      if (signal.aborted) await output.remove()
      throw error
    }
  }

  get rows(): RowsView {
    if (!this.#ledger.rows) throw new Error('the rows of this ledger are not kept')
    return this.#ledger.rows
  }

  /** Begins a call that can be stopped. */
  #begin(): AbortSignal {
    this.#stop = new AbortController()
    return this.#stop.signal
  }

  #result(received: Received, checked: EndCheck = unchecked): LedgerResult {
    const { sums, preview, checks, party, hash, shown } = this.#ledger
    return {
      ...received,
      ...checked,
      facts: this.#ledger.reader.facts(),
      party,
      shown,
      sha256: hash?.hex(),
      totals: sums?.totals() ?? noTotals,
      preview,
      findings: checks?.findings() ?? [],
      counts: checks?.counts,
    }
  }

  async #receiveInto(
    into: WritableStream<Bytes> | undefined,
    { url }: LedgerQuery,
    calls: Pick<ReceiveOptions, 'onBytes' | 'onReceived'>,
  ): Promise<Received> {
    const { reader } = this.#ledger
    const overlap = reader.overlap()
    const from = overlap ? fromSecond(url, overlap.second) : url
    const { signal } = this.#stop
    const received = await this.#ask({ url: from, signal, known: reader.header, overlap, ...calls }, into)
    // The node names a piece after the piece, and the ledger is of the whole range.
    return overlap ? { ...received, fileName: undefined } : received
  }

  /** Whether rows follow what was received, unless it is known to be cut. */
  async #checkIfWhole({ ending, missing }: Received, query: LedgerQuery): Promise<EndCheck> {
    if (ending !== 'whole' || this.#ledger.reader.facts().flaw !== undefined) return unchecked
    return missing > 0 ? { ...unchecked, check: 'changed' } : this.#checkRows(query)
  }

  async #checkRows({ url, settledUntil }: LedgerQuery): Promise<EndCheck> {
    if (settledUntil === undefined)
      return { ...unchecked, checkError: toErrorBody('The range is too recent to check yet.') }
    const { reader } = this.#ledger
    const { signal } = this.#stop
    const end = { url, settledUntil, known: reader.header, overlap: reader.overlap(), signal }
    return checkEnd(end, (question) => this.#ask(question))
  }

  #ask(question: Question, into: WritableStream<Bytes> = new WritableStream()): Promise<Received> {
    const { limiter, timeoutMs = 60_000, isLoopback: uncompressed } = this.#options
    const onPause = (until: number | undefined): void => void (this.#pausedUntil = until)
    return receiveAfterPauses({ ...question, limiter, timeoutMs, uncompressed }, into, onPause)
  }

  /**
   * Reports how far reading is, with the first rows, then five times a second and once at the end: with the bytes, since timers
   * of a busy worker are late, and by a timer while none arrive. A busy worker is late to be asked too, so it sends the first rows.
   */
  #report(): { received: (bytes: number) => void; taken: () => void; end: () => void } {
    const { reader, sums, preview, hash, rows } = this.#ledger
    let isBegun = this.#ledger.shown > 0
    let lastByteAt = performance.now()
    let reportedAt = lastByteAt
    let received = reader.facts().bytes
    let reports = 0
    let previewLines = 0
    const report = (at: number) => {
      reportedAt = performance.now()
      const withTotals = sums !== undefined && at % totalsEvery === 0
      // Reports are copied from the worker to the page, so the preview is included only when it has grown.
      const withPreview = withTotals && preview.length !== previewLines
      if (withPreview) previewLines = preview.length
      const begun = isBegun ? undefined : rows?.begun()
      isBegun ||= begun !== undefined
      this.#options.onProgress({
        facts: reader.facts(),
        received,
        idleMs: reportedAt - lastByteAt,
        hashed: hash !== undefined,
        party: this.#ledger.party,
        shown: this.#ledger.shown,
        pausedUntil: this.#pausedUntil,
        ...(withTotals && { totals: sums.totals() }),
        ...(withPreview && { preview }),
        ...(begun && { begun }),
      })
    }
    const reportIfDue = () => {
      const isBeginning = !isBegun && this.#ledger.shown >= screenRows
      if (isBeginning || performance.now() - reportedAt >= reportMs) report(++reports)
    }
    const timer = setInterval(reportIfDue, reportMs / 2)
    return {
      received(bytes) {
        received += bytes
        lastByteAt = performance.now()
        reportIfDue()
      },
      taken: reportIfDue,
      end() {
        clearInterval(timer)
        report(0)
      },
    }
  }
}
