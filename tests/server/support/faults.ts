import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { servicePaths } from '../../../src/wire/operations.ts'
import { rawPath, rawQuery } from '../../../src/server/http/raw-url.ts'
import { streamOf } from '../../../src/server/http/transport.ts'
import { socketOf } from '../../../src/server/http/upgrade.ts'

type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Runs `change` on every object that the steps before the last lead to. */
function reach(tree: unknown, steps: string[], change: (parent: Tree, name: string) => void): void {
  const [name, ...rest] = steps
  if (!isTree(tree) || name === undefined) return
  for (const step of name === '*' ? Object.keys(tree) : [name]) {
    if (rest.length === 0) change(tree, step)
    else if (Object.hasOwn(tree, step)) reach(tree[step], rest, change)
  }
}

const setMember = (tree: unknown, path: string, value: unknown): void =>
  reach(tree, path.split('.'), (parent, name) => (parent[name] = value))

function pageOf(tree: unknown): (Tree & { edges: unknown[] }) | undefined {
  const members = isTree(tree) ? Object.values(tree) : []
  return members.find((value): value is Tree & { edges: unknown[] } => isTree(value) && Array.isArray(value['edges']))
}

/** The JSON text of a reply with the fault's changes; a file, which has no members, stays as it is. */
function rewriteBody(fault: Misbehaviour, text: string, request: Request): string {
  let tree: unknown
  try {
    tree = JSON.parse(text)
  } catch {
    return text
  }
  for (const [path, value] of Object.entries(fault.set ?? {})) setMember(tree, path, value)
  for (const path of fault.remove ?? []) reach(tree, path.split('.'), (parent, name) => delete parent[name])
  const page = pageOf(tree)
  const after = new URLSearchParams(rawQuery(request.url)).get('pagination.after')
  if (page && fault.repeatCursor && after !== null) {
    setMember(page, 'pageInfo.endCursor', after)
    setMember(page, 'pageInfo.hasNextPage', true)
    setMember(page.edges.at(-1), 'cursor', after)
  }
  return JSON.stringify(tree)
}

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What can go wrong, also several things at once. Byte counts are those of the body. */
export const Misbehaviour = v.strictObject({
  /** Milliseconds before the answer. */
  latency: v.optional(Count),
  blackHole: v.optional(v.literal(true)),
  /** Resets the connection after so many bytes; 0 answers nothing at all. */
  reset: v.optional(Count),
  /** Falls silent after so many bytes and leaves the connection open, as a network that goes away does. */
  stall: v.optional(Count),
  /** Ends the body after so many bytes as if it were whole. */
  truncate: v.optional(Count),
  /** Sends one byte at a time with so many milliseconds between. */
  slices: v.optional(Count),
  /** Replaces the status, headers, and the body by an error body of these members. */
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  headers: v.optional(v.record(v.string(), v.string())),
  error: v.optional(v.looseObject({ code: v.number(), message: v.string() })),
  /** The network's ban: 403 and `Ratelimit-Retry-After` of so many seconds (wire.md 10.3). */
  banned: v.optional(Count),
  /** This text instead of the body, under the type of the body. */
  text: v.optional(v.string()),
  /** After so many bytes of the body an error follows in the same body (wire.md 5.4). */
  inBandError: v.optional(Count),
  /** Members to set, by dotted path; `*` means every item. */
  set: v.optional(v.record(v.string(), v.unknown())),
  /** Members to leave out, by dotted path. */
  remove: v.optional(v.array(v.string())),
  /** The page ends with the cursor after which it starts, and promises more. */
  repeatCursor: v.optional(v.literal(true)),
  /** Milliseconds that the `Date` header is ahead of the clock; may be negative. */
  clockSkew: v.optional(v.pipe(v.number(), v.integer())),
})
export type Misbehaviour = v.InferOutput<typeof Misbehaviour>

/** The header by which an app reports that it has answered on its own. */
const [alreadySent = ''] = [...RESPONSE_ALREADY_SENT.headers.keys()]

const inBand =
  '{"error":{"code":13,"message":"Internal error","details":[{"@type":"type.googleapis.com/vega.ErrorDetail","code":260002,"message":"failed to export ledger entries","inner":"asked for by the fault switch"}]}}'

/** A client discards what it has not read yet when a reset comes, and a browser under load reads late. */
const resetDelayMs = 500

const left = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : new Promise((resolve) => signal.addEventListener('abort', resolve))

/** The bytes that go out: cut, sliced, followed by an error or by the end of the connection. */
async function* spoiled(
  fault: Misbehaviour,
  chunks: AsyncIterable<Uint8Array>,
  socket: Socket | undefined,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { reset = Infinity, stall = Infinity, truncate = Infinity, inBandError = Infinity } = fault
  const limit = Math.min(reset, stall, truncate, inBandError)
  const step = fault.slices === undefined ? Infinity : 1
  let sent = 0
  for await (const chunk of chunks) {
    const part = chunk.subarray(0, limit - sent)
    sent += part.byteLength
    for (let at = 0; at < part.byteLength; at += step) {
      yield part.subarray(at, at + step)
      if (fault.slices !== undefined) await wait(fault.slices)
    }
    if (sent >= limit) break
  }
  if (fault.reset !== undefined) {
    await wait(resetDelayMs)
    socket?.resetAndDestroy()
    return
  }
  if (fault.stall !== undefined) await left(signal)
  if (fault.inBandError !== undefined) yield Buffer.from(inBand)
}

