import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listCandles } from '../../wire/candles.ts'
import { listMarginModes } from '../../wire/margin-modes.ts'
import { preferences } from '../preferences/preferences.ts'
import { ask, requestUrl } from './request.ts'
import { NodeFailure } from './node-failure.ts'
import { nodeState } from './node-status.ts'

type FakeFetch = (url: string, init: RequestInit) => Promise<Response>

const page = (edges: unknown[] = []): unknown => ({
  partyMarginModes: { edges, pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' } },
})
const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

let asked: { url: string; init: RequestInit }[] = []
const answer = (fake: FakeFetch): void =>
  void vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return fake(url, init)
  })
const failing = async (promise: Promise<unknown>): Promise<NodeFailure> => {
  const failure: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(NodeFailure)
  return failure as NodeFailure
}
/** A fetch that only ever ends by its signal. */
const silent: FakeFetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })

let round = 0
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  asked = []
  preferences.set({ node: `https://node${++round}.example` }) // a node of its own, so a budget of its own
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const questions = () => ask(listMarginModes, { marketId: 'a1', pagination: { first: 2 } })

describe('asking', () => {
  test('sends the wire spelling, no credentials, and returns the checked reply', async () => {
    const node = { marketId: 'a1', partyId: 'c1', marginMode: 'MARGIN_MODE_CROSS_MARGIN', atEpoch: 12 }
    answer(async () => json(page([{ node, cursor: 'x' }])))
    const reply = await questions()
    expect(reply.partyMarginModes.edges[0]?.node.atEpoch).toBe('12')
    expect(asked[0]?.url).toBe(`https://node${round}.example/api/v2/margin-modes?marketId=a1&pagination.first=2`)
    expect(asked[0]?.init).toMatchObject({ credentials: 'omit' })
  })

  test('no digit of a 64-bit integer is lost, even when a node sends numbers', async () => {
    const text = `{"candles":{"edges":[{"cursor":"","node":{"start":1700000000123456789,"lastUpdate":"1700000000123456789",
      "high":"","low":"","open":"","close":"","volume":18446744073709551615,"notional":"0"}}],
      "pageInfo":{"hasNextPage":false,"hasPreviousPage":false,"startCursor":"","endCursor":""}}}`
    answer(async () => new Response(text))
    const reply = await ask(listCandles, { candleId: 'trades_candle_1_hour_a1' })
    expect(reply.candles.edges[0]?.node).toMatchObject({
      start: '1700000000123456789',
      volume: '18446744073709551615',
    })
  })

  test('learns block, time and kind of the node from headers', async () => {
    answer(async () =>
      json(page(), 200, {
        'X-Block-Height': '61204883',
        'X-Block-Timestamp': '1799999998800000000',
        'X-Lyra': '0.1.0',
        'Ratelimit-Limit': '20',
        'Ratelimit-Remaining': '92',
      }),
    )
    await questions()
    expect(nodeState.get()).toMatchObject({
      height: '61204883',
      blockTime: 1_799_999_998_800_000_000n,
      lyra: true,
      phase: 'live',
      budget: { left: 92, max: 100 },
    })
  })

  test('addresses for copying are whole', () => {
    expect(requestUrl(listMarginModes, { partyId: 'c1' })).toBe(
      `https://node${round}.example/api/v2/margin-modes?partyId=c1`,
    )
  })
})

