import type { Remote } from 'comlink'
import type { FailureFacts } from '../../../client/node-failure.ts'
import { createObservable } from '../../../observable.ts'
import { messageOf, toErrorBody } from '../../../../client/stages.ts'
import { type ExportRequest, exportUrl, settledUntil } from '../../../ledger/request.ts'
import { failureFacts, toRunError, type LedgerVerdict, verdictOf } from '../../../ledger/verdict.ts'
import type { LedgerEngine, LedgerProgress, LedgerResult } from '../../../ledger/engine/ledger-engine.ts'
import type { Choices, RowsSummary, RowsView } from '../../../ledger/engine/rows-view.ts'
import type { Form } from '../../../ledger/rows/csv-for-spreadsheets.ts'
import { startWorker, type WorkerClient } from '../../../ledger/engine/worker-client.ts'
import { isOpen, type RowFilter } from '../../../ledger/store/filter.ts'
import type { FindQuery } from '../../../ledger/store/find.ts'
import { RowCache } from './row-cache.ts'

/** What a statement is read from. */
export type Source =
  | { kind: 'node'; request: ExportRequest; base: string }
  | { kind: 'file'; name: string; file: Blob; party: string | undefined }

export interface Reading {
  phase: 'reading' | 'ended'
  progress: LedgerProgress
  result: LedgerResult | undefined
  /** How it ended; of a file, the node was not asked. */
  verdict: LedgerVerdict | undefined
  failure: FailureFacts | undefined
  /** Unix milliseconds at which reading began and ended. */
  startedAt: number
  endedAt: number | undefined
}

const nothing: LedgerProgress = {
  facts: { bytes: 0, rows: 0, first: undefined, last: undefined, flaw: undefined },
  shown: 0,
  received: 0,
  idleMs: 0,
  hashed: true,
  party: undefined,
}

/** How often sums and curves follow rows that come. */
const summaryMs = 1000

export class Session {
  readonly source: Source
  readonly url: string
  readonly reading = createObservable<Reading>({
    phase: 'reading',
    progress: nothing,
    result: undefined,
    verdict: undefined,
    failure: undefined,
    startedAt: Date.now(),
    endedAt: undefined,
  })
  readonly summary = createObservable<RowsSummary | undefined>(undefined)
  /** What the party held over time; asked for once somebody looks. */
  readonly equity = createObservable<Awaited<ReturnType<RowsView['equity']>> | undefined>(undefined)
  #wantsEquity = false
  readonly choices = createObservable<Choices>({ types: [], markets: [], assets: [], accounts: [] })
  readonly cache: RowCache
  #client: WorkerClient | undefined
  #isOver = false
  #filter: RowFilter = {}
  #summing = false
  #stale = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(source: Source) {
    this.source = source
    this.url = source.kind === 'node' ? exportUrl(source.request) : ''
    this.cache = new RowCache((from, end) => this.#call((engine) => engine.rows.lines(from, end)))
    this.cache.party = (source.kind === 'node' ? source.request.partyId : (source.party ?? '')).toLowerCase()
  }

  /** Begins, or goes on after the last row. Never rejects: what goes wrong is in `reading`. */
  async read(): Promise<void> {
    this.#isOver = false
    this.#patch({ phase: 'reading', verdict: undefined, failure: undefined, endedAt: undefined })
    try {
      await this.#call((engine) => engine.rows.filter(this.#filter))
      this.#ended(await this.#ask())
    } catch (error) {
      this.#patch({
        phase: 'ended',
        endedAt: Date.now(),
        failure: failureFacts(toErrorBody(messageOf(error)), this.url),
      })
    }
    this.summarize()
  }

  /** Ends reading; what came stays. */
  stop(): void {
    void this.#call((engine) => engine.stop()).catch(() => {})
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isOver = true
    this.#client?.end()
    this.#client = undefined
  }

  async filter(filter: RowFilter): Promise<void> {
    this.#filter = filter
    const shown = await this.#call((engine) => engine.rows.filter(filter))
    this.#patch({ progress: { ...this.reading.get().progress, shown } })
    this.cache.reset(shown)
    this.cache.prepare()
    this.summarize()
  }

  find = (query: FindQuery | undefined) => this.#call((engine) => engine.rows.find(query))
  foundAt = (place: number) => this.#call((engine) => engine.rows.foundAt(place))
  file = (form: Form) => this.#call((engine) => engine.rows.file(form))

  /** Asks for what the party held over time, now and whenever rows come. */
  lookAtEquity(): void {
    this.#wantsEquity = true
    this.summarize()
  }

  /** Asks for sums and curves of what is shown now; once more where that changes meanwhile. */
  summarize(): void {
    if (this.#summing) {
      this.#stale = true
      return
    }
    this.#summing = true
    void this.#summarized().finally(() => {
      this.#summing = false
      if (!this.#stale) return
      this.#stale = false
      this.summarize()
    })
  }

  async #summarized(): Promise<void> {
    try {
      this.choices.set(await this.#call((engine) => engine.rows.choices()))
      this.summary.set(await this.#call((engine) => engine.rows.summary()))
      if (this.#wantsEquity) this.equity.set(await this.#call((engine) => engine.rows.equity()))
    } catch {
      // The worker could not be loaded, which `read` says.
    }
  }

  async #call<Value>(use: (engine: Remote<LedgerEngine>) => Promise<Value>): Promise<Value> {
    if (this.#isOver) throw new Error('this statement was left')
    const { source } = this
    const isFile = source.kind === 'file'
    this.#client ??= startWorker(isFile ? '' : source.base, 'reads ledgers', {
      party: isFile ? source.party : source.request.partyId,
      sinks: { rows: true },
      isChecked: isFile,
      onProgress: (progress) => this.#progressed(progress),
    })
    return this.#client.call(use)
  }

  #ask(): Promise<LedgerResult> {
    const { source, url } = this
    if (source.kind === 'file') return this.#call((engine) => engine.readFile(source.file))
    const query = { url, settledUntil: settledUntil(source.request) }
    return this.#call((engine) => engine.receive(query))
  }

  #progressed(progress: LedgerProgress): void {
    if (this.reading.get().phase === 'ended') return
    const { rows } = this.reading.get().progress.facts
    if (progress.party !== undefined) this.cache.party = progress.party
    if (progress.facts.rows > rows) this.cache.grow(progress.shown)
    if (progress.begun && isOpen(this.#filter)) this.cache.begin(progress.begun)
    this.#patch({ progress })
    if (progress.facts.rows === rows) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.cache.prepare()
      this.summarize()
    }, summaryMs)
  }

  #ended(result: LedgerResult): void {
    const verdict = verdictOf(result)
    const failed = verdict.state === 'incomplete' || verdict.state === 'refused' ? verdict.error : undefined
    if (result.party !== undefined) this.cache.party = result.party
    this.#patch({
      phase: 'ended',
      result,
      verdict,
      progress: { ...this.reading.get().progress, facts: result.facts, shown: result.shown, party: result.party },
      failure: failed && toRunError(result, failed, this.url),
      endedAt: Date.now(),
    })
    this.cache.grow(this.reading.get().progress.shown)
    this.cache.prepare()
  }

  #patch(change: Partial<Reading>): void {
    this.reading.set({ ...this.reading.get(), ...change })
  }
}
