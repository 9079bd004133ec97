import type { ErrorBody } from '../../../wire/error.ts'
import { Held, budgetOf } from '../../node/budget.ts'
import { serverNow } from '../../node/clock.ts'
import { type ExportClient, exportClient } from '../../node/export-client.ts'
import type { PartResult } from '../../node/export-engine.ts'
import type { FailureFacts } from '../../node/failure.ts'
import { previewRows } from '../../node/inspect.ts'
import { secondOf } from '../../node/ledger-time.ts'
import { retryDelay } from '../../node/retry.ts'
import { fileIn, freeFile, handOver, ownTarget, removeTarget } from '../../node/save-target.ts'
import type { Zone } from '../../format/time.ts'
import { fileNameFor, formName, incompleteName } from './file-name.ts'
import { monthsOf } from './parts.ts'
import { exportUrl } from './request.ts'
import { currentPart, isDone, joinedPreview, type Part, type Run, type RunFile } from './run.ts'
import { keepRun, runStore } from './run-store.ts'
import { mayRetry, verdictOf } from './verdict.ts'

/** How the reader can end a run that works. */
export interface Control {
  ended: 'stopped' | 'cancelled' | undefined
  client: ExportClient | undefined
  /** Ends a pause. */
  wake: (() => void) | undefined
}

const second = 1_000_000_000n
/** Blocks younger than this may not have reached the node's database yet. */
const settling = 60n * second
const mostAttempts = 4

const factsOf = (error: ErrorBody, url: string, status?: number): FailureFacts => {
  const { code, message, inner } = error.details[0] ?? {}
  const detail = {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(inner && { inner }),
  }
  return {
    kind: 'answer',
    message: error.message,
    url,
    ...(status !== undefined && { status }),
    ...(error.code !== 0 && { code: error.code }),
    ...(error.details.length > 0 && { detail }),
  }
}

/** What kind of failure a refusal is; the rate limiter's words are acted upon for the whole node. */
function failureOf(result: PartResult, error: ErrorBody, part: Part, base: string, sentAt: number): FailureFacts {
  const { status } = result
  // A body that broke off began with 200, which says nothing about why.
  if (result.ending !== 'refused') return factsOf(error, part.url)
  const facts = factsOf(error, part.url, status)
  if (status === undefined) return { ...facts, kind: navigator.onLine ? 'unreachable' : 'offline' }
  const headers = new Headers(result.headers)
  if (status === 429) return { ...facts, kind: 'limited', until: budgetOf(base).refused(headers, sentAt) }
  if (status === 403 && (error.message.includes('temporarily banned') || headers.has('Ratelimit-Retry-After'))) {
    return { ...facts, kind: 'banned', until: budgetOf(base).banned(headers) }
  }
  return facts
}

/** Works on the parts of one run until all are done, one of them fails for good, or the reader ends it. */
export class RunWork {
  readonly #id: string
  readonly #control: Control
  readonly #zone: Zone
  #client: ExportClient | undefined
  /** The file the client has open, and whether what it knows of it is still so. */
  #open: { file: number; sure: boolean } | undefined

  /** How many files were there before this work began: they are gone on with, others are made. */
  readonly #there: number

  constructor(id: string, control: Control, zone: Zone, again: boolean) {
    this.#there = again ? (runStore.get(id)?.files.length ?? 0) : 0
    this.#id = id
    this.#control = control
    this.#zone = zone
  }

