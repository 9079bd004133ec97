import type { AnyOperation, Reply, RequestParams } from '../../wire/protocol/operation.ts'
import { formatUrl } from '../../wire/protocol/url.ts'
import { fetchNode } from './node-fetch.ts'
import { NodeFailure, forgetMissingRoute, missingRoute, setMissingRoute } from './node-failure.ts'
import { limiterPortOf } from './node-rate-limiter.ts'
import type { RateLimit } from '../../client/limiter-port.ts'
import { recordResponse, recordNoResponse, nodeState } from './node-status.ts'
import { gatewayStatuses, isRedirect, redirectWords, readReply } from '../../client/refusal.ts'
import { Timer } from '../../client/timer.ts'

const absolute = (base: string, target: string): string =>
  base === '' ? `${globalThis.location?.origin ?? ''}${target}` : `${base}${target}`

/** The absolute URL of a request to the node in use, for copying. */
export const requestUrl = <Op extends AnyOperation>(op: Op, params: RequestParams<Op>): string =>
  absolute(nodeState.get().base, formatUrl(op, params))

/** Failures in a row by address; a success ends the row. */
const failures = new Map<string, number>()
/** Addresses requested since the page was loaded: what is remembered as missing is asked again by the second request. */
const requested = new Set<string>()
function isFirstRequest(url: string): boolean {
  const { size } = requested
  return requested.add(url).size > size
}

export interface AskOptions {
  /** Aborts the request; the signal's reason is thrown as it is. */
  signal?: AbortSignal
  /** Another node than the one in use. */
  base?: string
  /** Called with any response before it is parsed: its headers and how long it took in milliseconds. */
  onResponse?: (headers: Headers, took: number) => void
  /** Called with a valid reply as it was sent, unknown members included; integers too long for a number are text. */
  onReceived?: (body: unknown) => void
  /** Sends the request even if the node is remembered not to have this read. */
  again?: boolean
}

/** Parses a response. Throws NodeFailure for a refusal or a body that does not match the schema. */
function parseReply<Op extends AnyOperation>(
  op: Op,
  response: RawResponse,
  limit: RateLimit | undefined,
  onReceived: AskOptions['onReceived'],
): Reply<Op> {
  const { url, status, sentAt, headers } = response
  const read = readReply(op, { ...response, type: headers.get('Content-Type') })
  if ('failure' in read) {
    const { failure } = read
    throw new NodeFailure({ ...failure, ...limit, message: failure.message, url, status, took: Date.now() - sentAt })
  }
  onReceived?.(read.body)
  return read.reply
}

function recordFailure({ optional }: AnyOperation, base: string, sentAt: number, failure: NodeFailure): void {
  const { kind, url, status, message, at } = failure
  failure.attempt = (failures.get(url) ?? 0) + 1
  failures.set(url, failure.attempt)
  if (optional && kind === 'absent' && status !== undefined) setMissingRoute(url, { status, message, at })
  if (kind === 'timeout') recordNoResponse(base, 'timeout', sentAt)
}

/**
 * Sends one request to a node and checks the reply against the interface: the only fetch of JSON. Waits for the rate
 * limiter first. Throws NodeFailure, or the signal's reason. 64-bit integers in the reply are text (wire.md 2.2).
 */
export async function ask<Op extends AnyOperation>(
  op: Op,
  params: RequestParams<Op>,
  { signal, base = nodeState.get().base, onResponse, onReceived, again = false }: AskOptions = {},
): Promise<Reply<Op>> {
  const url = absolute(base, formatUrl(op, params))
  const missing = op.optional && isFirstRequest(url) && !again ? missingRoute(url) : undefined
  if (missing) throw new NodeFailure({ kind: 'absent', url, ...missing })
  const limiter = limiterPortOf(base)
  const limited = await limiter.acquire(signal)
  if (limited) throw new NodeFailure({ ...limited, url })
  const sentAt = Date.now()
  try {
    const response = await send(url, base, signal).catch((error: unknown) => {
      void limiter.release()
      throw error
    })
    const limit = await limiter.release({ ...response, headers: [...response.headers] })
    onResponse?.(response.headers, Date.now() - sentAt)
    const reply = parseReply(op, response, limit, onReceived)
    failures.delete(url)
    forgetMissingRoute(url)
    return reply
  } catch (error) {
    if (error instanceof NodeFailure) recordFailure(op, base, sentAt, error)
    throw error
  }
}

export interface RawResponse {
  url: string
  status: number
  headers: Headers
  text: string
  /** Unix milliseconds of this browser. */
  sentAt: number
}

/** Milliseconds until a response must begin, and without a byte of it afterwards. A long one may take any time. */
const maxFirstByteMs = 15_000
const maxIdleMs = 30_000

async function readText({ body }: Response, onPiece: () => void): Promise<string> {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let text = ''
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    text += decoder.decode(step.value, { stream: true })
    onPiece()
  }
  return text + decoder.decode()
}

/** The failure of a request that got no whole answer, or none: then there is no `status`, and the node in use is marked as silent. */
function noAnswer(
  url: string,
  base: string,
  sentAt: number,
  of: { cause: unknown; status: number | undefined },
): NodeFailure {
  const { cause, status } = of
  const offline = typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine
  const kind = offline ? 'offline' : 'unreachable'
  if (offline || status === undefined) recordNoResponse(base, kind, sentAt)
  const message = offline
    ? 'This device is not connected to a network.'
    : status === undefined
      ? 'The node could not be reached, or the connection was lost.'
      : 'The response broke off, or could not be unpacked.'
  return new NodeFailure({
    kind,
    message,
    url,
    ...(status !== undefined && { status }),
    took: Date.now() - sentAt,
    cause,
  })
}

/** Sends one request and reads its response; timed from when it is sent. Throws NodeFailure, or the signal's reason. */
export async function send(url: string, base: string, signal: AbortSignal | undefined): Promise<RawResponse> {
  const timer = new Timer()
  const timeout = new AbortController()
  const sentAt = Date.now()
  const expire = (ms: number, message: string): void =>
    timer.start(ms, () => timeout.abort(new NodeFailure({ kind: 'timeout', message, url, took: Date.now() - sentAt })))
  const restart = (): void => expire(maxIdleMs, 'The node went silent for 30 seconds in the middle of its response.')
  expire(maxFirstByteMs, 'The node did not respond within 15 seconds.')
  const started = performance.now()
  let begun: number | undefined
  try {
    signal?.throwIfAborted()
    const response = await fetchNode(url, {
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
      signal: AbortSignal.any(signal ? [timeout.signal, signal] : [timeout.signal]),
    })
    if (isRedirect(response)) throw new NodeFailure({ kind: 'redirect', message: redirectWords, url })
    const { status, headers } = response
    begun = status
    // Lyra's own service reports a missing part of its own by these statuses; from any other node they come from a gateway.
    if (gatewayStatuses.has(status) && !headers.has('X-Lyra')) recordNoResponse(base, 'gateway', sentAt)
    // The time it took is measured by the monotonic clock: the clock of this device may be set meanwhile.
    else recordResponse(base, headers, sentAt, sentAt + performance.now() - started)
    restart()
    const text = await readText(response, restart)
    return { url, status, headers, text, sentAt }
  } catch (error) {
    signal?.throwIfAborted()
    timeout.signal.throwIfAborted()
    if (error instanceof NodeFailure) throw error
    throw noAnswer(url, base, sentAt, { cause: error, status: begun })
  } finally {
    timer.clear()
  }
}
