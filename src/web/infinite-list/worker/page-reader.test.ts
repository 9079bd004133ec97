import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listMarginModes } from '../../../wire/margin-modes.ts'
import type * as asking from '../fetch-page.ts'
import type { PageRules } from '../fetch-page.ts'
import { rowKey } from '../row-key.ts'

type Node = { marketId: string; partyId: string; marginMode: string; atEpoch: string }
type Hear = (event: { data?: unknown; message?: string }) => void

const rules: PageRules<typeof listMarginModes, Node> = {
  member: 'partyMarginModes',
  key: rowKey<Node>('marketId', 'partyId'),
  long: { columns: ['marginMode'], start: () => new Worker('in this thread') },
}
const count = 2000
const bodyOf = (epoch: unknown): string => {
  const edges = Array.from({ length: count }, (_, at) => ({
    node: { marketId: 'a'.repeat(64), partyId: String(at).padStart(64, '0'), marginMode: 'CROSS', atEpoch: epoch },
    cursor: '',
  }))
  const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' }
  return JSON.stringify({ partyMarginModes: { edges, pageInfo } })
}
const good = bodyOf('12')

/** A worker in the same thread: the real code behind messages that are copied, as between threads. */
let asked = 0
async function startWorker(): Promise<{ hear: (data: unknown) => void; tell: (listener: Hear) => void }> {
  const inside: Hear[] = []
  const outside: Hear[] = []
  const said: unknown[] = []
  vi.stubGlobal('self', {
    addEventListener: (_: string, listener: Hear) => inside.push(listener),
    postMessage: (data: unknown, options?: StructuredSerializeOptions) => {
      const copy = structuredClone(data, options)
      if (outside.length === 0) said.push(copy)
      for (const listener of outside) listener({ data: copy })
    },
  })
  const { servePages } = await import('./serve-pages.ts')
  servePages(listMarginModes)
  return {
    hear: (data) => inside.forEach((listener) => listener({ data })),
    tell: (listener) => {
      outside.push(listener)
      for (const data of said) listener({ data })
    },
  }
}

function stubWorker(life: 'works' | 'never starts' | 'forbidden' | 'dies' | 'never answers'): void {
  vi.stubGlobal(
    'Worker',
    class {
      readonly #started = life === 'never starts' || life === 'forbidden' ? undefined : startWorker()
      readonly #onError: Hear[] = []
      constructor() {
        if (life === 'forbidden') throw new Error('not here')
        if (life === 'never starts') setTimeout(() => this.#fail())
      }
      #fail(): void {
        for (const listener of this.#onError) listener({ message: 'broken' })
      }
      addEventListener(type: string, listener: Hear): void {
        if (type === 'error') this.#onError.push(listener)
        else void this.#started?.then(({ tell }) => tell(listener))
      }
      postMessage(data: unknown, transfer: Transferable[]): void {
        asked += 1
        const copy = structuredClone(data, { transfer })
        if (life === 'dies') this.#fail()
        else if (life === 'works') void this.#started?.then(({ hear }) => hear(copy))
      }
    },
  )
}

const answer = (body: string, status = 200): void =>
  void vi.stubGlobal('fetch', async () => new Response(body, { status }))
/** Of a module of its own for each test: a tab keeps one reader. */
let fresh: typeof asking
const read = (size: number, signal = new AbortController().signal) =>
  fresh.askPage<typeof listMarginModes, Node>(listMarginModes, { pagination: { first: size } }, rules, size, signal)
const lastOf = (page: Awaited<ReturnType<typeof asking.askPage<typeof listMarginModes, Node>>>) =>
  page.edges.at(count - 1)?.node

beforeEach(async () => {
  asked = 0
  vi.resetModules()
  fresh = await import('../fetch-page.ts')
})
afterEach(() => void vi.unstubAllGlobals())

test('a long page is read in the other thread and says the same', async () => {
  stubWorker('works')
  answer(good)
  const [far, near] = [await read(5000), await read(1000)]
  expect(asked).toBe(1) // pages of the usual size are read here
  expect(Array.isArray(far.edges)).toBe(false)
  expect(Array.isArray(near.edges)).toBe(true)
  for (let at = 0; at < count; at++) expect(far.edges.at(at)?.node).toEqual(near.edges.at(at)?.node)
  expect([far.pageInfo, far.marks]).toEqual([near.pageInfo, near.marks])
  expect(far.columns?.['marginMode']?.values).toEqual(['CROSS'])
})

test.each(['never starts', 'forbidden'] as const)('where the thread %s, the page is read here', async (life) => {
  stubWorker(life)
  answer(good)
  const page = await read(5000)
  expect([Array.isArray(page.edges), lastOf(page)?.atEpoch, asked]).toEqual([true, '12', 0])
})

test('what only the schema can turn into text comes back and is read here', async () => {
  stubWorker('works')
  answer(bodyOf(12))
  const page = await read(5000)
  expect([asked, Array.isArray(page.edges), lastOf(page)?.atEpoch]).toEqual([1, true, '12'])
})

test('a page that is not what the interface says is refused with the place, though it was sent elsewhere', async () => {
  stubWorker('works')
  answer(bodyOf('soon'))
  await expect(read(5000)).rejects.toThrow('partyMarginModes.edges.0.node.atEpoch')
})

test('a refusal is a refusal, however long it is', async () => {
  stubWorker('works')
  answer(JSON.stringify({ code: 3, message: 'x'.repeat(300_000) }), 400)
  await expect(read(5000)).rejects.toMatchObject({ kind: 'answer', status: 400 })
  expect(asked).toBe(0)
})

test('a thread that dies on a page fails that page, and the next is read here', async () => {
  stubWorker('dies')
  answer(good)
  await expect(read(5000)).rejects.toThrow('broken')
  const page = await read(5000)
  expect([Array.isArray(page.edges), lastOf(page)?.atEpoch]).toEqual([true, '12'])
})

test('who goes away does not wait for the other thread', async () => {
  stubWorker('never answers')
  answer(good)
  const leaving = new AbortController()
  const reading = read(5000, leaving.signal)
  setTimeout(() => leaving.abort(new Error('gone')), 100)
  await expect(reading).rejects.toThrow('gone')
})
