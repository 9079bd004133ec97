import { Alarm } from '../format/timer.ts'
import { NodeFailure } from './node-failure.ts'
import { learnAnswer, learnSilence } from './node-status.ts'
import { gatewayStatuses, isRedirect, redirectWords } from './refusal.ts'

export interface RawResponse {
  url: string
  status: number
  ok: boolean
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

/** The failure of a request that no node answered; the node in use is marked as silent. */
function noAnswer(url: string, base: string, sentAt: number, cause: unknown): NodeFailure {
  const offline = typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine
  const kind = offline ? 'offline' : 'unreachable'
  learnSilence(base, kind, sentAt)
  const message = offline
    ? 'This device is not connected to a network.'
    : 'The node could not be reached, or the connection was lost.'
  return new NodeFailure({ kind, message, url, took: Date.now() - sentAt, cause })
}

/** Sends one request and reads its response; timed from when it is sent. Throws NodeFailure, or the signal's reason. */
export async function send(url: string, base: string, signal: AbortSignal | undefined): Promise<RawResponse> {
  const timer = new Alarm()
  const timeout = new AbortController()
  const sentAt = Date.now()
  const expire = (ms: number, message: string): void =>
    timer.ring(ms, () => timeout.abort(new NodeFailure({ kind: 'timeout', message, url, took: Date.now() - sentAt })))
  const restart = (): void => expire(maxIdleMs, 'The node went silent for 30 seconds in the middle of its response.')
  expire(maxFirstByteMs, 'The node did not respond within 15 seconds.')
  const started = performance.now()
  try {
    signal?.throwIfAborted()
    const response = await fetch(url, {
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
      signal: AbortSignal.any(signal ? [timeout.signal, signal] : [timeout.signal]),
    })
    if (isRedirect(response)) throw new NodeFailure({ kind: 'redirect', message: redirectWords, url })
    const { status, ok, headers } = response
    // Lyra's own service reports a missing part of its own by these statuses; from any other node they come from a gateway.
    if (gatewayStatuses.has(status) && !headers.has('X-Lyra')) learnSilence(base, 'gateway', sentAt)
    // The time it took is measured by the monotonic clock: the clock of this device may be set meanwhile.
    else learnAnswer(base, headers, sentAt, sentAt + performance.now() - started)
    restart()
    const text = await readText(response, restart)
    return { url, status, ok, headers, text, sentAt }
  } catch (error) {
    signal?.throwIfAborted()
    timeout.signal.throwIfAborted()
    if (error instanceof NodeFailure) throw error
    throw noAnswer(url, base, sentAt, error)
  } finally {
    timer.clear()
  }
}
