import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { code } from '../../wire/protocol/error.ts'
import { getBlockHeight, getStatistics, getTime } from '../../wire/network.ts'
import type { AnyOperation, RequestParams, Reply } from '../../wire/protocol/operation.ts'
import { getSpamStatistics } from '../../wire/spam-statistics.ts'
import { formatUrl } from '../../wire/protocol/url.ts'
import { errorBodyOf, type Core } from './core.ts'
import { jsonOf } from '../../wire/scalar.ts'
import { type CoreResponse, CoreLimiter, type LimiterClock } from './core-limiter.ts'
import { Fault, ForeignFault, unavailable } from '../fault.ts'
import { Json, compact } from '../json-text.ts'
import { SharedRequests } from '../recent-read.ts'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'

/** Milliseconds to share a reply, less than half a second: a block takes about a second, and a core node does not announce it. */
const maxAgeMs = 499
/** Replies to share: anybody may ask for any party. */
const maxStored = 1000

/** A core node's replies, each returned until a later block is seen, in another reply or in the service's own database. */
export class BlockResponses<Answer extends object> {
  readonly #stored: LRUCache<string, Answer>
  #newest = 0n

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#stored = new LRUCache({ max: maxStored, ttl: maxAgeMs, ttlResolution: 0, perf: { now } })
  }

  saw(height: bigint | undefined): void {
    if (height === undefined || height <= this.#newest) return
    this.#newest = height
    this.#stored.clear()
  }

  /** Caches a reply of a block; one of an unknown block is not cached. */
  keep(key: string, answer: Answer, height: bigint | undefined): void {
    this.saw(height)
    if (height !== undefined && height === this.#newest) this.#stored.set(key, answer)
  }

  /** The reply for the newest block, if there is one. */
  find(key: string): Answer | undefined {
    return this.#stored.get(key)
  }
}

const agents = {
  'http:': new http.Agent({ keepAlive: true, maxSockets: 64 }),
  'https:': new https.Agent({ keepAlive: true, maxSockets: 64 }),
}

/** More than any reply of a core node; a longer one is refused. */
const maxBodyBytes = 1_000_000

const linesOf = (headers: IncomingHttpHeaders): CoreResponse['headers'] => ({
  get: (name) => {
    const value = headers[name.toLowerCase()]
    return (Array.isArray(value) ? value.join(', ') : value) ?? null
  },
})

async function read(response: IncomingMessage): Promise<CoreResponse> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    // Leaving the loop destroys the connection.
    if (bytes > maxBodyBytes) throw unavailable(`The core node sent more than ${maxBodyBytes} bytes.`)
    parts.push(part)
  }
  const text = Buffer.concat(parts).toString('utf8')
  return { status: response.statusCode ?? 0, headers: linesOf(response.headers), text }
}

/** Sends a GET request in half the processor time of fetch. Retries when the node closed an idle connection meanwhile. */
function requestCore(url: URL, signal: AbortSignal): Promise<CoreResponse> {
  const secure = url.protocol === 'https:'
  const agent = agents[secure ? 'https:' : 'http:']
  return new Promise((resolve, reject) => {
    let answered = false
    const request = (secure ? https : http).get(url, { agent, signal })
    request.on('response', (response) => {
      answered = true
      read(response).then(resolve, reject)
    })
    // Without this listener the request would never settle.
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(unavailable('The core node changed the protocol of the connection (HTTP status 101).'))
    })
    request.on('error', (error) => {
      if (request.reusedSocket && !answered && !signal.aborted) resolve(requestCore(url, signal))
      else reject(error)
    })
  })
}

export interface ProxyOptions {
  /** Milliseconds that the core node may take; the network's own limit is 5 s. */
  timeoutMs?: number
  /** The height of the service's own last block, where it has one. */
  ownHeight?: () => Promise<string | undefined>
  clock?: LimiterClock
}

/** Unix milliseconds, not affected by corrections of the machine's clock. */
const machineClock: LimiterClock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  random: Math.random,
}

/** Passes an error body on as it came; other bodies tell a caller nothing useful. */
function refusal({ status, text }: CoreResponse): Fault {
  const body = status >= 400 ? errorBodyOf(text) : undefined
  if (body !== undefined) return new ForeignFault(status, body)
  if (status > 300 && status < 400 && status !== 304)
    return unavailable('The core node answers with a redirect: give --core the address that it leads to.')
  return unavailable(`The core node answered with HTTP status ${status} and no readable body.`)
}

const heightIn = (text: string | null | undefined): bigint | undefined =>
  /^\d{1,19}$/.test(text ?? '') ? BigInt(text ?? '') : undefined

/** A request to the core node, and where its reply names the block that it belongs to. */
interface CoreRequest<Op extends AnyOperation> {
  op: Op
  params: RequestParams<Op>
  blockOf: (reply: Reply<Op>) => bigint | undefined
}

