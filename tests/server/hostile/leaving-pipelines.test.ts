import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { candleIdOf } from '../../../src/wire/candles.ts'
import { noCore } from '../../../src/server/core/core.ts'
import { createNodeService } from '../../../src/server/http/node-service.ts'
import { type Listening, listen } from '../../../src/server/http/listen.ts'
import type { Db, WritableDb } from '../../../src/server/database/db.ts'
import { databases } from '../support/databases.ts'
import { market, party } from '../support/ids.ts'
import { makeSample } from '../support/sample.ts'
import { figure, share } from '../support/share.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Pages of more than a megabyte. */
const many = `insert into party_margin_modes (market_id, party_id, at_epoch, margin_mode)
  select decode(md5((n % 500)::text) || repeat('0', 32), 'hex'), decode(md5('p' || n) || repeat('0', 32), 'hex'), 1, 1
  from generate_series(1, 6000) n`

const request = (path: string, { method = 'GET', more = '' } = {}): string =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
const page = '/api/v2/margin-modes?pagination.first=5000'
const stream = `/api/v2/stream/candle/data?candleId=${candleIdOf('1 hour', market.btc)}`
const handshake =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

/** What a client sends before it leaves. */
const pipelines: Record<string, string> = {
  pages: request(page).repeat(30),
  'compressed pages': request(page, { more: 'Accept-Encoding: gzip\r\n' }).repeat(30),
  'requests for headers alone': request(page, { method: 'HEAD' }).repeat(30),
  'paths that do not exist': (request('/api/v2/nothing') + request('/nowhere') + request(page)).repeat(10),
  'refused parameters between pages': (request(`${page}&pagination.last=1`) + request(page)).repeat(15),
  exports: request(`/api/v2/ledgerentry/export?partyId=${party.anna}`).repeat(30),
  'candle streams': request(stream).repeat(20),
  'candle streams by HEAD': request(stream, { method: 'HEAD' }).repeat(30),
  'a websocket behind pages': request(page).repeat(3) + request(stream, { more: handshake }),
  'a websocket alone': request(stream, { more: handshake }),
  'an upgrade that is not offered, behind pages':
    request(page).repeat(3) + request(page, { more: 'Connection: Upgrade\r\nUpgrade: h2c\r\n' }),
  'an upgrade that is not offered': request(page, { more: 'Connection: Upgrade\r\nUpgrade: h2c\r\n' }),
  'a request that never ends behind pages': `${request(page).repeat(20)}GET / HTTP/1.1\r\nHost:`,
}

/** How a client leaves. */
const departures: Record<string, (client: Socket) => unknown> = {
  'at once': (client) => client.destroy(),
  'with a reset': (client) => client.resetAndDestroy(),
  'half closed first': (client) => {
    client.end()
    setTimeout(() => client.destroy(), 20)
  },
}

describe.each(databases)('on $name', { timeout: share(60_000, 600_000) }, ({ open, reader }) => {
  let writer: WritableDb
  let db: Db
  let service: Listening
  let running = 0
  const failed = vi.fn()

  beforeAll(async () => {
    vi.spyOn(console, 'error').mockImplementation(failed)
    writer = await open()
    await makeSample(writer)
    await writer.exec(many)
    db = await reader(writer)
    const app = createNodeService({ db, core: noCore(db), observe: () => undefined })
    const counted = new Hono()
    counted.all('*', async ({ req, env }) => {
      running += 1
      try {
        return await app.fetch(req.raw, env)
      } finally {
        running -= 1
      }
    })
    service = await listen(counted, '127.0.0.1', 0)
  })
  afterAll(async () => {
    // Waits for what still runs, and says in the log when it has to cut that.
    await service.stop(20_000)
    expect(failed.mock.calls).toEqual([])
    if (db !== writer) await db.close()
    await writer.close()
    vi.restoreAllMocks()
  })

  /** Bytes outside of the JavaScript heap, when what is unreachable has been freed. */
  function externalBytes(): number {
    collect()
    const { external, arrayBuffers } = process.memoryUsage()
    return Math.max(external, arrayBuffers)
  }

  async function leave(bytes: string, depart: (client: Socket) => unknown): Promise<void> {
    const client = connect(Number(new URL(service.url).port), '127.0.0.1')
    client.on('error', () => undefined)
    await once(client, 'connect')
    client.pause()
    const closed = new Promise((resolve) => client.once('close', resolve))
    client.write(bytes)
    await vi.waitFor(() => expect(running).toBeGreaterThan(0), { interval: 1, timeout: 200 }).catch(() => undefined)
    depart(client)
    await closed
  }

  const cases = Object.keys(pipelines).flatMap((what) => Object.keys(departures).map((how) => [what, how] as const))

  test.each(cases)('%s of clients that leave %s', async (what, how) => {
    const [bytes, depart] = [pipelines[what] ?? '', departures[how] ?? (() => undefined)]
    const answers = async () => (await fetch(`${service.url}/api/v2/markets`)).text()
    const before = (await answers(), externalBytes())
    for (let round = 0; round < share(1, 10); round += 1)
      await Promise.all(Array.from({ length: 5 }, () => leave(bytes, depart)))
    await vi.waitFor(
      () => {
        expect(running).toBe(0)
        for (const { running: turns, waiting } of db.queues?.() ?? []) expect([turns, waiting]).toEqual([0, 0])
      },
      { timeout: share(10_000, 60_000) },
    )
    // Others are served as before.
    expect(await answers()).toContain('"markets"')
    let after = 0
    await vi.waitFor(
      () => {
        after = externalBytes()
        expect(after - before).toBeLessThan(8_000_000)
      },
      { interval: 100, timeout: share(10_000, 60_000) },
    )
    figure(`${what}, ${how}: ${Math.round((after - before) / 1000)} kB stay`)
  })
})