describe('failing', () => {
  test('a refusal keeps status, code and detail under a doubled content type', async () => {
    const detail = {
      '@type': 'type.googleapis.com/vega.ErrorDetail',
      code: 10_028,
      message: 'invalid pagination',
      inner: 'x',
    }
    answer(async () =>
      json({ code: 3, message: 'InvalidArgument error', details: [detail] }, 400, {
        'Content-Type': 'application/json, application/grpc',
      }),
    )
    expect(await failing(questions())).toMatchObject({
      kind: 'answer',
      status: 400,
      code: 3,
      message: 'InvalidArgument error',
      detail: { code: 10_028, message: 'invalid pagination', inner: 'x' },
      url: `https://node${round}.example/api/v2/margin-modes?marketId=a1&pagination.first=2`,
    })
  })

  test('an error under status 200 is an error, never empty data', async () => {
    answer(async () => json({ error: { code: 13, message: 'stream broke' } }))
    expect(await failing(questions())).toMatchObject({ kind: 'answer', status: 200, code: 13, message: 'stream broke' })
  })

  test('HTML under a JSON type is malformed', async () => {
    answer(async () => new Response('<html>hello</html>', { headers: { 'Content-Type': 'application/json' } }))
    const failure = await failing(questions())
    expect(failure.kind).toBe('malformed')
    expect(failure.message).toContain('not JSON (application/json)')
  })

  test('a record that breaks the interface names its place', async () => {
    const node = { marketId: 'a1', partyId: 'c1', marginMode: 'MARGIN_MODE_CROSS_MARGIN', atEpoch: 'soon' }
    answer(async () => json(page([{ node, cursor: 'x' }])))
    const failure = await failing(questions())
    expect(failure).toMatchObject({ kind: 'malformed', status: 200 })
    expect(failure.message).toContain('partyMarginModes.edges.0.node.atEpoch')
  })

  test('silence ends after fifteen seconds', async () => {
    answer(silent)
    const failure = failing(questions())
    expect(nodeState.get().phase).toBe('connecting')
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await failure).toMatchObject({ kind: 'timeout', took: 15_000 })
    expect(nodeState.get().phase).toBe('no-answer')
  })

  test('a gateway that answers for a dead node is not taken for the node; Lyra itself is', async () => {
    answer(async () => json(page()))
    await questions()
    answer(async () => json({ code: 14, message: 'away' }, 503, { 'X-Lyra': '1' }))
    await vi.advanceTimersByTimeAsync(20_000)
    await failing(questions())
    expect(nodeState.get().phase).toBe('live')
    answer(async () => json({ code: 14, message: 'away' }, 503))
    await vi.advanceTimersByTimeAsync(9_000)
    await failing(questions())
    expect(nodeState.get().phase).toBe('live')
    await vi.advanceTimersByTimeAsync(2_000)
    await failing(questions())
    expect(nodeState.get().phase).toBe('no-answer')
  })

  /** An answer that begins at once; each call of `more` sends one of `count` pieces. */
  function slowly(text: string, count: number): { more: () => void } {
    const bytes = new TextEncoder().encode(text)
    const length = Math.ceil(bytes.length / count)
    let at = 0
    let more = (): void => {}
    answer((_, init) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          init.signal?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')))
          more = () => {
            controller.enqueue(bytes.subarray(at, (at += length)))
            if (at >= bytes.length) controller.close()
          }
        },
      })
      return Promise.resolve(new Response(body))
    })
    return { more: () => more() }
  }

  test('a long answer over a slow line is not cut off after fifteen seconds', async () => {
    const { more } = slowly(JSON.stringify(page()), 5)
    const reply = questions()
    for (let piece = 0; piece < 5; piece += 1) {
      await vi.advanceTimersByTimeAsync(29_000)
      more()
    }
    expect((await reply).partyMarginModes.edges).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('an answer that stops half-way ends after thirty seconds and is no answer', async () => {
    const { more } = slowly(JSON.stringify(page()), 5)
    const failure = failing(questions())
    await vi.advanceTimersByTimeAsync(10_000)
    more()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await failure).toMatchObject({
      kind: 'timeout',
      took: 40_000,
      message: 'The node went silent for 30 seconds in the middle of its response.',
    })
  })

  test('an abort is passed on as it is and is no failure of the node', async () => {
    answer(silent)
    const stop = new AbortController()
    const reason = new Error('another filter')
    const question = ask(listMarginModes, {}, { signal: stop.signal })
    await vi.advanceTimersByTimeAsync(5)
    stop.abort(reason)
    await expect(question).rejects.toBe(reason)
    expect(nodeState.get().trouble).toBeUndefined()
  })

  test('a response that breaks off is not told as a node that cannot be reached', async () => {
    answer(async () => {
      const body = new ReadableStream({
        pull: (controller) => controller.error(new TypeError('net::ERR_CONTENT_DECODING_FAILED')),
      })
      return new Response(body, { headers: { 'Content-Type': 'application/json' } })
    })
    expect(await failing(questions())).toMatchObject({ kind: 'unreachable', status: 200 })
    expect(nodeState.get().phase).not.toBe('no-answer')
  })

  test('offline and unreachable are distinguished, and the next reply ends both', async () => {
    answer(async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(await failing(questions())).toMatchObject({ kind: 'unreachable' })
    expect(nodeState.get()).toMatchObject({ phase: 'no-answer', trouble: 'unreachable' })
    vi.stubGlobal('navigator', { onLine: false })
    await vi.advanceTimersByTimeAsync(10)
    expect(await failing(questions())).toMatchObject({ kind: 'offline' })
    vi.stubGlobal('navigator', { onLine: true })
    await vi.advanceTimersByTimeAsync(10)
    answer(async () => json(page()))
    await questions()
    expect(nodeState.get().phase).toBe('live')
  })
})

describe('the rate limiter', () => {
  test('a 429 pauses everything: the next question is not sent', async () => {
    answer(async () =>
      json({ code: 8, message: 'api request rate limit exceeded', details: [] }, 429, { 'Ratelimit-Reset': '30' }),
    )
    expect(await failing(questions())).toMatchObject({ kind: 'limited', status: 429, until: Date.now() + 30_000 })
    expect(await failing(questions())).toMatchObject({ kind: 'limited', until: Date.now() + 30_000 })
    expect(asked).toHaveLength(1)
    expect(nodeState.get()).toMatchObject({ phase: 'limited', until: Date.now() + 30_000 })
  })

  test('a ban stops everything until it ends', async () => {
    const message = 'temporarily banned for continuing to request while rate limited'
    answer(async () => json({ code: 7, message, details: [] }, 403, { 'Ratelimit-Retry-After': '600' }))
    expect(await failing(questions())).toMatchObject({
      kind: 'banned',
      status: 403,
      message,
      until: Date.now() + 600_000,
    })
    await vi.advanceTimersByTimeAsync(599_000)
    expect(await failing(questions())).toMatchObject({ kind: 'banned' })
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1000)
    answer(async () => json(page()))
    await questions()
    expect(asked).toHaveLength(2)
  })

  test('a 403 that is no ban is an answer', async () => {
    answer(async () => json({ code: 7, message: 'not for you', details: [] }, 403))
    expect(await failing(questions())).toMatchObject({ kind: 'answer', status: 403 })
    expect(nodeState.get().phase).toBe('live')
  })
})

test('a failure says which attempt in a row it was; what was never sent is no attempt', async () => {
  answer(async () => json({ code: 13, message: 'Internal error', details: [] }, 500))
  expect((await failing(questions())).attempt).toBe(1)
  expect((await failing(questions())).attempt).toBe(2)
  answer(async () => json(page()))
  await questions()
  answer(async () => json({ code: 8, message: 'slow down', details: [] }, 429, { 'Retry-After': '60' }))
  expect(await failing(questions())).toMatchObject({ kind: 'limited', attempt: 1 })
  expect((await failing(questions())).attempt).toBeUndefined()
})
