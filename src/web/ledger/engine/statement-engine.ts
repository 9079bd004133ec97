import type { Finding } from '../rows/findings.ts'
import type { RowFilter } from '../store/filter.ts'
import type { Received } from '../stream/receive.ts'
import { type Bytes, toErrorBody, combineStages } from '../stream/stages.ts'
import { unchecked } from '../stream/verify-end.ts'
import { LedgerEngine, type ReadState } from './ledger-engine.ts'
import type { CheckResult, ExportQuery } from './result.ts'
import { Statement } from './statement.ts'
import { View } from './view.ts'
import type { ErrorBody } from '../../../wire/protocol/error.ts'
import { decodeFraming, holdBackTail } from '../stream/decode-framing.ts'
import { passFile } from '../stream/pass-file.ts'

/** Reads a file into a statement: the bytes that were read, unpacked, and why it is not whole. Never rejects. */
async function readInto(
  statement: Statement,
  file: Blob,
  { signal, onReceived }: { signal: AbortSignal; onReceived: (bytes: number) => void },
): Promise<{ error: ErrorBody | undefined; bytes: number }> {
  const { reader, checks, hash } = statement
  const [framing, tail] = [decodeFraming(), holdBackTail()]
  const stages = combineStages([framing, tail], (chunk) => reader.push(chunk))
  let bytes = 0
  const unread = await passFile(file, {
    signal,
    onRaw: (chunk) => {
      bytes += chunk.length
      hash?.update(chunk)
      onReceived(chunk.length)
    },
    onText: (chunk) => !stages.push(chunk) && checks?.refusal === undefined && !statement.isFull,
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

/** Reported a few times a second while rows come. */
export interface ReadProgress extends ReadState {
  /** Rows that the filter shows. */
  shown: number
  /** Whose ledger it is, as far as the rows show it. */
  party: string | undefined
}

/** How reading ended. */
export interface ReadResult extends Received, CheckResult, Pick<ReadProgress, 'facts' | 'shown' | 'party'> {
  /** Of all bytes that were read, in hexadecimal; undefined where a policy forbids WebAssembly. */
  sha256: string | undefined
  /** Of a file that another program may have changed. */
  findings: Finding[]
  counts: { rows: number; understood: number } | undefined
}

const ended = { status: undefined, fileName: undefined, limit: undefined, missing: 0 }

const fullWords = 'This page keeps at most 4,000,000 rows. Choose a shorter range, or export the file.'

/** Reads a ledger without saving it, in a worker, and answers what the page asks of its rows. */
export class StatementEngine extends LedgerEngine<ReadProgress> {
  #statement: Statement | undefined
  #view: View | undefined
  #filter: RowFilter = {}

  /** Reads the answer of the node; after an earlier one that was cut, only the rows that are missing. Never rejects. */
  async readNode(party: string, query: ExportQuery): Promise<ReadResult> {
    const statement = await this.#open(party, false)
    this.begin()
    const report = this.#reportOn(statement)
    const received = await this.receiveInto(statement.reader, query, {
      onReceived: report.received,
      onBytes: (chunk: Bytes) => {
        statement.take(chunk)
        if (statement.isFull) this.stop()
      },
    })
    const full = statement.isFull ? { ...received, ending: 'cut' as const, error: toErrorBody(fullWords) } : received
    const checked = await this.checkIfWhole(statement.reader, full, query)
    report.end()
    return { ...full, ...checked, ...this.#ending(statement) }
  }

  /** Reads a file of a ledger export; gzip is unpacked. Never rejects. */
  async readFile(file: Blob, party: string | undefined): Promise<ReadResult> {
    const statement = await this.#open(party, true)
    const [signal, report] = [this.begin(), this.#reportOn(statement)]
    const { error, bytes } = await readInto(statement, file, { signal, onReceived: report.received })
    report.end()
    const failure = error ?? (statement.isFull ? toErrorBody(fullWords) : undefined)
    const ending = signal.aborted ? 'stopped' : failure ? 'cut' : 'whole'
    const result = { ...ended, ...unchecked, ending, error: failure, ...this.#ending(statement) } as const
    return { ...result, facts: { ...result.facts, bytes } }
  }

  filter(filter: RowFilter): number {
    this.#filter = filter
    return this.#view?.filter(filter) ?? 0
  }
  lines(...args: Parameters<View['lines']>): string[] {
    return this.#view?.lines(...args) ?? []
  }
  placeOf(...args: Parameters<View['placeOf']>): number {
    return this.#view?.placeOf(...args) ?? 0
  }
  choices(): ReturnType<View['choices']> {
    return this.#view?.choices() ?? { types: [], markets: [], assets: [] }
  }
  summary(): ReturnType<View['summary']> {
    return this.#view?.summary()
  }
  async find(...args: Parameters<View['find']>): ReturnType<View['find']> {
    return this.#view?.find(...args)
  }
  foundAt(...args: Parameters<View['foundAt']>): number | undefined {
    return this.#view?.foundAt(...args)
  }
  csv(): Blob | undefined {
    return this.#view?.csv()
  }

  async #open(party: string | undefined, isFile: boolean): Promise<Statement> {
    this.#statement ??= await Statement.create(party, isFile)
    if (!this.#view) {
      this.#view = new View(this.#statement)
      this.#view.filter(this.#filter)
    }
    return this.#statement
  }

  #ending(statement: Statement): Pick<ReadResult, 'facts' | 'shown' | 'sha256' | 'party' | 'findings' | 'counts'> {
    const { hash, party, checks } = statement
    return {
      facts: statement.facts(),
      shown: this.#view?.count ?? 0,
      sha256: hash?.hex(),
      party,
      findings: checks?.findings() ?? [],
      counts: checks?.counts,
    }
  }

  #reportOn(statement: Statement): ReturnType<StatementEngine['report']> {
    const { onProgress } = this.options
    return this.report(statement.reader, (state) =>
      onProgress({ ...state, shown: this.#view?.count ?? 0, party: statement.party }),
    )
  }
}
