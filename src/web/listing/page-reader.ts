import type { Packed } from './ask-page.ts'
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
  readonly #worker = new Worker(new URL('page-worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, Caller>()
  #latest = 0
  /** Whether the thread came to life: what is handed over cannot be had back from one that never did. */
  readonly #works = new Promise<boolean>((resolve) => {
    this.#worker.addEventListener('message', () => resolve(true), { once: true })
    this.#worker.addEventListener('error', () => resolve(false), { once: true })
  })

  constructor(onBroken: () => void) {
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

/** undefined before it is needed, null where this browser has none: then pages are read in the page. */
let reader: Reader | null | undefined

function started(): Reader | null {
  try {
    return new Reader(() => (reader = null))
  } catch {
    return null // a policy may forbid workers
  }
}

/** Gives the body of an answer back where it could not be read elsewhere. */
export type ReadElsewhere<Node> = (body: ArrayBuffer) => Promise<Packed<Node> | ArrayBuffer>

/** Starts the one reader of this tab, if it is not there yet. */
export function pageReader<Node>(task: PackTask): ReadElsewhere<Node> {
  reader = reader === undefined ? started() : reader
  return async (body) => {
    const read = reader ? await reader.read(body, task) : body
    if (read instanceof ArrayBuffer) return read
    const { bytes, ends, ...rest } = read
    return { packed: { ...rest, edges: new PackedRows<Node>(bytes, ends) } }
  }
}
