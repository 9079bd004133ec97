import type { Zone } from '../../../format/time.ts'
import { type ExportClient, exportClient } from '../engine/worker-client.ts'
import { retryDelay } from '../../../api/retry-policy.ts'
import { checkAgain } from './check.ts'
import { deliver, deliverCut, fileOf, removeUnfinished } from './deliver-file.ts'
import { failureFacts, failureOf } from './failure.ts'
import { monthParts, settledEnd, wholePart } from './plan.ts'
import { showProgress } from './progress.ts'
import { keepRun, runStore } from './run-store.ts'
import { takeAnswer } from './apply-answer.ts'
import { currentPart, isDone, type Part, type Run } from './run.ts'
import { mayRetry, verdictOf } from './verdict.ts'

/** How the reader can end a run that works. */
export interface Control {
  ended: 'stopped' | 'cancelled' | undefined
  client: ExportClient | undefined
  /** Ends a pause. */
  wake: (() => void) | undefined
}

const mostAttempts = 4

/** Works on the parts of one run until all are done, one of them fails for good, or the reader ends it. */
export class RunWork {
  readonly #id: string
  readonly #control: Control
  readonly #zone: Zone
  readonly #engine: ExportClient
  /** How many files were there before this work began: they are gone on with, others are made. */
  readonly #there: number
  /** The file the engine has open, and whether what it knows of it is still so. */
  #open: { file: number; sure: boolean } | undefined

  constructor(id: string, control: Control, zone: Zone, again: boolean) {
    this.#id = id
    this.#control = control
    this.#zone = zone
    this.#there = again ? this.#run.files.length : 0
    const startedAt = performance.now() - this.#run.elapsed
    const { request, base } = this.#run
    this.#engine = exportClient(request.partyId, base, showProgress(id, startedAt))
    control.client = this.#engine
  }

