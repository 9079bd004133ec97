import { NodeFailure } from './node-failure.ts'
import { gatewayStatuses } from './refusal.ts'

const maxRetries = 3

/** Only where no node was reached or its gateway failed: retrying the rate limiter's 429 or 403 would lead to a ban. */
export const retry = (count: number, failure: unknown): boolean =>
  count < maxRetries &&
  failure instanceof NodeFailure &&
  (failure.kind === 'unreachable' || (failure.kind === 'answer' && gatewayStatuses.has(failure.status ?? 0)))

/** Milliseconds to wait before the attempt after `count` failures: full jitter below 1, 2, 4 s. */
export const retryDelay = (count: number, random: () => number = Math.random): number => random() * 1000 * 2 ** count
