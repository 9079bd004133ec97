import { orAborted } from '../../../client/timer.ts'
import { codeOf } from '../../file-fault.ts'
import { log } from '../../log.ts'
import type { WatchClock } from '../watch/party-watch.ts'
import { bodyOf, type Template, isReading, messageOf, type Notice } from './notice.ts'

/** Where messages go. The URL may hold secrets: it is in no log and no metric. */
export interface Receiver {
  url: string
  /** Its host, with its place in the list where several have the same. */
  label: string
  template: Template | undefined
}

/** What a receiver answered; `retryAfterMs` where it says when to come again. */
export interface ReceiverResponse {
  status: number
  retryAfterMs: number | undefined
}
export type Post = (url: string, body: string, signal: AbortSignal) => Promise<ReceiverResponse>

/** What the messages to a receiver came to, since the start. */
export interface ReceiverCounts {
  label: string
  sent: number
  /** Attempts that failed. */
  failed: number
  waiting: number
}

/** An answer that takes longer is a failed attempt. */
const attemptMs = 10_000
/** Messages to one receiver within a minute, of which the last one sums up what waits. */
const perMinute = 10
const minuteMs = 60_000
const [firstRetryMs, maxRetryMs] = [1_000, 300_000]
/** `Retry-After` is obeyed up to this. */
const maxRetryAfterMs = 900_000
/** A message that the receiver does not accept is given up after so many attempts, so that others get through. */
const maxRefusals = 5
/** More are reduced to the newest of each limit of each party. */
const maxWaiting = 500

/** A node that is away, or is back, is so for all parties: what is told of reading waits so long for that of others. */
const [gatherMs, gatherStepMs] = [10_000, 1_000]

const isRefused = ({ status }: ReceiverResponse): boolean => status === 400 || status === 413 || status === 422

const subjectOf = ({ party, counter, market }: Notice): string => `${party} ${counter} ${market}`

/** The newest notice of each subject, in their order. */
const newestOfEach = (notices: readonly Notice[]): Notice[] => {
  const newest = new Map(notices.map((notice) => [subjectOf(notice), notice]))
  return notices.filter((notice) => newest.get(subjectOf(notice)) === notice)
}

interface QueueParts {
  clock: WatchClock
  post: Post
  /** Called when other notices wait than before. */
  changed: () => void
}

/** Sends notices to one receiver in their order, each at least once. */
export class ReceiverQueue {
  readonly #sentAt: number[] = []
  #waiting: readonly Notice[]
  #wake: () => void = () => {}
  #failures = 0
  #refusals = 0
  #sent = 0
  #failed = 0

  constructor(
    private readonly receiver: Receiver,
    waiting: readonly Notice[],
    private readonly parts: QueueParts,
  ) {
    this.#waiting = waiting
  }

  get waiting(): readonly Notice[] {
    return this.#waiting
  }

