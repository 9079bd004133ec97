import { once } from 'node:events'
import { type IncomingMessage, get, request as httpRequest } from 'node:http'
import { type Socket, connect } from 'node:net'
import { createGunzip } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { WebSocket } from 'ws'
import { CandleMessage, streamCandles } from '../../wire/candles.ts'
import { type CandleStreamOptions, routeCandleStream } from './candle-stream.ts'
import { unavailable } from '../fault.ts'
import { withFaults } from '../../../tests/server/support/faults.ts'
import { type Listening, listen } from './listen.ts'
import { type StreamOptions, candleStreams } from '../questions/candles/candle-stream.ts'
import { fakeApp } from '../../../tests/server/support/fake-service.ts'
import { GrowingCandles } from '../../../tests/server/support/growing-candles.ts'

const every = 10
let candles: GrowingCandles
let stopping: AbortController
let service: Listening | undefined
const sockets: WebSocket[] = []
const incomings: IncomingMessage[] = []

beforeEach(() => {
  candles = new GrowingCandles()
  stopping = new AbortController()
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const socket of sockets.splice(0)) socket.terminate()
  for (const incoming of incomings.splice(0)) incoming.destroy()
  await service?.stop(0)
  service = undefined
})

async function serve(options: StreamOptions & CandleStreamOptions & { faults?: boolean } = {}): Promise<string> {
  const app = fakeApp((app, services) => {
    const streams = candleStreams(candles.db, { intervalMs: every, stopping: stopping.signal, ...options })
    routeCandleStream(app, services, streams, options)
    app.get('/long', () => new Response('x'.repeat(5_000_000)))
  })
  service = await listen(options.faults ? withFaults(app) : app, '127.0.0.1', 0)
  return service.url
}

const target = (candleId = candles.candleId): string => `${streamCandles.path}?candleId=${candleId}`

/** A websocket with what came over it. */
class Client {
  readonly messages: unknown[] = []
  binary = false
  readonly socket: WebSocket
  readonly opened: Promise<unknown>
  readonly closed: Promise<number>
  readonly failed: Promise<string>
  constructor(url: string, path = target(), options: { autoPong?: boolean } = {}) {
    this.socket = new WebSocket(url.replace('http', 'ws') + path, options)
    sockets.push(this.socket)
    this.socket.on('message', (data: Buffer, isBinary) => {
      this.binary ||= isBinary
      this.messages.push(JSON.parse(data.toString('utf8')))
    })
    this.opened = new Promise((resolve) => this.socket.on('open', resolve))
    this.closed = new Promise((resolve) => this.socket.on('close', resolve))
    this.failed = new Promise((resolve) => this.socket.on('error', ({ message }) => resolve(message)))
  }
  arrived(count: number): Promise<unknown[]> {
    return vi.waitFor(
      () => {
        expect(this.messages.length).toBeGreaterThanOrEqual(count)
        return this.messages
      },
      { interval: 5 },
    )
  }
}

async function lines(url: string, path = target(), headers: Record<string, string> = {}) {
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url + path, { agent: false, headers }, resolve).on('error', reject)
  })
  incomings.push(incoming)
  const received = { incoming, text: '', whole: undefined as boolean | undefined }
  const source = headers['accept-encoding'] === 'gzip' ? incoming.pipe(createGunzip()) : incoming
  source.on('data', (chunk: Buffer) => (received.text += chunk.toString('utf8')))
  source.on('end', () => (received.whole = true))
  incoming.on('error', () => (received.whole = false))
  return received
}
const parsed = (text: string): unknown[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line))
const eventually = (check: () => void) => vi.waitFor(check, { interval: 5 })
const result = (at: number) => ({ result: { candle: { ...candles.candle(at), ballast: '' } } })

/** Resolves when the database is not read any more. */
async function quiet(): Promise<void> {
  let before = -1
  const check = () => {
    const [last, now] = [before, candles.reads]
    before = now
    expect(now).toBe(last)
  }
  await vi.waitFor(check, { interval: every * 8 })
}

/** Resolves after the database has been read so many times more. */
function readAgain(times = 1): Promise<void> {
  const { reads } = candles
  return eventually(() => expect(candles.reads).toBeGreaterThanOrEqual(reads + times))
}

