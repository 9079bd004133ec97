import { connect } from 'node:net'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { listen } from './listen.ts'

/** An app that answers at once. */
const quickApp = (): Hono => new Hono().get('/', (c) => c.text('done'))

/** An app whose one response waits for `answer`; `asked` resolves when the first request has arrived. */
function heldApp(): { app: Hono; asked: Promise<void>; answer: () => void } {
  const app = new Hono()
  let [arrive, answer] = [() => {}, () => {}]
  const asked = new Promise<void>((resolve) => (arrive = resolve))
  const held = new Promise<void>((resolve) => (answer = resolve))
  app.get('/', async (c) => {
    arrive()
    await held
    return c.text('done')
  })
  return { app, asked, answer }
}

test('stopping lets a running answer finish and refuses new ones, which may come again', async () => {
  const { app, asked, answer: finish } = heldApp()
  const { url, stop } = await listen(app, '127.0.0.1', 0)
  const answer = fetch(url).then((reply) => reply.text())
  await asked
  const stopped = stop(60_000)
  for (const path of ['/', '/ready']) {
    const refused = await fetch(url + path)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.json()).toMatchObject({ code: 14, message: expect.stringContaining('is stopping') })
  }
  expect((await fetch(`${url}/health`)).status).not.toBe(503)
  finish()
  expect(await answer).toBe('done')
  await stopped
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('an answer that outlasts the grace is cut, which the log says', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { app, asked } = heldApp()
  const { url, stop } = await listen(app, '127.0.0.1', 0)
  const answer = fetch(url)
  answer.catch(() => {})
  await asked
  await stop(200)
  await expect(answer).rejects.toThrow('fetch failed')
  expect(log.mock.calls).toEqual([['Answers that still ran after 0.2 seconds were cut.']])
  log.mockRestore()
})

