import type { Received, Receiving } from './receive.ts'
import { said } from './stream/decode-framing.ts'
import type { Overlap } from './stream/header-and-overlap.ts'
import { brokeOff, type Checked, fromSecond, nanoseconds, within } from './part.ts'

export const unchecked: Checked = { check: 'unchecked', checkError: undefined, checkAgain: false }

/** A question of an export without what is the same for all of them. */
export type Question = Omit<Receiving, 'gate' | 'patience'>

/** The end of a part, behind which no row may follow. */
export interface End {
  url: string
  header: string | undefined
  overlap: Overlap | undefined
  /** Unix nanoseconds up to which the rows cannot be added to any more. */
  settled: string
  signal: AbortSignal
}

/** Asks from the second of the last row on whether the node has more than the file. */
export async function checkEnd(
  { url, header, overlap, settled, signal }: End,
  ask: (question: Question) => Promise<Received>,
): Promise<Checked> {
  if (overlap && nanoseconds(overlap.second) >= BigInt(settled)) return { ...unchecked, check: 'nothing' }
  let more = false
  const enough = new AbortController()
  const again = await ask({
    url: within(overlap ? fromSecond(url, overlap.second) : url, { endTimestamp: settled }),
    signal: AbortSignal.any([signal, enough.signal]),
    known: header,
    overlap,
    onBytes: () => {
      more = true
      enough.abort()
    },
  })
  if (more) return { ...unchecked, check: 'more' }
  if (again.ending !== 'whole') {
    const checkError = again.error ?? said('The question whether rows follow was stopped.')
    return { check: 'unchecked', checkError, checkAgain: brokeOff(again) }
  }
  return { ...unchecked, check: again.missing > 0 ? 'changed' : 'nothing' }
}
