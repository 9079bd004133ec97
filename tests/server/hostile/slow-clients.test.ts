import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { noCore } from '../../../src/server/core/core.ts'
import { createNodeService } from '../../../src/server/http/node-service.ts'
import { type Listening, listen } from '../../../src/server/http/listen.ts'
import type { WritableDb } from '../../../src/server/database/db.ts'
import { databases } from '../support/databases.ts'
import { fakeBlock, fakeDb } from '../support/fake-service.ts'
import { makeSample } from '../support/sample.ts'
import { figure, share } from '../support/share.ts'

const open: Socket[] = []
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  for (const close of closing.splice(0)) await close()
})

async function connected({ url }: Listening): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  open.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

async function serving(db = fakeDb([fakeBlock]), ...limits: Parameters<typeof listen>[3][]): Promise<Listening> {
  const service = await listen(createNodeService({ db, core: noCore(db) }), '127.0.0.1', 0, ...limits)
  closing.push(() => service.stop(0))
  return service
}

const request = 'GET /api/v2/info HTTP/1.1\r\nHost: x\r\nX-Slow: yes\r\n\r\n'

describe('who sends slowly is let go', () => {
  /** As for a public service, but in the time that a test has. */
  const limits = { headersTimeout: 300, requestTimeout: 300, keepAliveTimeout: 300, connectionsCheckingInterval: 50 }

  test.each([
    ['nothing at all', ''],
    ['half a request line', 'GET /api'],
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n'],
  ])('%s', async (_, bytes) => {
    const service = await serving(undefined, limits)
    const socket = await connected(service)
    let answer = ''
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
    socket.write(bytes)
    await once(socket, 'close')
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('a body that never ends is answered, for no operation reads one, and its connection ends', async () => {
    const service = await serving(undefined, limits)
    const socket = await connected(service)
    let answer = ''
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
    socket.write('POST /api/v2/info HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhello')
    await once(socket, 'close')
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
  })

  test('one letter at a time is not enough to stay', async () => {
    const service = await serving(undefined, limits)
    const socket = await connected(service)
    let sent = 0
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const drip = setInterval(() => socket.write(request.slice(sent, (sent += 1))), 20)
    await closed
    clearInterval(drip)
    expect(sent).toBeLessThan(request.length)
  })
})

describe.each(databases)('on $name', ({ open: openDatabase, reader }) => {
  test('500 slow connections keep no good request from its answer', async () => {
    const writer: WritableDb = await openDatabase()
    await makeSample(writer)
    const db = await reader(writer)
    closing.push(async () => {
      if (db !== writer) await db.close()
      await writer.close()
    })
    const service = await serving(db)
    const slow = await Promise.all(Array.from({ length: share(500, 2000) }, () => connected(service)))
    const bodies = slow.splice(0, slow.length / 2)
    for (const socket of bodies) socket.write('POST /api/v2/info HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n')
    const times: number[] = []
    for (let at = 0; at < share(8, 40); at += 1) {
      for (const socket of slow) socket.write(request.charAt(at))
      for (const socket of bodies) socket.write('x')
      const start = performance.now()
      const response = await fetch(`${service.url}/api/v2/margin-modes?pagination.first=${at + 1}`)
      expect(response.status).toBe(200)
      await response.arrayBuffer()
      times.push(performance.now() - start)
    }
    // None of them was given up, or answered, in place of the good ones.
    expect(slow.filter(({ destroyed, bytesRead }) => destroyed || bytesRead > 0)).toEqual([])
    const [median = 0, worst = 0] = [0.5, 1].map((share) => times.sort((a, b) => a - b).at(share * times.length - 1))
    figure(
      `a good request beside ${slow.length + bodies.length} slow connections that all send: ` +
        `median ${median.toFixed(1)} ms, at most ${worst.toFixed(1)} ms`,
    )
  })
})
