import { type Form, converted } from '../rows/csv-for-spreadsheets.ts'
import type { Received } from '../stream/receive.ts'
import { type Target, openSink, type Sink } from '../stream/sinks.ts'
import { type Bytes, messageOf, toErrorBody } from '../stream/stages.ts'
import { unchecked } from '../stream/verify-end.ts'
import { type EngineOptions, LedgerEngine } from './ledger-engine.ts'
import type { CheckResult, ExportQuery, ExportResult, Progress } from './result.ts'
import { type RunningHash, runningSha256 } from '../stream/sha256.ts'
import { RowInspector } from '../rows/row-inspector.ts'

/** How many bytes from the end of a file its last line end is searched for. */
const maxRowBytes = 1_048_576

/** The state of a finished file; without a hash, only its size is compared. */
interface FileState {
  bytes: number
  sha256: string | undefined
}

/** The file of an export with hash, rows and sums. It always holds the node's own bytes, up to the end of a row. */
class OutputFile {
  readonly sink: Sink
  readonly hash: RunningHash | undefined
  readonly inspector: RowInspector

  private constructor(sink: Sink, hash: RunningHash | undefined, inspector: RowInspector) {
    this.sink = sink
    this.hash = hash
    this.inspector = inspector
  }

  /** An empty file; earlier contents are discarded. */
  static async create(party: string, target: Target): Promise<OutputFile> {
    return new OutputFile(await openSink(target), await runningSha256(), new RowInspector(party))
  }

  /**
   * A file of an earlier attempt, read again up to its last whole row. Undefined when it should be finished (`expected`) but
   * was changed since.
   */
  static async reopen(party: string, target: Target, expected?: FileState): Promise<OutputFile | undefined> {
    const file = await OutputFile.create(party, target)
    const bytes = await file.sink.read()
    const tail = new Uint8Array(await bytes.slice(-maxRowBytes).arrayBuffer())
    const end = tail.lastIndexOf(10) + 1
    const rows = bytes.slice(0, end === 0 ? 0 : bytes.size - (tail.length - end))
    const reader = (rows.stream() as ReadableStream<Bytes>).getReader()
    for (let step = await reader.read(); !step.done; step = await reader.read()) file.take(step.value)
    if (!expected) return file
    const sha256 = file.hash?.hex()
    const changed = expected.sha256 !== undefined && sha256 !== undefined && sha256 !== expected.sha256
    return changed || file.inspector.facts().bytes !== expected.bytes ? undefined : file
  }

  /** A stream behind the last row; all bytes that go into it must be passed to `take` too. */
  append(): Promise<WritableStream<Bytes>> {
    return this.sink.append(this.inspector.facts().bytes)
  }

  /** Hashes and inspects bytes that go into the file. */
  take(chunk: Bytes): void {
    this.inspector.push(chunk)
    this.hash?.update(chunk)
  }
}

/** One of so many reports has the totals. */
const totalsEvery = 5

/** Writes the file of a ledger export, in a worker. One that ended early is read again, hashed and resumed. */
export class ExportEngine extends LedgerEngine<Progress, EngineOptions<Progress> & { party: string }> {
  #open: OutputFile | undefined

  /** Starts a file that is empty. */
  async create(target: Target): Promise<void> {
    this.#open = await OutputFile.create(this.options.party, target)
  }

  /** Opens a file again; false when it should be finished (`expected`) but was changed since. */
  async reopen(target: Target, expected?: FileState): Promise<boolean> {
    this.#open = await OutputFile.reopen(this.options.party, target, expected)
    return this.#open !== undefined
  }

  /** Receives the missing rows, writes them and checks the end. Never rejects. */
  async receive(query: ExportQuery): Promise<ExportResult> {
    const file = this.#file()
    const { reader } = file.inspector
    this.begin()
    const progress = this.#reportOn(file)
    try {
      const into = await file.append()
      const sinks = { into, onReceived: progress.received, onBytes: (chunk: Bytes) => file.take(chunk) }
      const received = await this.receiveInto(reader, query, sinks)
      const kept = await file.sink.commit().then(
        () => received,
        (error: unknown): Received => ({ ...received, ending: 'unwritten', error: unwritten(error) }),
      )
      return resultOf(file, kept, await this.checkIfWhole(reader, kept, query))
    } catch (error) {
      const none = { status: undefined, fileName: undefined, limit: undefined, missing: 0 }
      return resultOf(file, { ...none, ending: 'unwritten', error: unwritten(error) }, unchecked)
    } finally {
      progress.end()
    }
  }

  /** Requests again whether rows follow those in the file. */
  async check(query: ExportQuery): Promise<CheckResult> {
    this.begin()
    return this.checkRows(this.#file().inspector.reader, query)
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
    const signal = this.begin()
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

  #reportOn({ inspector, hash }: OutputFile): ReturnType<ExportEngine['report']> {
    let previewLines = 0
    return this.report(inspector.reader, (state, reports) => {
      const { preview } = inspector
      const withTotals = reports % totalsEvery === 0
      // Reports are copied from the worker to the page, so the preview is included only when it has grown.
      const withPreview = withTotals && preview.length !== previewLines
      if (withPreview) previewLines = preview.length
      this.options.onProgress({
        ...state,
        hashed: hash !== undefined,
        ...(withTotals && { totals: inspector.totals() }),
        ...(withPreview && { preview }),
      })
    })
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
