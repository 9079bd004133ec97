import { useState } from 'react'
import type { Answer } from './query-panel.tsx'
import type { Failure } from '../format/failure.ts'

/** Failures of the node or the connection, whatever was requested. */
const ofNode = new Set<Failure['kind']>(['redirect', 'limited', 'banned', 'offline', 'unreachable', 'timeout'])

const isOfNode = (failure: Failure | undefined): boolean => failure !== undefined && ofNode.has(failure.kind)

/** Whether every panel has its values or a failure. */
export const isSettled = (answers: readonly Answer<unknown>[]): boolean =>
  answers.every(({ data, failure }) => data !== undefined || failure !== undefined)

/** The newest failure of the node, if at least two panels have one. */
export function sharedFailure(answers: readonly Answer<unknown>[]): Failure | undefined {
  const failures = answers.flatMap(({ failure }) => (failure && isOfNode(failure) ? [failure] : []))
  return failures.length > 1 ? failures.toSorted((a, b) => b.at - a.at)[0] : undefined
}

/** A panel's answer without the failure that the page shows once; one that may be shared waits until all have settled. */
export function amid<Data>(answer: Answer<Data>, answers: readonly Answer<unknown>[]): Answer<Data> {
  if (!isOfNode(answer.failure)) return answer
  if (!isSettled(answers)) return answer.data === undefined ? { ...answer, failure: undefined } : answer
  return sharedFailure(answers) ? { ...answer, toldAbove: true } : answer
}

/** A thing that is not there takes its panel away, which must not come and go either. */
const holds = (failure: Failure): boolean =>
  isOfNode(failure) || failure.kind === 'absent' || failure.kind === 'unknown'

/** Keeps the failure of a panel without values during a retry, so that the notice does not flicker. `subject` is the party. */
export function useHeldFailure<Data>(answer: Answer<Data>, subject: string): Answer<Data> {
  const [held, setHeld] = useState<{ subject: string; failure: Failure }>()
  const before = held?.subject === subject ? held.failure : undefined
  const asking = answer.data === undefined && answer.isFetching
  const failure = answer.failure ?? (asking ? before : undefined)
  const next = failure && holds(failure) ? failure : undefined
  if (next !== before) setHeld(next && { subject, failure: next })
  return failure === answer.failure ? answer : { ...answer, failure }
}
