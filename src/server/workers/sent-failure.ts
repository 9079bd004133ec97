import type { Code } from '../../wire/protocol/error.ts'
import { Fault, type FaultDetail, ForeignFault } from '../error.ts'

/** A failure as it is sent to another process; what only the sender can explain is its text. */
export type SentFailure =
  | { kind: 'foreign'; status: number; text: string; headers: Readonly<Record<string, string>> }
  | { kind: 'fault'; code: Code; said: FaultDetail | string; retryAfter?: number | undefined }
  | { kind: 'other'; text: string }

export function sentFailure(error: unknown): SentFailure {
  if (error instanceof ForeignFault) {
    const { status, text, headers } = error
    return { kind: 'foreign', status, text, headers }
  }
  if (error instanceof Fault) {
    const { code, detail, message, retryAfter } = error
    return { kind: 'fault', code, said: detail ?? message, retryAfter }
  }
  return { kind: 'other', text: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

export function receivedFailure(failure: SentFailure): Error {
  switch (failure.kind) {
    case 'foreign':
      return new ForeignFault(failure.status, failure.text, failure.headers)
    case 'fault':
      return new Fault(failure.code, failure.said, failure.retryAfter)
    case 'other':
      return new Error(failure.text)
  }
}
