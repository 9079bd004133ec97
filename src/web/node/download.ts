import * as v from 'valibot'
import { type ErrorBody, ErrorEnvelope } from '../../wire/error.ts'
import { type Bytes, decode, holdBack, said } from './export-decode.ts'
import { type Overlap, readHead } from './export-head.ts'

/** One answer on its way into a file. */
export interface Receiving {
  url: string
  signal: AbortSignal
  /** Milliseconds without a byte after which the connection counts as lost. */
  patience: number
  /** The header line of the file that is gone on with. */
  known?: string | undefined
  overlap?: Overlap | undefined
  /** Sees every chunk that goes into the file. */
  onBytes: (chunk: Bytes) => void
  onAnswer?: (response: Response) => void
}

/**
 * How an answer ended. `whole`: the body ended on a row with no error in or behind it. `cut`: it did not. `refused`: there
 * was no body to read. `stopped`: the signal ended it. `unwritten`: the file could not be written.
 */
export interface Received {
  ending: 'whole' | 'cut' | 'refused' | 'stopped' | 'unwritten'
  status: number | undefined
  headers: [string, string][]
  fileName: string | undefined
  /** What the node, the connection or the browser said when it is not whole. */
  error: ErrorBody | undefined
  /** Rows of the boundary second that the node did not give again. */
  missing: number
}

/** Removes everything a path, a shell or a reader's eye could trip over from a proposed file name. */
export function cleanFileName(proposed: string): string {
  const base = proposed.split(/[/\\]/).at(-1) ?? ''
  // Control characters and the marks that turn the direction of text.
  const visible = base.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '').replace(/^[.\s]+|[.\s]+$/g, '')
  return Array.from(visible).slice(0, 180).join('') || 'ledger_entries.csv'
}

/** The name in a Content-Disposition, cleaned; undefined when it has none. The encoded form goes first (RFC 6266). */
export function fileNameOf(disposition: string | null): string | undefined {
  if (disposition === null) return undefined
  const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) {
    try {
      return cleanFileName(decodeURIComponent(encoded))
    } catch {
      // not percent-encoded UTF-8: the plain form may stand beside it
    }
  }
  const [, quoted, plain] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition) ?? []
  const name = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain?.trim()
  return name ? cleanFileName(name) : undefined
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

/** A body whose breaking off is an end like any other, so that what came before it goes through all stages. */
function gently(body: ReadableStream<Bytes>, patience: number, lose: (why: string) => void): ReadableStream<Bytes> {
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
          else controller.enqueue(step.value)
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

/**
 * Streams one answer of the ledger export through its stages into `into`: framing, held-back tail, head, `onBytes`. What
 * reaches the file is whole rows, however the answer ends. `into` is left open. Never rejects: all is in the result.
 */
export async function receive(options: Receiving, into: WritableStream<Bytes>): Promise<Received> {
  const { url, signal, patience } = options
  let status: number | undefined
  let headers: [string, string][] = []
  let fileName: string | undefined
  const end = (ending: Received['ending'], error?: ErrorBody, missing = 0): Received => ({
    ending,
    status,
    headers,
    fileName,
    error,
    missing,
  })
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), patience)
  let response: Response
  try {
    response = await fetch(url, { ...request, signal: AbortSignal.any([signal, late.signal]) })
    clearTimeout(timer)
    status = response.status
    headers = [...response.headers]
    options.onAnswer?.(response)
    if (!response.ok || !response.body) return end('refused', refusalOf(await response.text(), response))
  } catch (error) {
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
  const watch = new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      options.onBytes(chunk)
      controller.enqueue(chunk)
    },
  })
  try {
    await gently(response.body, patience, (why) => (lost = why))
      .pipeThrough(new TransformStream(decoded.transformer))
      .pipeThrough(new TransformStream(tail.transformer))
      .pipeThrough(new TransformStream(head.transformer))
      .pipeThrough(watch)
      .pipeTo(into, { preventClose: true, preventAbort: true })
  } catch (error) {
    return end('unwritten', said(wordsOf(error)))
  }
  if (signal.aborted) return end('stopped')
  // The node's own words about a failure say more than what the failure did to the bytes.
  const told = tail.failure() ?? decoded.failure() ?? (lost === undefined ? undefined : said(lost))
  const cut = tail.cut() > 0 ? said('The body ends inside a row.') : undefined
  const error = told ?? head.failure() ?? cut
  return end(error ? 'cut' : 'whole', error, head.missing())
}
