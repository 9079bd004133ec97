import type { ErrorBody } from '../../wire/protocol/error.ts'
import { type FailureFacts } from '../client/node-failure.ts'
import type { Received } from './stream/receive.ts'
import type { LedgerResult } from './engine/ledger-engine.ts'
import { toErrorBody } from '../../client/stages.ts'
import { refusalKind } from '../../client/refusal.ts'

/**
 * The state of the file after a response. `complete`: it ended on a whole row, with no error, and the node has nothing
 * after its last row. `unchecked`: the same, but the node did not confirm that no rows follow. `incomplete`: it is known to be
 * cut. `refused`: the node gave no body at all.
 */
export interface LedgerVerdict {
  state: 'complete' | 'unchecked' | 'incomplete' | 'stopped' | 'refused'
  error: ErrorBody | undefined
}

/** Whether nothing is known to be missing. */
export const isDone = (verdict: LedgerVerdict | undefined): boolean =>
  verdict?.state === 'complete' || verdict?.state === 'unchecked'

const incomplete = (message: string): LedgerVerdict => ({ state: 'incomplete', error: toErrorBody(message) })

/** The verdict on a response. Only one that passes every check is `complete`. */
export function verdictOf(
  result: Pick<LedgerResult, 'ending' | 'facts' | 'check' | 'checkError' | 'missing' | 'error'>,
): LedgerVerdict {
  const { ending, facts, check, error } = result
  if (ending === 'refused') return { state: facts.rows > 0 ? 'incomplete' : 'refused', error }
  if (ending === 'stopped') return { state: 'stopped', error: undefined }
  if (ending !== 'whole') return { state: 'incomplete', error }
  if (facts.flaw !== undefined) return incomplete(facts.flaw)
  if (result.missing > 0 || check === 'changed')
    return incomplete('The last rows of this file no longer match the node.')
  if (check === 'more') return incomplete('The node has more rows: its response ended early without an error.')
  if (check === 'unchecked') return { state: 'unchecked', error: result.checkError }
  return { state: 'complete', error: undefined }
}

/** An error of the node, the connection or the browser as the page shows failures. */
export const failureFacts = (error: ErrorBody, url: string, status?: number): FailureFacts => {
  const { code, message, inner } = error.details[0] ?? {}
  const detail = {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(inner && { inner }),
  }
  return {
    kind: refusalKind({ status, code: error.code, detail }),
    message: error.message,
    url,
    ...(status !== undefined && { status }),
    ...(error.code !== 0 && { code: error.code }),
    ...(error.details.length > 0 && { detail }),
  }
}

/** The failure of an answer. The status of a body that broke off is 200, which explains nothing. */
export function toRunError({ ending, status, limit }: Received, error: ErrorBody, url: string): FailureFacts {
  if (ending !== 'refused') return failureFacts(error, url)
  // A redirect, of which a browser tells no status.
  if (status === 0) return { ...failureFacts(error, url), kind: 'redirect' }
  const facts = failureFacts(error, url, status)
  if (limit) return { ...facts, kind: limit.kind, until: limit.until }
  return status === undefined ? { ...facts, kind: navigator.onLine ? 'unreachable' : 'offline' } : facts
}
