import { useState } from 'react'
import type { FailureView } from '../../ui/feedback/failure.tsx'
import type { Answer } from '../../infinite-list/query-panel.tsx'
import { isOfNode } from './whole.ts'

/** Keeps the failure of a panel without values during a retry, so that the notice does not flicker. `subject` is the party. */
export function useHeldFailure<Data>(answer: Answer<Data>, subject: string): Answer<Data> {
  const [held, setHeld] = useState<{ subject: string; failure: FailureView }>()
  const before = held?.subject === subject ? held.failure : undefined
  const asking = answer.data === undefined && answer.isFetching
  const failure = answer.failure ?? (asking ? before : undefined)
  const next = isOfNode(failure) ? failure : undefined
  if (next !== before) setHeld(next && { subject, failure: next })
  return failure === answer.failure ? answer : { ...answer, failure }
}
