import type { LimiterPort } from '../../client/limiter-port.ts'
import type { LedgerReader, RowFacts } from '../rows/ledger-reader.ts'
import { type Received, type ReceiveOptions, receive } from '../stream/receive.ts'
import { type Bytes, toErrorBody } from '../stream/stages.ts'
import { checkEnd, fromSecond, type Question, unchecked } from '../stream/verify-end.ts'
import type { CheckResult, ExportQuery } from './result.ts'

export interface EngineOptions<Progress> {
  limiter: LimiterPort
  onProgress: (progress: Progress) => void
  /** Milliseconds without a byte after which a connection counts as lost. */
  timeoutMs?: number
  /** The node runs on the user's machine. */
  isLoopback?: boolean
}

/** How far a ledger has been read. */
export interface ReadState {
  facts: RowFacts
  /** Bytes received, including those at the end that are not yet known to be rows. */
  received: number
  /** Milliseconds since the last byte. */
  idleMs: number
}

const reportMs = 200

/** Reads a ledger from a node, in a worker: the missing rows, then whether any follow. Where rows go is up to its kinds. */
export abstract class LedgerEngine<Progress, Options extends EngineOptions<Progress> = EngineOptions<Progress>> {
  protected readonly options: Options
  #stop = new AbortController()

  constructor(options: Options) {
    this.options = options
  }

  /** Ends what is being received or written; the rows that came stay. */
  stop(): void {
    this.#stop.abort()
  }

  /** Begins a call that can be stopped. */
  protected begin(): AbortSignal {
    this.#stop = new AbortController()
    return this.#stop.signal
  }

  /** Receives the rows that `reader` does not have yet. */
  protected async receiveInto(
    reader: LedgerReader,
    { url }: ExportQuery,
    { into, ...sinks }: Pick<ReceiveOptions, 'onBytes' | 'onReceived'> & { into?: WritableStream<Bytes> },
  ): Promise<Received> {
    const overlap = reader.overlap()
    const from = overlap ? fromSecond(url, overlap.second) : url
    const { signal } = this.#stop
    const received = await this.#ask({ url: from, signal, known: reader.header, overlap, ...sinks }, into)
    // The node names a piece after the piece, and the ledger is of the whole range.
    return overlap ? { ...received, fileName: undefined } : received
  }

  /** Whether rows follow what was received, unless it is known to be cut. */
  protected async checkIfWhole(
    reader: LedgerReader,
    { ending, missing }: Received,
    query: ExportQuery,
  ): Promise<CheckResult> {
    if (ending !== 'whole' || reader.facts().flaw !== undefined) return unchecked
    return missing > 0 ? { ...unchecked, check: 'changed' } : this.checkRows(reader, query)
  }

  /** Requests whether rows follow those of `reader`. */
  protected async checkRows(reader: LedgerReader, { url, settledUntil }: ExportQuery): Promise<CheckResult> {
    if (settledUntil === undefined)
      return { ...unchecked, checkError: toErrorBody('The range is too recent to check yet.') }
    const { signal } = this.#stop
    const end = { url, settledUntil, known: reader.header, overlap: reader.overlap(), signal }
    return checkEnd(end, (question) => this.#ask(question))
  }

  /**
   * Reports how far `reader` is, five times a second and once at the end: with the bytes, since timers of a busy worker are late,
   * and by a timer while none arrive.
   */
  protected report(
    reader: LedgerReader,
    send: (state: ReadState, reports: number) => void,
  ): { received: (bytes: number) => void; end: () => void } {
    let lastByteAt = performance.now()
    let reportedAt = lastByteAt
    let received = reader.facts().bytes
    let reports = 0
    const report = (at: number) => {
      reportedAt = performance.now()
      send({ facts: reader.facts(), received, idleMs: reportedAt - lastByteAt }, at)
    }
    const reportIfDue = () => {
      if (performance.now() - reportedAt >= reportMs) report(++reports)
    }
    const timer = setInterval(reportIfDue, reportMs / 2)
    return {
      received(bytes) {
        received += bytes
        lastByteAt = performance.now()
        reportIfDue()
      },
      end() {
        clearInterval(timer)
        report(0)
      },
    }
  }

  #ask(question: Question, into: WritableStream<Bytes> = new WritableStream()): Promise<Received> {
    const { limiter, timeoutMs = 60_000, isLoopback: uncompressed } = this.options
    return receive({ ...question, limiter, timeoutMs, uncompressed }, into)
  }
}
