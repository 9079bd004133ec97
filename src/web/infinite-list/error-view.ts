import { NodeFailure } from '../api/node-error.ts'
import type { FailureView } from '../ui/feedback/failure.tsx'

/** What the failure notice shows for any error: a fault of our own is shown as well, never swallowed. */
export function failureOf(error: Error): FailureView {
  if (error instanceof NodeFailure) return error
  return { kind: 'malformed', message: error.message, url: '', at: Date.now() }
}
