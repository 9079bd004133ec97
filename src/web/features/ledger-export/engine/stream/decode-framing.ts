import * as v from 'valibot'
import type { ErrorBody } from '../../../../../wire/error.ts'
import { ExportMessage } from '../../../../../wire/ledger-export.ts'
import { bytesOfBase64, jsonObjects } from './json-messages.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** Where a stage passes its output. */
export interface Onward {
  enqueue(chunk: Bytes): void
  terminate(): void
}

/** A Transformer whose steps are synchronous. */
export interface Transforming {
  transform(chunk: Bytes, onward: Onward): void
  flush(onward: Onward): void
}

/** A stage between the node and the file. Stages never fail: they end, and `failure` says why. */
export interface Stage {
  transformer: Transforming
  /** The error inside the body; what came before it has been passed on. */
  failure(): ErrorBody | undefined
}

/** A failure that the browser found, in the form of the node's errors. */
export const toErrorBody = (message: string): ErrorBody => ({ code: 0, message, details: [] })

const text = new TextDecoder()

function readMessage(bytes: Uint8Array): { data: Bytes } | { error: ErrorBody } {
  try {
    const parsed = v.parse(ExportMessage, JSON.parse(text.decode(bytes)))
    return 'error' in parsed ? parsed : { data: bytesOfBase64(parsed.result.data) }
  } catch {
    return { error: toErrorBody('The node sent a message that the interface does not know.') }
  }
}

const spaces = new Set([9, 10, 13, 32])
const [openBrace, openBracket] = [123, 91]

/**
 * Turns both framings of an export into the bytes of its file: raw CSV, and a stream of `{result:{data}}` / `{error}` messages
 * (interface.md 4.2). The first byte decides which it is: a ledger's CSV never begins with a bracket, and a proxy may change
 * the content type.
 */
export function decode(): Stage {
  let objects: ReturnType<typeof jsonObjects> | undefined
  let framing: 'raw' | 'messages' | undefined
  let failure: ErrorBody | undefined
  return {
    failure: () => failure,
    transformer: {
      transform(chunk, onward) {
        if (framing === undefined) {
          const first = chunk.find((byte) => !spaces.has(byte))
          if (first === undefined) return
          framing = first === openBrace || first === openBracket ? 'messages' : 'raw'
          if (framing === 'messages') objects = jsonObjects()
        }
        if (!objects) {
          onward.enqueue(chunk)
          return
        }
        for (const object of objects.push(chunk)) {
          const message = readMessage(object)
          if ('error' in message) {
            failure = message.error
            onward.terminate()
            return
          }
          if (message.data.length > 0) onward.enqueue(message.data)
        }
      },
      flush() {
        if (objects?.pending()) failure ??= toErrorBody('The last message of the stream is cut off.')
      },
    },
  }
}

/** Bytes that are held back until the stream ends, because a failure may stand in them. */
export const heldBack = 64 * 1024

const newline = 10
const errorBegins = /\{\s*"error"\s*:/g

/** Finds an error object that a failed export appended after its rows, even after half a row (wire.md 5.4). */
export function appendedError(tail: Uint8Array): { at: number; body: ErrorBody } | undefined {
  // Latin-1 keeps one character a byte, so that positions are byte positions.
  const characters = new TextDecoder('latin1').decode(tail)
  for (const { index } of [...characters.matchAll(errorBegins)].reverse()) {
    try {
      const parsed = v.parse(ExportMessage, JSON.parse(text.decode(tail.subarray(index))))
      if ('error' in parsed) return { at: index, body: parsed.error }
    } catch {
      // An error within an error, or half of one: an earlier beginning may still be whole.
    }
  }
  return undefined
}

/** What `holdBack` found at the end. */
export interface Tail extends Stage {
  /** Bytes of half a row at the end, which were not passed on. */
  cut(): number
}

function joined(chunks: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/**
 * Passes CSV on, but keeps at least the last 64 KiB until the end is known. An error that stands there does not pass, and
 * neither does half a row: what leaves this stage ends on a row.
 */
export function holdBack(): Tail {
  let held: Bytes[] = []
  let size = 0
  let failure: ErrorBody | undefined
  let cut = 0
  return {
    failure: () => failure,
    cut: () => cut,
    transformer: {
      transform(chunk, onward) {
        held.push(chunk)
        size += chunk.length
        for (let first = held[0]; first && size - first.length >= heldBack; first = held[0]) {
          onward.enqueue(first)
          size -= first.length
          held.shift()
        }
      },
      flush(onward) {
        const tail = joined(held)
        held = []
        const error = appendedError(tail)
        failure = error?.body
        const until = error?.at ?? tail.length
        const end = tail.subarray(0, until).lastIndexOf(newline) + 1
        cut = until - end
        if (end > 0) onward.enqueue(tail.subarray(0, end))
      },
    },
  }
}
