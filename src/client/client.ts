import * as v from 'valibot'
import { candleIdOf, CandleMessage, streamCandles } from '../wire/candles.ts'
import { exportLedgerEntries } from '../wire/ledger-export.ts'
import type { AnyOperation, Reply, RequestParams } from '../wire/protocol/operation.ts'
import type { Page, Pagination } from '../wire/protocol/page.ts'
import { formatUrl } from '../wire/protocol/url.ts'
import { ledgerFile, type LedgerFile } from './decode-framing.ts'
import { limiterPort } from './limiter-port.ts'
import { RateLimiter } from './rate-limiter.ts'
import { isRedirect, mayRetry, type RefusalWords, retryDelay, readFailure, readReply } from './refusal.ts'
import { jsonOf } from '../wire/scalar.ts'
import type { Bytes } from './stages.ts'
import { sleep } from './timer.ts'

export type { ExportEnd, LedgerFile } from './decode-framing.ts'

export interface ClientOptions {
  /** Address of a Lyra or of a node's REST server, such as `http://127.0.0.1:8080`. */
  baseUrl: string
  /** The platform's own unless given. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/**
 * Why a request has no usable reply. `answer`: the node refused; `absent`: it has no such route; `unknown`: it does not know
 * the thing; `limited`, `banned`: its rate limiter, until `until`; `redirect`, `unreachable`, `malformed`: as they say.
 */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly kind: 'answer' | 'absent' | 'unknown' | 'limited' | 'banned' | 'redirect' | 'unreachable' | 'malformed'
  readonly url: string
  /** HTTP status, where there was a response. */
  readonly status: number | undefined
  /** The error body's code and the network's own description. */
  readonly code: number | undefined
  readonly detail: RefusalWords['detail'] | undefined
  /** Unix milliseconds from when requests are accepted again. */
  readonly until: number | undefined
  constructor(facts: Pick<RequestError, 'kind' | 'message' | 'url'> & Partial<RequestError>) {
    super(facts.message, { cause: facts.cause })
    this.kind = facts.kind
    this.url = facts.url
    this.status = facts.status
    this.code = facts.code
    this.detail = facts.detail
    this.until = facts.until
  }
}

/** The node of a page's record in a reply, where the reply is a page. */
type NodeOf<R> = { [Name in keyof R]: R[Name] extends Page<infer Node> ? Node : never }[keyof R]
type Paged = AnyOperation & {
  params: v.GenericSchema<{ pagination?: Pagination | undefined }, Record<string, unknown>>
}

interface RequestOptions {
  signal?: AbortSignal | undefined
}

export interface Client {
  /** One reply, checked against the contract; 64-bit integers are text. Rejects with RequestError, or the signal's reason. */
  get<Op extends AnyOperation>(op: Op, params: RequestParams<Op>, options?: RequestOptions): Promise<Reply<Op>>
  /**
   * Every page of a list from where `params` begins, each asked for when it is wanted. Rejects with RequestError (`malformed`) where
   * the node repeats itself: a list that ends without an error is whole.
   */
  pages<Op extends Paged>(
    op: Op,
    params: RequestParams<Op>,
    options?: RequestOptions,
  ): AsyncGenerator<Page<NodeOf<Reply<Op>>>>
  /** A party's ledger as it arrives, and the verdict on its end. Rejects with RequestError before the first byte. */
  exportLedger(params: RequestParams<typeof exportLedgerEntries>, options?: RequestOptions): Promise<LedgerFile>
  candles: {
    /** The latest candle, then each that changes, whole, until the signal aborts or the node ends the stream. */
    follow(of: { marketId: string; interval: string }, options?: RequestOptions): AsyncGenerator<FollowedCandle>
  }
}
export type FollowedCandle = Extract<CandleMessage, { result: unknown }>['result']['candle']

const bodyOf = ({ body }: Response): ReadableStream<Bytes> => body ?? new Blob().stream()

/** What to throw when a connection ended: the signal's reason where that was why. */
function lost(message: string, url: string, cause: unknown, signal: AbortSignal | undefined): RequestError {
  signal?.throwIfAborted()
  return new RequestError({ kind: 'unreachable', message, url, cause })
}

