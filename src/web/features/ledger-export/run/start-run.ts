import { nodeState } from '../../../client/node-status.ts'
import { preferences } from '../../../preferences/preferences.ts'
import type { Form } from '../../../ledger/rows/csv-for-spreadsheets.ts'
import { fileNameFor, chooseDestination, freeStorage, PickerClosed, requestPermission } from './choose-destination.ts'
import { rangeLabel } from '../../../ledger/range.ts'
import { type ExportRequest, exportUrl, settledUntil } from '../../../ledger/request.ts'
import {
  isRunning,
  originalForm,
  type Run,
  forgetSavedRun,
  runStore,
  lockNode,
  lockRun,
  releaseRun,
  saveRun,
  showProgress,
} from './run-store.ts'
import type { LedgerQuery, LedgerResult } from '../../../ledger/engine/ledger-engine.ts'
import { messageOf, toErrorBody } from '../../../../client/stages.ts'
import { startWorker, type WorkerClient } from '../../../ledger/engine/worker-client.ts'
import { deliver, removeTarget, saveRunFile } from './deliver-file.ts'
import { isDone, failureFacts, toRunError, verdictOf } from '../../../ledger/verdict.ts'

/** Runs one export until it is done, it fails, or the user ends it. */
class RunWorker {
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

const workers = new Map<string, RunWorker>()

/** The running export of the node that an address belongs to. */
const runningOn = (url: string): Run | undefined =>
  runStore.all().find((run) => isRunning(run) && new URL(run.url).origin === new URL(url).origin)

/** Runs an export while this tab has the lock of the node. */
function work(id: string, releaseNode: () => void, resuming: boolean): void {
  const worker = new RunWorker(id, resuming)
  workers.set(id, worker)
  void worker.work().finally(() => {
    workers.delete(id)
    releaseNode()
    if (runStore.get(id)?.outcome === 'cancelled') void forgetSavedRun(id)
  })
}

/**
 * Starts an export, within the click that requested it: the file is chosen before the request is sent. One at a time per node:
 * when one is running already, that one is returned and brought into focus. Undefined when the user chose no file. Throws
 * Error when another tab has an export running.
 */
export async function startRun(request: ExportRequest, form: Form = originalForm): Promise<Run | undefined> {
  const url = exportUrl(request)
  const busy = runningOn(url)
  if (busy) {
    runStore.focus(busy.id)
    return busy
  }
  const releaseNode = await lockNode(url)
  const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
  try {
    // First the lock: another tab that starts now must not remove the file as an orphan.
    await lockRun(id)
    const destination = await chooseDestination(id, fileNameFor(request), form)
    const run: Run = {
      ...destination,
      id,
      request,
      form,
      url,
      base: nodeState.get().base,
      network: nodeState.get().network,
      label: rangeLabel(request, preferences.get().zone),
      startedAt: Date.now(),
      elapsed: 0,
      working: 'starting',
      progress: undefined,
      preview: [],
      outcome: undefined,
      failure: undefined,
      freeBytes: destination.file.target.kind === 'private' ? await freeStorage() : undefined,
    }
    runStore.add(run)
    work(id, releaseNode, false)
    return run
  } catch (error) {
    releaseNode()
    releaseRun(id)
    if (error instanceof PickerClosed) return undefined
    throw error
  }
}

/** Ends the request of a run; the rows received so far stay and the run can be resumed. */
export const stopRun = (id: string): void => workers.get(id)?.end('stopped')

export const cancelRun = (id: string): void => workers.get(id)?.end('cancelled')

/** Resumes a run after its last row. A file of an earlier visit needs the user's permission, in the click. */
export async function resumeRun(id: string): Promise<void> {
  const run = runStore.get(id)
  if (!run || isRunning(run)) return
  await requestPermission(run)
  if (runningOn(run.url)) throw new Error('another export from this node is running')
  const releaseNode = await lockNode(run.url)
  runStore.patch(id, () => ({
    outcome: undefined,
    failure: undefined,
    working: 'starting',
    progress: undefined,
  }))
  work(id, releaseNode, true)
}