  async work(): Promise<void> {
    const startedAt = performance.now()
    const before = this.#run.elapsed
    const elapsed = (): number => before + performance.now() - startedAt
    const client = exportClient(this.#run.request.partyId, (progress) =>
      runStore.patch(this.#id, (run) => ({
        elapsed: elapsed(),
        progress: { ...run.progress, ...progress },
        preview: run.preview.length > 0 ? run.preview : (progress.preview ?? run.preview),
        speeds: [...run.speeds, speedOf(run, progress.size, elapsed())].slice(-60),
      })),
    )
    this.#client = client
    this.#control.client = client
    try {
      await this.#plan()
      for (let part = currentPart(this.#run); part && !this.#control.ended; part = currentPart(this.#run)) {
        if (!(await this.#receive(part))) break
      }
      await this.#finish()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      this.#end({ outcome: 'incomplete', failure: factsOf({ code: 0, message, details: [] }, this.#run.url) })
    } finally {
      runStore.patch(this.#id, () => ({ elapsed: elapsed(), working: undefined }))
      client.end()
      this.#control.client = undefined
    }
    await keepRun(this.#id)
  }

  get #run(): Run {
    const run = runStore.get(this.#id)
    if (!run) throw new Error('this export was dismissed')
    return run
  }

  #engine(): ExportClient {
    if (!this.#client) throw new Error('the export has not begun')
    return this.#client
  }

  #end(end: Pick<Run, 'outcome' | 'failure'>): void {
    runStore.patch(this.#id, () => end)
  }

  #setPart(part: Part, change: Partial<Part>): void {
    runStore.patch(this.#id, ({ parts }) => ({
      parts: parts.map((other) => (other.url === part.url ? { ...other, ...change } : other)),
    }))
  }

  #setFile(at: number, change: Partial<RunFile>): void {
    runStore.patch(this.#id, ({ files }) => ({
      files: files.map((file, index) => (index === at ? { ...file, ...change } : file)),
    }))
  }

  /** Makes the months of a run that is asked month by month. The first entry says where they begin. */
  async #plan(): Promise<void> {
    const { options, parts, request, base, url, label } = this.#run
    if (!options.months || parts.length > 0) {
      if (parts.length === 0)
        runStore.patch(this.#id, () => ({ parts: [{ ...request, label, url, file: 0, attempts: 0 }] }))
      return
    }
    runStore.patch(this.#id, () => ({ working: 'starting' }))
    const sentAt = Date.now()
    await this.#enter(url)
    if (this.#control.ended) return
    const { first, error, received } = await this.#engine()
      .first(url)
      .finally(() => budgetOf(base).leave())
    if (error) {
      const part = { url } as Part
      const result = received as PartResult
      const failure = failureOf(result, error, part, base, sentAt)
      this.#end({ outcome: 'refused', failure })
      this.#control.ended ??= 'stopped'
      return
    }
    const begin = first === undefined ? Number.NaN : secondOf(first)
    const from = Number.isNaN(begin) ? undefined : (BigInt(begin) * second).toString()
    // Up to a second may lie between the time an entry shows and the one it is found by.
    const start = from === undefined ? request.from : later(request.from, (BigInt(from) - second).toString())
    const ranges =
      start === undefined || from === undefined
        ? [{ ...request, label }]
        : monthsOf({ ...request, from: start }, serverNow(), this.#zone)
    // The first month starts where the reader asked, so that nothing before the first entry is left to belief.
    const [head, ...rest] = ranges
    const { from: _, ...open } = head ?? { label }
    const whole = [{ ...open, ...(request.from === undefined ? {} : { from: request.from }) }, ...rest]
    const { partyId, assetId } = request
    runStore.patch(this.#id, () => ({
      parts: whole.map((range, index): Part => ({
        ...range,
        url: exportUrl({ partyId, ...(assetId !== undefined && { assetId }), ...boundsOf(range) }),
        file: options.each ? index : 0,
        attempts: 0,
      })),
    }))
    await keepRun(this.#id)
  }

  /** Waits for the budget; a pause of the node is sat out when months are asked for, else it is an end. */
  async #enter(url: string): Promise<void> {
    const { base, options } = this.#run
    for (;;) {
      try {
        await budgetOf(base).enter()
        return
      } catch (held) {
        if (!(held instanceof Held)) throw held
        if (options.months && held.kind === 'limited' && !this.#control.ended) {
          await this.#pause(held.until - Date.now())
          if (this.#control.ended) return
          continue
        }
        this.#end({ outcome: 'refused', failure: { kind: held.kind, message: held.message, url, until: held.until } })
        this.#control.ended ??= 'stopped'
        return
      }
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    runStore.patch(this.#id, () => ({ working: 'waiting' }))
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, milliseconds))
      this.#control.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#control.wake = undefined
  }

  /** The file of a part, made when it is its turn. */
  async #file(part: Part): Promise<RunFile> {
    const { files, folder, options, id, request } = this.#run
    const there = files[part.file]
    if (there) return there
    const range = options.each ? boundsOf(part) : {}
    const name = fileNameFor({ ...request, ...range })
    const own = options.form.spreadsheet !== undefined || options.form.gzip
    const handle = folder && !own ? await freeFile(folder, name) : undefined
    const target = handle ? ({ kind: 'file', handle } as const) : await ownTarget(`${id}-${part.file}`)
    const file: RunFile = { target, name: handle?.name ?? name, done: 0, sha256: undefined, bytes: 0, rows: 0 }
    runStore.patch(this.#id, (run) => ({ files: [...run.files, file] }))
    return file
  }

  async #prepare(part: Part): Promise<void> {
    const file = await this.#file(part)
    if (this.#open?.file === part.file && this.#open.sure) return
    const engine = this.#engine()
    const again = part.file < this.#there || this.#open?.file === part.file
    if (!again) await engine.create(file.target)
    else if (!(await engine.reopen(file.target, file.done, file.sha256))) {
      throw new Error('The file is no longer what it was when this export stopped: start a new one.')
    }
    this.#open = { file: part.file, sure: true }
  }

  /** Receives one part, again where asking again may help. False when the run cannot go on. */
  async #receive(part: Part): Promise<boolean> {
    const { options, base } = this.#run
    await this.#prepare(part)
    await keepRun(this.#id)
    for (let attempt = 1; ; attempt++) {
      await this.#enter(part.url)
      if (this.#control.ended) return false
      runStore.patch(this.#id, () => ({ working: 'receiving' }))
      const sentAt = Date.now()
      const limit = ((serverNow() - settling) / second) * second
      const end = part.to !== undefined && BigInt(part.to) < limit ? part.to : limit.toString()
      const settled = part.from !== undefined && BigInt(part.from) >= BigInt(end) ? undefined : end
      const result = await this.#engine()
        .receive({ url: part.url, resume: true, settled })
        .finally(() => budgetOf(base).leave())
      const done = await this.#taken(part, result, attempt, sentAt)
      if (done) return true
      const retry = options.months && !this.#control.ended && attempt < mostAttempts && mayRetry(result)
      if (!retry) return false
      // What is in the file after a failed write is not known: it is read again.
      if (this.#open && result.ending === 'unwritten') this.#open.sure = false
      await this.#pause(retryDelay(attempt - 1))
      if (this.#control.ended) return false
      await this.#prepare(part)
    }
  }

  /** Takes over what came of one answer. */
  async #taken(part: Part, { preview, ...result }: PartResult, attempt: number, sentAt: number): Promise<boolean> {
    const { base, options } = this.#run
    const verdict = verdictOf({ ...result, preview })
    const done = isDone(verdict)
    if (result.status !== undefined && result.ending !== 'refused') budgetOf(base).accepted()
    this.#setPart(part, { result, verdict, attempts: attempt })
    const file = this.#run.files[part.file]
    const blob = file?.target.kind === 'memory' ? await this.#engine().file() : undefined
    const parts = this.#run.parts.filter((other) => other.file === part.file)
    this.#setFile(part.file, {
      bytes: result.size,
      rows: parts.reduce((sum, { result }) => sum + (result?.facts.rows ?? 0), 0),
      ...(blob && { target: { kind: 'memory', blob } }),
      ...(done && { done: result.size, sha256: result.sha256 }),
      ...(result.fileName !== undefined &&
        parts.length === 1 &&
        file?.target.kind !== 'file' && { name: result.fileName }),
    })
    const at = this.#run.parts.findIndex((other) => other.url === part.url)
    const before = this.#run.parts.slice(0, at).reduce((sum, { result }) => sum + (result?.facts.rows ?? 0), 0)
    runStore.patch(this.#id, (run) => ({ preview: joinedPreview(run.preview, before, preview, previewRows) }))
    if (!done) {
      const failure = verdict.error ? failureOf({ ...result, preview }, verdict.error, part, base, sentAt) : undefined
      runStore.patch(this.#id, () => ({ failure }))
      return false
    }
    runStore.patch(this.#id, () => ({ failure: undefined, progress: undefined }))
    await keepRun(this.#id)
    if (options.each) await this.#deliver(part.file)
    else await this.#engine().begin()
    return true
  }

  /** Gives a finished file to the reader in the form that was asked for. */
  async #deliver(at: number): Promise<void> {
    const { files, options, out, folder } = this.#run
    const file = files[at]
    if (!file) return
    const { form } = options
    const blob = await fileIn(file.target)
    if (form.spreadsheet === undefined && !form.gzip) {
      if (file.target.kind === 'file') return
      handOver(blob, file.name)
    } else {
      runStore.patch(this.#id, () => ({ working: 'converting' }))
      const name = formName(file.name, form)
      const handle = out ?? (folder && (await freeFile(folder, name)))
      const made = await this.#engine().convert(blob, form, handle && { kind: 'file', handle })
      if (handle) return
      handOver(made, name)
    }
    this.#setFile(at, { handedAt: Date.now() })
  }

  /** What came before the cut, under a name that says so. A chosen file is there already. */
  async #deliverCut(): Promise<void> {
    const [file] = this.#run.files
    if (!file || file.target.kind === 'file') return
    handOver(await fileIn(file.target), incompleteName(file.name))
    this.#setFile(0, { handedAt: Date.now() })
  }

  async #finish(): Promise<void> {
    const { ended } = this.#control
    if (ended === 'cancelled') {
      await this.#removeUnfinished()
      this.#end({ outcome: 'cancelled', failure: undefined })
      return
    }
    const { parts, options, outcome, failure } = this.#run
    if (outcome !== undefined) return
    const open = parts.find(({ verdict }) => !isDone(verdict))
    if (parts.length > 0 && !open) {
      if (!options.each) await this.#deliver(0)
      const unchecked = parts.find(({ verdict }) => verdict?.state === 'unchecked')
      const why = unchecked?.verdict?.error
      this.#end({ outcome: unchecked ? 'unchecked' : 'complete', failure: why && factsOf(why, unchecked.url) })
      return
    }
    const nothing = parts.every(({ result }) => (result?.facts.rows ?? 0) === 0)
    if (nothing) await this.#removeUnfinished()
    else if (!options.months) await this.#deliverCut()
    this.#end({ outcome: nothing && open?.verdict?.state === 'refused' ? 'refused' : 'incomplete', failure })
  }

  /** A cancelled export leaves no half file; months that are whole stay. */
  async #removeUnfinished(): Promise<void> {
    const { files, parts } = this.#run
    await this.#client?.remove()
    for (const [at, { target }] of files.entries()) {
      const own = parts.filter(({ file }) => file === at)
      if (own.length === 0 || own.some(({ verdict }) => !isDone(verdict))) await removeTarget(target)
    }
  }
}

const boundsOf = ({ from, to }: { from?: string; to?: string }) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
})

const later = (a: string | undefined, b: string): string => (a !== undefined && BigInt(a) > BigInt(b) ? a : b)

function speedOf(run: Run, size: number, elapsed: number): number {
  const since = elapsed - run.elapsed
  return since > 0 ? (Math.max(0, size - (run.progress?.size ?? 0)) / since) * 1000 : 0
}
