import * as v from 'valibot'
import type { AnyOperation, Reply } from '../wire/protocol/operation.ts'
import { jsonOf } from '../wire/scalar.ts'

/** What an error body says: the network's own description is `details[0]` (wire.md 4.1). */
export interface RefusalWords {
  message: string
  code?: number
  detail?: { readonly code?: number; readonly message?: string; readonly inner?: string }
}

/** gRPC codes of an error under a status of success. */
const notFound = 5
const unimplemented = 12

/**
 * What a refusal says of the thing that was requested. A route that the node does not have is refused without a detail, by 404,
 * 405 or 501 (wire.md 1.4); a route that does not know the thing describes that in a detail, by 404 (wire.md 4.1).
 */
export function refusalKind(refusal: { status?: number | undefined; code?: number; detail?: RefusalWords['detail'] }) {
  const { status, code, detail } = refusal
  const isWrapped = status !== undefined && status < 300
  const isNotFound = status === 404 || (isWrapped && code === notFound)
  const isDescribed = detail?.code !== undefined || Boolean(detail?.message)
  if (isDescribed) return isNotFound ? 'unknown' : 'answer'
  const isAbsent = isNotFound || status === 405 || status === 501 || (isWrapped && code === unimplemented)
  return isAbsent ? 'absent' : 'answer'
}

const maybeNumber = v.fallback(v.optional(v.number()), undefined)
const maybeText = v.fallback(v.optional(v.string()), undefined)

/** An error body as nodes and the proxies before them send it: any member may be missing or of another type. */
const Refusal = v.object({
  code: maybeNumber,
  message: maybeText,
  error: maybeText,
  details: v.fallback(
    v.optional(v.array(v.object({ code: maybeNumber, message: maybeText, inner: maybeText }))),
    undefined,
  ),
})
const Wrapped = v.object({ error: Refusal })
type Refusal = v.InferOutput<typeof Refusal>

const defined = <Value extends object>(value: Value): { [Name in keyof Value]: Exclude<Value[Name], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never

/** Whether a node answers that another address has it. Each redirect that is followed counts as a request at the node. */
export const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status > 300 && status < 400 && status !== 304)

/** A browser does not tell where a redirect leads. */
export const redirectWords = 'The node answers with a redirect. Enter the address it leads to in Settings.'

/** Statuses of a gateway whose node does not respond. */
export const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504])

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not authorised',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timed out',
  429: 'Too many requests',
  500: 'Internal error',
  501: 'Not implemented',
  502: 'Bad gateway',
  503: 'Unavailable',
  504: 'Gateway timed out',
}

function plainWords(text: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1]
  const words = (title ?? text.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > 200 ? `${words.slice(0, 199)}…` : words
}

/** The contents of an error response: code, message and `details[0]`, from a body that may be wrapped in `{error}`, HTML, text or empty. */
export function readRefusal(status: number, text: string, body: unknown): RefusalWords {
  const wrapped = v.safeParse(Wrapped, body)
  const plain = v.safeParse(Refusal, body)
  const refusal: Refusal | undefined = wrapped.success ? wrapped.output.error : plain.success ? plain.output : undefined
  const words = refusal ? (refusal.message ?? refusal.error) : plainWords(text)
  const detail = refusal?.details?.[0]
  return {
    message: words || (reasons[status] ?? `The node answered with status ${status}`),
    ...defined({ code: refusal?.code, detail: detail && defined(detail) }),
  }
}

/** Whether a 200 body is an error after all: streams and proxies send `{error}` under any status. */
export const carriesError = (body: unknown): boolean => v.is(Wrapped, body)

/** How often a request is sent again that no node has refused. */
const maxRetries = 3

/** Only where no node was reached or its gateway failed: retrying the rate limiter's 429 or 403 would lead to a ban. */
export const mayRetry = (count: number, { kind, status }: { kind: string; status?: number | undefined }): boolean =>
  count < maxRetries && (kind === 'unreachable' || (kind === 'answer' && gatewayStatuses.has(status ?? 0)))

/** Milliseconds to wait before the attempt after `count` failures: full jitter below 1, 2, 4 s. */
export const retryDelay = (count: number, random: () => number = Math.random): number => random() * 1000 * 2 ** count

/** A response that has ended; `type` is its media type, where it is known. */
interface Answer {
  status: number
  text: string
  type?: string | null
}

/** Why a response is no usable reply: what it refuses, or `malformed` where it is not what the contract says. */
type ReplyFailure = RefusalWords & { kind: ReturnType<typeof refusalKind> | 'malformed' }

/** What a refusal says, by its status and its body. */
export function readFailure({ status, text }: Answer, body = jsonOf(text)): ReplyFailure {
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
  const body = jsonOf(answer.text)
  const isSuccess = answer.status >= 200 && answer.status < 300
  if (!isSuccess || carriesError(body)) return { failure: readFailure(answer, body) }
  const read = v.safeParse(op.reply, body)
  return read.success ? { reply: read.output, body } : { failure: malformed(body, answer.type, read.issues) }
}
