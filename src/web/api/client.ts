import * as v from 'valibot'
import type { AnyOperation, Asked, Reply } from '../../wire/operation.ts'
import { parseJson } from '../../wire/scalar.ts'
import { formatUrl } from '../../wire/url.ts'
import type { readAsSent } from './fast-validate.ts'
import { countAttempt, forgetAttempts } from './failure-count.ts'
import { budgetOf } from './rate-limit/limiters.ts'
import { NodeFailure, carriesError, gatewayStatuses, readRefusal } from './node-error.ts'
import { limiterSaid } from './rate-limit/limiter-port.ts'
import { RateLimitError } from './rate-limit/rate-limit-error.ts'
import { forgetMissing, noteMissing, rememberedMissing } from './missing-reads.ts'
import { learnAnswer, learnSilence, nodeState } from './status/node-status.ts'
import { readBody } from './read-body.ts'

/** Milliseconds until an answer must begin, and without a byte of it afterwards. A long one may take as long as it comes. */
const maxFirstByteMs = 15_000
const maxIdleMs = 30_000

const absolute = (base: string, target: string): string =>
  base === '' ? `${globalThis.location?.origin ?? ''}${target}` : `${base}${target}`

/** The whole address of a question to the node in use, for copying. */
export const requestUrl = <Op extends AnyOperation>(op: Op, params: Asked<Op>): string =>
  absolute(nodeState.get().base, formatUrl(op, params))

export interface AskOptions {
  /** Ends the question; the signal's reason is thrown as it is. */
  signal?: AbortSignal
  /** Another node than the one in use. */
  base?: string
  /** Told of any answer before it is read: its headers and how long it took in milliseconds. */
  onAnswer?: (headers: Headers, took: number) => void
  /** Told of a good answer as it was sent, with members that the interface does not name; integers too long for a number are text. */
  onReceived?: (body: unknown) => void
  /** Asks also for what the node is remembered not to have. */
  again?: boolean
}

interface Answer {
  status: number
  ok: boolean
  headers: Headers
  body: ArrayBuffer
  type: string
}

/** Sends one request. Its timeout starts when it is sent, not while it waits for the rate limiter. */
async function send(url: string, base: string, outer: AbortSignal | undefined): Promise<Answer> {
  const inner = new AbortController()
  const abort = (): void => inner.abort(outer?.reason)
  outer?.addEventListener('abort', abort, { once: true })
  let late: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const endAfter = (ms: number, message: string): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      late = message
      inner.abort()
    }, ms)
  }
  const endWhenIdle = (): void =>
    endAfter(maxIdleMs, 'The node stopped sending for 30 seconds before its answer was whole.')
  endAfter(maxFirstByteMs, 'The node did not answer within 15 seconds.')
  const sentAt = Date.now()
  const started = performance.now()
  try {
    outer?.throwIfAborted()
    const response = await fetch(url, {
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: inner.signal,
    })
    // Lyra's own service reports a missing part of its own by these statuses; from any other node they come from a gateway.
    const ofGateway = gatewayStatuses.has(response.status) && !response.headers.has('X-Lyra')
    if (ofGateway) learnSilence(base, 'gateway', sentAt)
    else learnAnswer(base, response.headers, sentAt, Date.now(), performance.now() - started)
    endWhenIdle()
    const body = await readBody(response, endWhenIdle)
    const type = response.headers.get('Content-Type') ?? ''
    return { status: response.status, ok: response.ok, headers: response.headers, body, type }
  } catch (error) {
    if (outer?.aborted) throw outer.reason
    const took = Date.now() - sentAt
    if (late !== undefined) throw new NodeFailure({ kind: 'timeout', message: late, url, took })
    const offline = typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine
    const kind = offline ? 'offline' : 'unreachable'
    learnSilence(base, kind, sentAt)
    const message = offline
      ? 'This device is not connected to a network.'
      : 'The node could not be reached, or the connection broke off.'
    throw new NodeFailure({ kind, message, url, took, cause: error })
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
  }
}

