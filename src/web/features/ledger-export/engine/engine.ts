import type { ErrorBody } from '../../../../wire/error.ts'
import { type Received, receive } from './receive.ts'
import { checkEnd, type End, type Question, unchecked } from './verify-end.ts'
import { type Bytes, said } from './stream/decode-framing.ts'
import { ExportFile } from './output-file.ts'
import { type Checked, fromSecond, type PartPlan, type PartResult, type Progress } from './part.ts'
import { tellProgress } from './progress.ts'
import type { Gate } from '../../../api/rate-limit/limiter-port.ts'
import { Inspection } from './sums/row-inspector.ts'
import { type Target, openSink } from './stream/sinks.ts'
import { type Form, converted } from './sums/csv-for-spreadsheets.ts'

export interface EngineOptions {
  party: string
  gate: Gate
  onProgress: (progress: Progress) => void
  /** Milliseconds of silence after which a connection counts as lost. */
  patience?: number
  /** The node stands on the reader's machine. */
  near?: boolean
}

/**
 * Writes one file of a ledger export, part after part, in a worker. Any end can be gone on from: what is there is read
 * again, hashed, and compared with the node's next answer.
 */
export class ExportEngine {
  readonly #options: EngineOptions
  #open: ExportFile | undefined
  #stop = new AbortController()

  constructor(options: EngineOptions) {
    this.#options = options
  }

  /** Starts a file that is empty. */
  async create(target: Target): Promise<void> {
    this.#open = await ExportFile.create(this.#options.party, target)
  }

  /** Opens a file again, of which the first `done` bytes have this hash; false when they are no longer what they were. */
  async reopen(target: Target, done: number, hash: string | undefined): Promise<boolean> {
    this.#open = await ExportFile.reopen(this.#options.party, target, done, hash)
    return this.#open !== undefined
  }

  /** What comes now is a new part. */
  begin(): void {
    this.#file().begin()
  }

  /** Receives the answer of one part, writes it and asks whether rows follow. Never rejects. */
  async receive({ url, resume, settled }: PartPlan): Promise<PartResult> {
    const file = this.#file()
    const signal = this.#begun()
    const progress = tellProgress(file, this.#options.onProgress)
    try {
      const overlap = resume ? await file.overlap() : undefined
      const into = await file.append()
      const received = await this.#ask(
        {
          url: overlap ? fromSecond(url, overlap.second) : url,
          signal,
          known: file.header,
          overlap,
          onReceived: progress.received,
          onBytes: (chunk) => file.take(chunk),
        },
        into,
      )
      const kept = await file.commit().then(
        () => received,
        (error: unknown): Received => ({ ...received, ending: 'unwritten', error: unwritten(error) }),
      )
      return await this.#judged(file, kept, url, settled)
    } catch (error) {
      const none = { status: undefined, fileName: undefined, hold: undefined, missing: 0 }
      return resultOf(file, { ...none, ending: 'unwritten', error: unwritten(error) }, unchecked)
    } finally {
      progress.end()
    }
  }

  /** Ends the answer that is under way; what came of it stays. */
  stop(): void {
    this.#stop.abort()
  }

  /** The time of the first row that an address answers with, as it stands in the file; undefined when there is none. */
  async first(url: string): Promise<{ first: string | undefined; received: Received }> {
    const inspection = new Inspection(this.#options.party)
    const onBytes = (chunk: Bytes): void => {
      inspection.push(chunk)
      if (inspection.facts().rows > 0) this.stop()
    }
    const received = await this.#ask({ url, signal: this.#begun(), onBytes })
    return { first: inspection.facts().first, received }
  }

  /** Asks again whether rows follow those of a part, which stand in the file from one byte up to another. */
  async check({
    url,
    from,
    to,
    settled,
  }: {
    url: string
    from: number
    to: number
    settled: string
  }): Promise<Checked> {
    const file = this.#file()
    this.#begun()
    return this.#checked(file, { url, settled, overlap: await file.overlap(from, to) })
  }

  /** Cuts the file behind its first bytes; it is to be opened again before anything else. */
  async cut(size: number): Promise<void> {
    await this.#file().cut(size)
  }

  /** The file as it is on the node. */
  async file(): Promise<Blob> {
    return this.#file().read()
  }

  /**
   * A finished file in another form; into a chosen file when there is one, else as a blob. Rejects when it is stopped; no
   * chosen file is left then.
   */
  async convert(file: Blob, form: Form, target: Target | undefined): Promise<Blob> {
    const signal = this.#begun()
    const stream = converted(file.stream() as ReadableStream<Bytes>, form)
    if (!target) return new Response(stream.pipeThrough(new TransformStream<Bytes, Bytes>(), { signal })).blob()
    const sink = await openSink(target)
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
    await this.#open?.remove()
  }

  #file(): ExportFile {
    if (!this.#open) throw new Error('no file was opened')
    return this.#open
  }

  #ask(question: Question, into: WritableStream<Bytes> = new WritableStream()): Promise<Received> {
    const { gate, patience = 60_000, near: unpacked } = this.#options
    return receive({ ...question, gate, patience, unpacked }, into)
  }

  /** A call that can be stopped begins. */
  #begun(): AbortSignal {
    this.#stop = new AbortController()
    return this.#stop.signal
  }

  async #judged(file: ExportFile, received: Received, url: string, settled: string | undefined): Promise<PartResult> {
    if (received.ending !== 'whole' || file.inspection.facts().flaw !== undefined)
      return resultOf(file, received, unchecked)
    if (received.missing > 0) return resultOf(file, received, { ...unchecked, check: 'changed' })
    if (settled === undefined)
      return resultOf(file, received, { ...unchecked, checkError: said('The range is too young to be checked yet.') })
    return resultOf(file, received, await this.#checked(file, { url, settled, overlap: await file.overlap() }))
  }

  #checked({ header }: ExportFile, end: Pick<End, 'url' | 'settled' | 'overlap'>): Promise<Checked> {
    return checkEnd({ ...end, header, signal: this.#stop.signal }, (question) => this.#ask(question))
  }
}

const resultOf = (file: ExportFile, received: Received, checked: Checked): PartResult => ({
  ...received,
  ...checked,
  facts: file.inspection.facts(),
  totals: file.inspection.totals(),
  size: file.size,
  sha256: file.sha256(),
  preview: file.inspection.preview,
})

const unwritten = (error: unknown): ErrorBody =>
  said(`The file could not be written: ${error instanceof Error ? error.message : String(error)}`)
