import type { MarkGroup } from '../../../ledger/rows/groups.ts'
import { markShapes } from './mark-shape.ts'

/** A mark as the chart draws it, money coming in, beside its name. */
export function MarkKey({ group }: { group: MarkGroup }) {
  const { path, token, sizes } = markShapes[group]
  const colour = `var(${token})`
  const isLiquidation = group === 'liquidation'
  return (
    <svg viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
      <path
        d={path(sizes[1], true)}
        fill={colour}
        stroke={isLiquidation ? 'var(--text-inverse)' : 'none'}
        strokeWidth={1.5}
      />
    </svg>
  )
}
