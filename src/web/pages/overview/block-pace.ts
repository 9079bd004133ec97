import { useState } from 'react'
import { toMilliseconds } from '../../format/time.ts'
import type { NodeState } from '../../api/status/node-status.ts'

interface Seen {
  base: string
  height: bigint
  time: bigint
}

/** Fewer blocks say little about the pace. */
const enough = 3n

/** Milliseconds per block since the page opened; undefined until a few have passed. */
export function paceOf(first: Seen, last: Seen): number | undefined {
  const blocks = last.height - first.height
  if (blocks < enough || last.time <= first.time) return undefined
  return toMilliseconds(last.time - first.time) / Number(blocks)
}

export function useBlockPace({ base, height, blockTime }: NodeState): number | undefined {
  const [first, setFirst] = useState<Seen>()
  if (height === undefined || blockTime === undefined) return undefined
  const now: Seen = { base, height: BigInt(height), time: blockTime }
  if (first?.base !== base || now.height < first.height) {
    setFirst(now)
    return undefined
  }
  return paceOf(first, now)
}