  async work(): Promise<void> {
    const startedAt = performance.now() - this.#run.elapsed
    try {
      await this.#plan()
      if (this.#there > 0) await this.#checkAgain()
      for (let part = currentPart(this.#run); part && !this.#control.ended; part = currentPart(this.#run)) {
        if (!(await this.#receive(part))) break
      }
      await this.#finish()
    } catch (error) {
      if (this.#control.ended === 'cancelled') return await this.#cancelled()
      const message = error instanceof Error ? error.message : String(error)
      this.#end({ outcome: 'incomplete', failure: failureFacts({ code: 0, message, details: [] }, this.#run.url) })
    } finally {
      runStore.patch(this.#id, () => ({ elapsed: performance.now() - startedAt, working: undefined }))
      this.#engine.end()
      this.#control.client = undefined
    }
    await keepRun(this.#id)
  }

  get #run(): Run {
    const run = runStore.get(this.#id)
    if (!run) throw new Error('this export was dismissed')
    return run
  }

  #end(end: Pick<Run, 'outcome' | 'failure'>): void {
    runStore.patch(this.#id, () => end)
  }

  #working(working: Run['working']): void {
    runStore.patch(this.#id, () => ({ working }))
  }

  /** Makes the parts of a run: the months of one that is asked month by month begin with the first entry. */
  async #plan(): Promise<void> {
    const { options, parts, url } = this.#run
    if (parts.length > 0) return
    if (!options.months) {
      runStore.patch(this.#id, (run) => ({ parts: [wholePart(run)] }))
      return
    }
    for (let attempt = 1; ; attempt++) {
      this.#working('starting')
      const { first, received } = await this.#engine.first(url)
      if (this.#control.ended) return
      if (first !== undefined || received.error === undefined) {
        runStore.patch(this.#id, (run) => ({ parts: monthParts(run, first, this.#zone) }))
        return keepRun(this.#id)
      }
      if (received.hold?.kind !== 'limited' || attempt === mostAttempts) {
        this.#end({ outcome: 'refused', failure: failureOf(received, received.error, url) })
        this.#control.ended = 'stopped'
        return
      }
      await this.#pause(received.hold.until - Date.now())
      if (this.#control.ended) return
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    this.#working('waiting')
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, milliseconds))
      this.#control.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#control.wake = undefined
  }

  /** Has the file of a part open in the engine, up to the last row. */
  async #prepare(part: Part): Promise<void> {
    const file = await fileOf(this.#run, part)
    if (this.#open?.file === part.file && this.#open.sure) return
    const again = part.file < this.#there || this.#open?.file === part.file
    if (!again) await this.#engine.create(file.target)
    else if (!(await this.#engine.reopen(file.target, file.done, file.sha256))) {
      throw new Error('The file is no longer what it was when this export stopped: start a new one.')
    }
    this.#open = { file: part.file, sure: true }
  }

  /** Asks again for the ends that the node did not tell in an earlier try; what was cut is then gone on with. */
  async #checkAgain(): Promise<void> {
    for (const part of this.#run.parts) {
      if (part.verdict?.state !== 'unchecked' || this.#control.ended) continue
      await this.#prepare(part)
      if (this.#control.ended) return
      const cut = await checkAgain(this.#run, part, this.#engine)
      if (cut && this.#open) this.#open.sure = false
    }
  }

  /** Receives one part, again where asking again may help. False when the run cannot go on. */
  async #receive(part: Part): Promise<boolean> {
    await this.#prepare(part)
    await keepRun(this.#id)
    for (let attempt = 1; ; attempt++) {
      // The engine can only end a question that has begun: one that was ended before must not begin.
      if (this.#control.ended) return false
      this.#working('receiving')
      const result = await this.#engine.receive({ url: part.url, resume: true, settled: settledEnd(part) })
      const verdict = verdictOf(result)
      const retry = this.#run.options.months && !this.#control.ended && attempt < mostAttempts && mayRetry(result)
      const done = isDone(verdict) && !retry
      // A part whose end is asked for once more is still under way.
      const told = retry && isDone(verdict) ? undefined : verdict
      await takeAnswer(this.#id, { ...part, verdict: told, attempts: attempt }, result, { done, engine: this.#engine })
      if (done) {
        if (this.#run.options.each) await deliver(this.#run, part.file, this.#engine)
        else await this.#engine.begin()
        return true
      }
      if (!retry) return false
      // What is in the file after a failed write is not known: it is read again.
      if (this.#open && result.ending === 'unwritten') this.#open.sure = false
      await this.#pause(result.hold ? result.hold.until - Date.now() : retryDelay(attempt - 1))
      if (this.#control.ended) return false
      await this.#prepare(part)
    }
  }

  async #finish(): Promise<void> {
    const { parts, options, outcome, failure } = this.#run
    if (this.#control.ended === 'cancelled') return this.#cancelled()
    if (outcome !== undefined) return
    const open = currentPart(this.#run)
    if (parts.length > 0 && !open) {
      const handed = this.#run.files[0]?.handedAt !== undefined
      if (!options.each && !handed) await deliver(this.#run, 0, this.#engine)
      const unchecked = parts.find(({ verdict }) => verdict?.state === 'unchecked')
      const why = unchecked?.verdict?.error
      this.#end({ outcome: unchecked ? 'unchecked' : 'complete', failure: why && failureFacts(why, unchecked.url) })
      return
    }
    const nothing = parts.every(({ result }) => (result?.facts.rows ?? 0) === 0)
    if (nothing) await this.#remove()
    else if (!options.months) await deliverCut(this.#run)
    this.#end({ outcome: nothing && open?.verdict?.state === 'refused' ? 'refused' : 'incomplete', failure })
  }

  async #cancelled(): Promise<void> {
    await this.#remove()
    this.#end({ outcome: 'cancelled', failure: undefined })
  }

  async #remove(): Promise<void> {
    await this.#engine.remove()
    await removeUnfinished(this.#run)
  }
}
