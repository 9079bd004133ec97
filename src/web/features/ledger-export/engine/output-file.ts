import type { Bytes } from './stream/decode-framing.ts'
import { type Overlap, overlapOf } from './stream/header-and-overlap.ts'
import { Inspection } from './sums/row-inspector.ts'
import { type RunningHash, runningSha256 } from './stream/sha256.ts'
import { type Sink, type Target, openSink } from './stream/sinks.ts'

/** How many bytes from the end of a file its last line end is looked for. */
const longestRow = 1_048_576

/**
 * One file of an export with all that is known of its bytes: how many, their hash, the header line, and what the rows of the
 * part under way say. It always holds the node's own bytes up to a whole row.
 */
export class ExportFile {
  readonly #party: string
  readonly #sink: Sink
  readonly #hash: RunningHash
  #partFrom = 0
  size = 0
  header: string | undefined
  inspection: Inspection

  private constructor(party: string, sink: Sink, hash: RunningHash) {
    this.#party = party
    this.#sink = sink
    this.#hash = hash
    this.inspection = new Inspection(party)
  }

  /** A file that is empty, whatever stood in it. */
  static async create(party: string, target: Target): Promise<ExportFile> {
    return new ExportFile(party, await openSink(target), await runningSha256())
  }

  /**
   * A file of which the first `done` bytes are finished parts with this hash, and what came after them is read. Undefined
   * when these bytes are no longer what they were.
   */
  static async reopen(
    party: string,
    target: Target,
    done: number,
    hash: string | undefined,
  ): Promise<ExportFile | undefined> {
    const file = new ExportFile(party, await openSink(target), await runningSha256())
    const bytes = await file.read()
    if (bytes.size < done) return undefined
    const finished = new Inspection(party)
    await file.#again(bytes.slice(0, done), finished)
    if (done > 0 && file.sha256() !== hash) return undefined
    file.header = finished.header
    file.begin()
    const rest = bytes.slice(done)
    const tail = new Uint8Array(await rest.slice(-longestRow).arrayBuffer())
    const end = tail.lastIndexOf(10) + 1
    await file.#again(rest.slice(0, end === 0 ? 0 : rest.size - (tail.length - end)), file.inspection)
    file.header ??= file.inspection.header
    return file
  }

  /** What comes now is a new part. */
  begin(): void {
    this.#partFrom = this.size
    this.inspection = new Inspection(this.#party, this.header)
  }

  /** What is in the file as far as it is lasting. */
  read(): Promise<Blob> {
    return this.#sink.read()
  }

  /** A stream behind the last row; what goes into it is told with `take`. */
  append(): Promise<WritableStream<Bytes>> {
    return this.#sink.append(this.size)
  }

  /** Counts, hashes and reads bytes that go into the file. */
  take(chunk: Bytes): void {
    this.inspection.push(chunk)
    this.#hash.update(chunk)
    this.size += chunk.length
  }

  /** Makes what was appended lasting. */
  async commit(): Promise<void> {
    this.header ??= this.inspection.header
    await this.#sink.commit()
  }

  /** Cuts the file behind its first `size` bytes. What is known of it holds no more: it is to be opened again. */
  async cut(size: number): Promise<void> {
    await this.#sink.append(size)
    await this.#sink.commit()
  }

  sha256(): string {
    return this.#hash.hex()
  }

  /** The last rows of the part under way; half a row behind them, which a page that was closed may have left, is none. */
  async overlap(from = this.#partFrom, to = this.size): Promise<Overlap | undefined> {
    return overlapOf((await this.read()).slice(0, to), from)
  }

  remove(): Promise<void> {
    return this.#sink.remove()
  }

  async #again(bytes: Blob, inspection: Inspection): Promise<void> {
    const reader = (bytes.stream() as ReadableStream<Bytes>).getReader()
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      inspection.push(step.value)
      this.#hash.update(step.value)
      this.size += step.value.length
    }
  }
}
