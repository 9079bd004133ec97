import { afterEach, expect, test, vi } from 'vitest'
import { receive, type Received } from './receive.ts'
import { decodeFraming, heldBackBytes, holdBackTail } from '../../../client/decode-framing.ts'
import { readHeader } from './header-and-overlap.ts'
import {
  header,
  inBand,
  openLimiterPort,
  party,
  RowInspector,
  csvRowsOf,
  runStages,
} from '../../../../tests/web/ledger.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const start = Date.UTC(2024, 2, 1, 10) * 1000

const rows = csvRowsOf(
  Array.from({ length: 11 }, (_, at) => ({
    time: start + at * 700_000,
    entry: start + at * 700_000 + 1,
    quantity: 10n ** BigInt(at * 2) + BigInt(at),
    type: at === 4 ? '"ä, ""quoted""\nover lines"' : 'TRANSFER_TYPE_MTM_WIN',
    kind: (['in', 'out', 'own'] as const)[at % 3]!,
  })),
)
const whole = header + rows.join('')

const message = (text: string, pad = true) => {
  const data = Buffer.from(text).toString('base64')
  return JSON.stringify({
    result: { contentType: 'text/csv', data: pad ? data : data.replace(/=+$/, ''), extensions: [] },
  })
}
const thirds = [whole.slice(0, 700), whole.slice(700, 2005), whole.slice(2005)]

const framings: Record<string, string> = {
  'raw CSV': whole,
  'messages, one a line': thirds.map((text) => `${message(text)}\n`).join(''),
  'messages end to end': thirds.map((text) => message(text, false)).join(''),
  'one array of messages': `[${thirds.map((text) => message(text)).join(' ,\n')}]`,
}

afterEach(() => vi.unstubAllGlobals())

interface Ran {
  received: Received
  text: string
  inspector: RowInspector
}

/** Sends an answer through the whole pipe; `end` says how its body ends. */
async function run(
  chunks: readonly Uint8Array[],
  {
    end = 'close',
    init = {},
    signal = new AbortController().signal,
    onHang,
  }: { end?: 'close' | 'lost' | 'hang'; init?: ResponseInit; signal?: AbortSignal; onHang?: () => void } = {},
): Promise<Ran> {
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[at]
      at++
      if (chunk) controller.enqueue(chunk)
      else if (end === 'close') controller.close()
      else if (end === 'lost') controller.error(new TypeError('network error'))
      else {
        if (onHang) setImmediate(onHang)
        return new Promise(() => {})
      }
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': 'text/csv' }, ...init }))
  const kept: Uint8Array[] = []
  const inspector = new RowInspector(party)
  const into = new WritableStream<Uint8Array>({ write: (chunk) => void kept.push(chunk.slice()) })
  const received = await receive(
    {
      url: 'http://node/export',
      signal,
      limiter: openLimiterPort(),
      timeoutMs: 100,
      onBytes: (chunk) => inspector.push(chunk),
    },
    into,
  )
  return { received, text: decoder.decode(Buffer.concat(kept)), inspector }
}

test.each([
  [true, 'no-transform'],
  [false, null],
])('uncompressed bytes are requested only where that is wanted (%s)', async (uncompressed, expected) => {
  const requested: Headers[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    requested.push(new Headers(init.headers))
    return new Response(whole)
  })
  const { signal } = new AbortController()
  await receive(
    { url: '/export', signal, limiter: openLimiterPort(), timeoutMs: 100, uncompressed, onBytes: () => {} },
    new WritableStream<Uint8Array>(),
  )
  expect(requested.map((headers) => headers.get('cache-control'))).toEqual([expected])
})

const split = (bytes: Uint8Array, at: number) =>
  [bytes.slice(0, at), bytes.slice(at)].filter(({ length }) => length > 0)

/** The stages of the pipe without the streams between them. */
function piped(chunks: readonly Uint8Array[]): { text: string; error: string | undefined; inspector: RowInspector } {
  const [decoded, tail, head] = [decodeFraming(), holdBackTail(), readHeader()]
  const inspector = new RowInspector(party)
  let text = ''
  runStages([decoded, tail, head], chunks, (chunk) => {
    inspector.push(chunk)
    text += decoder.decode(chunk, { stream: true })
  })
  const failure = tail.failure?.() ?? decoded.failure?.() ?? head.failure?.()
  return { text, error: failure?.message ?? (tail.cut() > 0 ? 'cut' : undefined), inspector }
}

