import type { Received, ReceiveOptions } from './receive.ts'
import type { ErrorBody } from '../../../wire/protocol/error.ts'
import { toErrorBody } from '../../../client/stages.ts'

/** Whether rows follow the last one. */
export interface EndCheck {
  /** `more`: the response was cut; `changed`: the last rows are no longer there. */
  check: 'nothing' | 'more' | 'changed' | 'unchecked'
  /** Why the end is unchecked. */
  checkError: ErrorBody | undefined
}

export const unchecked: EndCheck = { check: 'unchecked', checkError: undefined }

/** A request of an export without the options that all requests share. */
export type Question = Omit<ReceiveOptions, 'limiter' | 'timeoutMs'>

/** The end of a file, after which no row may follow. */
export interface FileEnd extends Pick<Question, 'url' | 'known' | 'overlap' | 'signal'> {
  /** Unix nanoseconds before which no more rows can be added. */
  settledUntil: string
}

const nanoseconds = (second: number): bigint => BigInt(second) * 1_000_000_000n

/** The same request with another start or end (Unix nanoseconds). */
function withinRange(url: string, range: { startTimestamp?: string; endTimestamp?: string }): string {
  const changed = new URL(url)
  for (const [name, value] of Object.entries(range)) changed.searchParams.set(`dateRange.${name}`, value)
  return changed.href
}

/** The same request from a whole second on, or from its own start when that is later. */
export function fromSecond(url: string, second: number): string {
  const requested = new URL(url).searchParams.get('dateRange.startTimestamp')
  const start = nanoseconds(second)
  return requested !== null && BigInt(requested) > start ? url : withinRange(url, { startTimestamp: start.toString() })
}

/** Requests the rows from the second of the last row on, and finds whether the file lacks any. */
export async function checkEnd(
  { url, known, overlap, settledUntil, signal }: FileEnd,
  ask: (question: Question) => Promise<Received>,
): Promise<EndCheck> {
  if (overlap && nanoseconds(overlap.second) >= BigInt(settledUntil)) return { ...unchecked, check: 'nothing' }
  let more = false
  const enough = new AbortController()
  const received = await ask({
    url: withinRange(overlap ? fromSecond(url, overlap.second) : url, { endTimestamp: settledUntil }),
    signal: AbortSignal.any([signal, enough.signal]),
    known,
    overlap,
    onBytes: () => {
      more = true
      enough.abort()
    },
  })
  if (more) return { ...unchecked, check: 'more' }
  if (received.ending !== 'whole')
    return { ...unchecked, checkError: received.error ?? toErrorBody('The check for further rows was stopped.') }
  return { ...unchecked, check: received.missing > 0 ? 'changed' : 'nothing' }
}
