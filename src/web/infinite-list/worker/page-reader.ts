import type { Packed, StartWorker } from '../fetch-page.ts'
import type { PackedPage, PackTask } from './pack-page.ts'
import { PackedRows } from './packed-rows.ts'

export interface PageQuestion {
  id: number
  body: ArrayBuffer
  task: PackTask
}

export type PageAnswer = { id: number; page: PackedPage } | { id: number; body: ArrayBuffer }

interface Caller {
  resolve: (read: PackedPage | ArrayBuffer) => void
  reject: (why: Error) => void
}

/** A thread that takes the parsing and checking of long pages off the page's own. */
class Reader {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Caller>()
  #latest = 0
  /** Whether the thread came to life: what is handed over cannot be had back from one that never did. */
  readonly #works: Promise<boolean>

  constructor(worker: Worker, onBroken: () => void) {
    this.#worker = worker
    this.#works = new Promise((resolve) => {
      worker.addEventListener('message', () => resolve(true), { once: true })
      worker.addEventListener('error', () => resolve(false), { once: true })
    })
    this.#worker.addEventListener('message', ({ data }: MessageEvent<PageAnswer | 'ready'>) => {
      if (data === 'ready') return
      this.#waiting.get(data.id)?.resolve('page' in data ? data.page : data.body)
      this.#waiting.delete(data.id)
    })
    this.#worker.addEventListener('error', ({ message }) => {
      onBroken()
      for (const { reject } of this.#waiting.values()) reject(new Error(message))
      this.#waiting.clear()
    })
  }

  async read(body: ArrayBuffer, task: PackTask): Promise<PackedPage | ArrayBuffer> {
    if (!(await this.#works)) return body
    const question: PageQuestion = { id: ++this.#latest, body, task }
    return new Promise((resolve, reject) => {
      this.#waiting.set(question.id, { resolve, reject })
      this.#worker.postMessage(question, [body])
    })
  }
}

/** One for each list, by what starts its worker; undefined where this browser has none: then pages are read in the page. */
const readers = new Map<StartWorker, Reader | undefined>()

function started(start: StartWorker): Reader | undefined {
  try {
    return new Reader(start(), () => readers.set(start, undefined))
  } catch {
    return undefined // a policy may forbid workers
  }
}

/** Gives the body of an answer back where it could not be read elsewhere. */
export type ReadElsewhere<Node> = (body: ArrayBuffer) => Promise<Packed<Node> | ArrayBuffer>

/** Starts the reader of a list, if this tab has none yet. `start` must be the same function each time. */
export function pageReader<Node>(start: StartWorker, task: PackTask): ReadElsewhere<Node> {
  if (!readers.has(start)) readers.set(start, started(start))
  return async (body) => {
    const reader = readers.get(start)
    const read = reader ? await reader.read(body, task) : body
    if (read instanceof ArrayBuffer) return read
    const { bytes, ends, ...rest } = read
    return { packed: { ...rest, edges: new PackedRows<Node>(bytes, ends) } }
  }
}
