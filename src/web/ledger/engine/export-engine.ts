import type { LimiterPort } from '../../api/rate-limit/limiter-port.ts'
import { type FileState, OutputFile } from './output-file.ts'
import { reportProgress } from './progress.ts'
import { type Received, receive } from '../stream/receive.ts'
import type { CheckResult, ExportQuery, ExportResult, Progress } from './result.ts'
import { type Bytes, messageOf, toErrorBody } from '../stream/stages.ts'
import { type Target, openSink } from '../stream/sinks.ts'
import { type Form, converted } from '../rows/csv-for-spreadsheets.ts'
import { checkEnd, fromSecond, type Question, unchecked } from '../stream/verify-end.ts'

export interface EngineOptions {
  party: string
  limiter: LimiterPort
  onProgress: (progress: Progress) => void
  /** Milliseconds without a byte after which a connection counts as lost. */
  timeoutMs?: number
  /** The node runs on the user's machine. */
  isLoopback?: boolean
}

/** Writes the file of a ledger export, in a worker. One that ended early is read again, hashed and resumed. */
export class ExportEngine {
  readonly #options: EngineOptions
  #open: OutputFile | undefined
  #stop = new AbortController()

  constructor(options: EngineOptions) {
    this.#options = options
  }

  /** Starts a file that is empty. */
  async create(target: Target): Promise<void> {
    this.#open = await OutputFile.create(this.#options.party, target)
  }

  /** Opens a file again; false when it should be finished (`expected`) but was changed since. */
  async reopen(target: Target, expected?: FileState): Promise<boolean> {
    this.#open = await OutputFile.reopen(this.#options.party, target, expected)
    return this.#open !== undefined
  }

  /** Receives the missing rows, writes them and checks the end. Never rejects. */
  async receive({ url, settledUntil }: ExportQuery): Promise<ExportResult> {
    const file = this.#file()
    const signal = this.#begin()
    const progress = reportProgress(file, this.#options.onProgress)
    try {
      const overlap = file.overlap()
      const into = await file.append()
      const question = {
        url: overlap ? fromSecond(url, overlap.second) : url,
        signal,
        known: file.inspector.header,
        overlap,
        onReceived: progress.received,
        onBytes: (chunk: Bytes) => file.take(chunk),
      }
      const answered = await this.#ask(question, into)
      // The node names a piece after the piece, and the file is of the whole range.
      const received = overlap ? { ...answered, fileName: undefined } : answered
      const kept = await file.sink.commit().then(
        () => received,
        (error: unknown): Received => ({ ...received, ending: 'unwritten', error: unwritten(error) }),
      )
      const checked = await this.#checkIfWhole(file, kept, { url, settledUntil })
      return resultOf(file, kept, checked)
    } catch (error) {
      const none = { status: undefined, fileName: undefined, limit: undefined, missing: 0 }
      return resultOf(file, { ...none, ending: 'unwritten', error: unwritten(error) }, unchecked)
    } finally {
      progress.end()
    }
  }

  /** Requests again whether rows follow those in the file. */
  async check(query: ExportQuery): Promise<CheckResult> {
    this.#begin()
    return this.#check(this.#file(), query)
  }

  /** Aborts the response that is being received; the rows received so far stay. */
  stop(): void {
    this.#stop.abort()
  }

  /** The file in the node's own bytes. */
  async file(): Promise<Blob> {
    return this.#file().sink.read()
  }

  /**
   * A finished file in another form; into a chosen file when there is one, else as a blob. Rejects when it is stopped; no
   * chosen file is left then.
   */
  async convert(file: Blob, form: Form, target: Target | undefined): Promise<Blob> {
    const signal = this.#begin()
    const stream = converted(file.stream() as ReadableStream<Bytes>, form)
    const sink = await openSink(target ?? { kind: 'memory' })
    try {
      await stream.pipeTo(await sink.append(0), { signal })
      await sink.commit()
      return await sink.read()
    } catch (error) {
      if (signal.aborted) await sink.remove()
      throw error
    }
  }

  async remove(): Promise<void> {
    this.stop()
    await this.#open?.sink.remove()
  }

  #file(): OutputFile {
    if (!this.#open) throw new Error('no file was opened')
    return this.#open
  }

  #ask(question: Question, into: WritableStream<Bytes> = new WritableStream()): Promise<Received> {
    const { limiter, timeoutMs = 60_000, isLoopback: uncompressed } = this.#options
    return receive({ ...question, limiter, timeoutMs, uncompressed }, into)
  }

  /** Begins a call that can be stopped. */
  #begin(): AbortSignal {
    this.#stop = new AbortController()
    return this.#stop.signal
  }

  async #checkIfWhole(file: OutputFile, { ending, missing }: Received, query: ExportQuery): Promise<CheckResult> {
    if (ending !== 'whole' || file.inspector.facts().flaw !== undefined) return unchecked
    return missing > 0 ? { ...unchecked, check: 'changed' } : this.#check(file, query)
  }

  async #check(file: OutputFile, { url, settledUntil }: ExportQuery): Promise<CheckResult> {
    if (settledUntil === undefined)
      return { ...unchecked, checkError: toErrorBody('The range is too recent to check yet.') }
    const { signal } = this.#stop
    const overlap = file.overlap()
    return checkEnd({ url, settledUntil, known: file.inspector.header, overlap, signal }, (question) =>
      this.#ask(question),
    )
  }
}

const resultOf = (file: OutputFile, received: Received, checked: CheckResult): ExportResult => ({
  ...received,
  ...checked,
  facts: file.inspector.facts(),
  totals: file.inspector.totals(),
  sha256: file.hash?.hex(),
  preview: file.inspector.preview,
})

const unwritten = (error: unknown) => toErrorBody(`The file could not be written: ${messageOf(error)}`)
