import * as v from 'valibot'
import { type ErrorBody, ErrorEnvelope } from '../../../../wire/error.ts'
import { type Bytes, decode, holdBack, said, type Transforming } from './stream/decode-framing.ts'
import { type Overlap, readHead } from './stream/header-and-overlap.ts'
import { inOne } from './stream/pipeline.ts'
import { fileNameOf } from './stream/content-disposition.ts'
import type { Gate, Hold } from '../../../api/rate-limit/limiter-port.ts'

/** One answer on its way into a file. */
export interface Receiving {
  url: string
  signal: AbortSignal
  /** Every question to a node spends its budget. */
  gate: Gate
  /** Milliseconds without a byte after which the connection counts as lost. */
  patience: number
  /** Asks for bytes as they are: where nothing lies between, packing and unpacking are a fifth of the work. */
  unpacked?: boolean | undefined
  /** The header line of the file that is gone on with. */
  known?: string | undefined
  overlap?: Overlap | undefined
  /** Told how many bytes of the body came, long before they are known to be rows of the file. */
  onReceived?: (bytes: number) => void
  /** Sees every chunk that goes into the file. */
  onBytes: (chunk: Bytes) => void
}

/**
 * How an answer ended. `whole`: the body ended on a row with no error in or behind it. `cut`: it did not. `refused`: there
 * was no body to read. `stopped`: the signal ended it. `unwritten`: the file could not be written.
 */
export interface Received {
  ending: 'whole' | 'cut' | 'refused' | 'stopped' | 'unwritten'
  status: number | undefined
  fileName: string | undefined
  /** The rate limiter's pause or ban, when it is the reason. */
  hold: Hold | undefined
  /** What the node, the connection or the browser said when it is not whole. */
  error: ErrorBody | undefined
  /** Rows of the boundary second that the node did not give again. */
  missing: number
}

function refusalOf(text: string, response: Response): ErrorBody {
  try {
    const json: unknown = JSON.parse(text)
    const wrapped = v.safeParse(ErrorEnvelope, json)
    return wrapped.success ? wrapped.output.error : v.parse(ErrorEnvelope, { error: json }).error
  } catch {
    const words = text
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    return said(words.slice(0, 300) || response.statusText || 'The node answered without a word.')
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Waits at the gate; when the signal comes first, the turn that is granted later is given back. */
async function enter(gate: Gate, signal: AbortSignal): Promise<Hold | 'stopped' | undefined> {
  const entering = gate.enter()
  const stopping = new Promise<'stopped'>((resolve) => {
    if (signal.aborted) resolve('stopped')
    else signal.addEventListener('abort', () => resolve('stopped'), { once: true })
  })
  const first = await Promise.race([stopping, entering])
  if (first === 'stopped') void entering.then((hold) => hold ?? gate.leave())
  return first
}

/** A body whose breaking off is an end like any other, so that what came before it goes through all stages. */
function gently(
  body: ReadableStream<Bytes>,
  { patience, onReceived }: Pick<Receiving, 'patience' | 'onReceived'>,
  lose: (why: string) => void,
): ReadableStream<Bytes> {
  const reader = body.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const silence = new Promise<'silence'>((resolve) => {
          timer = setTimeout(resolve, patience, 'silence')
        })
        try {
          const step = await Promise.race([reader.read(), silence])
          if (step === 'silence') {
            lose(`No byte came for ${Math.round(patience / 1000)} seconds.`)
            controller.close()
            await reader.cancel()
          } else if (step.done) controller.close()
          else {
            onReceived?.(step.value.length)
            controller.enqueue(step.value)
          }
        } catch (error) {
          lose(`The connection was lost: ${wordsOf(error)}.`)
          controller.close()
        } finally {
          clearTimeout(timer)
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

const request = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' } as const
const asTheyAre = { 'Cache-Control': 'no-transform' }

/**
 * Streams one answer of the ledger export through its stages into `into`: framing, held-back tail, head, `onBytes`. What
 * reaches the file is whole rows, however the answer ends. `into` is left open. Never rejects: all is in the result.
 */
export async function receive(options: Receiving, into: WritableStream<Bytes>): Promise<Received> {
  const { url, signal, gate, patience } = options
  let status: number | undefined
  let fileName: string | undefined
  const end = (ending: Received['ending'], error?: ErrorBody, told: Partial<Received> = {}): Received => ({
    ending,
    status,
    fileName,
    error,
    hold: undefined,
    missing: 0,
    ...told,
  })
  const entered = await enter(gate, signal)
  if (entered === 'stopped') return end('stopped')
  if (entered) return end('refused', said(entered.message), { hold: entered })
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), patience)
  const sentAt = Date.now()
  let response: Response
  let inside = true
  try {
    response = await fetch(url, {
      ...request,
      ...(options.unpacked && { headers: asTheyAre }),
      signal: AbortSignal.any([signal, late.signal]),
    })
    status = response.status
    const good = response.ok && response.body !== null
    const text = good ? '' : await response.text()
    inside = false
    // The question is answered: what follows is its body, for which nobody else has to wait.
    const leaving = gate.leave({ status, headers: [...response.headers], text, sentAt })
    if (!good) return end('refused', refusalOf(text, response), { hold: await leaving })
  } catch (error) {
    if (inside) void gate.leave()
    if (signal.aborted) return end('stopped')
    const seconds = Math.round(patience / 1000)
    return end(
      'refused',
      said(late.signal.aborted ? `The node did not answer within ${seconds} seconds.` : wordsOf(error)),
    )
  } finally {
    clearTimeout(timer)
  }
  fileName = fileNameOf(response.headers.get('content-disposition'))
  let lost: string | undefined
  const decoded = decode()
  const tail = holdBack()
  const head = readHead({ known: options.known, overlap: options.overlap })
  const watch: Transforming = {
    transform(chunk, onward) {
      options.onBytes(chunk)
      onward.enqueue(chunk)
    },
    flush: () => {},
  }
  const stages = [decoded.transformer, tail.transformer, head.transformer, watch]
  try {
    await gently(response.body ?? new ReadableStream(), options, (why) => (lost = why))
      .pipeThrough(new TransformStream(inOne(stages)))
      .pipeTo(into, { preventClose: true, preventAbort: true })
  } catch (error) {
    return end('unwritten', said(`The file could not be written: ${wordsOf(error)}`))
  }
  if (signal.aborted) return end('stopped')
  // The node's own words about a failure say more than what the failure did to the bytes.
  const told = tail.failure() ?? decoded.failure() ?? (lost === undefined ? undefined : said(lost))
  const cut = tail.cut() > 0 ? said('The body ends inside a row.') : undefined
  const error = told ?? head.failure() ?? cut
  return end(error ? 'cut' : 'whole', error, { missing: head.missing() })
}
