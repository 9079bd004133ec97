import { plural } from '../../../format/words.ts'
import { useSettled } from '../use-throttled-value.ts'
import type { View } from '../chart/viewport-store.ts'

/** Number of rows in the table, for its summary line. */
export function RowCount({ view }: { view: View }) {
  const seen = useSettled(view.visible, view.pace)
  if (!seen) return null
  const count = Math.max(0, seen.last - seen.first + 1)
  return <>{`${plural(count, 'candle')}, row follows the crosshair`}</>
}
