import * as v from 'valibot'
import { type ErrorBody, errorDetailType } from '../../../wire/protocol/error.ts'
import { decodeFraming, holdBackTail } from '../../../client/decode-framing.ts'
import { readHeader } from './header-and-overlap.ts'
import { type Bytes, combineStages, messageOf, toErrorBody } from '../../../client/stages.ts'
import type { Overlap } from '../rows/ledger-reader.ts'
import { dispositionFileName } from './content-disposition.ts'
import { fetchNode } from '../../client/node-fetch.ts'
import type { LimiterPort, RateLimit } from '../../../client/limiter-port.ts'
import { sleep } from '../../../client/timer.ts'
import { isRedirect, readRefusal, redirectWords } from '../../../client/refusal.ts'

export interface ReceiveOptions {
  url: string
  signal: AbortSignal
  /** Every request to a node passes its rate limiter. */
  limiter: LimiterPort
  /** Milliseconds without a byte after which the connection counts as lost. */
  timeoutMs: number
  /** Requests bytes without compression: on one machine, compressing and unpacking take a fifth of the work. */
  uncompressed?: boolean | undefined
  /** The header line of the file that is resumed. */
  known?: string | undefined
  overlap?: Overlap | undefined
  /** Called with the number of bytes of each received chunk, before they are known to be rows of the file. */
  onReceived?: (bytes: number) => void
  /** Called with every chunk that goes into the file. */
  onBytes: (chunk: Bytes) => void
}

/**
 * How a response ended. `whole`: the body ended on a row with no error in or behind it. `cut`: it did not. `refused`: there
 * was no body to read. `stopped`: the signal ended it. `unwritten`: the file could not be written.
 */
export interface Received {
  ending: 'whole' | 'cut' | 'refused' | 'stopped' | 'unwritten'
  status: number | undefined
  fileName: string | undefined
  /** The rate limiter's pause or ban, if that is the reason. */
  limit: RateLimit | undefined
  /** The error of the node, the connection or the browser when the response is not whole. */
  error: ErrorBody | undefined
  /** Rows of the boundary second that the node did not send again. */
  missing: number
}

const JsonText = v.fallback(v.pipe(v.string(), v.parseJson(), v.unknown()), undefined)

/** 0 for a redirect, of which a browser tells no status. */
const statusOf = (response: Response): number => (isRedirect(response) ? 0 : response.status)

function refusalOf(status: number, text: string): ErrorBody {
  if (status === 0) return toErrorBody(redirectWords)
  const { message, code = 0, detail } = readRefusal(status, text, v.parse(JsonText, text))
  return { code, message, details: detail ? [{ '@type': errorDetailType, ...detail }] : [] }
}

/** Waits for the rate limiter; when the signal comes first, the request slot that is granted later is given back. */
async function enter(limiter: LimiterPort, signal: AbortSignal): Promise<RateLimit | 'stopped' | undefined> {
  const entering = limiter.acquire()
  const stopping = new Promise<'stopped'>((resolve) => {
    if (signal.aborted) resolve('stopped')
    else signal.addEventListener('abort', () => resolve('stopped'), { once: true })
  })
  const first = await Promise.race([stopping, entering])
  if (first === 'stopped') void entering.then((limit) => limit ?? limiter.release())
  return first
}

