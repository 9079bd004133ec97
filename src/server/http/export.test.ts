import { getEventListeners } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { createGunzip, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { ExportMessage } from '../../wire/ledger-export.ts'
import { Fault, busy, invalid, unavailable } from '../fault.ts'
import { type ExportHandler as Handler, routeExport } from './export.ts'
import { fakeApp, listen } from '../../../tests/server/support/fake-service.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text)
const serving = (handler: Handler) => fakeApp((app, services) => routeExport(app, services, handler))

/** A file of these chunks; a fault among them is thrown in its place. */
const file = (...chunks: (string | Error)[]): Handler => {
  return () =>
    Promise.resolve({
      filename: 'ledger_entries_p_.csv',
      chunks: (async function* () {
        for (const chunk of chunks) {
          await Promise.resolve()
          if (chunk instanceof Error) throw chunk
          yield bytes(chunk)
        }
      })(),
    })
}
const broken = new Fault(13, {
  code: 260002,
  message: 'failed to export ledger entries',
  inner: 'copying to stdout: x',
})
const brokenBody = JSON.stringify({ error: broken.body() })
const path = '/api/v2/ledgerentry/export?partyId=p'
const messages = { headers: { accept: 'application/x-ndjson' } }
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('raw', () => {
  test('the body is the file under its name, without block headers', async () => {
    const response = await serving(file('a,b\n', '', '1,2\n')).request(path)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('a,b\n1,2\n')
    expect(response.headers.get('content-type')).toBe('text/csv')
    expect(response.headers.get('content-disposition')).toBe('attachment;filename=ledger_entries_p_.csv')
    expect(response.headers.has('x-block-height')).toBe(false)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('a failure before the first byte has its status and no file name', async () => {
    const response = await serving(file(broken)).request(path)
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.has('content-disposition')).toBe(false)
    expect(await response.text()).toBe(brokenBody)
  })

  test('a refused parameter is wrapped, an unreadable one is not', async () => {
    const refused = await serving(() => Promise.reject(invalid('missing party id', '', 10_014))).request(path)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { code: 3, details: [{ code: 10_014 }] } })
    const unreadable = await serving(file('a')).request(`${path}&dateRange.startTimestamp=abc`)
    expect(unreadable.status).toBe(400)
    expect(await unreadable.json()).toMatchObject({ code: 3, details: [] })
  })

  test('a failure after the first byte is the last line, without a newline', async () => {
    const response = await serving(file('a,b\n', '1,2\n', broken)).request(path)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(`a,b\n1,2\n${brokenBody}`)
  })

  test('an error after half a row is still on its own line', async () => {
    expect(await (await serving(file('a,b\n1,', broken)).request(path)).text()).toBe(`a,b\n1,\n${brokenBody}`)
  })

  test('a defect in the middle is reported as code 13 and logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const text = await (await serving(file('a\n', new TypeError('secret'))).request(path)).text()
    expect(text).toBe('a\n{"error":{"code":13,"message":"Internal error","details":[]}}')
    expect(log).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['between two rows', 'a\n', ''],
    ['within a row', 'a\n1,', '\n'],
  ])('a service that ends %s says so in the last line, and the source is given back', async (_, text, newline) => {
    const ending = new AbortController()
    let over = false
    const handler: Handler = () =>
      Promise.resolve({
        filename: 'x.csv',
        chunks: (async function* () {
          try {
            for (;;) yield await Promise.resolve(bytes(text))
          } finally {
            over = true
          }
        })(),
      })
    const app = fakeApp((app, services) => routeExport(app, { ...services, ending: ending.signal }, handler))
    const reader = (await app.request(path)).body?.getReader()
    const first = await reader?.read()
    ending.abort(unavailable('The service is stopping.'))
    let rest = ''
    for (let step = await reader?.read(); step?.value; step = await reader?.read()) rest += Buffer.from(step.value)
    expect(Buffer.from(first?.value ?? []).toString()).toBe(text)
    expect(rest).toBe(`${newline}{"error":{"code":14,"message":"The service is stopping.","details":[]}}`)
    expect(over).toBe(true)
  })

  test('HEAD asks for no row', async () => {
    const started = vi.fn<() => void>()
    const handler: Handler = () =>
      Promise.resolve({
        filename: 'x.csv',
        chunks: (async function* () {
          started()
          yield await Promise.resolve(bytes('a'))
        })(),
      })
    const response = await serving(handler).request(path, { method: 'HEAD' })
    expect(response.headers.get('content-disposition')).toBe('attachment;filename=x.csv')
    expect(started).not.toHaveBeenCalled()
  })
})

