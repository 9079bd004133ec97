import type { Candle } from '../../src/wire/candles.ts'
import type { Page } from '../../src/wire/protocol/page.ts'
import type { CandleRequest } from '../../src/web/features/candles/data/query.ts'
import type { SocketLike } from '../../src/web/features/candles/live/candle-stream.ts'
import { NodeFailure } from '../../src/web/client/node-failure.ts'

const minute = 60_000_000_000n
const origin = 1_709_546_400_000_000_000n

/** Start of minute number `at`, in Unix nanoseconds. */
export const startOf = (at: number): string => String(origin + BigInt(at) * minute)

/** For tests: a WebSocket whose open, message and close events are triggered by the test. */
class FakeSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null
  onmessage: SocketLike['onmessage'] = null
  onclose: SocketLike['onclose'] = null
  readonly url: string
  state: 'opening' | 'open' | 'closed' = 'opening'
  /** Messages the node has sent but the browser has not delivered. */
  readonly frames: Candle[] = []
  /** The last candle the node sent. */
  told: Candle | undefined
  subscribed = false
  constructor(url: string) {
    this.url = url
  }
  open(): void {
    if (this.state !== 'opening') return
    this.state = 'open'
    this.onopen?.call(this as never, new Event('open'))
  }
  say(data: unknown): void {
    if (this.state === 'open') this.onmessage?.call(this as never, { data } as MessageEvent)
  }
  /** Delivers the oldest message. */
  deliver(): void {
    const candle = this.frames.shift()
    if (candle) this.say(JSON.stringify({ result: { candle } }))
  }
  /** Closes the connection unexpectedly. */
  fail(): void {
    if (this.state === 'closed') return
    this.state = 'closed'
    this.onclose?.call(this as never, {} as CloseEvent)
  }
  close(): void {
    this.state = 'closed'
  }
}

/** A pending request: read from the database at one time, answered at another. */
interface Question {
  request: CandleRequest
  page: Page<Candle> | undefined
  resolve: (page: Page<Candle>) => void
  reject: (error: Error) => void
  over: boolean
}

/** For tests: a market's minute candles on a node with its requests and streams, advanced one step at a time. */
export class CandleWorld {
  readonly sockets: FakeSocket[] = []
  readonly questions: Question[] = []
  /** Total number of requests. */
  asked = 0
  #trades = new Map<number, { volume: number; lastUpdate: bigint }>()
  #time = 0n
  /** Whether the stream sends a period's final state before the next one, as Lyra does. */
  readonly complete: boolean
  constructor(complete: boolean) {
    this.complete = complete
  }

  /** The newest period with trades; -1 before the first. */
  get last(): number {
    return Math.max(-1, ...this.#trades.keys())
  }

  /** Adds a trade `later` minutes after the newest one. */
  trade(later: number): void {
    const at = Math.max(0, this.last) + later
    this.#time += 1n
    const { volume } = this.#trades.get(at) ?? { volume: 0 }
    this.#trades.set(at, { volume: volume + 1, lastUpdate: BigInt(startOf(at)) + this.#time })
  }

  /** A period as the node returns it: a gap row if it has no trades. */
  candle(at: number): Candle {
    const found = this.#trades.get(at)
    const start = startOf(at)
    if (!found) return { start, lastUpdate: start, high: '', low: '', open: '', close: '', volume: '0', notional: '0' }
    const price = String(100 + found.volume)
    const rest = { high: price, low: price, open: price, close: price, notional: '1' }
    return { start, lastUpdate: String(found.lastUpdate), volume: String(found.volume), ...rest }
  }

  readonly ask = (request: CandleRequest, signal: AbortSignal): Promise<Page<Candle>> =>
    new Promise((resolve, reject) => {
      this.asked += 1
      const question: Question = { request, page: undefined, resolve, reject, over: false }
      this.questions.push(question)
      signal.addEventListener('abort', () => {
        question.over = true
        reject(signal.reason as Error)
      })
    })

  readonly connect = (url: string): FakeSocket => {
    const socket = new FakeSocket(url)
    this.sockets.push(socket)
    return socket
  }

  get socket(): FakeSocket | undefined {
    return this.sockets.at(-1)
  }

  /** The database executes the oldest pending request. */
  read(): void {
    const question = this.questions.find(({ page, over }) => !page && !over)
    if (!question) return
    const { fromTimestamp, pagination } = question.request
    let periods = Array.from({ length: this.last + 1 }, (_, at) => at)
    const first = [...this.#trades.keys()].sort((a, b) => a - b)[0] ?? 0
    periods = periods.filter((at) => at >= first)
    if (fromTimestamp !== undefined) periods = periods.filter((at) => BigInt(startOf(at)) >= BigInt(fromTimestamp))
    if (pagination.newestFirst) periods.reverse()
    const shown = periods.slice(0, pagination.first)
    const edges = shown.map((at) => ({ node: this.candle(at), cursor: String(at) }))
    const hasNextPage = periods.length > shown.length
    question.page = { edges, pageInfo: { hasNextPage, hasPreviousPage: false, startCursor: '', endCursor: '' } }
  }

  /** Delivers the response to the oldest request, or its failure. */
  answer(failing = false): void {
    const question = this.questions.find(({ over }) => !over)
    if (!question || (!failing && !question.page)) return
    question.over = true
    if (failing) question.reject(new NodeFailure({ kind: 'unreachable', message: 'away', url: '' }))
    else if (question.page) question.resolve(question.page)
  }

  /** The node checks the database for its open streams, which it does once a second. */
  look(): void {
    for (const socket of this.sockets) {
      if (socket.state !== 'open' || this.last < 0) continue
      const since = socket.told ? periodOf(socket.told) : this.last
      const periods = Array.from({ length: this.last - since + 1 }, (_, index) => since + index)
      const traded = periods.filter((at) => this.#trades.has(at)).map((at) => this.candle(at))
      const changed = traded.filter((candle) => !socket.told || candle.lastUpdate > socket.told.lastUpdate)
      const told = this.complete ? changed : changed.slice(-1)
      socket.frames.push(...told)
      socket.told = told.at(-1) ?? socket.told
    }
  }
}

const periodOf = ({ start }: Candle): number => Number((BigInt(start) - origin) / minute)

/** For tests: stores candles like a chart does, and records errors. */
export class CandleHolder {
  readonly held = new Map<number, Candle>()
  readonly calls: number[][] = []
  readonly wrongs: string[] = []
  since = (): string | undefined => (this.held.size === 0 ? undefined : startOf(Math.max(...this.held.keys())))
  take = (candles: Candle[]): void => {
    const periods = candles.map(periodOf)
    this.calls.push(periods)
    for (const [index, candle] of candles.entries()) {
      const at = periods[index] ?? 0
      if (index > 0 && at <= (periods[index - 1] ?? 0)) this.wrongs.push(`out of order: ${String(periods)}`)
      const before = this.held.get(at)
      if (before && BigInt(candle.volume) < BigInt(before.volume)) this.wrongs.push(`period ${String(at)} went back`)
      this.held.set(at, candle)
    }
  }
}
