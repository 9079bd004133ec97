import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useObservable } from '../../../use-observable.ts'
import { spokenBar } from '../data/bar-format.ts'
import { indexAt } from '../data/merge-candles.ts'
import { spokenEntries } from '../ledger/ledger-bars.ts'
import { LineHandles, type LineHandlesProps } from '../lines/line-handles.tsx'
import type { PriceLine } from '../lines/price-lines.ts'
import { measuredOf, measureWords, spokenMeasure } from '../measure/measure.ts'
import { Legend, type LegendProps } from '../panels/legend.tsx'
import type { ChartView } from './chart-view.ts'
import { type ChartController, type ChartPlace, createChartController } from './chart-controller.ts'
import styles from './chart.module.css'

export interface ChartFrameProps extends Omit<LegendProps, 'controller'> {
  /** Own lines, and what is said of those that alert; a page without them has no menu of the chart either. */
  own?: { lines: readonly PriceLine[]; alertWords: string; onLines: LineHandlesProps['onLines'] }
  onMenu?: (place: ChartPlace) => void
  /** Between the two axes. */
  corner?: ReactNode
  /** Market and interval as text. */
  title: string
  onController: (controller: ChartController | undefined) => void
  /** Sets a measuring point at the crosshair. */
  onMeasure: () => void
  onMeasureEnd: () => void
  /** What further keys the page around it has, in a sentence; those of the page of candles by default. */
  pageKeys?: string
}

const candlesPageKeys = `M measures from the candle under the crosshair, and again to the next; Escape stops. Shift and F10
  open the menu of the candle. T shows or hides the table, F fills the screen. E
  opens the statement at the candle while a party's ledger is shown.`

/** Share of the view that Page Up and Page Down move by. */
const screen = 0.9
/** Delay in ms after the last move of the crosshair. */
const speakAfter = 300

type Keys = Readonly<Record<string, ((far: boolean) => void) | undefined>>

function keysOf(controller: ChartController, { view, onMeasure, onMeasureEnd }: ChartFrameProps): Keys {
  const seen = view.visible.get()
  const page = Math.max(1, Math.round(((seen?.last ?? 0) - (seen?.first ?? 0)) * screen))
  const [zoomIn, zoomOut] = [() => controller.zoom(0.8), () => controller.zoom(1.25)]
  const hidden = view.cursor.get() === undefined
  return {
    arrowleft: (far) => (far ? controller.pan(-10) : controller.step(-1)),
    arrowright: (far) => (far ? controller.pan(10) : controller.step(1)),
    'shift arrowup': () => controller.stretch(0.8),
    'shift arrowdown': () => controller.stretch(1.25),
    pageup: () => controller.pan(-page),
    pagedown: () => controller.pan(page),
    'shift pageup': () => controller.maximiseNext(-1),
    'shift pagedown': () => controller.maximiseNext(1),
    home: (far) => (far ? controller.toOldest() : controller.point(seen?.rows[seen.first]?.start)),
    end: (far) => (far ? controller.toNewest() : controller.point(seen?.rows.at(seen.last)?.start)),
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    _: zoomOut,
    a: controller.fitPrices,
    m: onMeasure,
    l: controller.toNewest,
    escape: view.measure.get().phase !== 'off' ? onMeasureEnd : hidden ? undefined : () => controller.point(undefined),
  }
}

function spokenCursor({ scene: { rows, format, ledger }, view }: ChartFrameProps): string {
  const start = view.cursor.get()
  const row = start === undefined ? undefined : rows[indexAt(rows, start)]
  if (!row) return ''
  const entries = ledger ? spokenEntries(ledger.bars.get(row.start), ledger.unit, ledger.decimals) : ''
  return spokenBar(row, format) + entries
}

function spokenMeasuring({ scene: { rows, format }, view }: ChartFrameProps): string {
  const state = view.measure.get()
  if (state.phase === 'off') return ''
  const measure = measuredOf(state)
  const words = measure && measureWords(rows, measure, format)
  if (words) return spokenMeasure(words)
  return state.phase === 'from' ? 'Measuring: set the first point.' : 'First point set. Set the second.'
}

const [longPressMs, steadyPx] = [500, 8]

