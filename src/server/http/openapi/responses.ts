import type { AnyOperation } from '../../../wire/protocol/operation.ts'

export type JsonObject = { [name: string]: unknown }

/** Where the document has a named schema. */
export const overrideRef = ({ referenceId }: { referenceId: string }): string => `#/components/schemas/${referenceId}`

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } })
const reference = (name: string): JsonObject => ({ $ref: overrideRef({ referenceId: name }) })

const failures: Readonly<Record<number, string>> = {
  400: 'A parameter cannot be read or is refused; `details` says which.',
  404: 'No such resource.',
  429: 'Too many requests: wait as long as the headers say.',
  500: 'The service failed.',
  503: 'A part that this answer needs is away; `message` says which and what to do.',
  504: 'The time limit of the request or of the database was over.',
}

const blockHeaders = {
  'X-Block-Height': { description: 'Height of the last stored block.', schema: { type: 'string' } },
  'X-Block-Timestamp': { description: 'Its time, Unix nanoseconds.', schema: { type: 'string' } },
}

function successes(op: AnyOperation, reply: JsonObject): JsonObject {
  const messages = { 'application/x-ndjson': { schema: reply } }
  if (op.stream) {
    return {
      101: { description: 'A websocket, when one is asked for: each message is one text frame.', content: messages },
      200: { description: 'Messages without end, one a line.', content: messages },
    }
  }
  if (op.media) {
    const headers = { 'Content-Disposition': { description: 'Name of the file.', schema: { type: 'string' } } }
    const content = { [op.media]: { schema: { type: 'string' } }, ...messages }
    return { 200: { description: 'The file, streamed.', headers, content } }
  }
  return {
    200: { description: 'The answer.', headers: blockHeaders, content: json(reply) },
    ...(op.cacheable && { 304: { description: 'The answer is still that of the tag in `If-None-Match`.' } }),
  }
}

/** The body of a failure. Where failures stand under `error`, a query that cannot be read does not (wire.md 5.4). */
function failureSchema(op: AnyOperation, status: number): JsonObject {
  const plain = reference('ErrorBody')
  if (!op.media && !op.stream) return plain
  const wrapped = reference('ErrorEnvelope')
  return status === 400 ? { anyOf: [wrapped, plain] } : wrapped
}

/** What an operation may answer, by status; `reply` is the schema of a success. */
export function responsesOf(op: AnyOperation, reply: JsonObject): JsonObject {
  const failed = Object.entries(failures).map(([status, description]) => [
    status,
    { description, content: json(failureSchema(op, Number(status))) },
  ])
  return {
    ...successes(op, reply),
    ...(Object.fromEntries(failed) as JsonObject),
    default: { description: 'An unexpected failure.', content: json(failureSchema(op, 500)) },
  }
}
