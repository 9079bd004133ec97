import { formatAge } from '../../../format/duration.ts'
import { formatInstant, toMilliseconds, type Zone } from '../../../format/time.ts'
import { useNow } from '../../../ui/use-now.ts'
import { clockOffset } from '../../../api/status/server-clock.ts'
import { isGap } from '../data/merge-candles.ts'
import type { Row } from '../data/fill-gaps.ts'
import { Exact } from '../../../ui/display/exact.tsx'

/** Age of the newest loaded trade by the node's clock; shows the exact time on focus or hover. */
export function LastTrade({ rows, zone }: { rows: readonly Row[]; zone: Zone }) {
  const now = useNow() + clockOffset()
  const last = rows.findLast((row) => !isGap(row))
  if (!last) return null
  const age = formatAge(Math.max(0, now - toMilliseconds(BigInt(last.lastUpdate))))
  return (
    <Exact className="muted" exact={formatInstant(last.lastUpdate, zone, { precision: 'milli' })}>
      Last trade {age} ago
    </Exact>
  )
}
