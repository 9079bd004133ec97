import { groupDigits } from '../../../format/amount.ts'
import { useSettled } from '../use-throttled-value.ts'
import type { View } from '../chart/viewport-store.ts'

/** How many rows the table holds, for the line above it. */
export function RowCount({ view }: { view: View }) {
  const seen = useSettled(view.visible, view.pace)
  if (!seen) return null
  const count = Math.max(0, seen.last - seen.first + 1)
  return <>{`${groupDigits(String(count))} ${count === 1 ? 'candle' : 'candles'}, row follows the crosshair`}</>
}