const refuses = ({ banned, status, text }: Misbehaviour): boolean =>
  banned !== undefined || status !== undefined || text !== undefined

function refusalOf({ banned, status, error }: Misbehaviour) {
  if (banned !== undefined) {
    const message = 'temporarily banned for continuing to request while rate limited'
    return {
      status: 403,
      headers: { 'Ratelimit-Retry-After': String(banned) },
      error: { code: 7, message, details: [] },
    }
  }
  if (status === undefined) return undefined
  const [code, message] = status === 429 ? [8, 'api request rate limit exceeded'] : [2, 'asked for by the fault switch']
  return { status, headers: {}, error: error ?? { code, message, details: [] } }
}
type Refusal = ReturnType<typeof refusalOf>

function headersOf(fault: Misbehaviour, response: Response, refusal: Refusal): Headers {
  const headers = new Headers(response.headers)
  // The tag is that of the real body.
  headers.delete('ETag')
  for (const [name, value] of Object.entries({ ...refusal?.headers, ...fault.headers })) headers.set(name, value)
  if (fault.clockSkew !== undefined) headers.set('Date', new Date(Date.now() + fault.clockSkew).toUTCString())
  if (refusal) {
    headers.set('Content-Type', 'application/json')
    headers.delete('Content-Disposition')
  }
  return headers
}

async function textOf(
  fault: Misbehaviour,
  request: Request,
  response: Response,
  refusal: Refusal,
): Promise<string | undefined> {
  if (fault.text !== undefined) return fault.text
  if (refusal) return JSON.stringify(refusal.error)
  const changes = fault.set ?? fault.remove ?? fault.repeatCursor
  return changes && rewriteBody(fault, await response.text(), request)
}

/** The response of `handle`, spoiled by the fault. `socket` is missing only where there is no connection to reset. */
async function misbehave(
  fault: Misbehaviour,
  request: Request,
  handle: () => Promise<Response>,
  socket: Socket | undefined,
): Promise<Response> {
  const { signal } = request
  if (fault.latency !== undefined) await wait(fault.latency, undefined, { signal }).catch(() => undefined)
  if (fault.blackHole) await left(signal)
  if (fault.reset === 0) socket?.resetAndDestroy()
  if (signal.aborted) return new Response(null)

  const response = await handle()
  // The connection has become a websocket: there is no answer left to spoil.
  if (response.headers.has(alreadySent)) return response
  const refusal = refusalOf(fault)
  const text = await textOf(fault, request, response, refusal)
  let body = (response.body ?? []) as AsyncIterable<Uint8Array>
  if (text !== undefined) {
    await response.body?.cancel().catch(() => undefined)
    body = Readable.from([Buffer.from(text)])
  }
  return new Response(streamOf(spoiled(fault, body, socket, signal)), {
    status: refusal?.status ?? response.status,
    headers: headersOf(fault, response, refusal),
  })
}

const Rule = v.pipe(
  v.strictObject({
    /** Beginning of `path?query`, or a regular expression when it begins with `^`. */
    path: v.string(),
    /** How often it applies; always when absent. */
    times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    fault: Misbehaviour,
  }),
  v.transform((rule) => ({ ...rule, hits: 0 })),
)
type Rule = v.InferOutput<typeof Rule>

function applies({ path, times, hits }: Rule, target: string): boolean {
  if (times !== undefined && hits >= times) return false
  return path.startsWith('^') ? new RegExp(path).test(target) : target.startsWith(path)
}

/** The service with a fault switch for tests. The first rule that matches a GET applies; its answer is not gzipped. */
export function withFaults(app: Hono): Hono {
  let rules: Rule[] = []
  const front = new Hono()

  front.get(servicePaths.faults, (context) => context.json(rules))
  front.delete(servicePaths.faults, (context) => {
    rules = []
    return context.json(rules)
  })
  front.put(servicePaths.faults, async (context) => {
    const parsed = v.safeParse(v.array(Rule), await context.req.json().catch(() => undefined))
    if (!parsed.success) return context.json({ code: 3, message: v.summarize(parsed.issues), details: [] }, 400)
    const broken = parsed.output.find(({ path }) => path.startsWith('^') && !isExpression(path))
    if (broken) return context.json({ code: 3, message: `not a regular expression: ${broken.path}`, details: [] }, 400)
    rules = parsed.output
    return context.json(rules)
  })

  front.all('*', async ({ req: { raw: request }, env }) => {
    const query = rawQuery(request.url)
    const target = rawPath(request.url) + (query && `?${query}`)
    const rule = request.method === 'GET' ? rules.find((rule) => applies(rule, target)) : undefined
    if (!rule) return app.fetch(request, env)
    rule.hits += 1
    const headers = new Headers(request.headers)
    headers.delete('accept-encoding')
    // A body that is spoiled must be there.
    headers.delete('if-none-match')
    // A refused websocket must not be opened first.
    if (refuses(rule.fault)) headers.delete('upgrade')
    const plain = new Request(request.url, { headers, signal: request.signal })
    return misbehave(rule.fault, request, async () => app.fetch(plain, env), socketOf(env))
  })
  return front
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text).source !== ''
  } catch {
    return false
  }
}
