// Rows that are not in the document have no table: the roles of an ARIA grid say what tags cannot.
import {
  memo,
  useMemo,
  type CSSProperties,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { classNames } from '../ui/class-names.ts'
import { TabStop } from '../ui/inputs/anchor.tsx'
import cardStyles from './cards/cards.module.css'
import styles from './data-grid.module.css'
import { pinnedStyle, type ShownColumn, type TrackStyle } from './columns/grid-columns.tsx'
import { maxBodyHeight, type RowInView } from './fixed-row-virtualizer.ts'
import { cellHas, type Needle } from './find/use-find.ts'
import { cellId, exactId, type CellPosition } from './grid-keyboard.ts'
import { openTooltip, tooltipClass } from '../ui/display/exact.tsx'
import { listen } from '../listen.ts'

interface ActiveCellTooltipProps {
  /** The active cell is described by this id. */
  id: string
  /** The id of the active cell; undefined when no cell of a row is active. */
  cell: string | undefined
  scroller: HTMLElement | null
}

/** Text that may be cut is an element: it has its ellipsis at its end, and the whole of it as the cell's exact value. */
export const cellContent = (content: ReactNode): ReactNode =>
  typeof content === 'string' ? <span data-text>{content}</span> : content

/** Gives cut text its whole value as a title, before it is shown. */
export function titleCutText({ target }: PointerEvent): void {
  if (target instanceof HTMLElement && target.matches('[data-text]'))
    target.title = target.scrollWidth > target.clientWidth ? target.textContent : ''
}

/** The titles within a cell and the text that is cut: exact values, full ids, reasons for a missing value. */
function exactValues(cell: Element | null): string {
  const values = [...(cell?.querySelectorAll<HTMLElement>('[title], [data-text]') ?? [])].flatMap((element) => {
    const { title, textContent, scrollWidth, clientWidth } = element
    if (element.hasAttribute('data-text')) return scrollWidth > clientWidth ? [textContent] : []
    return title !== '' && title !== textContent ? [title] : []
  })
  return [...new Set(values)].join('\n')
}

/** The active cell while the grid has the keyboard focus, until Escape. */
function useWantedCell(cell: string | undefined, scroller: HTMLElement | null): string | undefined {
  const [focused, setFocused] = useState(false)
  const [dismissed, setDismissed] = useState<string>()
  useLayoutEffect(() => {
    if (!scroller) return undefined
    const focusin = ({ target }: Event) => setFocused(target === scroller && scroller.matches(':focus-visible'))
    const keydown = ({ key, target }: KeyboardEvent) => {
      setFocused(target === scroller)
      setDismissed(key === 'Escape' ? (scroller.getAttribute('aria-activedescendant') ?? undefined) : undefined)
    }
    return listen(scroller, { focusin, focusout: () => setFocused(false), keydown })
  }, [scroller])
  return focused && dismissed !== cell ? cell : undefined
}

/** The exact values of the active cell, read from the titles in it: a column states them once. */
export function ActiveCellTooltip({ id, cell, scroller }: ActiveCellTooltipProps) {
  const popup = useRef<HTMLSpanElement>(null)
  const shown = useRef<{ anchor: Element; text: string; close: () => void }>(undefined)
  const target = useWantedCell(cell, scroller)
  // After each render of the grid: the active cell may show another record now.
  useLayoutEffect(() => {
    if (!popup.current || !scroller) return
    const element = cell === undefined ? null : document.getElementById(cell)
    const text = exactValues(element)
    if (popup.current.textContent !== text) popup.current.textContent = text
    const anchor = target === undefined || text === '' ? null : element
    if (anchor === (shown.current?.anchor ?? null) && text === (shown.current?.text ?? text)) return
    shown.current?.close()
    shown.current = anchor ? { anchor, text, close: openTooltip(popup.current, anchor, scroller) } : undefined
  })
  useEffect(() => () => shown.current?.close(), [])
  return <span ref={popup} id={id} role="tooltip" popover="manual" className={tooltipClass} />
}

interface GridBodyProps<Row> {
  id: string
  /** Px. */
  rowHeight: number
  /** Px by which rows are drawn above their own place. */
  offsetPx: number
  columns: readonly ShownColumn<Row>[]
  tracks: TrackStyle
  rows: readonly { readonly original: RowInView<Row> }[]
  count: number
  active: CellPosition | undefined
  open: number | undefined
  /** What the reader looks for, and the row of the match that is shown. */
  needle: Needle | undefined
  found: number | undefined
  cards: boolean
  onPick: (at: CellPosition) => void
}

/** Steps of the place from which places count, px: it changes seldom. */
const basePx = 1_000_000

/** The clicked cell; undefined for clicks on a link or button in it and for the end of a text selection. */
function pickedCell(event: MouseEvent): CellPosition | undefined {
  const { target } = event
  if (!(target instanceof Element) || target.closest('a, button, input')) return undefined
  if ((window.getSelection()?.toString() ?? '') !== '') return undefined
  const cell = target.closest('[role="gridcell"]')
  const row = cell?.parentElement
  if (!cell || !row) return undefined
  return { row: Number(row.getAttribute('aria-rowindex')) - 2, column: Number(cell.getAttribute('aria-colindex')) - 1 }
}

/** The rows of the window, positioned in a body as high as all rows. */
export function GridBody<Row>(props: GridBodyProps<Row>) {
  const { id, rowHeight, offsetPx, columns, tracks, rows, count, active, open, needle, found, cards, onPick } = props
  // Rows keep their own places, so that scrolling draws none again: a browser could not hold places this far down.
  const base = offsetPx === 0 ? 0 : Math.floor(offsetPx / basePx) * basePx
  const style = { height: Math.min(count * rowHeight, maxBodyHeight), minWidth: tracks.minWidth }
  const classes = useMemo(
    () =>
      columns.map(({ column, pinned, lastPinned }) =>
        classNames(
          styles.cell,
          column.align === 'end' && styles.end,
          pinned && styles.pinned,
          lastPinned && styles.lastPinned,
        ),
      ),
    [columns],
  )
  if (count === 0) return null
  return (
    <TabStop value={-1}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- keys are handled by the grid, which holds the focus */}
      <div
        role="rowgroup"
        className={styles.body}
        style={offsetPx === 0 ? style : ({ ...style, '--shift': `${base - offsetPx}px` } as CSSProperties)}
        onPointerOver={titleCutText}
        onClick={(event) => {
          const picked = pickedCell(event)
          if (picked) onPick(picked)
        }}
      >
        {rows.map(({ original: { index, row } }) => (
          <GridRow
            key={index}
            id={id}
            index={index}
            rowHeight={rowHeight}
            base={offsetPx === 0 ? undefined : base}
            tracks={tracks}
            row={row}
            columns={columns}
            classes={classes}
            activeColumn={active?.row === index ? active.column : -1}
            open={open === index}
            needle={needle}
            found={found === index}
            cards={cards}
          />
        ))}
      </div>
    </TabStop>
  )
}

