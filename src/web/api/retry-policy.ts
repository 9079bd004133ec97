import { gatewayStatuses, NodeFailure } from './node-error.ts'

const most = 3

/**
 * Whether a question is asked again after `count` failures: only when the node was not reached or a gateway before
 * it failed. A 429 pauses the whole node and a 403 stops it (budget.ts); repeating either would earn a ban.
 */
export const retry = (count: number, failure: unknown): boolean =>
  count < most &&
  failure instanceof NodeFailure &&
  (failure.kind === 'unreachable' || (failure.kind === 'answer' && gatewayStatuses.has(failure.status ?? 0)))

/** Milliseconds to wait before the attempt after `count` failures: full jitter below 1, 2, 4 s. */
export const retryDelay = (count: number, random: () => number = Math.random): number => random() * 1000 * 2 ** count
