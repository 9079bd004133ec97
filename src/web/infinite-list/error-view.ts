import { NodeFailure } from '../client/node-failure.ts'
import type { FailureView } from '../ui/feedback/failure.tsx'

/** What the failure notice shows for any error. Whatever `ask` did not throw is a fault of Lyra's own. */
export function failureOf(error: Error): FailureView {
  if (error instanceof NodeFailure) return error
  const { name, message, stack } = error
  return { kind: 'fault', message: `${name}: ${message}`, url: '', at: Date.now(), ...(stack && { stack }) }
}
