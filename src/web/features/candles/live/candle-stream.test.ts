// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const hourMs = 3_600_000
let probes = 0
let sockets = 0

/** What a page has after it was loaded: nothing but what the browser keeps. The stream of its chart fails to open. */
async function load(): Promise<void> {
  vi.resetModules()
  const { createCandleStream } = await import('./candle-stream.ts')
  const stream = createCandleStream({
    base: 'https://bare.example',
    url: 'https://bare.example/api/v2/stream/candle/data?candleId=a',
    connect: () => {
      sockets += 1
      const socket = { onopen: null, onmessage: null, onclose: null as (() => void) | null, close: () => undefined }
      setTimeout(() => socket.onclose?.())
      return socket
    },
    random: () => 0,
    onOpen: () => undefined,
    onCandle: () => undefined,
    onLost: () => undefined,
  })
  stream.open()
  await vi.advanceTimersByTimeAsync(1000)
  stream.close()
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  sessionStorage.clear()
  probes = 0
  sockets = 0
  vi.stubGlobal('fetch', async () => {
    probes += 1
    return new Response(null, { status: 404 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a node without a candle stream is not asked for it on every load, but again after an hour', async () => {
  await load()
  expect([sockets, probes]).toEqual([1, 1])
  await load()
  expect([sockets, probes]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(hourMs)
  await load()
  expect([sockets, probes]).toEqual([2, 2])
})
