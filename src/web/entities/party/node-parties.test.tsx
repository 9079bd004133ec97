// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useNodeParties } from './node-parties.ts'

vi.mock('../use-node-status.ts', () => ({ useNodeState: () => ({ lyra: true, introduced: true }) }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const [anna, boris] = ['a1', 'b2'].map((pair) => pair.repeat(32))

/** The parties of a Lyra that names one of its two. */
async function partiesOf(invented: boolean) {
  const bodies: Record<string, unknown> = {
    '/lyra/v1/parties': { parties: [{ partyId: boris, name: 'desk' }], invented },
    '/api/v2/parties': {
      parties: {
        edges: [anna, boris].map((id) => ({ cursor: id, node: { id } })),
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' },
      },
    },
  }
  vi.stubGlobal('fetch', async (url: string) => new Response(JSON.stringify(bodies[new URL(url).pathname])))
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  const { result } = renderHook(() => useNodeParties(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(result.current.data).toBeDefined())
  return result.current.data?.map(({ partyId, name }) => [partyId, name])
}

test('naming one party hides no other of the network; the demo shows those that it names', async () => {
  expect(await partiesOf(false)).toEqual([
    [boris, 'desk'],
    [anna, undefined],
  ])
  expect(await partiesOf(true)).toEqual([[boris, 'desk']])
})
