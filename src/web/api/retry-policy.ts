import { gatewayStatuses, NodeFailure } from './node-error.ts'

const maxRetries = 3

/**
 * Whether a request is retried after `count` failures: only when the node was not reached or a gateway before it failed. A
 * 429 pauses all requests to the node and a 403 stops them (rate-limiter.ts); retrying either would lead to a ban.
 */
export const retry = (count: number, failure: unknown): boolean =>
  count < maxRetries &&
  failure instanceof NodeFailure &&
  (failure.kind === 'unreachable' || (failure.kind === 'answer' && gatewayStatuses.has(failure.status ?? 0)))

/** Milliseconds to wait before the attempt after `count` failures: full jitter below 1, 2, 4 s. */
export const retryDelay = (count: number, random: () => number = Math.random): number => random() * 1000 * 2 ** count
