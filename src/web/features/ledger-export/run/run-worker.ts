import type { LedgerQuery, LedgerResult } from '../../../ledger/engine/ledger-engine.ts'
import { messageOf, toErrorBody } from '../../../../client/stages.ts'
import { startWorker, type WorkerClient } from '../../../ledger/engine/worker-client.ts'
import { settledUntil } from '../../../ledger/request.ts'
import { deliver, removeTarget, saveRunFile } from './deliver-file.ts'
import { type Run, runStore, saveRun, showProgress } from './run-store.ts'
import { isDone, failureFacts, toRunError, verdictOf } from '../../../ledger/verdict.ts'

/** Runs one export until it is done, it fails, or the user ends it. */
export class RunWorker {
  readonly #id: string
  #ended: 'stopped' | 'cancelled' | undefined
  readonly #startedAt: number
  readonly #client: WorkerClient

  readonly #resuming: boolean

  /** Opens the file in a worker; of an earlier attempt (`resuming`), it is read up to its last row. */
  constructor(id: string, resuming: boolean) {
    this.#id = id
    this.#resuming = resuming
    this.#startedAt = performance.now() - this.#run.elapsed
    const { request, base, file, verdict, result } = this.#run
    const isFinished = resuming && isDone(verdict) && result !== undefined
    const finished = isFinished ? { bytes: result.facts.bytes, sha256: result.sha256 } : undefined
    this.#client = startWorker(base, 'writes files', {
      party: request.partyId,
      sinks: { file: { target: file.target, resumed: resuming, finished }, sums: true },
      onProgress: showProgress(id, this.#startedAt),
    })
  }

  /** Never rejects: what goes wrong is the run's failure. */
  async work(): Promise<void> {
    try {
      await this.#client.opened
      if (this.#resuming) await this.#checkAgain()
      if (!isDone(this.#run.verdict)) await this.#receive()
      await this.#finish()
    } catch (error) {
      if (this.#ended === 'cancelled') await this.#cancelled()
      else {
        this.#patch({ outcome: 'incomplete', failure: failureFacts(toErrorBody(messageOf(error)), this.#run.url) })
      }
    } finally {
      this.#patch({ elapsed: performance.now() - this.#startedAt, working: undefined })
      this.#client.end()
    }
    await saveRun(this.#id)
  }

  /** Ends the request: `stopped` keeps the rows received so far, `cancelled` removes the file. */
  end(how: 'stopped' | 'cancelled'): void {
    this.#ended = how
    // While another form is written, all rows have been received: stopping then lets that form be finished.
    if (how === 'stopped' && this.#run.working === 'converting') return
    void this.#client.call((engine) => engine.stop()).catch(() => {})
  }

  get #run(): Run {
    const run = runStore.get(this.#id)
    if (!run) throw new Error('this export was dismissed')
    return run
  }

  get #query(): LedgerQuery {
    return { url: this.#run.url, settledUntil: settledUntil(this.#run.request) }
  }

  #patch(change: Partial<Run>): void {
    runStore.patch(this.#id, () => change)
  }

  /** Checks again an end that the node did not confirm; when rows follow, the export continues. */
  async #checkAgain(): Promise<void> {
    const { verdict, result } = this.#run
    const query = this.#query
    if (verdict?.state !== 'unchecked' || !result || query.settledUntil === undefined || this.#ended) return
    const checked = { ...result, ...(await this.#client.call((engine) => engine.check(query))) }
    this.#patch({ result: checked, verdict: verdictOf(checked) })
  }

  async #receive(): Promise<void> {
    await saveRun(this.#id)
    // The engine can only stop a request that has begun: a run that was ended before must not begin one.
    if (this.#ended) return
    this.#patch({ working: 'receiving' })
    const query = this.#query
    await this.#applyResult(await this.#client.call((engine) => engine.receive(query)))
    await saveRun(this.#id)
  }

  async #applyResult({ preview, ...result }: LedgerResult): Promise<void> {
    const verdict = verdictOf(result)
    const { file, url } = this.#run
    const { target } = file
    const failed = !isDone(verdict) && verdict.error
    this.#patch({
      result,
      verdict,
      preview,
      progress: undefined,
      failure: failed ? toRunError(result, failed, url) : undefined,
      file: {
        // The node's own name, unless the user has named the file. What was delivered before is another file.
        name: target.kind === 'file' ? file.name : (result.fileName ?? file.name),
        target:
          target.kind === 'memory'
            ? { kind: 'memory', blob: await this.#client.call((engine) => engine.file()) }
            : target,
      },
    })
  }

  async #finish(): Promise<void> {
    if (this.#ended === 'cancelled') return this.#cancelled()
    const { verdict, result, file, failure, url } = this.#run
    if (isDone(verdict)) {
      if (file.deliveredAt === undefined) await deliver(this.#run, this.#client)
      const unchecked = verdict?.state === 'unchecked'
      const reason = unchecked ? verdict.error : undefined
      return this.#patch({
        outcome: unchecked ? 'unchecked' : 'complete',
        failure: reason && failureFacts(reason, url),
      })
    }
    const empty = (result?.facts.rows ?? 0) === 0
    if (empty) await this.#remove()
    else if (file.target.kind !== 'file') await saveRunFile(this.#id)
    this.#patch({ outcome: empty && verdict?.state === 'refused' ? 'refused' : 'incomplete', failure })
  }

  async #cancelled(): Promise<void> {
    await this.#remove()
    this.#patch({ outcome: 'cancelled', failure: undefined })
  }

  /** Removes the file, through the engine as well: it may have it open. */
  async #remove(): Promise<void> {
    await this.#client.call((engine) => engine.remove()).catch(() => {})
    await removeTarget(this.#run.file.target)
  }
}
