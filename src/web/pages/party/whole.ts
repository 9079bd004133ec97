import type { FailureView } from '../../ui/feedback/failure.tsx'
import type { Answer } from '../../infinite-list/query-panel.tsx'

/** Kinds of failure whose reason is the node or the way to it, whatever was asked. */
const ofNode = new Set<FailureView['kind']>(['limited', 'banned', 'offline', 'unreachable', 'timeout'])

/** Whether the node failed and not the question. */
export const isOfNode = (failure: FailureView | undefined): failure is FailureView =>
  failure !== undefined && ofNode.has(failure.kind)

/** Whether every panel has its values or the reason why it has none. */
export const isSettled = (answers: readonly Answer<unknown>[]): boolean =>
  answers.every(({ data, failure }) => data !== undefined || failure !== undefined)

/** The reason that several panels share, the newest word of it; undefined where each has its own. */
export function sharedFailure(answers: readonly Answer<unknown>[]): FailureView | undefined {
  const failures = answers.map(({ failure }) => failure).filter(isOfNode)
  return failures.length > 1 ? failures.toSorted((a, b) => b.at - a.at)[0] : undefined
}

/**
 * A panel's answer as one of several on a page: what the page says once its panels do not repeat, and while others are
 * on their way a failure that they may share is not told yet.
 */
export function amid<Data>(answer: Answer<Data>, answers: readonly Answer<unknown>[]): Answer<Data> {
  if (!isOfNode(answer.failure)) return answer
  if (!isSettled(answers)) return answer.data === undefined ? { ...answer, failure: undefined } : answer
  return sharedFailure(answers) ? { ...answer, toldAbove: true } : answer
}
