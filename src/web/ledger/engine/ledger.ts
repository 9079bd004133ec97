import type { ErrorBody } from '../../../wire/protocol/error.ts'
import { FileChecks, partyOfRow } from '../rows/file-checks.ts'
import { LedgerReader } from '../rows/ledger-reader.ts'
import { LedgerSums } from '../rows/ledger-sums.ts'
import { decodeFraming, holdBackTail } from '../../../client/decode-framing.ts'
import { type OutputFile, openOutput, type Target } from '../stream/output-file.ts'
import { passFile } from '../stream/pass-file.ts'
import { type Bytes, combineStages, toErrorBody } from '../../../client/stages.ts'
import { RowsView } from './rows-view.ts'
import { createSHA256 } from 'hash-wasm'

/** The SHA-256 of bytes that come in pieces. */
interface RunningHash {
  update(bytes: Uint8Array): void
  /** Of all bytes so far, in lower-case hex; more may follow. */
  hex(): string
}

/** Undefined where the security policy forbids WebAssembly: other servers than Lyra's may send the dashboard with one. */
export async function runningSha256(): Promise<RunningHash | undefined> {
  const created = await createSHA256().catch(() => undefined)
  const hash = created?.init()
  return (
    hash && {
      update: (bytes) => void hash.update(bytes),
      hex() {
        const state = hash.save()
        const digest = hash.digest()
        hash.load(state)
        return digest
      },
    }
  )
}

/** The state of a finished file; without a hash, only its size is compared. */
interface FileState {
  bytes: number
  sha256: string | undefined
}

/** What becomes of the rows of a ledger as they pass. */
export interface Sinks {
  /**
   * The node's own bytes, up to the end of a row. Of an earlier attempt (`resumed`) what is whole stays; one that was
   * `finished` must be as it was.
   */
  file?: { target: Target; resumed?: boolean; finished?: FileState | undefined }
  /** The sums of all rows, and the first of them. */
  sums?: boolean
  /** Every row, kept to be filtered and searched. */
  rows?: boolean
}

/** How many bytes from the end of a file its last line end is searched for. */
const maxRowBytes = 1_048_576

/** Rows that are shown of a file that is written. */
const previewRows = 500

/** One ledger as its bytes come: hashed, read into rows, and passed to its sinks. */
export class Ledger {
  readonly reader: LedgerReader
  readonly hash: RunningHash | undefined
  /** Of a file, which another program may have changed. */
  readonly checks: FileChecks | undefined
  readonly sums: LedgerSums | undefined
  readonly preview: string[] = []
  readonly rows: RowsView | undefined
  readonly #output: OutputFile | undefined
  #party: string | undefined

  private constructor(
    party: string | undefined,
    sinks: Sinks,
    opened: { isChecked: boolean; output: OutputFile | undefined; hash: RunningHash | undefined },
  ) {
    this.#party = party?.toLowerCase()
    this.#output = opened.output
    this.hash = opened.hash
    this.checks = opened.isChecked ? new FileChecks(party) : undefined
    this.sums = sinks.sums ? new LedgerSums(party ?? '') : undefined
    this.rows = sinks.rows ? new RowsView(this) : undefined
    this.reader = new LedgerReader((...row) => this.#row(...row), this.checks)
  }

  /** Opens the sinks; `isChecked` rows are held against what a node writes. Rejects where a file cannot be opened. */
  static async open(party: string | undefined, sinks: Sinks, isChecked: boolean): Promise<Ledger> {
    const output = sinks.file && (await openOutput(sinks.file.target))
    const ledger = new Ledger(party, sinks, { isChecked, output, hash: await runningSha256() })
    if (sinks.file?.resumed) await ledger.#resume(sinks.file.finished)
    return ledger
  }

  get party(): string | undefined {
    return this.checks?.party ?? this.#party
  }

  /** Rows are not in the order of time, on which balances depend. */
  get isDisordered(): boolean {
    return this.checks?.isDisordered === true
  }

  /** Kept rows that the filter shows. */
  get shown(): number {
    return this.rows?.count ?? 0
  }

  get isFull(): boolean {
    return this.rows?.isFull === true
  }

  /** A stream behind the last row of the file; all bytes that go into it must be passed to `take` too. */
  async append(): Promise<WritableStream<Bytes> | undefined> {
    return this.#output?.append(this.reader.facts().bytes)
  }

  /** Hashes and reads bytes of the ledger. */
  take(chunk: Bytes): void {
    this.reader.push(chunk)
    this.hash?.update(chunk)
  }

  /** Makes what was appended durable. */
  async commit(): Promise<void> {
    await this.#output?.commit()
  }

  async file(): Promise<Blob> {
    if (!this.#output) throw new Error('no file was opened')
    return this.#output.read()
  }

  async remove(): Promise<void> {
    await this.#output?.remove()
  }

  /** Passes a file of a ledger export through: its bytes, unpacked, and why it is not whole. Never rejects. */
  async readFile(
    file: Blob,
    { signal, onReceived }: { signal: AbortSignal; onReceived: (bytes: number) => void },
  ): Promise<{ error: ErrorBody | undefined; bytes: number }> {
    const { reader, checks, hash } = this
    const [framing, tail] = [decodeFraming('file'), holdBackTail()]
    const stages = combineStages([framing, tail], (chunk) => reader.push(chunk))
    let bytes = 0
    const unread = await passFile(file, {
      signal,
      onRaw: (chunk) => {
        bytes += chunk.length
        hash?.update(chunk)
        onReceived(chunk.length)
      },
      onText: (chunk) => !stages.push(chunk) && checks?.refusal === undefined && !this.isFull,
      saved: (words) => checks?.saved(words),
    })
    stages.end()
    const rest = new TextDecoder().decode(tail.rest())
    const isCut = rest === '' ? tail.cut() > 0 : !reader.lastLine(rest)
    const words =
      unread ??
      (bytes === 0 ? 'Not a ledger export: the file is empty.' : checks?.refusal) ??
      (reader.header === undefined ? 'Not a ledger export: it has no header line.' : undefined) ??
      (isCut ? 'The file ends in the middle of a row.' : undefined)
    return {
      error: tail.failure?.() ?? framing.failure?.() ?? (words === undefined ? undefined : toErrorBody(words)),
      bytes,
    }
  }

  #row(line: string, fields: readonly string[], isUnderstood: boolean): void {
    if (this.sums) {
      if (this.preview.length < previewRows) this.preview.push(line)
      this.sums.add(fields)
    }
    if (!this.rows || this.rows.isFull) return
    this.#party ??= partyOfRow(fields)
    this.rows.add(line, isUnderstood)
  }

  /** Reads the file of an earlier attempt up to its last whole row. */
  async #resume(finished: FileState | undefined): Promise<void> {
    const bytes = await this.file()
    const tail = new Uint8Array(await bytes.slice(-maxRowBytes).arrayBuffer())
    const end = tail.lastIndexOf(10) + 1
    const rows = bytes.slice(0, end === 0 ? 0 : bytes.size - (tail.length - end))
    const reader = (rows.stream() as ReadableStream<Bytes>).getReader()
    for (let step = await reader.read(); !step.done; step = await reader.read()) this.take(step.value)
    if (!finished) return
    const sha256 = this.hash?.hex()
    const isChanged = finished.sha256 !== undefined && sha256 !== undefined && sha256 !== finished.sha256
    if (isChanged || this.reader.facts().bytes !== finished.bytes)
      throw new Error('The file has changed since this export stopped. Start a new one.')
  }
}