/** A finger that stays where it is put, in px of the window; browsers of phones tell of it as a context menu or not at all. */
function useLongPress(onPress: (at: { x: number; y: number }) => void) {
  const pressed = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  const end = () => {
    clearTimeout(pressed.current?.timer)
    pressed.current = undefined
  }
  useEffect(() => end, [])
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      end()
      if (pointerType === 'touch' && isPrimary)
        pressed.current = { x, y, timer: setTimeout(() => onPress({ x, y }), longPressMs) }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x = clientX, y = clientY } = pressed.current ?? {}
      if (Math.hypot(clientX - x, clientY - y) > steadyPx) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

/** Text for screen readers, once no other has followed for a while. */
function useSpoken() {
  const [spoken, setSpoken] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const say = useCallback((words: string) => {
    if (words === '') return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSpoken(words), speakAfter)
  }, [])
  return { spoken, say }
}

/** Shows that the borders between panes can be dragged. */
const PaneGrips = ({ view }: { view: ChartView }) =>
  useObservable(view.panes)
    .slice(1)
    .map(({ key, top }) => <i key={key} className={styles.grip} style={{ top }} data-grip aria-hidden="true" />)

/** The chart below its legend: focusable, with keyboard equivalents of the pointer gestures and a spoken text per candle. */
export function ChartFrame(props: ChartFrameProps) {
  const { scene, view, title, own, onMenu, corner, onController, pageKeys = candlesPageKeys } = props
  // Not the page's state: after a change of market, that is the previous chart's controller until this one is reported.
  const [controller, setController] = useState<ChartController>()
  const { spoken, say } = useSpoken()
  const help = useId()

  const mount = useCallback(
    (element: HTMLDivElement) => {
      const created = createChartController(element, view)
      setController(created)
      onController(created)
      return () => {
        onController(undefined)
        setController(undefined)
        created.remove()
      }
    },
    [view, onController],
  )
  useLayoutEffect(() => controller?.show(scene), [controller, scene])
  const sayMeasuring = useEffectEvent(() => say(spokenMeasuring(props)))
  useEffect(() => view.measure.subscribe(() => sayMeasuring()), [view])

  useLayoutEffect(() => {
    if (own) controller?.setLines(own.lines, own.alertWords)
  }, [controller, own])

  const openMenu = (place: ChartPlace | undefined): boolean => {
    if (place) onMenu?.(place)
    return place !== undefined && onMenu !== undefined
  }
  const onContextMenu = (event: MouseEvent) => {
    if (openMenu(controller?.placeAt(event.clientX, event.clientY))) event.preventDefault()
  }
  const longPress = useLongPress(({ x, y }) => openMenu(controller?.placeAt(x, y)))

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      if (openMenu(controller?.placeOfCursor())) event.preventDefault()
      return
    }
    if (!controller || event.altKey || event.ctrlKey || event.metaKey) return
    const [keys, key] = [keysOf(controller, props), event.key.toLowerCase()]
    const act = (event.shiftKey ? keys[`shift ${key}`] : undefined) ?? keys[key]
    if (!act) return
    event.preventDefault()
    const before = view.cursor.get()
    act(event.shiftKey)
    if (view.cursor.get() !== before) say(spokenCursor(props))
  }

  return (
    <>
      <Legend {...props} controller={controller} />
      {/* role="application": otherwise a screen reader intercepts the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it has the focus and keys of its own */}
      <div
        role="application"
        aria-roledescription="candle chart"
        aria-label={`Candles of ${title}`}
        aria-describedby={help}
        tabIndex={0}
        className={styles.chart}
        data-chart
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        {...longPress}
      >
        <div ref={mount} className={styles.canvas} />
        <PaneGrips view={view} />
        {own && controller && <LineHandles view={view} controller={controller} format={scene.format} {...own} />}
      </div>
      {corner}
      <p id={help} className="visually-hidden">
        Left and right arrows move from candle to candle, with shift they move the view. Plus and minus zoom. Page up
        and page down move by a screen. Home and End go to the first and last candle in view, with shift to the oldest
        and newest loaded, L to the latest. Shift with up and down stretches the price scale, A fits it. Shift with page
        up and page down gives one pane all of the height. {pageKeys}
      </p>
      <output className="visually-hidden" aria-live="polite">
        {spoken}
      </output>
    </>
  )
}
