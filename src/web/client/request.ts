import * as v from 'valibot'
import type { AnyOperation, RequestParams, Reply } from '../../wire/protocol/operation.ts'
import { parseJson } from '../../wire/scalar.ts'
import { formatUrl } from '../../wire/protocol/url.ts'
import { forgetMissingRoute, missingRoute, setMissingRoute } from './missing-routes.ts'
import { NodeFailure } from './node-failure.ts'
import { type RateLimit, limiterPortOf } from './limiter-port.ts'
import { type RawResponse, send } from './send.ts'
import { learnSilence, nodeState } from './node-status.ts'
import { carriesError, readRefusal, refusalKind } from './refusal.ts'

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
  onAnswer?: (headers: Headers, took: number) => void
  /** Called with a valid reply as it was sent, unknown members included; integers too long for a number are text. */
  onReceived?: (body: unknown) => void
  /** Sends the request even if the node is remembered not to have this read. */
  again?: boolean
}

/** undefined when the text is not JSON; JSON has no undefined of its own. */
function read(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Why a body does not match the schema of its operation. */
function malformedMessage(
  body: unknown,
  { headers }: RawResponse,
  [issue]: [v.BaseIssue<unknown>, ...unknown[]],
): string {
  if (body === undefined)
    return `The node sent a response that is not JSON (${headers.get('Content-Type')?.split(/[;,]/)[0] || 'no type'}).`
  return `The response does not match the API at ${v.getDotPath(issue) ?? 'its top level'}: ${issue.message}`
}

/** Parses a response. Throws NodeFailure for a refusal or a body that does not match the schema. */
function parseReply<Op extends AnyOperation>(
  op: Op,
  response: RawResponse,
  limit: RateLimit | undefined,
  onReceived: AskOptions['onReceived'],
): Reply<Op> {
  const { url, status, ok, text, sentAt } = response
  const body = read(text)
  const facts = { url, status, took: Date.now() - sentAt }
  if (!ok || carriesError(body)) {
    const refusal = readRefusal(status, text, body)
    throw new NodeFailure({ kind: refusalKind({ status, ...refusal }), ...limit, ...refusal, ...facts })
  }
  const reply = v.safeParse(op.reply, body)
  if (!reply.success)
    throw new NodeFailure({ ...facts, kind: 'malformed', message: malformedMessage(body, response, reply.issues) })
  onReceived?.(body)
  return reply.output
}

function recordFailure({ optional }: AnyOperation, base: string, sentAt: number, failure: NodeFailure): void {
  const { kind, url, status, message, at } = failure
  failure.attempt = (failures.get(url) ?? 0) + 1
  failures.set(url, failure.attempt)
  if (optional && kind === 'absent' && status !== undefined) setMissingRoute(url, { status, message, at })
  if (kind === 'timeout') learnSilence(base, 'timeout', sentAt)
}

/**
 * Sends one request to a node and checks the reply against the interface: the only fetch of JSON. Waits for the rate
 * limiter first. Throws NodeFailure, or the signal's reason. 64-bit integers in the reply are text (wire.md 2.2).
 */
export async function ask<Op extends AnyOperation>(
  op: Op,
  params: RequestParams<Op>,
  { signal, base = nodeState.get().base, onAnswer, onReceived, again = false }: AskOptions = {},
): Promise<Reply<Op>> {
  const url = absolute(base, formatUrl(op, params))
  const missing = op.optional && isFirstRequest(url) && !again ? missingRoute(url) : undefined
  if (missing) throw new NodeFailure({ kind: 'absent', url, ...missing })
  const limiter = limiterPortOf(base)
  const limited = await limiter.enter(signal)
  if (limited) throw new NodeFailure({ ...limited, url })
  const sentAt = Date.now()
  try {
    const response = await send(url, base, signal).catch((error: unknown) => {
      void limiter.leave()
      throw error
    })
    const limit = await limiter.leave({ ...response, headers: [...response.headers] })
    onAnswer?.(response.headers, Date.now() - sentAt)
    const reply = parseReply(op, response, limit, onReceived)
    failures.delete(url)
    forgetMissingRoute(url)
    return reply
  } catch (error) {
    if (error instanceof NodeFailure) recordFailure(op, base, sentAt, error)
    throw error
  }
}