/** undefined when the text is not JSON; JSON has no undefined of its own. */
function read(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** From this length (characters) on an answer is parsed by fast-validate.ts, which is loaded when first needed. */
const minLongAnswer = 200_000
let parseFast: typeof readAsSent | undefined
let loading: Promise<void> | undefined

/** Loads the fast parser ahead of the first long answer. Nothing waits for it. */
export function expectLongAnswers(): void {
  loading ??= import('./fast-validate.ts').then(
    (found) => void (parseFast = found.readAsSent),
    () => void (loading = undefined), // the schema parses it instead
  )
}

/** A long answer that already matches the schema; undefined where the schema must parse it. */
function asSent<Op extends AnyOperation>({ reply }: Op, text: string): Reply<Op> | undefined {
  if (text.length <= minLongAnswer) return undefined
  if (!parseFast) expectLongAnswers()
  return parseFast?.(reply, text) as Reply<Op> | undefined
}

/** Maps an error answer to a NodeFailure, and tells the rate limiter when it refused. */
function refuse(
  { status, headers }: Answer,
  text: string,
  body: unknown,
  base: string,
  url: string,
  sentAt: number,
): NodeFailure {
  const took = Date.now() - sentAt
  const hold = limiterSaid(budgetOf(base), { status, text, sentAt }, headers)
  return new NodeFailure({ ...readRefusal(status, text, body), url, status, took, ...(hold ?? { kind: 'answer' }) })
}

/**
 * Asks a node one question and checks the reply against the interface: the only fetch of JSON. Waits for the rate
 * budget first. Throws NodeFailure, or the signal's reason. 64-bit integers in the reply are text (wire.md 2.2).
 */
export async function ask<Op extends AnyOperation>(
  op: Op,
  params: Asked<Op>,
  { signal, base = nodeState.get().base, onAnswer, onReceived, again = false }: AskOptions = {},
): Promise<Reply<Op>> {
  const url = absolute(base, formatUrl(op, params))
  const missing = again ? undefined : rememberedMissing(op, url)
  if (missing) throw missing
  const budget = budgetOf(base)
  try {
    await budget.enter(signal)
  } catch (held) {
    if (!(held instanceof RateLimitError)) throw held
    throw new NodeFailure({ kind: held.kind, message: held.message, url, until: held.until })
  }
  const sentAt = Date.now()
  try {
    const answer = await send(url, base, signal)
    budget.correct(answer.headers)
    onAnswer?.(answer.headers, Date.now() - sentAt)
    const text = new TextDecoder().decode(answer.body)
    const sent = asSent(op, text)
    const body = sent ?? read(text)
    if (!answer.ok || carriesError(body)) throw refuse(answer, text, body, base, url, sentAt)
    budget.accepted(sentAt)
    const reply = sent === undefined ? v.safeParse(op.reply, body) : ({ success: true, output: sent } as const)
    if (reply.success) {
      forgetAttempts(url)
      forgetMissing(op, url)
      onReceived?.(body)
      return reply.output
    }
    const facts = { kind: 'malformed', url, status: answer.status, took: Date.now() - sentAt } as const
    if (body === undefined) {
      const type = answer.type.split(/[;,]/)[0] || 'no type'
      throw new NodeFailure({ ...facts, message: `The node answered with something that is not JSON (${type}).` })
    }
    const [issue] = reply.issues
    const path = v.getDotPath(issue) ?? 'the whole body'
    throw new NodeFailure({
      ...facts,
      message: `The answer is not what the interface says, at ${path}: ${issue.message}`,
    })
  } catch (error) {
    if (error instanceof NodeFailure) {
      error.attempt = countAttempt(url)
      noteMissing(op, error)
      if (error.kind === 'timeout') learnSilence(base, 'timeout', sentAt)
    }
    throw error
  } finally {
    budget.leave()
  }
}