/** The current block is always among those of the proof of work (wire.md 9.3). */
const spamBlock = ({ statistics }: Reply<typeof getSpamStatistics>): bigint | undefined =>
  (statistics.pow?.blockStates ?? [])
    .flatMap(({ blockHeight }) => heightIn(blockHeight) ?? [])
    .reduce<bigint | undefined>((one, other) => (one === undefined || other > one ? other : one), undefined)

/** A node with all that it answers, not only what a core node must. */
export interface NodeProxy extends Core {
  /** Counts as one client with the other requests, and rejects like them. */
  read<Op extends AnyOperation>(op: Op, params: RequestParams<Op>, signal: AbortSignal): Promise<Reply<Op>>
}

/** Forwards to a core node (wire.md 9.1, 11.4) as one client (decision 17). A timeout is code 4, no connection 14. */
export function proxyCore(
  url: string,
  { timeoutMs = 5000, ownHeight, clock = machineClock }: ProxyOptions = {},
): NodeProxy {
  const base = url.replace(/\/+$/, '')
  const limiter = new CoreLimiter(clock)
  const answers = new BlockResponses<Json<unknown>>(clock.now)
  const requests = new SharedRequests<Json<unknown>>()

  const traffic = new Map<string, { count: number; seconds: number }>()
  const count = (answer: string, startedAt: number): void => {
    const { count, seconds } = traffic.get(answer) ?? { count: 0, seconds: 0 }
    traffic.set(answer, { count: count + 1, seconds: seconds + (clock.now() - startedAt) / 1000 })
  }

  async function exchange(path: string, signal: AbortSignal): Promise<CoreResponse> {
    const timer = AbortSignal.timeout(timeoutMs)
    const ended = AbortSignal.any([signal, timer])
    const startedAt = clock.now()
    let isSent = false
    const send = async (): Promise<CoreResponse> => {
      isSent = true
      const answer = await requestCore(new URL(base + path), ended)
      count(String(answer.status), startedAt)
      return answer
    }
    try {
      return await limiter.pass(send, ended)
    } catch (error) {
      if (!isSent && !signal.aborted) count('held', startedAt)
      if (signal.aborted || error instanceof Fault) throw error
      if (isSent) count(timer.aborted ? 'late' : 'unreachable', startedAt)
      if (timer.aborted) {
        throw new Fault(code.deadlineExceeded, `The core node did not answer within ${timeoutMs / 1000} seconds.`)
      }
      throw unavailable('The core node cannot be reached. Check that it runs and that --core names its REST server.')
    }
  }

  async function send<Op extends AnyOperation>(
    { op, blockOf }: CoreRequest<Op>,
    path: string,
    signal: AbortSignal,
  ): Promise<Json<unknown>> {
    const answer = await exchange(path, signal)
    if (answer.status !== 200) throw refusal(answer)
    const reply = v.safeParse(op.reply, jsonOf(answer.text))
    if (!reply.success) {
      throw unavailable(`The core node's answer to ${op.name} is not what the interface describes.`)
    }
    const json = new Json(compact(answer.text))
    const newest = heightIn(answer.headers.get('X-Block-Height'))
    answers.saw(newest)
    answers.keep(path, json, blockOf(reply.output as Reply<Op>) ?? newest)
    return json
  }

  async function request<Op extends AnyOperation>(
    question: CoreRequest<Op>,
    signal: AbortSignal,
  ): Promise<Json<Reply<Op>>> {
    const path = formatUrl(question.op, question.params)
    if (answers.find(path) !== undefined) answers.saw(heightIn(await ownHeight?.()))
    const shared = answers.find(path) ?? (await requests.join(path, (ended) => send(question, path, ended), signal))
    return shared as Json<Reply<Op>>
  }

  return {
    traffic: () => ({ answers: traffic, heldMs: limiter.heldMs }),
    async spamStatistics(partyId, signal) {
      // A URL parser removes such a segment, which would name another resource.
      if (partyId === '.' || partyId === '..') throw new Fault(code.invalidArgument, 'invalid party id')
      return request({ op: getSpamStatistics, params: { partyId }, blockOf: spamBlock }, signal)
    },
    statistics: (signal) =>
      request({ op: getStatistics, params: {}, blockOf: ({ statistics }) => heightIn(statistics.blockHeight) }, signal),
    time: (signal) => request({ op: getTime, params: {}, blockOf: () => undefined }, signal),
    read: async (op, params, signal) => {
      const { text } = await request({ op, params, blockOf: () => undefined }, signal)
      return v.parse(op.reply, jsonOf(text)) as Reply<typeof op>
    },
    blockHeight: (signal) =>
      request({ op: getBlockHeight, params: {}, blockOf: ({ height }) => heightIn(height) }, signal),
  }
}
