import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { candleIdOf } from '../../../src/wire/candles.ts'
import { noCore } from '../../../src/server/core/core.ts'
import { createNodeService } from '../../../src/server/http/node-service.ts'
import { type Listening, listen } from '../../../src/server/http/listen.ts'
import { trustedProxies } from '../../../src/server/http/client-address.ts'
import { candleStreams } from '../../../src/server/questions/candles/candle-stream.ts'
import type { Db, WritableDb } from '../../../src/server/database/db.ts'
import { databases } from '../support/databases.ts'
import { market } from '../support/ids.ts'
import { makeSample } from '../support/sample.ts'
import { figure } from '../support/share.ts'

const subscribers = 2000
/** As many as the network allows (wire.md 6.6). */
const maxStreams = 250

const candleId = candleIdOf('1 minute', market.btc)
const target = `/api/v2/stream/candle/data?candleId=${candleId}`

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function filled(): Promise<WritableDb> {
  const [memory] = databases
  const db = await memory?.open()
  if (!db) throw new Error('There is no database.')
  closing.push(() => db.close())
  await makeSample(db)
  return db
}

interface Subscriber {
  socket: Socket
  received: string
}

/** Ten subscribers of each address, as a proxy tells them apart. */
let subscribed = 0
async function subscribe({ url }: Listening): Promise<Subscriber> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const subscriber: Subscriber = { socket, received: '' }
  socket.on('error', () => undefined)
  socket.setEncoding('utf8').on('data', (text: string) => (subscriber.received += text))
  await once(socket, 'connect')
  const address = `10.0.${Math.floor(subscribed / 2500)}.${Math.floor(subscribed / 10) % 250}`
  subscribed += 1
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`)
  return subscriber
}

test('of 2,000 subscribers 250 follow, each other one is refused, and a closed one makes room', async () => {
  const db = await filled()
  const service = await listen(
    createNodeService({ db, core: noCore(db), trusted: trustedProxies(['127.0.0.1']) }),
    '127.0.0.1',
    0,
  )
  closing.push(() => service.stop(0))
  const before = process.memoryUsage().rss
  const all = await Promise.all(Array.from({ length: subscribers }, () => subscribe(service)))
  closing.push(() => {
    for (const { socket } of all) socket.destroy()
  })
  const following = () => all.filter(({ received }) => received.includes('{"result":{"candle":'))
  const refused = () => all.filter(({ received }) => received.startsWith('HTTP/1.1 429 '))
  await vi.waitUntil(() => following().length + refused().length === subscribers)
  expect([following().length, refused().length]).toEqual([maxStreams, subscribers - maxStreams])
  expect(refused()[0]?.received).toContain('{"error":{"code":8,"message":"client reached max subscription allowed"')
  expect((await fetch(`${service.url}/api/v2/margin-modes`)).status).toBe(200)
  const grown = (process.memoryUsage().rss - before) / 1e6
  figure(`${subscribers} subscribers: ${maxStreams} follow, the process and its clients grew by ${grown.toFixed(0)} MB`)
  for (const { socket } of all) socket.destroy()
  await vi.waitUntil(async () => {
    const next = await subscribe(service)
    await vi.waitUntil(() => next.received !== '')
    next.socket.destroy()
    return next.received.startsWith('HTTP/1.1 200 ')
  })
})

test('2,000 followers of one candle cost the database what one costs', async () => {
  const db = await filled()
  let statements = 0
  const counted: Db = {
    ...db,
    rows(...read) {
      statements += 1
      return db.rows(...read)
    },
  }
  const gone = new AbortController()
  const streams = candleStreams(counted, { maxStreams: subscribers, intervalMs: 60_000 })
  const first = await streams.follow(candleId, gone.signal)
  await first.next()
  const alone = statements
  const others = await Promise.all(Array.from({ length: subscribers - 1 }, () => streams.follow(candleId, gone.signal)))
  const messages = await Promise.all(others.map(async (follower) => (await follower.next()).value as string))
  expect(new Set(messages).size).toBe(1)
  expect(statements).toBe(alone)
  await expect(streams.follow(candleId, gone.signal)).rejects.toThrow('max subscription')
  for (const follower of [first, ...others]) follower.stop()
})
