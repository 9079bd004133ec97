// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listMarginModes } from '../../wire/margin-modes.ts'
import { getMarket, listMarkets } from '../../wire/network.ts'

const unknownPath = '{"code":5,"message":"Not Found","details":[]}'
const unknownMarket =
  '{"code":5,"message":"Not Found error","details":[{"code":50001,"message":"failed to get market","inner":"no rows"}]}'

let sent: string[] = []
const serve = (status: number, body: string): void =>
  void vi.stubGlobal('fetch', async (url: string) => {
    sent.push(new URL(url).pathname)
    return new Response(body, { status })
  })

/** What a page has after it was loaded: nothing but what the browser keeps. */
async function load() {
  vi.resetModules()
  sent = []
  const { ask } = await import('./request.ts')
  const { beat } = await import('./heartbeat.ts')
  const { nodeState } = await import('./node-status.ts')
  const failing = (asking: Promise<unknown>): Promise<unknown> => asking.catch((failure: unknown) => failure)
  return { ask, beat, failing, nodeState }
}

beforeEach(() => sessionStorage.clear())
afterEach(() => void vi.unstubAllGlobals())

test('a missing operation is not requested on every load, but is on an explicit refresh', async () => {
  serve(404, unknownPath)
  const first = await load()
  const before = await first.failing(first.ask(listMarkets, {}))
  expect(sent).toEqual(['/api/v2/markets'])

  const second = await load()
  const remembered = await second.failing(second.ask(listMarkets, {}))
  expect(sent).toEqual([])
  expect(remembered).toMatchObject({ kind: 'absent', status: 404, message: 'Not Found' })
  expect((remembered as { at: number }).at).toBe((before as { at: number }).at)
  await second.failing(second.ask(listMarkets, {}))
  expect(sent).toEqual(['/api/v2/markets'])
})

test('what a node has again is forgotten to be missing', async () => {
  serve(404, unknownPath)
  const first = await load()
  await first.failing(first.ask(listMarkets, {}))
  const page = { edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' } }
  serve(200, JSON.stringify({ markets: page }))
  await first.ask(listMarkets, {})
  const second = await load()
  await second.ask(listMarkets, {})
  expect(sent).toEqual(['/api/v2/markets'])
})

test('an unknown market and the six operations themselves are requested every time', async () => {
  serve(404, unknownMarket)
  const first = await load()
  await first.failing(first.ask(getMarket, { marketId: 'a1' }))
  serve(404, unknownPath)
  await first.failing(first.ask(listMarginModes, {}))
  const second = await load()
  await second.failing(second.ask(getMarket, { marketId: 'a1' }))
  await second.failing(second.ask(listMarginModes, {}))
  expect(sent).toEqual(['/api/v2/market/a1', '/api/v2/margin-modes'])
})

test('a node that answered 404 for its statistics is not asked for them on every load', async () => {
  serve(404, unknownPath)
  const first = await load()
  await first.beat()
  expect(sent).toEqual(['/statistics', '/api/v2/info', '/api/v2/epoch', listMarginModes.path])
  const second = await load()
  await second.beat()
  expect(sent).toEqual([listMarginModes.path])
  await second.beat()
  expect(sent).toEqual([listMarginModes.path])
  await second.beat(true)
  expect(sent.slice(1)).toEqual(['/statistics', '/api/v2/info', '/api/v2/epoch', listMarginModes.path])
})

test('a node without statistics that was away on load is found again with the next beat', async () => {
  serve(404, unknownPath)
  await (await load()).beat()
  const { beat, nodeState } = await load()
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await beat()
  expect(nodeState.get().phase).toBe('no-answer')
  serve(404, unknownPath)
  await beat()
  expect(nodeState.get().phase).toBe('live')
})

test('a read that was missing an hour ago is requested again: the node may have been upgraded', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
  serve(404, unknownPath)
  const first = await load()
  await first.failing(first.ask(listMarkets, {}))
  vi.setSystemTime(Date.now() + 3_600_000)
  const second = await load()
  await second.failing(second.ask(listMarkets, {}))
  vi.useRealTimers()
  expect(sent).toEqual(['/api/v2/markets'])
})