describe('both ways', () => {
  test('the same messages: the latest candle at once, then each that changes, in order', async () => {
    candles.trade(0)
    const first = result(0)
    const url = await serve()
    const client = new Client(url)
    const stream = await lines(url)
    expect(stream.incoming.statusCode).toBe(200)
    expect(stream.incoming.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'transfer-encoding': 'chunked',
      'cache-control': 'no-store',
      'x-lyra': '9.9.9',
    })
    await client.arrived(1)
    await eventually(() => expect(parsed(stream.text)).toEqual([first]))
    candles.trade(0)
    candles.trade(1)
    const expected = [first, result(0), result(1)]
    expect(await client.arrived(3)).toEqual(expected)
    await eventually(() => expect(parsed(stream.text)).toEqual(expected))
    expect(client.binary).toBe(false)
    for (const message of client.messages) v.parse(CandleMessage, message)
  })

  test('a market without candles: open and silent until the first one', async () => {
    const url = await serve()
    const client = new Client(url)
    const stream = await lines(url)
    await client.opened
    await readAgain(3)
    expect([client.messages, stream.text]).toEqual([[], ''])
    candles.trade(7)
    expect(await client.arrived(1)).toEqual([result(7)])
    await eventually(() => expect(parsed(stream.text)).toEqual([result(7)]))
  })

  test('a compressed stream flushes every message when it is written', async () => {
    candles.trade(0)
    const stream = await lines(await serve(), target(), { 'accept-encoding': 'gzip' })
    expect(stream.incoming.headers['content-encoding']).toBe('gzip')
    await eventually(() => expect(parsed(stream.text)).toEqual([result(0)]))
    candles.trade(1)
    await eventually(() => expect(parsed(stream.text)).toHaveLength(2))
    stream.incoming.destroy()
    await quiet()
  })

  test('any origin may follow', async () => {
    candles.trade(0)
    const stream = await lines(await serve(), target(), { origin: 'https://elsewhere.example' })
    expect(stream.incoming.headers['access-control-allow-origin']).toBe('https://elsewhere.example')
  })
})

describe('refusals', () => {
  const detail = { code: 60_002, message: 'failed to subscribe to candle data' }

  test('a bad candle id is 400 before the stream begins; over a websocket a frame and 1008', async () => {
    const url = await serve()
    const answer = await fetch(url + target('foo'))
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toBe('application/json')
    const refused = { error: { code: 3, details: [{ ...detail, inner: expect.stringContaining('candle id:foo') }] } }
    expect(await answer.json()).toMatchObject(refused)
    const client = new Client(url, target('foo'))
    expect(await client.closed).toBe(1008)
    expect(client.messages).toMatchObject([refused])
  })

  test('a query that cannot be read', async () => {
    const url = await serve()
    const path = `${streamCandles.path}?candleId=%zz`
    const answer = await fetch(url + path)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 3, message: 'invalid URL escape "%zz"' })
    const client = new Client(url, path)
    expect(await client.closed).toBe(1008)
    expect(client.messages).toMatchObject([{ error: { code: 3, message: 'invalid URL escape "%zz"' } }])
  })

  test('one too many is 429; one that leaves makes room', async () => {
    const url = await serve({ maxStreams: 2 })
    const [first] = [new Client(url), await lines(url)]
    await first.opened
    const refused = { error: { code: 8, message: 'client reached max subscription allowed' } }
    const answer = await fetch(url + target())
    expect(answer.status).toBe(429)
    expect(await answer.json()).toMatchObject(refused)
    const second = new Client(url)
    expect(await second.closed).toBe(1008)
    expect(second.messages).toMatchObject([refused])
    first.socket.close()
    await first.closed
    candles.trade(0)
    const third = new Client(url)
    expect(await third.arrived(1)).toEqual([result(0)])
  })

  test('HEAD says what GET would, and follows nothing', async () => {
    candles.trade(0)
    const answer = await fetch((await serve()) + target(), { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    await quiet()
  })
})