describe('what an export holds is given back', () => {
  /** A file without end, and whether its source has ended. */
  function endless(): { handler: Handler; ended: () => boolean } {
    let over = false
    return {
      ended: () => over,
      handler: () =>
        Promise.resolve({
          filename: 'x.csv',
          chunks: (async function* () {
            try {
              for (;;) yield await Promise.resolve(bytes('row\n'))
            } finally {
              over = true
            }
          })(),
        }),
    }
  }

  test.each([0, 3])('when its reader takes nothing for a minute, after %i pieces', async (pieces) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { handler, ended } = endless()
    const reader = (await serving(handler).request(path)).body?.getReader()
    for (let piece = 0; piece < pieces; piece += 1) {
      await reader?.read()
      if (piece > 0) await vi.advanceTimersByTimeAsync(50_000)
    }
    await vi.advanceTimersByTimeAsync(pieces > 0 ? 9_000 : 59_000)
    expect(ended()).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(ended()).toBe(true)
    // A late reader gets the error, so that half a file never looks complete.
    let text = ''
    for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
      text += Buffer.from(step.value).toString()
    }
    expect(text).toContain('{"error":{"code":14,"message":"Nothing of this file was read for a minute')
  })

  test.each(['identity', 'gzip'])('when its answer is thrown away before anything is read (%s)', async (encoding) => {
    const { handler, ended } = endless()
    const { body } = await serving(handler).request(path, { headers: { 'accept-encoding': encoding } })
    await body?.cancel()
    await vi.waitFor(() => expect(ended()).toBe(true))
  })

  test('when its client goes away before it reads anything', async () => {
    const { handler, ended } = endless()
    const controller = new AbortController()
    const request = new Request(`http://x${path}`, { signal: controller.signal })
    expect((await serving(handler).request(request)).status).toBe(200)
    controller.abort()
    await vi.waitUntil(ended)
  })
})

test('a refusal as busy says when to come back', async () => {
  const response = await serving(file(busy('The ledger export'))).request(path, { headers: { origin: 'http://o' } })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(response.headers.get('access-control-expose-headers')).toContain(', Retry-After')
  expect(await response.json()).toMatchObject({
    error: { code: 14, message: expect.stringContaining('busy') as unknown },
  })
})

describe('messages', () => {
  const read = async (response: Response) =>
    (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => v.parse(ExportMessage, JSON.parse(line)))

  test('are one piece of the file a line', async () => {
    const response = await serving(file('a,b\n', '1,é\n')).request(path, messages)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    const pieces = (await read(response)).map((message) =>
      'result' in message ? Buffer.from(message.result.data, 'base64').toString() : undefined,
    )
    expect(pieces).toEqual(['a,b\n', '1,é\n'])
    expect(await (await serving(file('a')).request(path, messages)).text()).toBe(
      '{"result":{"contentType":"text/csv","data":"YQ==","extensions":[]}}\n',
    )
  })

  test('end with the error', async () => {
    const all = await read(await serving(file('a,b\n', broken)).request(path, messages))
    expect(all).toHaveLength(2)
    expect(all[1]).toEqual({ error: broken.body() })
  })
})

