import { host } from '#host'
import type { Hono } from 'hono'
import { exportLedgerEntries } from '../../wire/ledger-export.ts'
import type { Params } from '../../wire/protocol/operation.ts'
import { type Failure, unavailable } from '../fault.ts'
import { errorEnvelope, streamFailure, toErrorResponse } from './failure.ts'
import type { Context } from '../questions/handler.ts'
import { linkedSignal } from '../abort-signal.ts'
import { type Services, paramsOf, register } from './route.ts'

/** A file that is made while it is read. Throws Fault before the first chunk or between chunks. */
export type ExportHandler = (
  context: Context,
  params: Params<typeof exportLedgerEntries>,
) => Promise<{ filename: string; chunks: AsyncIterable<Uint8Array> }>

const media = 'text/csv'
const messages = 'application/x-ndjson'
const newline = 0x0a

/** How the chunks of a file and a failure between them are sent. */
interface Encoding {
  contentType: string
  encode(chunk: Uint8Array): Uint8Array
  failure(failure: Failure, last: Uint8Array | undefined): Uint8Array
}

/** The file itself; a failure follows as its last line, without a newline (wire.md 5.4). */
const raw: Encoding = {
  contentType: media,
  encode: (chunk) => chunk,
  failure: ({ body }, last) => host.encode(`${last && last.at(-1) !== newline ? '\n' : ''}${errorEnvelope(body)}`),
}

/** The stream of messages, one a line. */
const wrapped: Encoding = {
  contentType: messages,
  encode: (chunk) =>
    host.encode(`{"result":{"contentType":"${media}","data":"${host.base64(chunk)}","extensions":[]}}\n`),
  failure: ({ body }) => host.encode(`${errorEnvelope(body)}\n`),
}

/** The reader of a file must read something within this time. */
const maxIdleMs = 60_000

/** Ends the source, and so frees its connection, when `signal` aborts or nothing is read for a minute; then reading throws. */
function whileRead(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle = false
  const leave = async (): Promise<void> => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    await iterator.return?.()
  }
  const abort = (): void => void leave().catch(() => {})
  const expire = (): void => {
    idle = true
    abort()
  }
  signal.addEventListener('abort', abort, { once: true })
  return {
    async next() {
      clearTimeout(timer)
      signal.throwIfAborted()
      if (idle) throw unavailable('Nothing of this file was read for a minute, so it was given up; ask for it again.')
      const step = await iterator.next()
      if (step.done) await leave()
      else host.inBackground((timer = setTimeout(expire, maxIdleMs)))
      return step
    },
    async return() {
      await leave()
      return { done: true, value: undefined }
    },
  }
}

async function* body(
  first: IteratorResult<Uint8Array>,
  { iterator, release }: { iterator: AsyncIterator<Uint8Array>; release: () => void },
  encoding: Encoding,
  request: Request,
): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | undefined
  try {
    for (let step = first; !step.done; step = await iterator.next()) {
      if (step.value.byteLength === 0) continue
      last = step.value
      yield encoding.encode(last)
    }
  } catch (error) {
    // Nobody reads it, and it is no failure of the service.
    if (!request.signal.aborted) yield encoding.failure(toErrorResponse(error, request), last)
  } finally {
    release()
    await iterator.return?.()
  }
}

/** CSV or messages; failures are wrapped in `error`, no block headers (wire.md 5.1, 5.4). */
export function routeExport(app: Hono, services: Services, handler: ExportHandler): void {
  const { db, core, send, ending } = services
  const base = { 'Cache-Control': 'no-store' }
  register(app, services, exportLedgerEntries, async ({ req: { raw: request } }) => {
    const encoding = request.headers.get('accept')?.includes(messages) ? wrapped : raw
    const { signal, release } = linkedSignal(ending ? [request.signal, ending] : [request.signal])
    try {
      const params = paramsOf(exportLedgerEntries, request)
      const { filename, chunks } = await handler({ db, core, signal }, params)
      const headers = {
        ...base,
        'Content-Type': encoding.contentType,
        'Content-Disposition': `attachment;filename=${filename}`,
      }
      if (request.method === 'HEAD') {
        release()
        return await send(request, { status: 200, headers, body: null })
      }
      // Until the first chunk is there, a failure can still have its own status.
      const iterator = whileRead(chunks, signal)
      const first = await iterator.next()
      const read = { iterator, release }
      return await send(request, { status: 200, headers, body: body(first, read, encoding, request) })
    } catch (error) {
      release()
      return send(request, streamFailure(error, request, base))
    }
  })
}
