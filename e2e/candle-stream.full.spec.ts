import { type Page, type WebSocketRoute, expect } from 'playwright/test'
import * as v from 'valibot'
import { type Candle, CandleMessage, candleIdOf, listCandles, streamCandles } from '../src/wire/candles.ts'
import type { Market } from '../src/wire/network.ts'
import { formatUrl } from '../src/wire/protocol/url.ts'
import { exactly } from './expected.ts'
import { advanceUntil, collectRequests } from './fixtures.ts'
import { test } from './live.ts'
import type { Network } from './network.ts'

test.describe.configure({ timeout: 90_000 })
test.use({ timezoneId: 'UTC' })

const candleOf = (text: string): Candle => {
  const message = v.parse(CandleMessage, JSON.parse(text))
  if (!('result' in message)) throw new Error(text)
  return message.result.candle
}
const minutesOf = ({ id }: Market): string => candleIdOf('1 minute', id)
const pageOf = ({ id }: Market): string => `/markets/${id}/candles?interval=1%20minute`
const streamPath = new RegExp(streamCandles.path)

/** The figure of the newest bar that trades change. */
const volume = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^Volume(, \w+)? [\d.,]+/)
    .first()
async function expectToMove(page: Page): Promise<void> {
  await expect(volume(page)).toBeVisible()
  const before = await volume(page).textContent()
  await expect(volume(page)).not.toHaveText(before ?? '', { timeout: 40_000 })
}
/** Waits until the newest bar shows the volume that the node returns at that moment. */
const expectExact = (page: Page, network: Network, market: Market) =>
  expect
    .poll(
      async () => {
        const [newest] = await network.candles(market.id, '1 minute', 1)
        const said = new RegExp(
          `^Volume(, \\w+)? ${exactly(newest?.volume ?? '', Number(market.positionDecimalPlaces))}`,
        )
        return said.test((await volume(page).textContent()) ?? '')
      },
      { timeout: 20_000, intervals: [100] },
    )
    .toBe(true)

test('WebSocket, HTTP stream and list return the same candles', async ({ page, network, live }) => {
  const candleId = minutesOf(await network.busyMarket())
  const target = formatUrl(streamCandles, { candleId })
  await page.goto('/settings')
  const framesUntil = page.evaluate(
    ({ target, count }) =>
      new Promise<string[]>((resolve, reject) => {
        const frames: string[] = []
        const socket = new WebSocket(location.origin.replace('http', 'ws') + target)
        socket.onerror = () => reject(new Error('no stream'))
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          frames.push(data)
          if (frames.length < count) return
          socket.close()
          resolve(frames)
        }
      }),
    { target, count: 4 },
  )
  const leaving = new AbortController()
  const response = await fetch(live.url + target, { signal: leaving.signal })
  const lines: string[] = []
  const reading = (async () => {
    let rest = ''
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (rest + text).split('\n')
      rest = parts.pop() ?? ''
      lines.push(...parts)
    }
  })().catch(() => undefined)

  const frames = await framesUntil
  await expect.poll(() => lines.includes(frames.at(-1) ?? '')).toBe(true)
  leaving.abort()
  await reading
  // One of the two may have begun a candle earlier.
  const common = frames.slice(frames.indexOf(lines[0] ?? '') === -1 ? 0 : frames.indexOf(lines[0] ?? ''))
  expect(lines.slice(lines.indexOf(common[0] ?? ''), lines.indexOf(common.at(-1) ?? '') + 1)).toEqual(common)

  const told = frames.map(candleOf)
  const first = told[0]?.start ?? ''
  const { candles } = await network.ask(listCandles, {
    candleId,
    fromTimestamp: first,
    pagination: { first: 10, newestFirst: false },
  })
  // All but the newest are final; that one may have moved on since.
  const last = new Map(told.map((candle) => [candle.start, candle]))
  const newest = told.at(-1)
  for (const { node } of candles.edges) {
    const known = last.get(node.start)
    if (!known) continue
    if (node.start !== newest?.start) expect(known).toEqual(node)
    else expect(BigInt(known.volume) <= BigInt(node.volume)).toBe(true)
  }
})

test('the chart follows the stream with almost no other requests', async ({ page, network, live }) => {
  const market = await network.busyMarket()
  const requests = collectRequests(page, live.url)
  const opening = page.waitForEvent('websocket', (socket) => streamPath.test(socket.url()))
  await page.goto(pageOf(market))
  const socket = await opening
  expect(new URL(socket.url()).searchParams.get('candleId')).toBe(minutesOf(market))
  await socket.waitForEvent('framereceived')
  const since = Date.now()
  await expectToMove(page)
  await expectToMove(page)
  await expectExact(page, network, market)
  const seconds = (Date.now() - since) / 1000
  // The page header requests the last 24 hours with both bounds; the chart sends one bound at most.
  const questions = requests.matching(/^\/api\/v2\/candle\?(?!.*fromTimestamp=.*toTimestamp=)/, since)
  // One for each new minute and each quarter of a silent one; asking would be one every two seconds.
  expect(questions.length).toBeLessThan(1 + seconds / 6)
  expect(socket.isClosed()).toBe(false)
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await expect.poll(() => socket.isClosed()).toBe(true)
})

test('after a lost stream the chart polls, then reconnects', async ({ page, network, live }) => {
  const market = await network.busyMarket()
  const streams: WebSocketRoute[] = []
  await page.routeWebSocket(streamPath, (stream) => {
    stream.connectToServer()
    streams.push(stream)
  })
  const requests = collectRequests(page, live.url)
  await page.clock.install()
  await page.goto(pageOf(market))
  await expect.poll(() => streams.length).toBe(1)
  await expectToMove(page)
  await streams[0]?.close({ code: 1011 })
  const since = Date.now()
  await expectToMove(page)
  await expectExact(page, network, market)
  await expect
    .poll(() => requests.matching(/^\/api\/v2\/candle\?(?!.*fromTimestamp=.*toTimestamp=)/, since).length)
    .toBeGreaterThan(2)
  await advanceUntil(page, async () => expect(streams).toHaveLength(2))
  await expectToMove(page)
  await expectExact(page, network, market)
})

test('a node without a stream is polled, and the stream is not tried again', async ({ page, network, live }) => {
  const market = await network.busyMarket()
  const put = (rules: unknown) =>
    fetch(`${live.url}/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rules),
    })
  await put([{ path: streamCandles.path, fault: { status: 404 } }])
  try {
    let tries = 0
    page.on('websocket', () => (tries += 1))
    await page.goto(pageOf(market))
    await expectToMove(page)
    await expectExact(page, network, market)
    await page.getByRole('button', { name: '15m', exact: true }).click()
    await expect(page).toHaveURL(/interval=15(%20|\+)minutes/)
    await expectToMove(page)
    expect(tries).toBe(1)
  } finally {
    await put([])
  }
})
