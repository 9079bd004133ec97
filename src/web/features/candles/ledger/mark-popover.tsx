import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { plural } from '../../../format/words.ts'
import { markGroupWords } from '../../../ledger/rows/groups.ts'
import { signedAmount } from '../../../ledger/ledger-words.ts'
import { Anchor } from '../../../ui/inputs/anchor.tsx'
import { useObservable } from '../../../use-observable.ts'
import type { ChartView } from '../chart/chart-view.ts'
import type { Row } from '../data/candle-rows.ts'
import { indexAt } from '../data/merge-candles.ts'
import { spanOf } from './statement-of-bar.ts'
import type { LedgerOnChart } from './use-market-ledger.ts'
import styles from './mark-popover.module.css'

/** Time in ms in which the pointer may go from a mark to its popover. */
const leaveMs = 300
const gap = 12

interface MarkPopoverProps {
  ledger: LedgerOnChart
  view: ChartView
  rows: readonly Row[]
  length: bigint | undefined
}

/** The exact sum of the mark under the pointer, and the way to its entries: below and to the right of it, where there is room. */
export function MarkPopover({ ledger, view, rows, length }: MarkPopoverProps) {
  const hovered = useObservable(view.mark)
  const [shown, setShown] = useState(hovered)
  const [isOver, setOver] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  if (hovered && hovered !== shown) setShown(hovered)
  useEffect(() => {
    if (hovered || isOver) return undefined
    const timer = setTimeout(() => setShown(undefined), leaveMs)
    return () => clearTimeout(timer)
  }, [hovered, isOver])
  useLayoutEffect(() => {
    const element = box.current
    const room = element?.parentElement
    if (!element || !room || !shown) return
    const [right, below] = [shown.x + gap, shown.y + gap]
    const { offsetWidth, offsetHeight } = element
    element.style.left = `${right + offsetWidth > room.clientWidth ? Math.max(0, shown.x - gap - offsetWidth) : right}px`
    element.style.top = `${below + offsetHeight > room.clientHeight ? Math.max(0, shown.y - gap - offsetHeight) : below}px`
  }, [shown])
  const mark = shown && ledger.bars.get(shown.start)?.marks.get(shown.group)
  if (!shown || !mark) return null
  const span = spanOf(rows, { first: indexAt(rows, shown.start) }, length)
  const href = span && ledger.statementOf(span)
  return (
    // Keys reach the same by E and by the table.
    <div
      ref={box}
      className={styles.popover}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
    >
      <span>{markGroupWords[shown.group]}</span>
      <p>
        <b>{signedAmount(mark.sum, ledger.decimals)}</b> {ledger.unit}
      </p>
      <span>
        {plural(mark.entries, 'entry', 'entries')}
        {href !== undefined && (
          <>
            {' \u00b7 '}
            <Anchor href={href}>open in statement</Anchor>
          </>
        )}
      </span>
    </div>
  )
}
