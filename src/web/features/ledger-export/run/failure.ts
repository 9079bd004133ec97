import type { ErrorBody } from '../../../../wire/error.ts'
import type { Received } from '../engine/receive.ts'
import type { FailureFacts } from '../../../api/node-error.ts'

/** An error of the node, the connection or the browser as the page shows failures. */
export const failureFacts = (error: ErrorBody, url: string, status?: number): FailureFacts => {
  const { code, message, inner } = error.details[0] ?? {}
  const detail = {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(inner && { inner }),
  }
  return {
    kind: 'answer',
    message: error.message,
    url,
    ...(status !== undefined && { status }),
    ...(error.code !== 0 && { code: error.code }),
    ...(error.details.length > 0 && { detail }),
  }
}

/** What kind of failure an answer is. A body that broke off began with 200, which says nothing about why. */
export function failureOf({ ending, status, hold }: Received, error: ErrorBody, url: string): FailureFacts {
  if (ending !== 'refused') return failureFacts(error, url)
  const facts = failureFacts(error, url, status)
  if (hold) return { ...facts, kind: hold.kind, until: hold.until }
  return status === undefined ? { ...facts, kind: navigator.onLine ? 'unreachable' : 'offline' } : facts
}
