// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { createElement, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { listMarginModes, type PartyMarginMode } from '../../wire/margin-modes.ts'
import { preferences } from '../preferences/preferences.ts'
import { listQuery, rowKey } from './list-query.ts'
import { useList } from './use-list.ts'

const key = rowKey<PartyMarginMode>('partyId')
const pageSize = 2

/** A request that the node has not answered yet. Its number is how many came before it. */
interface Pending {
  number: number
  marketId: string
  isFirst: boolean
  answer: (ok: boolean) => void
}

/** A node whose answers come when a schedule says so; each row names the market asked for and the number of its request. */
class HeldNode {
  readonly pending: Pending[] = []
  /** The newest first page that was delivered, by market. */
  readonly delivered = new Map<string, number>()
  #number = 0

  readonly fetch = (url: string, { signal }: RequestInit = {}): Promise<Response> => {
    const { searchParams } = new URL(url)
    const marketId = searchParams.get('marketId') ?? ''
    const after = searchParams.get('pagination.after')
    const number = (this.#number += 1)
    return new Promise((resolve, reject) => {
      const request: Pending = {
        number,
        marketId,
        isFirst: after === null,
        answer: (ok) => {
          this.#forget(request)
          if (ok && request.isFirst) this.delivered.set(marketId, number)
          resolve(
            ok ? Response.json(this.#page(marketId, number, Number(after ?? 0))) : new Response('{}', { status: 500 }),
          )
        },
      }
      signal?.addEventListener('abort', () => {
        this.#forget(request)
        reject(new DOMException('aborted', 'AbortError'))
      })
      this.pending.push(request)
    })
  }

  #forget(request: Pending): void {
    const at = this.pending.indexOf(request)
    if (at >= 0) this.pending.splice(at, 1)
  }

  #page(marketId: string, number: number, from: number) {
    const rows = Array.from({ length: pageSize }, (_, index) => from + index)
    const edges = rows.map((at) => ({
      node: { marketId, partyId: `row ${at}`, marginMode: `request ${number}`, atEpoch: '1' },
      cursor: String(at + 1),
    }))
    const pageInfo = {
      hasNextPage: true,
      hasPreviousPage: from > 0,
      startCursor: '1',
      endCursor: String(from + pageSize),
    }
    return { partyMarginModes: { edges, pageInfo } }
  }
}

type Step = ['market', string] | ['refetch' | 'more' | 'cancel' | 'leave', 0] | ['answer' | 'fail', number]

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.tuple(fc.constant('market' as const), fc.constantFrom('a', 'b', 'c')),
    fc.tuple(
      fc.constantFrom('refetch' as const, 'more' as const, 'cancel' as const, 'leave' as const),
      fc.constant(0 as const),
    ),
    { weight: 3, arbitrary: fc.tuple(fc.constant('answer' as const), fc.nat({ max: 5 })) },
    fc.tuple(fc.constant('fail' as const), fc.nat({ max: 5 })),
  ),
  { minLength: 1, maxLength: 16 },
)

/** Lets everything that follows from an event happen: an answer is read, checked and counted in several turns. */
const settle = (): Promise<void> =>
  act(async () => {
    for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
  })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

let nodes = 0

/** A page that shows a list, as a schedule drives it. */
class Shown {
  readonly node = new HeldNode()
  readonly #client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  #marketId = 'a'
  #view = this.#render()

  #render() {
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client: this.#client }, children)
    const use = ({ marketId }: { marketId: string }) =>
      useList(
        listQuery(listMarginModes, { marketId, pagination: { first: pageSize } }, { member: 'partyMarginModes', key }),
      )
    return renderHook(use, { wrapper, initialProps: { marketId: this.#marketId } })
  }

  get listing() {
    return this.#view.result.current
  }

  async does([what, how]: Step): Promise<void> {
    const request = this.node.pending[typeof how === 'number' ? how % Math.max(1, this.node.pending.length) : 0]
    act(() => {
      if (what === 'market') this.#view.rerender({ marketId: (this.#marketId = how) })
      if (what === 'refetch') this.listing.refetch()
      if (what === 'more') this.listing.loadMore()
      if (what === 'cancel') this.listing.cancel()
      if (what === 'answer' || what === 'fail') request?.answer(what === 'answer')
    })
    if (what === 'leave') {
      this.#view.unmount()
      this.#view = this.#render()
    }
    await settle()
  }

  /** What is shown is of the market that is asked for, without a hole, and its first page the newest that came. */
  expectRight(): void {
    const rows = Array.from({ length: this.listing.loaded }, (_, at) => this.listing.at(at))
    expect(rows.filter((row) => row?.marketId !== this.#marketId)).toEqual([])
    expect(rows.map((row) => row?.partyId)).toEqual(rows.map((_, at) => `row ${at}`))
    const newest = this.node.delivered.get(this.#marketId)
    if (newest === undefined) return expect(this.listing.status).not.toBe('ready')
    expect(rows[0]?.marginMode).toBe(`request ${newest}`)
  }

  close(): void {
    this.#view.unmount()
    this.#client.clear()
  }
}

test('whatever is asked, called off, filtered and left, the rows are those of the newest answer', async () => {
  const runs = process.env['LYRA_FUZZ'] === 'long' ? 1000 : 60
  await fc.assert(
    fc.asyncProperty(steps, async (schedule) => {
      preferences.set({ node: `https://schedule${(nodes += 1)}.example` })
      const shown = new Shown()
      vi.stubGlobal('fetch', shown.node.fetch)
      try {
        await settle()
        for (const step of schedule) {
          await shown.does(step)
          shown.expectRight()
        }
        // In the end everything is answered, and nothing is waited for.
        for (let left = 20; left > 0 && shown.node.pending.length > 0; left -= 1) await shown.does(['answer', 0])
        shown.expectRight()
        expect(shown.listing.isFetching).toBe(false)
      } finally {
        shown.close()
      }
    }),
    { numRuns: runs },
  )
})
