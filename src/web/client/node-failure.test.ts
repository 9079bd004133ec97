import { expect, test } from 'vitest'
import { NodeFailure, retry } from './node-failure.ts'
import { retryDelay } from '../../client/refusal.ts'

const failure = (kind: NodeFailure['kind'], status?: number): NodeFailure =>
  new NodeFailure({ kind, message: 'm', url: 'u', ...(status === undefined ? {} : { status }) })

test('only connection failures and gateway errors are retried, three times', () => {
  for (const again of [failure('unreachable'), ...[502, 503, 504].map((status) => failure('answer', status))]) {
    expect([0, 1, 2, 3].map((count) => retry(count, again))).toEqual([true, true, true, false])
  }
})

test('errors that a retry cannot fix, or that would cause a ban, are not retried', () => {
  const others = [
    failure('limited', 429),
    failure('banned', 403),
    failure('answer', 400),
    failure('answer', 500),
    failure('malformed', 200),
    failure('timeout'),
    failure('offline'),
    new Error('a mistake of ours'),
  ]
  for (const once of others) expect(retry(0, once)).toBe(false)
})

test('waits grow and are spread over their whole length', () => {
  expect([0, 1, 2].map((count) => retryDelay(count, () => 1))).toEqual([1000, 2000, 4000])
  expect(retryDelay(2, () => 0)).toBe(0)
})