/** The lines of a body; `lost` makes the error of one that breaks off. */
async function* linesOf(body: ReadableStream<Bytes>, lost: (cause: unknown) => Error): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let held = ''
  try {
    const next = () =>
      reader.read().catch((cause: unknown) => {
        throw lost(cause)
      })
    for (let step = await next(); !step.done; step = await next()) {
      const lines = (held + decoder.decode(step.value, { stream: true })).split('\n')
      held = lines.pop() ?? ''
      yield* lines.filter((line) => line !== '')
    }
    if (held !== '') yield held
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** A client of one node. All that it asks counts as one client at the node's rate limiter: make one for each node. */
export function createClient({ baseUrl, fetch: given }: ClientOptions): Client {
  const base = baseUrl.replace(/\/+$/, '')
  const limiter = limiterPort(new RateLimiter())
  const fetch = given ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init))

  /** Sends one request in its turn. Rejects with RequestError unless the response is a success. */
  async function send(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
    const limited = await limiter.acquire(signal)
    if (limited) throw new RequestError({ ...limited, url })
    const sentAt = Date.now()
    let response: Response
    let text = ''
    try {
      response = await fetch(url, { redirect: 'manual', ...init, ...(signal && { signal }) })
      if (!response.ok && !isRedirect(response)) text = await response.text()
    } catch (cause) {
      void limiter.release()
      throw lost('The node could not be reached.', url, cause, signal)
    }
    const { status } = response
    const limit = await limiter.release({ status, text, sentAt, headers: [...response.headers] })
    if (isRedirect(response))
      throw new RequestError({ kind: 'redirect', message: 'The node answers with a redirect.', url, status })
    if (response.ok) return response
    const failure = readFailure({ status, text })
    throw new RequestError({ ...failure, ...limit, message: failure.message, url, status })
  }

  /** Sends a request, and again where that may help, until `take` has what it wants of the response. */
  async function sendAgain<Taken>(
    url: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
    take: (response: Response) => Taken | Promise<Taken>,
  ): Promise<Taken> {
    for (let count = 0; ; count += 1) {
      try {
        return await take(await send(url, init, signal))
      } catch (error) {
        if (!(error instanceof RequestError) || !mayRetry(count, error)) throw error
        await sleep(retryDelay(count), signal)
      }
    }
  }

  async function get<Op extends AnyOperation>(
    op: Op,
    params: RequestParams<Op>,
    { signal }: RequestOptions = {},
  ): Promise<Reply<Op>> {
    const url = base + formatUrl(op, params)
    const answer = await sendAgain(url, {}, signal, async (response) => {
      try {
        const type = response.headers.get('Content-Type')
        return { status: response.status, type, text: await response.text() }
      } catch (cause) {
        throw lost('The response broke off.', url, cause, signal)
      }
    })
    const read = readReply(op, answer)
    if ('failure' in read) throw new RequestError({ ...read.failure, url, status: answer.status })
    return read.reply
  }

  async function* pages<Op extends Paged>(
    op: Op,
    params: RequestParams<Op>,
    options?: RequestOptions,
  ): AsyncGenerator<Page<NodeOf<Reply<Op>>>> {
    const { pagination } = params as { pagination?: Pagination }
    // Beside `first`, which is always sent, a node would pass over them.
    if (pagination?.last !== undefined || pagination?.before !== undefined)
      throw new RangeError('Pages are read forwards, by first and after: newestFirst begins at the other end.')
    const seen = new Set<string>()
    for (let after = pagination?.after; ;) {
      const first = pagination?.first ?? 1000
      const asked = { ...pagination, first, ...(after !== undefined && { after }) }
      const reply = await get(op, { ...params, pagination: asked }, options)
      const [page] = Object.values(reply as Record<string, Page<NodeOf<Reply<Op>>>>)
      if (!page?.pageInfo) throw new TypeError(`${op.name} has no pages.`)
      yield page
      after = page.pageInfo.endCursor
      if (!page.pageInfo.hasNextPage) return
      // A node that repeats itself would be asked for ever, and without the rest the list is not whole.
      if (after === '' || seen.has(after)) {
        const message = 'The node says that more follows, but not where: the list is not whole.'
        throw new RequestError({ kind: 'malformed', message, url: base + formatUrl(op, params) })
      }
      seen.add(after)
    }
  }

  async function exportLedger(
    params: RequestParams<typeof exportLedgerEntries>,
    { signal }: RequestOptions = {},
  ): Promise<LedgerFile> {
    const url = base + formatUrl(exportLedgerEntries, params)
    return ledgerFile(await sendAgain(url, {}, signal, bodyOf))
  }

  async function* follow(
    { marketId, interval }: { marketId: string; interval: string },
    { signal }: RequestOptions = {},
  ): AsyncGenerator<FollowedCandle> {
    const url = base + formatUrl(streamCandles, { candleId: candleIdOf(interval, marketId) })
    const body = await sendAgain(url, { headers: { Accept: 'application/x-ndjson' } }, signal, bodyOf)
    for await (const line of linesOf(body, (cause) => lost('The stream broke off.', url, cause, signal))) {
      const message = v.safeParse(CandleMessage, jsonOf(line))
      if (!message.success)
        throw new RequestError({ kind: 'malformed', message: 'The stream sent what is no candle.', url })
      if ('error' in message.output)
        throw new RequestError({ kind: 'answer', ...message.output.error, url, detail: undefined })
      yield message.output.result.candle
    }
  }

  return { get, pages, exportLedger, candles: { follow } }
}
