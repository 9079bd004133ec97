import type { Bytes } from '../stream/stages.ts'
import { type RunningHash, runningSha256 } from '../stream/sha256.ts'
import { type Sink, type Target, openSink } from '../stream/sinks.ts'
import { RowInspector } from '../rows/row-inspector.ts'

/** How many bytes from the end of a file its last line end is searched for. */
const maxRowBytes = 1_048_576

/** The state of a finished file; without a hash, only its size is compared. */
export interface FileState {
  bytes: number
  sha256: string | undefined
}

/** The file of an export with hash, rows and sums. It always holds the node's own bytes, up to the end of a row. */
export class OutputFile {
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