interface GridRowProps<Row> extends Pick<
  GridBodyProps<Row>,
  'id' | 'rowHeight' | 'columns' | 'tracks' | 'needle' | 'cards'
> {
  index: number
  row: Row
  /** Px from which its place counts, where rows are drawn above their own. */
  base: number | undefined
  classes: readonly string[]
  activeColumn: number
  open: boolean
  found: boolean
}

interface Cell<Row> {
  shown: ShownColumn<Row>
  /** Its columns, both included. */
  first: number
  last: number
  words: string | undefined
}

/** The cells of a row: neighbouring columns that have the same words for it share one. */
function cellsOf<Row>(columns: readonly ShownColumn<Row>[], row: Row): Cell<Row>[] {
  const cells: Cell<Row>[] = []
  for (const [index, shown] of columns.entries()) {
    const words = shown.column.span?.(row)
    const before = cells.at(-1)
    if (words !== undefined && before?.words === words && before.shown.pinned === shown.pinned) before.last = index
    else cells.push({ shown, first: index, last: index, words })
  }
  return cells
}

const placeOf = (top: number, base: number | undefined): number | string =>
  base === undefined ? top : `calc(${top - base}px + var(--shift))`

function PlainRow<Row>(props: GridRowProps<Row>) {
  const { id, index, rowHeight, base, tracks, row, columns, classes, activeColumn, open, needle, found, cards } = props
  const cells = cellsOf(columns, row)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={open}
      data-spanned={cells.length < columns.length || undefined}
      data-found={found || undefined}
      className={cards ? `${styles.row} ${cardStyles.row}` : styles.row}
      style={{ top: placeOf(index * rowHeight, base), height: rowHeight, ...tracks }}
    >
      {cells.map(({ shown, first, last, words }) => {
        const isActive = activeColumn >= first && activeColumn <= last
        return (
          <div
            key={shown.column.id}
            id={isActive ? cellId(id, { row: index, column: activeColumn }) : undefined}
            role="gridcell"
            aria-colindex={first + 1}
            aria-colspan={last > first ? last - first + 1 : undefined}
            aria-describedby={isActive ? exactId(id) : undefined}
            data-label={shown.column.header}
            data-bare={(cards && shown.column.card !== undefined) || undefined}
            data-match={(needle && words === undefined && cellHas(shown.column, row, index, needle)) || undefined}
            className={isActive ? `${classes[last]} ${styles.active}` : classes[last]}
            style={
              last > first ? { ...pinnedStyle(shown), gridColumn: `span ${last - first + 1}` } : pinnedStyle(shown)
            }
          >
            {words ?? cellContent(cards && shown.column.card ? shown.column.card(row) : shown.column.cell(row, index))}
          </div>
        )
      })}
    </div>
  )
}

/** Rendered again only when the row changed, not on every scroll step. */
const GridRow = memo(PlainRow) as typeof PlainRow

const boneWidths = ['72%', '58%', '64%', '48%', '80%']

/** Placeholders of the size of rows, so that nothing moves when the rows arrive. */
export function GridSkeleton(props: { columns: number; tracks: TrackStyle; height: number; cards: boolean }) {
  const { columns, tracks, height, cards } = props
  return (
    <div role="rowgroup" aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <div
          key={row}
          className={cards ? `${styles.row} ${cardStyles.row}` : styles.row}
          data-waiting="true"
          style={{ height, ...tracks }}
        >
          {Array.from({ length: columns }, (_, column) => (
            <span key={column} className={styles.cell}>
              <span className="bone" style={{ width: boneWidths[(row * 3 + column * 2) % boneWidths.length] }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
