import { setTimeout as wait } from 'node:timers/promises'
import type { Socket } from 'node:net'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import * as v from 'valibot'
import { rawQuery } from '../request-target.ts'
import { streamOf } from '../stream.ts'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What can go wrong; several at once if asked. Byte counts are those of the body. */
export const Misbehaviour = v.strictObject({
  /** Milliseconds before anything is answered. */
  latency: v.optional(Count),
  /** Never answers. */
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
  /** The page ends with the very cursor it was asked to start after, and promises more. */
  repeatCursor: v.optional(v.literal(true)),
  /** The edges of the page in random order. */
  shuffle: v.optional(v.literal(true)),
  /** Milliseconds that the `Date` header is ahead of the clock; may be negative. */
  clockSkew: v.optional(v.pipe(v.number(), v.integer())),
})
export type Misbehaviour = v.InferOutput<typeof Misbehaviour>

/** How an app tells its server that it has answered by itself. */
const [alreadySent = ''] = [...RESPONSE_ALREADY_SENT.headers.keys()]

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

function rewrite(fault: Misbehaviour, text: string, request: Request): string {
  let tree: unknown
  try {
    tree = JSON.parse(text)
  } catch {
    return text // a file has no members
  }
  for (const [path, value] of Object.entries(fault.set ?? {})) {
    reach(tree, path.split('.'), (parent, name) => (parent[name] = value))
  }
  for (const path of fault.remove ?? []) reach(tree, path.split('.'), (parent, name) => delete parent[name])
  const page = isTree(tree) ? Object.values(tree).find((value) => isTree(value) && Array.isArray(value['edges'])) : null
  if (isTree(page) && Array.isArray(page['edges'])) {
    const edges: unknown[] = page['edges']
    if (fault.shuffle)
      page['edges'] = edges
        .map((edge) => ({ edge, at: Math.random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ edge }) => edge)
    const after = new URLSearchParams(rawQuery(request.url)).get('pagination.after')
    if (fault.repeatCursor && after !== null) {
      reach(page, ['pageInfo', 'endCursor'], (parent, name) => (parent[name] = after))
      reach(page, ['pageInfo', 'hasNextPage'], (parent, name) => (parent[name] = true))
      reach(edges.at(-1), ['cursor'], (parent, name) => (parent[name] = after))
    }
  }
  return JSON.stringify(tree)
}

const inBand =
  '{"error":{"code":13,"message":"Internal error","details":[{"@type":"type.googleapis.com/vega.ErrorDetail","code":260002,"message":"failed to export ledger entries","inner":"asked for by the fault switch"}]}}'

const beforeReset = 500

/** Resolves when the client has left. */
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
    // A reader throws away what it has not taken yet when a reset comes: a browser under load takes its time.
    await wait(beforeReset)
    socket?.resetAndDestroy()
    return
  }
  if (fault.stall !== undefined) await left(signal)
  if (fault.inBandError !== undefined) yield Buffer.from(inBand)
}

/** Whether the fault puts another answer in the place of the real one. */
export const refuses = ({ banned, status, text }: Misbehaviour): boolean =>
  banned !== undefined || status !== undefined || text !== undefined

function replaced(fault: Misbehaviour): { status: number; headers: Record<string, string>; error: Tree } | undefined {
  if (fault.banned !== undefined) {
    const message = 'temporarily banned for continuing to request while rate limited'
    const headers = { 'Ratelimit-Retry-After': String(fault.banned) }
    return { status: 403, headers, error: { code: 7, message, details: [] } }
  }
  if (fault.status === undefined) return undefined
  const [code, message] =
    fault.status === 429 ? [8, 'api request rate limit exceeded'] : [2, 'asked for by the fault switch']
  return { status: fault.status, headers: {}, error: fault.error ?? { code, message, details: [] } }
}

/** Answers as `ask` would, spoiled by the fault. `socket` is missing only where there is no connection to reset. */
export async function misbehave(
  fault: Misbehaviour,
  request: Request,
  ask: () => Promise<Response>,
  socket: Socket | undefined,
): Promise<Response> {
  if (fault.latency !== undefined)
    await wait(fault.latency, undefined, { signal: request.signal }).catch(() => undefined)
  if (fault.blackHole) await left(request.signal)
  if (fault.reset === 0) socket?.resetAndDestroy()
  if (request.signal.aborted) return new Response(null)

  const response = await ask()
  // The connection has become a websocket: there is no answer left to spoil.
  if (response.headers.has(alreadySent)) return response
  const failure = replaced(fault)
  const headers: Record<string, string> = {
    ...Object.fromEntries(response.headers),
    ...failure?.headers,
    ...fault.headers,
  }
  if (fault.clockSkew !== undefined) headers['date'] = new Date(Date.now() + fault.clockSkew).toUTCString()
  let body: AsyncIterable<Uint8Array> = (response.body ?? []) as AsyncIterable<Uint8Array>
  const changes = fault.set ?? fault.remove ?? fault.repeatCursor ?? fault.shuffle
  const text =
    fault.text ?? (failure ? JSON.stringify(failure.error) : changes && rewrite(fault, await response.text(), request))
  if (failure) {
    headers['content-type'] = 'application/json'
    delete headers['content-disposition']
  }
  if (text !== undefined) {
    await response.body?.cancel().catch(() => undefined)
    body = oneChunk(text)
  }
  return new Response(streamOf(spoiled(fault, body, socket, request.signal)), {
    status: failure?.status ?? response.status,
    headers,
  })
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}
