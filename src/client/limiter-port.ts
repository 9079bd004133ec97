import { limiterRefusal } from '../wire/protocol/rate-limit.ts'
import { type RateLimiter, RateLimitError } from './rate-limiter.ts'

/** The node's rate limiter accepts no request before `until` (Unix milliseconds of this browser). */
export type RateLimit = Pick<RateLimitError, 'kind' | 'message' | 'until'>

/** The beginning of a response; `text` is that of a refusal, empty while the body is still to come. */
export interface ResponseStart {
  status: number
  headers: [string, string][]
  text: string
  /** Unix milliseconds of this browser. */
  sentAt: number
}

/** What every request to a node passes before it is sent and after it was answered. A worker reaches it through comlink. */
export interface LimiterPort {
  /** Waits for a token; returns the limit when nothing may be sent. Each entry is left once. Rejects with the signal's reason. */
  acquire(signal?: AbortSignal): Promise<RateLimit | undefined>
  /** Reports the response, nothing when there was none; returns the limit when it was the rate limiter that answered. */
  release(response?: ResponseStart): Promise<RateLimit | undefined>
}

export function limiterPort(limiter: RateLimiter): LimiterPort {
  const report = ({ status, text, sentAt, ...response }: ResponseStart): RateLimit | undefined => {
    const headers = new Headers(response.headers)
    limiter.correct(headers)
    const kind = limiterRefusal(status, text, headers)
    if (kind !== undefined)
      return {
        kind,
        message: text,
        until: kind === 'limited' ? limiter.refused(headers, sentAt) : limiter.banned(headers),
      }
    if (status < 400) limiter.accepted(sentAt)
    return undefined
  }
  return {
    async acquire(signal) {
      try {
        await limiter.acquire(signal)
        return undefined
      } catch (error) {
        if (!(error instanceof RateLimitError)) throw error
        return { kind: error.kind, message: error.message, until: error.until }
      }
    },
    async release(response) {
      try {
        return response && report(response)
      } finally {
        limiter.release()
      }
    },
  }
}