describe('over a socket', () => {
  const receive = (url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => void get(url, { headers }, resolve).on('error', reject))

  test.each(['identity', 'gzip'])('the first byte does not wait for the second chunk (%s)', async (encoding) => {
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    const handler: Handler = () =>
      Promise.resolve({
        filename: 'x.csv',
        chunks: (async function* () {
          yield bytes('first\n')
          await gate
          yield bytes('second\n')
        })(),
      })
    const { url, close } = await listen(serving(handler))
    try {
      const response = await receive(url + path, { 'accept-encoding': encoding })
      const plain = encoding === 'gzip' ? response.pipe(createGunzip()) : response
      let text = ''
      for await (const chunk of plain) {
        text += String(chunk)
        if (text === 'first\n') release()
      }
      expect(text).toBe('first\nsecond\n')
    } finally {
      await close()
    }
  })

  test('a compressed stream is complete for any chunking', async () => {
    const chunks = Array.from({ length: 300 }, (_, row) => `${row},${'x'.repeat(row * 7)}\n`)
    const response = await serving(file(...chunks)).request(path, { headers: { 'accept-encoding': 'gzip' } })
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(chunks.join(''))
  })

  test.each(['identity', 'gzip'])('rows are made no faster than they are read (%s)', async (encoding) => {
    let made = 0
    const handler: Handler = () =>
      Promise.resolve({
        filename: 'x.csv',
        chunks: (async function* () {
          for (; made < 2000; made += 1) yield await Promise.resolve(crypto.getRandomValues(new Uint8Array(65_536)))
        })(),
      })
    const { url, close } = await listen(serving(handler))
    try {
      const response = await receive(url + path, { 'accept-encoding': encoding })
      response.pause()
      let before = -1
      const check = () => {
        const last = before
        before = made
        expect(made).toBe(last)
      }
      await vi.waitFor(check, { interval: 100 })
      // What the two sockets hold is a few megabytes; the file has 128.
      expect(made).toBeLessThan(400)
      response.destroy()
    } finally {
      await close()
    }
  })

  test.each([
    ['identity', false],
    ['gzip', false],
    ['identity', true],
    ['gzip', true],
  ])('a client that goes away stops the query within a second (%s, stuck %s)', async (encoding, stuck) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let over: (how: string) => void = () => undefined
    const ended = new Promise<string>((resolve) => (over = resolve))
    const handler: Handler = (context) =>
      Promise.resolve({
        filename: 'x.csv',
        chunks: (async function* () {
          try {
            for (;;) {
              if (context.signal.aborted) throw new Error('cancelled')
              yield bytes('row\n'.repeat(1000))
              await new Promise((resolve, reject) => {
                if (!stuck) setTimeout(resolve, 1)
                context.signal.addEventListener('abort', () => reject(new Error('cancelled')))
              })
            }
          } finally {
            over('closed')
          }
        })(),
      })
    const { url, close } = await listen(serving(handler))
    try {
      const response = await receive(url + path, { 'accept-encoding': encoding })
      response.once('data', () => response.destroy())
      expect(await ended).toBe('closed')
      expect(log).not.toHaveBeenCalled()
    } finally {
      await close()
    }
  })
})

test('exports leave nothing at the signal that lives as long as the service, however they end', async () => {
  const ending = new AbortController()
  const app = (handler: Handler) =>
    fakeApp((app, services) => routeExport(app, { ...services, ending: ending.signal }, handler))
  await (await app(file('a,b\n', '1,2\n')).request(path)).text()
  await (await app(file('a,b\n', broken)).request(path)).text()
  await (await app(file(broken)).request(path)).text()
  await app(file('a')).request(path, { method: 'HEAD' })
  await (await app(file('a', 'b')).request(path)).body?.cancel()
  // Where AbortSignal.any keeps those that follow a signal.
  const symbol = Object.getOwnPropertySymbols(ending.signal).find(
    ({ description }) => description === 'kDependantSignals',
  )
  const followers: unknown = symbol && Reflect.get(ending.signal, symbol)
  const count = typeof followers === 'object' && followers !== null && 'size' in followers ? followers.size : 0
  expect([count, getEventListeners(ending.signal, 'abort')]).toEqual([0, []])
})
