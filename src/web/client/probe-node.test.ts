import { afterEach, expect, test, vi } from 'vitest'
import { probeNode } from './probe-node.ts'
import { nodeState } from './node-status.ts'

const empty = {
  partyMarginModes: {
    edges: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' },
  },
}
const serve = (bodies: Record<string, unknown>): void =>
  void vi.stubGlobal('fetch', async (url: string) => {
    const body = bodies[new URL(url).pathname]
    return new Response(JSON.stringify(body ?? { code: 5, message: 'Not Found' }), {
      status: body ? 200 : 404,
      headers: {
        'X-Block-Height': '100',
        'X-Block-Timestamp': '1800000000000000000',
        Date: new Date(1_800_000_002_000).toUTCString(),
      },
    })
  })
afterEach(() => void vi.unstubAllGlobals())

test('reads who a node is without affecting the one in use', async () => {
  serve({
    '/api/v2/margin-modes': empty,
    '/statistics': { statistics: { blockHeight: '103', chainId: 'chain-a' } },
    '/api/v2/info': { version: 'v0.77.5' },
  })
  const before = nodeState.get()
  expect(await probeNode('https://other.example')).toMatchObject({
    chainId: 'chain-a',
    version: 'v0.77.5',
    height: '100',
    behind: '3',
    blockTime: 1_800_000_000_000_000_000n,
    age: 2000, // by the node's clock, whatever ours says
    lyra: false,
  })
  expect(nodeState.get()).toBe(before)
})

test('a node with the six operations only is good enough', async () => {
  serve({ '/api/v2/margin-modes': empty })
  const report = await probeNode('https://six.example')
  expect(report.height).toBe('100')
  expect(report.chainId).toBeUndefined()
})

test('a server without the interface is recognised by its failure', async () => {
  serve({ '/statistics': { statistics: { blockHeight: '1', chainId: 'x' } } })
  await expect(probeNode('https://web.example')).rejects.toMatchObject({ kind: 'absent', status: 404 })
})

test('a read of the identity that failed is not passed off as a fact that the node does not report', async () => {
  serve({ '/api/v2/margin-modes': empty })
  expect((await probeNode('https://six.example')).incomplete).toBe(false)
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string) =>
    new URL(url).pathname === '/statistics'
      ? new Response('{"code":13,"message":"core is away","details":[]}', { status: 500 })
      : answered(url),
  )
  expect((await probeNode('https://away.example')).incomplete).toBe(true)
})
