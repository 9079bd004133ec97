import { type LastBlock, readLastBlock } from '../database/chain.ts'
import { RecentRead } from '../recent-read.ts'
import type { Db } from '../database/db.ts'

/** The newest stored block, at most 200 ms old; null when there is none, undefined when the database does not answer. */
export type RecentBlock = () => Promise<LastBlock | null | undefined>

const maxAgeMs = 200
/** A response that needs no database does not wait longer for its headers. */
const timeoutMs = 1000

export function recentBlockOf(db: Db): RecentBlock {
  // The response itself reports a database that fails; its headers are then left out.
  const read = (): ReturnType<RecentBlock> =>
    readLastBlock(db, AbortSignal.timeout(timeoutMs)).then(
      (block) => block ?? null,
      () => undefined,
    )
  const newest = new RecentRead(read, maxAgeMs)
  return async () => {
    const shown = db.shownHeight?.() ?? 0n
    const found = await newest.get()
    // A page has shown a newer one in the meantime.
    return found && BigInt(found.height) < shown ? newest.again() : found
  }
}

/** `X-Block-Height` and `X-Block-Timestamp` (wire.md 10.4); `0` before the first block. */
export function blockHeaders(block: LastBlock | null | undefined): Record<string, string> {
  if (block === undefined) return {}
  return { 'X-Block-Height': block?.height ?? '0', 'X-Block-Timestamp': block?.time ?? '0' }
}