test.each(Object.entries(framings))(
  '%s, split at every byte, gives the same file, counts and sums',
  async (_, body) => {
    const bytes = encoder.encode(body)
    expect(bytes.length).toBeGreaterThan(4000)
    const once = await run([bytes])
    expect(once.text).toBe(whole)
    const facts = once.inspector.facts()
    expect(facts).toEqual({
      bytes: encoder.encode(whole).length,
      rows: 11,
      first: '2024-03-01 10:00:00+00',
      last: '2024-03-01 10:00:07+00',
      flaw: undefined,
    })
    expect(once.inspector.totals().accounts.every(({ breaks }) => breaks === 0)).toBe(true)
    const expected = JSON.stringify([undefined, whole, facts, once.inspector.totals()])
    for (let at = 0; at <= bytes.length; at++) {
      const { text, error, inspector } = piped(split(bytes, at))
      // One comparison of text: thousands of matchers would take a minute.
      const seen = JSON.stringify([error, text, inspector.facts(), inspector.totals()])
      if (seen !== expected) expect(`split at ${at}: ${seen}`).toBe(expected)
    }
    for (let at = 0; at <= bytes.length; at += 211) expect((await run(split(bytes, at))).text).toBe(whole)
  },
)

test('one byte at a time gives the same file', async () => {
  const { received, text } = await run(Array.from(encoder.encode(whole), (byte) => new Uint8Array([byte])))
  expect(received.ending).toBe('whole')
  expect(text).toBe(whole)
})

test.each([
  ['whole rows', whole, whole],
  ['half a row', `${whole}2024-03-01 10:00:0`, whole],
  ['a row without its line end', whole.slice(0, -1), header + rows.slice(0, -1).join('')],
  ['the header', header, header],
  ['nothing', '', ''],
])('an error behind %s never passes as data, wherever the answer is split', async (_, before, kept) => {
  const bytes = encoder.encode(before + inBand)
  for (let at = 0; at <= bytes.length; at++) {
    const { text, error } = piped(split(bytes, at))
    if (text !== kept || error !== 'Internal error') expect(`split at ${at}: ${error} ${text}`).toBe(kept)
  }
  const { received, text } = await run([bytes])
  expect(text).toBe(kept)
  expect(received).toMatchObject({ ending: 'cut', status: 200, error: { code: 13, details: [{ inner: 'copying' }] } })
})

test('rows that come in one large piece do not wait for the next piece', () => {
  const whole = encoder.encode(header + rows[0]!.repeat(1000))
  let passed = 0
  holdBackTail().transform(whole, (chunk) => (passed += chunk.length))
  expect(passed).toBe(whole.length - heldBackBytes)
})

test('an error far behind the held-back bytes is found, and everything before it is kept', async () => {
  const long = header + rows[0]!.repeat(1000)
  expect(long.length).toBeGreaterThan(heldBackBytes * 3)
  const { received, text } = await run([encoder.encode(long), encoder.encode(inBand)])
  expect(text).toBe(long)
  expect(received).toMatchObject({ ending: 'cut', error: { code: 13 } })
})

test('an error of 60 kB in chunks of a few bytes does not pass as data either', async () => {
  const long = header + rows[0]!.repeat(1000)
  const longError = inBand.replace('copying', 'x'.repeat(60_000))
  expect(longError.length).toBeLessThan(heldBackBytes)
  const bytes = encoder.encode(long + longError)
  const chunks = Array.from({ length: Math.ceil(bytes.length / 1009) }, (_, at) =>
    bytes.slice(at * 1009, (at + 1) * 1009),
  )
  const { received, text } = await run(chunks)
  expect(text).toBe(long)
  expect(received).toMatchObject({ ending: 'cut', error: { details: [{ inner: 'x'.repeat(60_000) }] } })
})

test('an error in the messages ends the file with what came before', async () => {
  const { received, text } = await run([encoder.encode(`${message(whole)}\n${inBand}\n`)])
  expect(text).toBe(whole)
  expect(received).toMatchObject({ ending: 'cut', error: { code: 13, message: 'Internal error' } })
})

