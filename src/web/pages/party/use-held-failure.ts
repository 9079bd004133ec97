import { useState } from 'react'
import type { FailureView } from '../../ui/feedback/failure.tsx'
import type { Answer } from '../../infinite-list/query-panel.tsx'
import { isOfNode } from './whole.ts'

/**
 * Keeps the failure of a panel without values while it is asked again, so that what the page says of the node does not
 * come and go with every new try. `subject` is whom the answer is about.
 */
export function useHeldFailure<Data>(answer: Answer<Data>, subject: string): Answer<Data> {
  const [held, setHeld] = useState<{ subject: string; failure: FailureView }>()
  const before = held?.subject === subject ? held.failure : undefined
  const asking = answer.data === undefined && answer.isFetching
  const failure = answer.failure ?? (asking ? before : undefined)
  const next = isOfNode(failure) ? failure : undefined
  if (next !== before) setHeld(next && { subject, failure: next })
  return failure === answer.failure ? answer : { ...answer, failure }
}
