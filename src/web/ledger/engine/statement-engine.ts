import type { LimiterPort } from '../../api/rate-limit/limiter-port.ts'
import { type Received, receive } from '../stream/receive.ts'
import type { CheckResult, ExportQuery } from './result.ts'
import { type Bytes, toErrorBody } from '../stream/stages.ts'
import { checkEnd, fromSecond, type Question, unchecked } from '../stream/verify-end.ts'
import { readInto } from './read-file.ts'
import type { Finding } from '../rows/findings.ts'
import type { RowFacts } from '../rows/ledger-reader.ts'
import { Statement } from './statement.ts'
import type { RowFilter } from '../store/filter.ts'
import { View } from './view.ts'

/** Reported a few times a second while rows come. */
export interface ReadProgress {
  facts: RowFacts
  /** Rows that the filter shows. */
  shown: number
  /** Bytes received, with those at the end that are not yet known to be rows. */
  received: number
  /** Milliseconds since the last byte. */
  idleMs: number
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

export interface EngineOptions {
  limiter: LimiterPort
  onProgress: (progress: ReadProgress) => void
  isLoopback?: boolean
  /** Milliseconds without a byte after which a connection counts as lost. */
  timeoutMs?: number
}

const reportMs = 200
const ended = { status: undefined, fileName: undefined, limit: undefined, missing: 0 }

const fullWords = 'This page keeps at most 4,000,000 rows. Choose a shorter range, or export the file.'

/** Reads a ledger without saving it, in a worker, and answers what the page asks of its rows. */
export class StatementEngine {
  readonly #options: EngineOptions
  #statement: Statement | undefined
  #view: View | undefined
  #filter: RowFilter = {}
  #stop = new AbortController()

  constructor(options: EngineOptions) {
    this.#options = options
  }

  /** Reads the answer of the node; after an earlier one that was cut, only the rows that are missing. Never rejects. */
  async readNode(party: string, { url, settledUntil }: ExportQuery): Promise<ReadResult> {
    const statement = await this.#open(party, false)
    const signal = this.#begin()
    const overlap = statement.overlap()
    const known = statement.reader.header
    const report = this.#report(statement)
    const received = await this.#ask({
      url: overlap ? fromSecond(url, overlap.second) : url,
      signal,
      known,
      overlap,
      onReceived: report.received,
      onBytes: (chunk) => this.#take(statement, chunk),
    })
    const full = statement.isFull ? { ...received, ending: 'cut' as const, error: toErrorBody(fullWords) } : received
    const checked = await this.#check(statement, full, { url, settledUntil })
    report.end()
    return { ...full, ...checked, ...this.#ending(statement) }
  }

  /** Reads a file of a ledger export; gzip is unpacked. Never rejects. */
  async readFile(file: Blob, party: string | undefined): Promise<ReadResult> {
    const statement = await this.#open(party, true)
    const [signal, report] = [this.#begin(), this.#report(statement)]
    const { error, bytes } = await readInto(statement, file, { signal, onReceived: report.received })
    report.end()
    const failure = error ?? (statement.isFull ? toErrorBody(fullWords) : undefined)
    const ending = signal.aborted ? 'stopped' : failure ? 'cut' : 'whole'
    const result = { ...ended, ...unchecked, ending, error: failure, ...this.#ending(statement) } as const
    return { ...result, facts: { ...result.facts, bytes } }
  }

  /** Ends reading; the rows that came stay. */
  stop(): void {
    this.#stop.abort()
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

  #take(statement: Statement, chunk: Bytes): void {
    statement.take(chunk)
    if (statement.isFull) this.#stop.abort()
  }

  #begin(): AbortSignal {
    this.#stop = new AbortController()
    return this.#stop.signal
  }

  #ask(question: Question): Promise<Received> {
    const { limiter, timeoutMs = 60_000, isLoopback: uncompressed } = this.#options
    return receive({ ...question, limiter, timeoutMs, uncompressed }, new WritableStream<Bytes>())
  }

  async #check(statement: Statement, { ending, missing }: Received, query: ExportQuery): Promise<CheckResult> {
    if (ending !== 'whole' || statement.facts().flaw !== undefined) return unchecked
    if (missing > 0) return { ...unchecked, check: 'changed' }
    const { url, settledUntil } = query
    if (settledUntil === undefined)
      return { ...unchecked, checkError: toErrorBody('The range is too recent to check yet.') }
    const end = {
      url,
      settledUntil,
      known: statement.reader.header,
      overlap: statement.overlap(),
      signal: this.#stop.signal,
    }
    return checkEnd(end, (question) => this.#ask(question))
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

  /** Reports progress until `end`. */
  #report(statement: Statement): { received: (bytes: number) => void; end: () => void } {
    let lastByteAt = performance.now()
    let received = statement.facts().bytes
    const report = () =>
      this.#options.onProgress({
        facts: statement.facts(),
        shown: this.#view?.count ?? 0,
        received,
        idleMs: performance.now() - lastByteAt,
        party: statement.party,
      })
    const timer = setInterval(report, reportMs)
    return {
      received(bytes) {
        received += bytes
        lastByteAt = performance.now()
      },
      end() {
        clearInterval(timer)
        report()
      },
    }
  }
}