describe('failures', () => {
  test('a database that goes away is the last message, followed by a proper end', async () => {
    candles.trade(0)
    const url = await serve()
    const client = new Client(url)
    const stream = await lines(url)
    await client.arrived(1)
    await eventually(() => expect(parsed(stream.text)).toHaveLength(1))
    candles.failure = unavailable('The database is away.')
    expect(await client.closed).toBe(1011)
    const last = { error: { code: 14, message: 'The database is away.' } }
    expect(client.messages).toMatchObject([result(0), last])
    await eventually(() => expect(stream.whole).toBe(true))
    expect(parsed(stream.text)).toMatchObject([result(0), last])
    await quiet()
  })

  test('a defect is logged and reported only as an internal error', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    candles.failure = new TypeError('secret')
    const client = new Client(await serve())
    expect(await client.closed).toBe(1011)
    expect(client.messages).toMatchObject([{ error: { code: 13, message: 'Internal error' } }])
    expect(log).toHaveBeenCalledOnce()
  })

  /** Speaks HTTP and then no longer reads. */
  async function deaf(url: string, wish = ''): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET ${target()} HTTP/1.1\r\nHost: x\r\n${wish}\r\n`)
    await once(socket, 'data')
    socket.pause()
    return socket
  }
  const handshake =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

  test.each([
    ['lines', ''],
    ['websocket', handshake],
  ])('one who does not read is cut off without harm to others (%s)', async (_, wish) => {
    candles.weight = 200_000
    candles.trade(0)
    const url = await serve({ bufferSize: 20, lingerMs: 100 })
    const slow = await deaf(url, wish)
    const quick = new Client(url)
    await quick.arrived(1)
    let sent = 1
    const trading = setInterval(() => {
      candles.trade(0)
      sent += 1
    }, every * 2)
    const ended = once(slow, 'close')
    try {
      // 20 messages of 200 kB and what the system buffers.
      await eventually(() => expect(quick.messages.length).toBeGreaterThan(70))
    } finally {
      clearInterval(trading)
    }
    await quick.arrived(sent - 1)
    slow.resume() // what the system still holds is read; then the connection is found cut
    slow.on('error', () => undefined)
    await ended
    expect(quick.socket.readyState).toBe(WebSocket.OPEN)
    expect(quick.messages).not.toContainEqual(expect.objectContaining({ error: expect.anything() }))
    quick.socket.terminate()
    await quiet()
  })

  test('a client that reads again soon gets the network’s message', async () => {
    candles.weight = 200_000
    candles.trade(0)
    const stream = await lines(await serve({ bufferSize: 5, lingerMs: 60_000 }))
    await eventually(() => expect(stream.text).not.toBe(''))
    stream.incoming.pause()
    for (let count = 0; count < 100; count++) {
      candles.trade(0)
      await readAgain()
    }
    stream.incoming.resume()
    await eventually(() => expect(stream.whole).toBe(true))
    expect(parsed(stream.text).at(-1)).toMatchObject({
      error: { code: 13, details: [{ code: 10_002, message: 'channel closed' }] },
    })
    await quiet()
  })
})

describe('the end', () => {
  test('no query runs for clients that have disconnected, cleanly or not', async () => {
    candles.trade(0)
    const url = await serve()
    const [polite, rude] = [new Client(url), new Client(url)]
    const stream = await lines(url)
    await polite.arrived(1)
    await rude.arrived(1)
    await eventually(() => expect(stream.text).not.toBe(''))
    polite.socket.close()
    rude.socket.terminate()
    stream.incoming.destroy()
    await quiet()
  })

  test('the service ends streams when it stops, before its timeout', async () => {
    candles.trade(0)
    const url = await serve()
    const client = new Client(url)
    const stream = await lines(url)
    await client.arrived(1)
    const log = vi.spyOn(console, 'error')
    stopping.abort()
    await service?.stop(20_000)
    service = undefined
    // After its timeout it would report the streams that it cuts.
    expect(log).not.toHaveBeenCalled()
    expect(await client.closed).toBe(1001)
    await eventually(() => expect(stream.whole).toBe(true))
    await quiet()
  })

  test('a websocket that does not close is cut after the timeout', async () => {
    candles.trade(0)
    const url = await serve()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `GET ${target()} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    await once(socket, 'data')
    const ended = once(socket, 'close')
    socket.on('error', () => undefined)
    stopping.abort()
    await service?.stop(100)
    service = undefined
    await ended
  })

  test('a websocket that answers no ping is closed, one that does is kept', async () => {
    candles.trade(0)
    const url = await serve({ pingMs: 60 })
    const [silent, alive] = [new Client(url, target(), { autoPong: false }), new Client(url)]
    let pings = 0
    alive.socket.on('ping', () => (pings += 1))
    expect(await silent.closed).toBe(1006)
    await eventually(() => expect(pings).toBeGreaterThan(3))
    expect(alive.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('what a client says is ignored, unless it is long', async () => {
    candles.trade(0)
    const client = new Client(await serve())
    await client.arrived(1)
    client.socket.send('hello')
    client.socket.send(Buffer.from([1, 2, 3]))
    candles.trade(0)
    await client.arrived(2)
    client.socket.send('x'.repeat(2000))
    expect(await client.closed).toBe(1009)
    await quiet()
  })
})

describe('upgrades', () => {
  /** A GET that requests a protocol upgrade. */
  const wishing = (url: string, protocol: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { connection: 'Upgrade', upgrade: protocol }
      httpRequest(url, { headers, agent: false }, resolve).on('error', reject).end()
    })

  test('an upgrade to another protocol is ignored, for replies of any length', async () => {
    const url = await serve()
    const refused = await wishing(url + target('foo'), 'h2c')
    expect(refused.statusCode).toBe(400)
    refused.resume()
    const long = await wishing(`${url}/long`, 'h2c')
    expect([long.statusCode, long.headers.connection]).toEqual([200, 'close'])
    let length = 0
    for await (const chunk of long) length += (chunk as Buffer).length
    expect(length).toBe(5_000_000)
  })

  test('a websocket elsewhere finds what a GET would', async () => {
    const client = new Client(await serve(), '/api/v2/elsewhere')
    expect(await client.failed).toBe('Unexpected server response: 404')
  })

  test('a handshake that is none is refused', async () => {
    const answer = await wishing((await serve()) + target(), 'websocket')
    expect(answer.statusCode).toBe(400)
    answer.resume()
    await quiet()
  })

  test('the fault switch refuses the handshake, delays it, or breaks the connection', async () => {
    candles.trade(0)
    const url = await serve({ faults: true })
    const put = (fault: object) =>
      fetch(`${url}/faults`, { method: 'PUT', body: JSON.stringify([{ path: streamCandles.path, fault }]) })
    await put({ status: 501 })
    expect(await new Client(url).failed).toBe('Unexpected server response: 501')
    await put({ reset: 0 })
    expect(await new Client(url).failed).toMatch(/ECONNRESET|socket hang up/)
    await put({ latency: 50, clockSkew: 1000 })
    const client = new Client(url)
    expect(await client.arrived(1)).toEqual([result(0)])
    client.socket.terminate()
    await quiet()
  })
})
