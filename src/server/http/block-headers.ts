import { type LastBlock, readLastBlock } from '../store/chain.ts'
import type { Db } from '../store/db.ts'

/** The newest stored block, at most 200 ms old; null when there is none, undefined when the database is away. */
export type RecentBlock = () => Promise<LastBlock | null | undefined>

const freshFor = 200
/** Headers are not worth more waiting than this, in milliseconds: an answer that needs no database goes without them. */
const timeoutMs = 1000

/** One query serves every request of a fifth of a second. */
export function recentBlockOf(db: Db): RecentBlock {
  let askedAt = -Infinity
  let answer: ReturnType<RecentBlock> = Promise.resolve(undefined)
  return () => {
    const now = performance.now()
    if (now - askedAt > freshFor) {
      askedAt = now
      // A database that is away is told by the answer itself; the headers are then left out.
      answer = readLastBlock(db, AbortSignal.timeout(timeoutMs)).then(
        (block) => block ?? null,
        () => undefined,
      )
    }
    return answer
  }
}

/** `X-Block-Height` and `X-Block-Timestamp` (wire.md 10.4); `0` before the first block. */
export function blockHeaders(block: LastBlock | null | undefined): Record<string, string> {
  if (block === undefined) return {}
  return { 'X-Block-Height': block?.height ?? '0', 'X-Block-Timestamp': block?.time ?? '0' }
}