test.each([
  ['a cut last message', message(whole).slice(0, -3)],
  ['a message of another kind', `${message(header)}{"surprise":1}`],
  ['a message whose data is no base64', message(header).replace(/"data":"[^"]*"/, '"data":"%%%"')],
])('%s is no complete file', async (_, body) => {
  expect((await run([encoder.encode(body)])).received).toMatchObject({ ending: 'cut' })
})

test('half an error object is no data either', async () => {
  for (const length of [5, 12, 60]) {
    const { received, text } = await run([encoder.encode(whole + inBand.slice(0, length))])
    expect(text).toBe(whole)
    expect(received).toMatchObject({ ending: 'cut', error: { message: 'The response ends in the middle of a row.' } })
  }
})

test('a field that contains an error object is data', async () => {
  const talk = rows[0]!.replace('TRANSFER_TYPE_MTM_WIN', '"{""error"":{""code"":13}}"')
  const { received, text } = await run([encoder.encode(header + talk)])
  expect(received.ending).toBe('whole')
  expect(text).toBe(header + talk)
})

test.each([
  ['a page of a proxy', '<html><title>502</title></html>\n'],
  ['another CSV', 'a,b\n1,2\n'],
  ['plain text', 'upstream away'],
])('%s under status 200 is not written as a ledger', async (_, body) => {
  const { received, text } = await run([encoder.encode(body)])
  expect(text).toBe('')
  expect(received.ending).toBe('cut')
})

test('an answer that is no ledger is not read to its end', async () => {
  let read = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read += 1
        controller.enqueue(encoder.encode('x'.repeat(heldBackBytes) + '\n'))
      },
    },
    { highWaterMark: 0 },
  )
  vi.stubGlobal('fetch', async () => new Response(body))
  const options = {
    url: 'http://node/',
    signal: new AbortController().signal,
    limiter: openLimiterPort(),
    timeoutMs: 100,
    onBytes: () => {},
  }
  expect((await receive(options, new WritableStream())).ending).toBe('cut')
  expect(read).toBeLessThan(6)
})

test('an empty body is not an empty ledger', async () => {
  expect((await run([])).received).toMatchObject({
    ending: 'cut',
    error: { message: 'The response has no header line.' },
  })
})

test('a lost connection leaves the whole rows received', async () => {
  const { received, text } = await run([encoder.encode(whole.slice(0, 1500))], { end: 'lost' })
  expect(received).toMatchObject({ ending: 'cut', error: { message: expect.stringContaining('connection was lost') } })
  expect(whole.startsWith(text)).toBe(true)
  expect(text.endsWith('\n')).toBe(true)
  expect(text.length).toBeGreaterThan(1000)
})

test('a connection without bytes counts as lost', async () => {
  const { received } = await run([encoder.encode(whole)], { end: 'hang' })
  expect(received).toMatchObject({ ending: 'cut', error: { message: expect.stringContaining('No data arrived') } })
})

test('the user ends it, and keeps whole rows', async () => {
  const abort = new AbortController()
  vi.stubGlobal('fetch', undefined)
  const { received, text } = await run([encoder.encode(whole.slice(0, 1500))], {
    end: 'hang',
    signal: abort.signal,
    onHang: () => abort.abort(),
  })
  // The fake body ignores the signal; a real one is aborted, which ends the same way.
  expect(received.ending).toBe('stopped')
  expect(text.endsWith('\n')).toBe(true)
})

test('a refusal is reported with its code and nothing is written', async () => {
  const { received, text } = await run([encoder.encode(inBand)], { init: { status: 500 } })
  expect(received).toMatchObject({ ending: 'refused', status: 500, error: { code: 13, details: [{ code: 260_002 }] } })
  expect(text).toBe('')
})

test('a refusal in HTML is reported as its text', async () => {
  const { received } = await run([encoder.encode('<h1>Bad  gateway</h1>')], { init: { status: 502 } })
  expect(received).toMatchObject({ ending: 'refused', status: 502, error: { message: 'Bad gateway' } })
})

test('no connection is a refusal without a status', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const options = {
    url: 'http://node/',
    signal: new AbortController().signal,
    limiter: openLimiterPort(),
    timeoutMs: 100,
    onBytes: () => {},
  }
  expect(await receive(options, new WritableStream())).toMatchObject({ ending: 'refused', status: undefined })
})

test('a file that cannot be written is not the fault of the node', async () => {
  vi.stubGlobal('fetch', async () => new Response(whole))
  const full = new WritableStream({
    write() {
      throw new DOMException('no room', 'QuotaExceededError')
    },
  })
  const options = {
    url: 'http://node/',
    signal: new AbortController().signal,
    limiter: openLimiterPort(),
    timeoutMs: 100,
    onBytes: () => {},
  }
  expect(await receive(options, full)).toMatchObject({
    ending: 'unwritten',
    error: { message: 'The file could not be written: no room' },
  })
})

test('every received byte is reported immediately, also those not yet written to the file', async () => {
  let received = 0
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  vi.stubGlobal(
    'fetch',
    async () => new Response(new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) })),
  )
  const ended = receive(
    {
      url: 'http://node/',
      signal: new AbortController().signal,
      limiter: openLimiterPort(),
      timeoutMs: 5000,
      onReceived: (bytes) => (received += bytes),
      onBytes: () => {},
    },
    new WritableStream(),
  )
  await vi.waitFor(() => expect(body).toBeDefined())
  body?.enqueue(encoder.encode(whole))
  await vi.waitFor(() => expect(received).toBe(encoder.encode(whole).length))
  body?.close()
  expect((await ended).ending).toBe('whole')
})
