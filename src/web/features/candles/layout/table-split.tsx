import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import styles from './table-split.module.css'

/** Share of the stage that the table takes, in percent. */
export const defaultShare = 40
const [minShare, maxShare, step] = [20, 75, 5]

const within = (share: number): number => Math.min(maxShare, Math.max(minShare, Math.round(share)))

interface TableSplitProps {
  share: number
  onShare: (share: number) => void
}

/** The border between chart and table, moved by pointer or arrow keys. */
export function TableSplit({ share, onShare }: TableSplitProps) {
  const dragging = useRef(false)
  const onKeyDown = (event: KeyboardEvent): void => {
    const shares: Readonly<Record<string, number>> = {
      ArrowUp: share + step,
      ArrowDown: share - step,
      PageUp: share + 3 * step,
      PageDown: share - 3 * step,
      Home: minShare,
      End: maxShare,
    }
    const next = shares[event.key]
    if (next === undefined) return
    event.preventDefault()
    onShare(within(next))
  }
  const onPointerMove = ({ clientY, currentTarget }: PointerEvent): void => {
    const stage = dragging.current ? currentTarget.parentElement?.getBoundingClientRect() : undefined
    if (stage && stage.height > 0) onShare(within(((stage.bottom - clientY) / stage.height) * 100))
  }
  const drag = (on: boolean) => (event: PointerEvent<HTMLDivElement>) => {
    dragging.current = on
    if (on) event.currentTarget.setPointerCapture(event.pointerId)
  }
  return (
    // A focusable separator is a control (WAI-ARIA's window splitter); no element is one.
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the table"
      aria-valuenow={share}
      aria-valuemin={minShare}
      aria-valuemax={maxShare}
      aria-valuetext={`${share} % of the chart area`}
      tabIndex={0}
      title="Drag, or press the arrow keys"
      className={styles.split}
      onKeyDown={onKeyDown}
      onPointerDown={drag(true)}
      onPointerMove={onPointerMove}
      onPointerUp={drag(false)}
      onPointerCancel={drag(false)}
      onDoubleClick={() => onShare(defaultShare)}
    />
  )
}
