import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useObservable } from '../../../use-observable.ts'
import type { ChartController } from '../chart/chart-controller.ts'
import type { ChartView } from '../chart/chart-view.ts'
import { type BarFormat, priceText } from '../data/bar-format.ts'
import { type PriceLine, withLine } from './price-lines.ts'
import styles from './line-handles.module.css'

export interface LineHandlesProps {
  view: ChartView
  controller: ChartController
  format: BarFormat
  lines: readonly PriceLine[]
  /** Words of a line that alerts. */
  alertWords: string
  /** `done` is false while a line is being dragged. */
  onLines: (lines: readonly PriceLine[], done: boolean) => void
}

/** Steps of the smallest price difference on the chart. */
const keySteps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 100, PageDown: -100 }

/** The lines of the reader as sliders over the chart: moved by hand or arrows, Delete takes one away, Enter sets its alert. */
export function LineHandles({ view, controller, format, lines, alertWords, onLines }: LineHandlesProps) {
  const tops = useObservable(view.lineTops)
  const dragged = useRef<number>(undefined)
  const moved = (at: number, price: string): readonly PriceLine[] =>
    lines.some((line, index) => index !== at && line.price === price)
      ? lines
      : lines.map((line, index) => (index === at ? { ...line, price } : line))

  const onKeyDown = (at: number, line: PriceLine) => (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    const steps = (keySteps[key] ?? 0) * (shiftKey ? 10 : 1)
    const next =
      steps !== 0
        ? moved(at, controller.priceBeside(line.price, steps))
        : key === 'Delete' || key === 'Backspace'
          ? withLine(lines, line.price, undefined)
          : key === 'Enter' || key === ' '
            ? lines.map((one) => (one === line ? { ...one, alert: !one.alert } : one))
            : undefined
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    onLines(next, true)
  }
  const onPointerDown = (at: number) => (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = at
  }
  const onPointerMove = ({ clientY }: PointerEvent) => {
    const at = dragged.current
    const price = at === undefined ? undefined : controller.priceAt(clientY)
    if (at !== undefined && price !== undefined) onLines(moved(at, price), false)
  }
  const onPointerUp = () => {
    if (dragged.current !== undefined) onLines(lines, true)
    dragged.current = undefined
  }

  return lines.map((line, at) => (
    <div
      // While it is dragged, it stays the same handle.
      key={at}
      role="slider"
      tabIndex={0}
      aria-label="Price line"
      aria-orientation="vertical"
      aria-valuenow={Number(line.price)}
      aria-valuetext={`${priceText(line.price, format)}${line.alert ? `, ${alertWords}` : ''}`}
      title="Drag, or press the arrow keys; Enter sets an alert, Delete removes the line"
      className={styles.handle}
      data-price={line.price}
      style={{ top: tops[at] ?? -99 }}
      onKeyDown={onKeyDown(at, line)}
      onPointerDown={onPointerDown(at)}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    />
  ))
}
