import * as v from 'valibot'
import { type ErrorBody, ErrorEnvelope } from '../wire/protocol/error.ts'
import { HttpBody, ledgerColumns } from '../wire/ledger-export.ts'
import { jsonOf } from '../wire/scalar.ts'
import { type Bytes, joined, type Stage, toErrorBody, combineStages, messageOf } from './stages.ts'

const decoder = new TextDecoder()

const Piece = v.object({ result: HttpBody })
const isFailed = (value: unknown): boolean => v.is(v.object({ error: v.unknown() }), value)

/** A message of the stream; where it is none, why: the end of a sentence about it. */
function readMessage(text: string): { data: Bytes } | { error: ErrorBody } | { fault: string } {
  const value = jsonOf(text)
  if (value === undefined) return { fault: 'is not JSON' }
  const read = v.safeParse(isFailed(value) ? ErrorEnvelope : Piece, value)
  if (!read.success) return { fault: `has no valid "${v.getDotPath(read.issues[0])}"` }
  if ('error' in read.output) return read.output
  try {
    return { data: bytesOfBase64(read.output.result.data) }
  } catch {
    return { fault: 'has no valid "result.data"' }
  }
}

const spaces = new Set([9, 10, 13, 32])
const [openBrace, openBracket] = [123, 91]

/**
 * Turns both framings of an export into the bytes of its file: raw CSV, and a stream of `{result:{data}}` / `{error}` messages.
 * The first byte decides which it is: a ledger's CSV never begins with a bracket, and a proxy may change the content type.
 * An error about unreadable input names the node that sent it, or the line of the file it is in.
 */
export function decodeFraming(from: 'node' | 'file' = 'node'): Stage {
  let objects: ReturnType<typeof jsonObjects> | undefined
  let framing: 'raw' | 'messages' | undefined
  let failure: ErrorBody | undefined
  const isSent = from === 'node'
  const faultOf = (fault: string, line: number): ErrorBody =>
    toErrorBody(
      isSent ? `The node sent a message of an unknown kind: it ${fault}.` : `Line ${line} of the file ${fault}.`,
    )
  return {
    failure: () => failure,
    transform(chunk, emit) {
      if (framing === undefined) {
        const first = chunk.find((byte) => !spaces.has(byte))
        if (first === undefined) return
        framing = first === openBrace || first === openBracket ? 'messages' : 'raw'
        if (framing === 'messages') objects = jsonObjects()
      }
      if (!objects) return emit(chunk)
      for (const { text, line } of objects.push(chunk)) {
        const message = readMessage(text)
        if (!('data' in message)) {
          failure = 'error' in message ? message.error : faultOf(message.fault, line)
          return
        }
        if (message.data.length > 0) emit(message.data)
      }
    },
    flush() {
      const line = objects?.pending()
      if (line === undefined) return
      failure ??= toErrorBody(
        isSent ? 'The last message of the stream is incomplete.' : `The file ends inside line ${line}.`,
      )
    },
  }
}

/** Bytes that are held back until the answer ends, because an error may follow the rows. */
export const heldBackBytes = 64 * 1024

const newline = 10
const errorStart = /\{\s*"error"\s*:/g

/** Finds an error object that a failed export appended after its rows, even after half a row (wire.md 5.4). */
function appendedError(tail: Uint8Array): { at: number; body: ErrorBody } | undefined {
  // Latin-1 decodes one character per byte, so positions in the text are positions in the bytes.
  const characters = new TextDecoder('latin1').decode(tail)
  for (const { index } of characters.matchAll(errorStart)) {
    const { success, output } = v.safeParse(ErrorEnvelope, jsonOf(decoder.decode(tail.subarray(index))))
    // What only begins like an error is not read: a later match may be whole.
    if (success) return { at: index, body: output.error }
  }
  return undefined
}

/**
 * Passes CSV on, but holds back the last 64 KiB until the answer ends. Neither an error at the end nor half a row
 * passes: the output ends on a whole row. `cut` is the number of bytes of half a row; `rest` are these, where no error follows.
 */
export function holdBackTail(): Stage & { cut(): number; rest(): Uint8Array } {
  let held: Bytes[] = []
  let size = 0
  let failure: ErrorBody | undefined
  let cut = 0
  let rest: Uint8Array = new Uint8Array(0)
  return {
    failure: () => failure,
    cut: () => cut,
    rest: () => rest,
    transform(chunk, emit) {
      held.push(chunk)
      size += chunk.length
      // No piece is copied: they are small, and the tail is as long as several of them.
      for (let first = held[0]; first && size > heldBackBytes; first = held[0]) {
        const passed = first.subarray(0, size - heldBackBytes)
        emit(passed)
        size -= passed.length
        if (passed.length === first.length) held.shift()
        else held[0] = first.subarray(passed.length)
      }
    },
    flush(emit) {
      const tail = held.reduce(joined, new Uint8Array(0))
      held = []
      const error = appendedError(tail)
      failure = error?.body
      const until = error?.at ?? tail.length
      const end = tail.subarray(0, until).lastIndexOf(newline) + 1
      cut = until - end
      if (!error) rest = tail.subarray(end)
      if (end > 0) emit(tail.subarray(0, end))
    },
  }
}

/**
 * Splits a stream of JSON objects, whatever separates them: line ends, nothing, or the brackets and commas of an array. Each
 * call of `push` returns the objects that are complete, with the lines in which they begin; `pending` is the line of one that has begun.
 */
function jsonObjects(): { push(bytes: Uint8Array): { text: string; line: number }[]; pending(): number | undefined } {
  const decoder = new TextDecoder()
  /** From the beginning of the object that is not complete yet. */
  let text = ''
  let [line, begunIn] = [1, 1]
  let depth = 0
  let inString = false
  let escaped = false

  /** Reads one character; returns whether an object ends with it. */
  const ends = (character: string): boolean => {
    if (inString) {
      if (escaped) escaped = false
      else if (character === '\\') escaped = true
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') {
      if (depth === 0) begunIn = line
      depth++
    } else if (character === '}' && depth > 0) return --depth === 0
    return false
  }

  return {
    push(bytes) {
      const complete: { text: string; line: number }[] = []
      let at = text.length
      text += decoder.decode(bytes, { stream: true })
      let start = 0
      for (; at < text.length; at++) {
        if (text[at] === '\n') line++
        if (!ends(text[at]!)) {
          if (depth === 0) start = at + 1
          continue
        }
        complete.push({ text: text.slice(start, at + 1), line: begunIn })
        start = at + 1
      }
      text = text.slice(start)
      return complete
    },
    pending: () => (depth > 0 ? begunIn : undefined),
  }
}

/** The bytes of base64 text, padded or not, in either alphabet. Throws when it is none. */
function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}