  get counts(): ReceiverCounts {
    const { label } = this.receiver
    return { label, sent: this.#sent, failed: this.#failed, waiting: this.#waiting.length }
  }

  add(notices: readonly Notice[]): void {
    const all = [...this.#waiting, ...notices]
    this.#waiting = all.length > maxWaiting ? newestOfEach(all) : all
    this.#wake()
  }

  /** Sends until the signal aborts; an attempt that has begun then comes to its end. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        while (this.#waiting.length === 0) await orAborted(new Promise<void>((wake) => (this.#wake = wake)), signal)
        const left = await this.#turn(signal)
        const batch = left > 1 ? this.#batch() : this.#waiting.slice(0, maxWaiting)
        const waitMs = batch.length > 0 ? await this.#attempt(batch) : gatherStepMs
        if (waitMs > 0) await this.parts.clock.sleep(waitMs, signal)
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** The notices of the next message; none while those on reading wait for others. */
  #batch(): readonly Notice[] {
    const [first] = this.#waiting
    const urgent = this.#waiting.find((notice) => !isReading(notice))
    if (urgent || !first) return urgent ? [urgent] : []
    const isGathered = Math.abs(this.parts.clock.now() - Date.parse(first.time)) >= gatherMs
    return isGathered ? this.#waiting.filter(({ change }) => change === first.change) : []
  }

  /** Waits until a message may be sent, and resolves to how many more may be within the minute. */
  async #turn(signal: AbortSignal): Promise<number> {
    for (;;) {
      const now = this.parts.clock.now()
      // A clock that was set back must not stop the messages.
      while (this.#sentAt[0] !== undefined && Math.abs(now - this.#sentAt[0]) >= minuteMs) this.#sentAt.shift()
      const [first = now] = this.#sentAt
      if (this.#sentAt.length < perMinute) return perMinute - this.#sentAt.length
      await this.parts.clock.sleep(Math.min(minuteMs, first + minuteMs - now), signal)
    }
  }

  /** Sends one message; resolves to the milliseconds until the next one may be sent. */
  async #attempt(batch: readonly Notice[]): Promise<number> {
    const now = this.parts.clock.now()
    this.#sentAt.push(now)
    const answer = await this.#answer(bodyOf(this.receiver.template, messageOf(batch, now)))
    if (typeof answer !== 'string' && answer.status >= 200 && answer.status < 300) {
      if (this.#failures > 0) log.info(`Messages to ${this.receiver.label} are delivered again.`)
      this.#failures = 0
      this.#sent += 1
      this.#drop(batch)
      return 0
    }
    this.#failed += 1
    this.#failures += 1
    const reason = typeof answer === 'string' ? answer : `HTTP status ${answer.status}`
    if (this.#failures === 1)
      log.error(`A message to ${this.receiver.label} failed: ${reason}. It is sent again until it is accepted.`)
    const refused = typeof answer !== 'string' && isRefused(answer)
    this.#refusals = refused ? this.#refusals + 1 : 0
    if (this.#refusals >= maxRefusals) {
      log.error(`A message to ${this.receiver.label} is given up: it was refused ${maxRefusals} times, ${reason}.`)
      this.#drop(batch)
    }
    const backoff = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(20, this.#failures - 1))
    const wanted = typeof answer === 'string' ? undefined : answer.retryAfterMs
    return wanted === undefined ? backoff : Math.min(maxRetryAfterMs, Math.max(firstRetryMs, wanted))
  }

  /** The answer, or why there is none, without anything of the address. */
  async #answer(body: string): Promise<ReceiverResponse | string> {
    const ended = new AbortController()
    const late = this.parts.clock.sleep(attemptMs, ended.signal).then(
      () => 'no answer within 10 seconds',
      () => 'no answer',
    )
    const posted = this.parts.post(this.receiver.url, body, ended.signal).catch((error: unknown) => {
      const code = error instanceof Error ? codeOf(error.cause) : ''
      return /^[A-Z_\d]+$/.test(code) ? `no connection (${code})` : 'no connection'
    })
    const answer = await Promise.race([posted, late])
    ended.abort()
    return answer
  }

  #drop(batch: readonly Notice[]): void {
    this.#refusals = 0
    this.#waiting = this.#waiting.filter((notice) => !batch.includes(notice))
    this.parts.changed()
  }
}

/** `Retry-After`: seconds, or a date. Undefined without one that can be read. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}(?:\.\d+)?$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : at - Date.now()
}

/** Posts a JSON body. A user and password in the URL go into the header that they are meant for. */
export const postMessage: Post = async (url, body, signal): Promise<ReceiverResponse> => {
  const target = new URL(url)
  const { username, password } = target
  const headers = new Headers({ 'Content-Type': 'application/json' })
  if (username || password) {
    const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    headers.set('Authorization', `Basic ${Buffer.from(user).toString('base64')}`)
    target.username = target.password = ''
  }
  // A redirect would send the message to an address outside the configuration.
  const response = await fetch(target, { method: 'POST', body, headers, signal, redirect: 'manual' })
  await response.body?.cancel()
  return { status: response.status, retryAfterMs: retryAfterMs(response.headers.get('retry-after')) }
}