/** The chunks of a body up to its end, or to where its connection is lost. */
async function* chunksUntilLost(
  body: ReadableStream<Bytes>,
  { timeoutMs, onReceived }: Pick<ReceiveOptions, 'timeoutMs' | 'onReceived'>,
  onLost: (reason: string) => void,
): AsyncGenerator<Bytes> {
  const reader = body.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = () => new Promise<'timeout'>((resolve) => (timer = setTimeout(resolve, timeoutMs, 'timeout')))
  const read = async (): Promise<Bytes | undefined> => {
    try {
      const step = await Promise.race([reader.read(), timeout()])
      if (step !== 'timeout') return step.value
      onLost(`No data arrived for ${Math.round(timeoutMs / 1000)} seconds.`)
    } catch (error) {
      onLost(`The connection was lost: ${messageOf(error)}.`)
    } finally {
      clearTimeout(timer)
    }
    return undefined
  }
  try {
    for (let chunk = await read(); chunk; chunk = await read()) {
      onReceived?.(chunk.length)
      yield chunk
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}

/** Writes a body through its stages; `error` is what was wrong with it. Rejects when the file cannot be written. */
async function writeBody(
  body: ReadableStream<Bytes>,
  options: ReceiveOptions,
  into: WritableStream<Bytes>,
): Promise<{ error: ErrorBody | undefined; missing: number }> {
  const decoded = decodeFraming()
  const tail = holdBackTail()
  const head = readHeader({ known: options.known, overlap: options.overlap })
  const output: Bytes[] = []
  const stages = combineStages([decoded, tail, head], (chunk) => output.push(chunk))
  const writer = into.getWriter()
  const write = async (): Promise<void> => {
    for (const chunk of output.splice(0)) {
      options.onBytes(chunk)
      await writer.write(chunk)
    }
  }
  let lost: string | undefined
  try {
    for await (const chunk of chunksUntilLost(body, options, (reason) => (lost = reason))) {
      const failed = stages.push(chunk)
      await write()
      if (failed) break
    }
    stages.end()
    await write()
  } finally {
    writer.releaseLock()
  }
  // The node's own error explains more than the state in which it left the bytes.
  const reported = tail.failure?.() ?? decoded.failure?.() ?? (lost === undefined ? undefined : toErrorBody(lost))
  const cut = tail.cut() > 0 ? toErrorBody('The response ends in the middle of a row.') : undefined
  return { error: reported ?? head.failure?.() ?? cut, missing: head.missing() }
}

const request = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer', redirect: 'manual' } as const
const withoutCompression = { 'Cache-Control': 'no-transform' }

/**
 * Streams one response of the ledger export through its stages into `into`: framing, held-back tail, header, `onBytes`. Only
 * whole rows reach the file, however the response ends. `into` is left open. Never rejects: all is in the result.
 */
export async function receive(options: ReceiveOptions, into: WritableStream<Bytes>): Promise<Received> {
  const { url, signal, limiter, timeoutMs } = options
  let status: number | undefined
  let fileName: string | undefined
  const end = (ending: Received['ending'], error?: ErrorBody, more: Partial<Received> = {}): Received => ({
    ending,
    status,
    fileName,
    error,
    limit: undefined,
    missing: 0,
    ...more,
  })
  const entered = await enter(limiter, signal)
  if (entered === 'stopped') return end('stopped')
  if (entered) return end('refused', toErrorBody(entered.message), { limit: entered })
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  const sentAt = Date.now()
  let response: Response
  let admitted = true
  try {
    response = await fetchNode(url, {
      ...request,
      ...(options.uncompressed && { headers: withoutCompression }),
      signal: AbortSignal.any([signal, late.signal]),
    })
    status = statusOf(response)
    const good = response.ok && response.body !== null
    const text = good ? '' : await response.text()
    admitted = false
    // The response has begun: other requests need not wait for its body.
    const leaving = limiter.release({ status, headers: [...response.headers], text, sentAt })
    if (!good) return end('refused', refusalOf(status, text), { limit: await leaving })
  } catch (error) {
    if (admitted) void limiter.release()
    if (signal.aborted) return end('stopped')
    const seconds = Math.round(timeoutMs / 1000)
    return end(
      'refused',
      toErrorBody(late.signal.aborted ? `The node did not respond within ${seconds} seconds.` : messageOf(error)),
    )
  } finally {
    clearTimeout(timer)
  }
  fileName = dispositionFileName(response.headers.get('content-disposition'))
  try {
    const { error, missing } = await writeBody(response.body ?? new ReadableStream(), options, into)
    if (signal.aborted) return end('stopped')
    return end(error ? 'cut' : 'whole', error, { missing })
  } catch (error) {
    return end('unwritten', toErrorBody(`The file could not be written: ${messageOf(error)}`))
  }
}

/** As `receive`, and again after each pause of the node's rate limiter, which is no refusal; `onPause` gets its end. */
export async function receiveAfterPauses(
  options: ReceiveOptions,
  into: WritableStream<Bytes>,
  onPause: (until: number | undefined) => void,
): Promise<Received> {
  for (;;) {
    const received = await receive(options, into)
    if (received.limit?.kind !== 'limited') return received
    const { until } = received.limit
    onPause(until)
    // One that is stopped meanwhile is told by the next turn.
    await sleep(until - Date.now(), options.signal).catch(() => undefined)
    onPause(undefined)
  }
}

export interface EndCheck {
  /** `more`: the response was cut; `changed`: the last rows are no longer there. */
  check: 'nothing' | 'more' | 'changed' | 'unchecked'
  checkError: ErrorBody | undefined
}

export const unchecked: EndCheck = { check: 'unchecked', checkError: undefined }

/** A request of an export without the options that all requests share. */
export type Question = Omit<ReceiveOptions, 'limiter' | 'timeoutMs'>

/** The end of a file, after which no row may follow. */
export interface FileEnd extends Pick<Question, 'url' | 'known' | 'overlap' | 'signal'> {
  /** Unix nanoseconds before which no more rows can be added. */
  settledUntil: string
}

const nanoseconds = (second: number): bigint => BigInt(second) * 1_000_000_000n

/** The same request with another start or end (Unix nanoseconds). */
function withinRange(url: string, range: { startTimestamp?: string; endTimestamp?: string }): string {
  const changed = new URL(url)
  for (const [name, value] of Object.entries(range)) changed.searchParams.set(`dateRange.${name}`, value)
  return changed.href
}

/** The same request from a whole second on, or from its own start when that is later. */
export function fromSecond(url: string, second: number): string {
  const requested = new URL(url).searchParams.get('dateRange.startTimestamp')
  const start = nanoseconds(second)
  return requested !== null && BigInt(requested) > start ? url : withinRange(url, { startTimestamp: start.toString() })
}

/** Requests the rows from the second of the last row on, and finds whether the file lacks any. */
export async function checkEnd(
  { url, known, overlap, settledUntil, signal }: FileEnd,
  ask: (question: Question) => Promise<Received>,
): Promise<EndCheck> {
  if (overlap && nanoseconds(overlap.second) >= BigInt(settledUntil)) return { ...unchecked, check: 'nothing' }
  let more = false
  const enough = new AbortController()
  const received = await ask({
    url: withinRange(overlap ? fromSecond(url, overlap.second) : url, { endTimestamp: settledUntil }),
    signal: AbortSignal.any([signal, enough.signal]),
    known,
    overlap,
    onBytes: () => {
      more = true
      enough.abort()
    },
  })
  if (more) return { ...unchecked, check: 'more' }
  if (received.ending !== 'whole')
    return { ...unchecked, checkError: received.error ?? toErrorBody('The check for further rows was stopped.') }
  return { ...unchecked, check: received.missing > 0 ? 'changed' : 'nothing' }
}
