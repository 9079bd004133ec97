import type { Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import type { WebSocket } from 'ws'
import { code } from '../../wire/protocol/error.ts'
import type { AnyOperation, Params } from '../../wire/protocol/operation.ts'
import { BadQuery, parseQuery } from '../../wire/protocol/url.ts'
import type { NewestBlock, RecentBlock } from '../database/chain.ts'
import { runForClient } from '../database/connection-queue.ts'
import type { Core } from '../core/core.ts'
import { Fault } from '../fault.ts'
import { atOnce, type MaybePromise } from '../recent-read.ts'
import { toErrorResponse } from './failure.ts'
import { cachedResponse, type CachedBodies, type CachedBody } from './cached-bodies.ts'
import { currentRecord } from './request-record.ts'
import { indent, joinMembers } from '../json-text.ts'
import type { Handler } from '../questions/handler.ts'
import { type LinkedSignal, linkedSignal } from '../abort-signal.ts'
import { pathValuesOf, rawQuery } from './raw-url.ts'
import type { SpamHistories } from '../core/watch/party-watch.ts'
import type { Db } from '../database/db.ts'
import { type Send, wantsGzip } from './transport.ts'

export interface ClientConnection {
  /** The client's address, as limits count it. */
  address: string
  /** Lets the system ask every so often whether the client is still there. */
  keepAlive(delayMs: number): void
  cut(): void
  /**
   * Makes a websocket of it where the request asks for one: what the server is to be given as the response. `serve` gets the
   * socket once it is open; the client must answer a ping every `pingMs`.
   */
  upgrade(serve: (socket: WebSocket) => void, pingMs: number): Response | undefined
}

/** `env` is what the server hands over with a request; undefined where that names no connection. */
export type ConnectionOf = (request: Request, env: unknown) => ClientConnection | undefined

export interface Services {
  db: Db
  core: Core
  /** Absent where no party is watched. */
  spamWatch?: SpamHistories | undefined
  recentBlock: RecentBlock
  send: Send
  /** Absent where requests come over no line. */
  connectionOf?: ConnectionOf | undefined
  /** Absent where no bodies are kept. */
  finished?: CachedBodies | undefined
  /** Aborts when the service stops: endless responses end then. */
  stopping?: AbortSignal | undefined
  /** Aborts when the service ends, with the message that readers of files get. */
  ending?: AbortSignal | undefined
}

type Handle = (context: Context) => MaybePromise<Response>

/** Registers the path, and the path with its last variable empty: `/statistics/spam/` has an empty id (wire.md 1.4). */
export function register(app: Hono, { connectionOf }: Services, op: AnyOperation, handle: Handle): void {
  const named = (context: Context): MaybePromise<Response> => {
    const record = currentRecord()
    if (record) record.operation = op.name
    const address = () => connectionOf?.(context.req.raw, context.env)?.address
    return runForClient(address, () => handle(context))
  }
  app.get(op.path, named)
  const emptied = op.path.replace(/:\w+$/, '')
  if (emptied !== op.path) app.get(emptied, named)
}

/** Path variables and query of a request, typed by the operation. Throws BadQuery, or Fault for an unknown path. */
export function paramsOf<Op extends AnyOperation>(op: Op, request: Request): Params<Op> {
  return parseQuery(op.params, rawQuery(request.url), pathValuesOf(op.path, request.url)) as Params<Op>
}

const milliseconds: Record<string, number> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }

/** Milliseconds of `Grpc-Timeout: <n>{H,M,S,m,u,n}` (wire.md 1.4). Throws BadQuery when it is malformed. */
function timeoutOf(request: Request): number | undefined {
  const timeout = request.headers.get('grpc-timeout')
  if (!timeout) return undefined
  const [, count, unit] = /^(\d{1,8})([HMSmun])$/.exec(timeout) ?? []
  if (!count || !unit) throw new BadQuery(`invalid grpc-timeout: ${timeout}`)
  // Timers hold 31 bits of milliseconds, about 24 days.
  return Math.min(2 ** 31 - 1, Math.ceil(Number(count) * (milliseconds[unit] ?? 1)))
}

