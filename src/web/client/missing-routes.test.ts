// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listMarginModes } from '../../wire/margin-modes.ts'
import { getMarket, getStatistics, listMarkets } from '../../wire/network.ts'

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
  const failing = (asking: Promise<unknown>): Promise<unknown> => asking.catch((failure: unknown) => failure)
  return { ask, beat, failing }
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

test('the heartbeat asks such a node again only where nothing else shows that it is there, and when it is wanted', async () => {
  serve(404, unknownPath)
  const first = await load()
  await first.beat()
  expect(sent).toEqual(['/statistics', '/api/v2/info', '/api/v2/epoch', listMarginModes.path])
  const second = await load()
  await second.beat()
  expect(sent).toEqual([getStatistics.path, listMarginModes.path])
  await second.beat()
  expect(sent).toEqual([getStatistics.path, listMarginModes.path])
  await second.beat(true)
  expect(sent.slice(2)).toEqual(['/statistics', '/api/v2/info', '/api/v2/epoch', listMarginModes.path])
})
