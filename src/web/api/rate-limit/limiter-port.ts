import { limiterRefusal } from '../../../wire/rate-limit.ts'
import type { Budget } from './rate-limiter.ts'
import { budgetOf } from './limiters.ts'
import { RateLimitError } from './rate-limit-error.ts'

/** The node's rate limiter holds questions back until `until` (Unix milliseconds of this browser). */
export interface Hold {
  kind: 'limited' | 'banned'
  message: string
  until: number
}

/** The beginning of an answer; `text` is that of a refusal, empty when the body is still to come. */
export interface Answered {
  status: number
  headers: [string, string][]
  text: string
  /** Unix milliseconds of this browser. */
  sentAt: number
}

/** What every question to a node passes on its way out and back. It can be crossed from a worker. */
export interface Gate {
  /** Waits for one unit of the budget; what holds the question back when it must not be sent. Each entry is left once. */
  enter(): Promise<Hold | undefined>
  /** Tells what came, nothing when no answer did; what it means when the limiter spoke. */
  leave(answered?: Answered): Promise<Hold | undefined>
}

/** Lets the budget act on an answer of the rate limiter; undefined when another answered. */
export function limiterSaid(
  budget: Budget,
  { status, text, sentAt }: Pick<Answered, 'status' | 'text' | 'sentAt'>,
  headers: Headers,
): Omit<Hold, 'message'> | undefined {
  const kind = limiterRefusal(status, text, headers)
  if (kind === undefined) return undefined
  return { kind, until: kind === 'limited' ? budget.refused(headers, sentAt) : budget.banned(headers) }
}

/** The gate of a node, by its base address. */
export function gateOf(base: string): Gate {
  const budget = budgetOf(base)
  return {
    async enter() {
      try {
        await budget.enter()
        return undefined
      } catch (held) {
        if (!(held instanceof RateLimitError)) throw held
        return { kind: held.kind, message: held.message, until: held.until }
      }
    },
    async leave(answered) {
      try {
        if (!answered) return undefined
        const headers = new Headers(answered.headers)
        budget.correct(headers)
        const hold = limiterSaid(budget, answered, headers)
        if (hold) return { ...hold, message: answered.text }
        if (answered.status < 400) budget.accepted(answered.sentAt)
        return undefined
      } finally {
        budget.leave()
      }
    },
  }
}