/** `X-Block-Height` and `X-Block-Timestamp` (wire.md 10.4); `0` before the first block. */
function blockHeaders(block: NewestBlock): Record<string, string> {
  if (block === undefined) return {}
  return { 'X-Block-Height': block?.height ?? '0', 'X-Block-Timestamp': block?.time ?? '0' }
}

const json = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }

/** A body to be sent: finished bytes, or text. */
type Made = string | CachedBody

const acceptsPretty = ({ headers }: Request): boolean => headers.get('accept') === 'application/json+pretty'
/** Whether the reply is to be indented (wire.md 2.1). */
const isPretty = (request: Request): boolean => acceptsPretty(request) || /[?&]pretty(?:[=&]|$)/.test(request.url)

/** Letters of addresses that an operation remembers: the viewers of a page ask by the same ones. */
const maxLetters = 100_000

/** Reads what requests ask of an operation: `key` is the same where they mean the same. Throws as `paramsOf` does. */
function reader<Op extends AnyOperation>(op: Op) {
  const known = new LRUCache<string, { params: Params<Op>; key: string }>({
    maxSize: maxLetters,
    sizeCalculation: (_, url) => url.length,
  })
  return (request: Request) => {
    const address = acceptsPretty(request) ? `pretty ${request.url}` : request.url
    const found = known.get(address)
    if (found) return found
    const params = paramsOf(op, request)
    const asked = { params, key: `${op.name} ${isPretty(request)} ${JSON.stringify(params)}` }
    known.set(address, asked)
    return asked
  }
}

/** Serves an operation whose reply or failure is JSON: at once, where all of it is there. */
export function route<Op extends AnyOperation>(app: Hono, services: Services, op: Op, handler: Handler<Op>): void {
  const { db, core, spamWatch, recentBlock, send } = services
  const finished = op.cacheable ? services.finished : undefined
  const read = reader(op)
  register(app, services, op, ({ req: { raw: request } }) => {
    const textOf = (text: string): string => (isPretty(request) ? indent(text) : text)
    let block: MaybePromise<NewestBlock>
    let limited: LinkedSignal | undefined
    const failed = (error: unknown): MaybePromise<Response> => {
      const late = limited?.isLate() && new Fault(code.deadlineExceeded, 'context deadline exceeded')
      limited?.release()
      const { status, body, headers } = toErrorResponse(late || error, request)
      const always = (newest: NewestBlock) => Object.assign(blockHeaders(newest), json, headers)
      return atOnce(block, (newest) => send(request, { status, headers: always(newest), body: textOf(body) }))
    }
    try {
      const { params, key } = read(request)
      const timeoutMs = timeoutOf(request)
      if (timeoutMs !== undefined) limited = linkedSignal([request.signal], timeoutMs)
      const caller = limited ?? request
      const make = (signal: AbortSignal): MaybePromise<string> =>
        atOnce(handler({ db, core, spamWatch, signal }, params), (made) => textOf(joinMembers(made)))
      const find = (newest: NewestBlock): MaybePromise<Made> => {
        // The request makes its signal when it is first asked for.
        if (!finished || !newest) return make(caller.signal)
        const wanted = { key, gzip: wantsGzip(request), state: newest.state }
        return finished.find(wanted) ?? finished.get(wanted, async (signal) => make(signal), caller.signal)
      }
      block = recentBlock()
      const reply = (body: Made): MaybePromise<Response> => {
        limited?.release()
        return atOnce(block, (newest) => {
          const headers = blockHeaders(newest)
          if (typeof body !== 'string') return send(request, cachedResponse(request, body, headers))
          return send(request, { status: 200, headers: Object.assign(headers, json), body })
        })
      }
      return atOnce(finished ? atOnce(block, find) : find(undefined), reply, failed)
    } catch (error) {
      return failed(error)
    }
  })
}