/** How an export ended. `whole`: on a row, with no error in or behind it; else the rows so far and why there are no more. */
export type ExportEnd = { ending: 'whole'; rows: number } | { ending: 'cut'; rows: number; reason: string }

export interface LedgerFile {
  /** The CSV with its header line, whole rows only. Stop reading it to end the request. */
  stream: ReadableStream<Bytes>
  /** Resolves once the stream has ended. */
  end: Promise<ExportEnd>
}

/** Counts lines; `flaw` says why the first one is not the header of a ledger, once it is there. */
class Lines {
  count = 0
  flaw: string | undefined
  #first = ''

  add(chunk: Bytes): void {
    if (this.count === 0) this.#first += new TextDecoder().decode(chunk)
    for (const byte of chunk) if (byte === newline) this.count += 1
    const [line = '', more] = this.#first.split('\n', 2)
    if (more === undefined || line.trim() === ledgerColumns.join(',')) return
    this.flaw = `The response is not a ledger export. It begins: ${line.slice(0, 80)}`
  }

  get end(): string | undefined {
    return this.flaw ?? (this.count === 0 ? 'The response has no header line.' : undefined)
  }
}

/** The whole rows of a body as they come. Its last 64 KiB are held back until it ends: an error may follow the rows. */
export function ledgerFile(body: ReadableStream<Bytes>): LedgerFile {
  const framing = decodeFraming()
  const tail = holdBackTail()
  const lines = new Lines()
  let output: Bytes[] = []
  const stages = combineStages([framing, tail], (chunk) => output.push(chunk))
  const reader = body.getReader()
  let resolve: (end: ExportEnd) => void = () => undefined
  const end = new Promise<ExportEnd>((settle) => (resolve = settle))
  const settle = (reason: string | undefined): void => {
    const rows = Math.max(0, lines.count - 1)
    resolve(reason === undefined ? { ending: 'whole', rows } : { ending: 'cut', rows, reason })
  }
  let lost: string | undefined

  /** Takes the next piece of the body; whether it was the last. */
  async function step(): Promise<boolean> {
    try {
      const { done, value } = await reader.read()
      if (!done && !stages.push(value)) return false
    } catch (error) {
      lost = `The connection was lost: ${messageOf(error)}.`
    }
    stages.end()
    return true
  }

  /** Hands on what has passed the stages, while it is a ledger. */
  function passOn(controller: ReadableStreamDefaultController<Bytes>): number {
    const chunks = output.filter(({ length }) => length > 0)
    output = []
    for (const chunk of chunks) {
      lines.add(chunk)
      if (lines.flaw === undefined) controller.enqueue(chunk)
    }
    return chunks.length
  }

  const stream = new ReadableStream<Bytes>({
    async pull(controller) {
      for (let passed = 0; passed === 0;) {
        const isLast = await step()
        passed = passOn(controller)
        if (!isLast && lines.flaw === undefined) continue
        // The node's own error explains more than the state in which it left the bytes.
        const reported = tail.failure?.() ?? framing.failure?.()
        const half = tail.cut() > 0 ? 'The response ends in the middle of a row.' : undefined
        settle(reported?.message ?? lost ?? lines.end ?? half)
        controller.close()
        await reader.cancel().catch(() => undefined)
        return
      }
    },
    async cancel(reason) {
      settle('Reading was stopped.')
      await reader.cancel(reason)
    },
  })
  return { stream, end }
}
