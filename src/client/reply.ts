import * as v from 'valibot'
import type { AnyOperation, Reply } from '../wire/protocol/operation.ts'
import { parseJson } from '../wire/scalar.ts'
import { carriesError, readRefusal, refusalKind, type RefusalWords } from './refusal.ts'

/** A response that has ended; `type` is its media type, where it is known. */
interface Answer {
  status: number
  text: string
  type?: string | null
}

/** Why a response is no usable reply: what it refuses, or `malformed` where it is not what the contract says. */
export type ReplyFailure = RefusalWords & { kind: ReturnType<typeof refusalKind> | 'malformed' }

/** undefined when the text is not JSON; JSON has no undefined of its own. 64-bit integers are text. */
export function readBody(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** What a refusal says, by its status and its body. */
export function readFailure({ status, text }: Answer, body = readBody(text)): ReplyFailure {
  const words = readRefusal(status, text, body)
  return { kind: refusalKind({ status, ...words }), ...words }
}

function malformed(body: unknown, type: Answer['type'], [issue]: [v.BaseIssue<unknown>, ...unknown[]]): ReplyFailure {
  const message =
    body === undefined
      ? `The node sent a response that is not JSON (${type?.split(/[;,]/)[0] || 'no type'}).`
      : `The response does not match the API at ${v.getDotPath(issue) ?? 'its top level'}: ${issue.message}`
  return { kind: 'malformed', message }
}

/** The reply of an operation, checked against the contract, and the body as it was sent; or why there is none. */
export function readReply<Op extends AnyOperation>(
  op: Op,
  answer: Answer,
): { reply: Reply<Op>; body: unknown } | { failure: ReplyFailure } {
  const body = readBody(answer.text)
  const isSuccess = answer.status >= 200 && answer.status < 300
  if (!isSuccess || carriesError(body)) return { failure: readFailure(answer, body) }
  const read = v.safeParse(op.reply, body)
  return read.success ? { reply: read.output, body } : { failure: malformed(body, answer.type, read.issues) }
}