test('an address that cannot be had is one sentence that names the option', async () => {
  const { url, stop } = await listen(quickApp(), '127.0.0.1', 0)
  const port = Number(new URL(url).port)
  await expect(listen(quickApp(), '127.0.0.1', port)).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is taken; choose another one with --port.`,
  )
  await expect(listen(quickApp(), '192.0.2.1', 0)).rejects.toThrow(
    '--host 192.0.2.1 is not an address of this machine.',
  )
  await stop(0)
})

/** What a service with one route answers to a request as it is written here, line by line. */
async function answerTo(...lines: string[]): Promise<string> {
  const { url, stop } = await listen(quickApp(), '127.0.0.1', 0)
  try {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write([...lines, '', ''].join('\r\n'))
    let answer = ''
    for await (const part of socket.setEncoding('utf8')) answer += part
    return answer
  } finally {
    await stop(0)
  }
}

test('a probe of a load balancer that speaks HTTP/1.0 and names no host is answered', async () => {
  expect(await answerTo('GET / HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*done$/)
})

test('two Host lines, which may be read as one host here and as the other before the service, are refused', async () => {
  const twice = ['GET / HTTP/1.1', 'Host: one.example', 'Connection: close']
  expect(await answerTo(...twice)).toMatch(/^HTTP\/1\.1 200 /)
  for (const second of ['two.example', 'one.example']) {
    const answer = await answerTo(...twice, `host: ${second}`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('{"code":3,"message":"more than one Host header","details":[]}')
  }
})

/** An app whose answers wait until their request is aborted; `running` of them do. */
function waitingApp() {
  const counts = { running: 0, most: 0, begun: 0 }
  const app = new Hono()
  app.get('/wait', async (c) => {
    counts.begun += 1
    counts.running += 1
    counts.most = Math.max(counts.most, counts.running)
    const { signal } = c.req.raw
    await new Promise<void>((resolve) =>
      signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
    )
    counts.running -= 1
    return c.text('late')
  })
  return { app, counts }
}
const pipelined = (count: number, path = '/wait'): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(count)

test('no work goes on for pipelined requests whose client has left, and a stop does not wait for them', async () => {
  const { app, counts } = waitingApp()
  const { url, stop } = await listen(app, '127.0.0.1', 0)
  const clients = Array.from({ length: 5 }, () => connect(Number(new URL(url).port), '127.0.0.1'))
  for (const client of clients) client.write(pipelined(20))
  await vi.waitFor(() => expect(counts.running).toBe(20))
  for (const client of clients) client.destroy()
  await vi.waitFor(() => expect(counts.running).toBe(0))
  expect(counts).toEqual({ running: 0, most: 20, begun: 20 })
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await stop(60_000)
  expect(log).not.toHaveBeenCalled()
  log.mockRestore()
})

test('pipelined requests are answered in order, four at a time; a connection with hundreds unanswered is cut', async () => {
  const { app, counts } = waitingApp()
  let [running, most] = [0, 0]
  app.get('/number', async (c) => {
    most = Math.max(most, (running += 1))
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return c.text(`<${c.req.query('n')}>`)
  })
  const { url, stop } = await listen(app, '127.0.0.1', 0)
  const port = Number(new URL(url).port)
  const client = connect(port, '127.0.0.1')
  let text = ''
  client.on('data', (bytes) => (text += bytes.toString()))
  client.write(Array.from({ length: 50 }, (_, n) => pipelined(1, `/number?n=${n}`)).join(''))
  await vi.waitFor(() => expect(text).toContain('<49>'))
  expect([...text.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n))).toEqual(Array.from({ length: 50 }, (_, n) => n))
  expect(most).toBeLessThanOrEqual(4)
  client.destroy()

  const hostile = connect(port, '127.0.0.1')
  const closed = new Promise((resolve) => hostile.on('error', () => undefined).once('close', resolve))
  hostile.write(pipelined(1000))
  await closed
  await vi.waitFor(() => expect(counts.running).toBe(0))
  expect(counts.most).toBeLessThanOrEqual(4)
  await stop(1000)
})

test('an upgrade behind requests that are not answered yet closes its connection, and does not end the service', async () => {
  const { app, counts } = waitingApp()
  app.get('/', (c) => c.text('done'))
  const { url, stop } = await listen(app, '127.0.0.1', 0)
  const uncaught = vi.fn()
  process.on('uncaughtException', uncaught)
  for (const upgrade of ['websocket', 'h2c']) {
    const client = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
    const closed = new Promise((resolve) => client.once('close', resolve))
    client.write(
      `${pipelined(2)}GET /wait HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`,
    )
    await closed
  }
  await vi.waitFor(() => expect(counts.running).toBe(0))
  expect(await (await fetch(url)).text()).toBe('done')
  expect(uncaught).not.toHaveBeenCalled()
  process.off('uncaughtException', uncaught)
  await stop(1000)
})

test('a reader that takes nothing of its answer does not hold it in memory for ever; one that waits is not cut', async () => {
  const { app, counts } = waitingApp()
  app.get('/large', (c) => c.body(new Uint8Array(50_000_000)))
  const { url, stop } = await listen(app, '127.0.0.1', 0, { stallTimeout: 200 })
  const port = Number(new URL(url).port)
  const waiting = connect(port, '127.0.0.1')
  let isCut = false
  waiting.once('close', () => (isCut = true)).write(pipelined(1))
  const stalled = connect(port, '127.0.0.1').pause()
  const closed = new Promise((resolve) => stalled.on('error', () => undefined).once('close', resolve))
  stalled.write(pipelined(1, '/large'))
  setTimeout(() => stalled.resume(), 2000)
  await closed
  expect(stalled.bytesRead).toBeLessThan(50_000_000)
  expect([isCut, counts.running]).toEqual([false, 1])
  waiting.destroy()
  await stop(1000)
})

test('a kept connection outlives the 60 seconds of a proxy, whose next request would be lost otherwise', async () => {
  const { url, stop } = await listen(quickApp(), '127.0.0.1', 0)
  const reply = await fetch(url)
  expect(reply.headers.get('keep-alive')).toBe('timeout=65')
  await reply.text()
  await stop(100)
})
