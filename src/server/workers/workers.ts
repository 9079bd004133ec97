import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../log.ts'
import { Dialogue } from './dialogue.ts'
import { ExportTurns, type Kept, primaryAnswers } from './primary-answers.ts'
import type { ToPrimary, ToWorker } from './questions.ts'

/** A worker that ends this soon is started again later and later, so that a fault of all is not a storm of starts. */
const soonMs = 5000
const longestPauseMs = 30_000
/** A worker that does not answer within this time is left out of the metrics. */
const metricsMs = 2000
/** A worker that does not answer within this time does not hold the others up. */
const heightMs = 500

interface Running {
  dialogue: Dialogue<ToWorker, ToPrimary>
  worker: Worker
  /** Its address, once it answers requests; never when it ends before. */
  listens: Promise<string>
  /** Its exit status, once it has ended. */
  ended: Promise<number>
}

/** The processes that answer requests. One that exits unexpectedly is replaced. */
export class Workers {
  readonly #running = new Set<Running>()
  /** The newest block that a worker has read from one of several servers. */
  #height = 0n

  /** `stopMs`: how long a worker may take to stop before it is killed. */
  constructor(
    private readonly count: number,
    private readonly kept: Kept,
    private readonly stopMs: number,
  ) {}

  /**
   * Starts the workers and replaces them until `stopping` aborts; `listening` is told the address once all answer.
   * Resolves to the exit status: that of the first worker when it cannot begin, because the reason is the same for all.
   */
  async run(stopping: AbortSignal, listening: (url: string) => void): Promise<number> {
    let missing = this.count
    const heard = (url: string): void => {
      missing -= 1
      if (missing === 0 && !stopping.aborted) listening(url)
    }
    const stopped = once(stopping, 'abort').then(() => 'stopped' as const)
    const first = this.#start(heard)
    const began = await Promise.race([first.listens, first.ended, stopped])
    if (typeof began === 'number') return began === 0 ? 1 : began
    void this.#keep(first, heard, stopping)
    for (let more = 1; more < this.count && !stopping.aborted; more += 1) {
      void this.#keep(this.#start(heard), heard, stopping)
    }
    await stopped
    await this.#stop()
    return 0
  }

  /** The metrics of each worker that answers in time. */
  async metrics(): Promise<object[][]> {
    const late = sleep(metricsMs, null, { ref: false })
    const asked = [...this.#running].map(({ dialogue }) =>
      Promise.race([dialogue.ask('metrics', null).catch(() => null), late]),
    )
    return (await Promise.all(asked)).flatMap((parts) => (parts ? [parts] : []))
  }

  /** Tells the other workers of a block that one has read; resolves to the newest one. */
  async #shareHeight(from: Running['dialogue'], height = '0'): Promise<string> {
    if (BigInt(height) <= this.#height) return String(this.#height)
    this.#height = BigInt(height)
    const others = [...this.#running].filter(({ dialogue }) => dialogue !== from)
    const late = sleep(heightMs, null, { ref: false })
    const told = others.map(({ dialogue }) => dialogue.ask('height', height).catch(() => null))
    await Promise.race([Promise.all(told), late])
    return height
  }

  #start(heard: (url: string) => void): Running {
    const worker = cluster.fork()
    const turns = new ExportTurns(this.kept.exports)
    // Messages sent before the worker listens would be lost.
    let early: object[] | undefined = []
    const send = (message: object): void => {
      if (early) early.push(message)
      // A worker may end between the question and the message: its exit says so, and the failure would end this process.
      else if (worker.isConnected()) worker.send(message, () => undefined)
    }
    let resolve: (url: string) => void = () => undefined
    const listens = new Promise<string>((of) => (resolve = of))
    void listens.then(heard)
    const height = (height?: string) => this.#shareHeight(dialogue, height)
    const answers = primaryAnswers(this.kept, turns, { listening: resolve, height })
    const dialogue: Dialogue<ToWorker, ToPrimary> = new Dialogue(send, answers)
    worker.on('message', (message) => {
      const held = early ?? []
      early = undefined
      for (const message of held) send(message)
      dialogue.received(message)
    })
    const ended = once(worker, 'exit').then(([code]: (number | null)[]) => code ?? 1)
    const running = { dialogue, worker, listens, ended }
    this.#running.add(running)
    void ended.then(() => {
      this.#running.delete(running)
      dialogue.end('The worker has ended.')
      turns.end()
    })
    return running
  }

  async #keep(one: Running, heard: (url: string) => void, stopping: AbortSignal): Promise<void> {
    let pauseMs = 0
    for (let running = one; ; running = this.#start(heard)) {
      const startedAt = performance.now()
      const status = await running.ended
      if (stopping.aborted) return
      const wasSoon = performance.now() - startedAt < soonMs
      pauseMs = wasSoon ? Math.min(longestPauseMs, pauseMs * 2 || 1000) : 0
      const when = pauseMs === 0 ? 'now' : `in ${pauseMs / 1000} s`
      log.error(`A worker ended with status ${status}; another one starts ${when}.`)
      await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined)
      if (stopping.aborted) return
    }
  }

  async #stop(): Promise<void> {
    const workers = [...this.#running]
    for (const { dialogue } of workers) dialogue.ask('stop', null).catch(() => undefined)
    const ended = Promise.all(workers.map(({ ended }) => ended))
    const late = sleep(this.stopMs, 'late' as const, { ref: false })
    if ((await Promise.race([ended, late])) !== 'late') return
    log.error(`Workers that did not stop within ${this.stopMs / 1000} seconds were ended.`)
    for (const { worker } of workers) worker.process.kill('SIGKILL')
    await ended
  }
}
