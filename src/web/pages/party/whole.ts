import type { FailureView } from '../../ui/feedback/failure.tsx'
import type { Answer } from '../../infinite-list/query-panel.tsx'

/** Failures of the node or the connection, whatever was requested. */
const ofNode = new Set<FailureView['kind']>(['limited', 'banned', 'offline', 'unreachable', 'timeout'])

export const isOfNode = (failure: FailureView | undefined): failure is FailureView =>
  failure !== undefined && ofNode.has(failure.kind)

/** Whether every panel has its values or a failure. */
export const isSettled = (answers: readonly Answer<unknown>[]): boolean =>
  answers.every(({ data, failure }) => data !== undefined || failure !== undefined)

/** The newest failure of the node, if at least two panels have one. */
export function sharedFailure(answers: readonly Answer<unknown>[]): FailureView | undefined {
  const failures = answers.map(({ failure }) => failure).filter(isOfNode)
  return failures.length > 1 ? failures.toSorted((a, b) => b.at - a.at)[0] : undefined
}

/**
 * A panel's answer beside the others: a failure that the page shows once is not repeated, and one that may be shared is
 * held back until all panels have settled.
 */
export function amid<Data>(answer: Answer<Data>, answers: readonly Answer<unknown>[]): Answer<Data> {
  if (!isOfNode(answer.failure)) return answer
  if (!isSettled(answers)) return answer.data === undefined ? { ...answer, failure: undefined } : answer
  return sharedFailure(answers) ? { ...answer, toldAbove: true } : answer
}
