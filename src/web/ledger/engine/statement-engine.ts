import type { Finding } from '../rows/findings.ts'
import type { RowFilter } from '../store/filter.ts'
import type { Received } from '../stream/receive.ts'
import { type Bytes, toErrorBody } from '../stream/stages.ts'
import { unchecked } from '../stream/verify-end.ts'
import { LedgerEngine, type ReadState } from './ledger-engine.ts'
import { readInto } from './read-file.ts'
import type { CheckResult, ExportQuery } from './result.ts'
import { Statement } from './statement.ts'
import { View } from './view.ts'

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
