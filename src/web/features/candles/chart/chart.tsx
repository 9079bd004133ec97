import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './chart.module.css'
import { createEngine, type Engine } from './chart-controller.ts'
import type { Scene } from './chart-model.ts'
import type { View } from './viewport-store.ts'

export interface ChartProps {
  scene: Scene
  view: View
  /** The accessible name: what is charted. */
  label: string
  /** Reports the engine once it is ready, and undefined when it is removed. */
  onEngine: (engine: Engine | undefined) => void
  /** Screen reader text for a row, identified by its start. */
  speak: (start: string) => string
  /** Screen reader text for the measurement. */
  speakMeasure: () => string
  onTable: () => void
  /** Sets a measuring point at the crosshair. */
  onMeasure: () => void
  onMeasureEnd: () => void
}

const screen = 0.9
const speakAfter = 300

/** The action bound to a key; undefined for keys the chart does not handle. */
function keyAction(
  event: KeyboardEvent,
  engine: Engine,
  { view, onTable, onMeasure, onMeasureEnd }: ChartProps,
): (() => void) | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined
  const seen = view.visible.get()
  const page = Math.max(1, Math.round(((seen?.last ?? 0) - (seen?.first ?? 0)) * screen))
  const far = event.shiftKey
  switch (event.key) {
    case 'ArrowLeft':
      return () => (far ? engine.pan(-10) : engine.step(-1))
    case 'ArrowRight':
      return () => (far ? engine.pan(10) : engine.step(1))
    case 'ArrowUp':
      return far ? () => engine.stretch(0.8) : undefined
    case 'ArrowDown':
      return far ? () => engine.stretch(1.25) : undefined
    case 'PageUp':
      return () => engine.pan(-page)
    case 'PageDown':
      return () => engine.pan(page)
    case 'Home':
      return () => (far ? engine.toOldest() : engine.point(seen?.rows[seen.first]?.start))
    case 'End':
      return () => (far ? engine.toNewest() : engine.point(seen?.rows.at(seen.last)?.start))
    case '+':
    case '=':
      return () => engine.zoom(0.8)
    case '-':
    case '_':
      return () => engine.zoom(1.25)
    case 'a':
    case 'A':
      return () => engine.fitPrices()
    case 't':
    case 'T':
      return onTable
    case 'm':
    case 'M':
      return onMeasure
    case 'l':
    case 'L':
      return () => engine.toNewest()
    case 'Escape':
      if (view.measure.get().phase !== 'off') return onMeasureEnd
      return view.cursor.get() === undefined ? undefined : () => engine.point(undefined)
    default:
      return undefined
  }
}

/** The rendered chart: focusable, with keyboard equivalents of the pointer gestures and a spoken text per bar. */
export function Chart(props: ChartProps) {
  const { scene, view, label, onEngine, speak, speakMeasure } = props
  const [engine, setEngine] = useState<Engine>()
  const [spoken, setSpoken] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const help = useId()

  const mount = useCallback(
    (element: HTMLDivElement) => {
      const made = createEngine(element, view)
      setEngine(made)
      onEngine(made)
      return () => {
        onEngine(undefined)
        setEngine(undefined)
        made.remove()
      }
    },
    [view, onEngine],
  )
  useLayoutEffect(() => engine?.show(scene), [engine, scene])
  useEffect(() => () => clearTimeout(timer.current), [])

  const say = useCallback((words: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSpoken(words), speakAfter)
  }, [])
  useEffect(
    () =>
      view.measure.subscribe(() => {
        if (view.measure.get().phase !== 'off') say(speakMeasure())
      }),
    [view, say, speakMeasure],
  )

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const act = engine && keyAction(event, engine, props)
    if (!act) return
    event.preventDefault()
    const before = view.cursor.get()
    act()
    const start = view.cursor.get()
    if (start === undefined || start === before) return
    say(speak(start))
  }

  return (
    <>
      {/* role="application": otherwise a screen reader intercepts the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="application"
        aria-roledescription="candle chart"
        aria-label={label}
        aria-describedby={help}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it handles keys
        tabIndex={0}
        className={styles.chart}
        onKeyDown={onKeyDown}
      >
        <div ref={mount} className={styles.canvas} />
      </div>
      <p id={help} className="visually-hidden">
        Left and right arrows move from bar to bar, with shift they move the view. Plus and minus zoom. Page up and page
        down move by a screen. Home and End go to the first and last bar in view, with shift to the oldest and newest
        loaded, L to the latest. Shift with up and down stretches the price scale, A fits it. M measures from the bar
        under the crosshair, and again to the next; Escape stops. T shows or hides the table.
      </p>
      <output className="visually-hidden" aria-live="polite">
        {spoken}
      </output>
    </>
  )
}
