// Rows that are not in the document have no table: the roles of an ARIA grid say what tags cannot.
import { useId, useMemo, useState, type CSSProperties, useLayoutEffect } from 'react'
import { ActiveCellTooltip, GridBody, GridSkeleton } from './grid-body.tsx'
import cardStyles from './cards/cards.module.css'
import styles from './data-grid.module.css'
import { pinnedWidth, trackStyle } from './columns/grid-columns.tsx'
import { GridFooter } from './grid-footer.tsx'
import { GridHeader } from './grid-header.tsx'
import { cellId, exactId, headRow } from './grid-keyboard.ts'
import { GridMessage } from './grid-message.tsx'
import { IdCardLayer } from './id-card/id-card-layer.tsx'
import { type DataGridProps, useGridLayout } from './use-grid-layout.ts'
import { EmptyColumnsNote, GridBar } from './toolbar/grid-bar.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import { loadMeanings } from '../entities/meanings.ts'
import { StillWaiting } from '../ui/feedback/skeleton.tsx'
import { classNames } from '../ui/class-names.ts'
import { listen, onResize } from '../listen.ts'

/** Px that hide nothing: the handle of the last column stands out by this much. */
const slack = 8

/** Says at which edges columns are cut, for the fade over them; `width` is that of the columns. Outside React: it follows the scrolling. */
function useEdgeFade(scroller: HTMLElement | null, width: unknown): void {
  useLayoutEffect(() => {
    const view = scroller?.parentElement
    if (!scroller || !view) return undefined
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth, offsetWidth } = scroller
      const rest = scrollWidth - clientWidth - Math.abs(scrollLeft)
      view.toggleAttribute('data-more-end', rest > slack)
      view.toggleAttribute('data-more-start', Math.abs(scrollLeft) > slack)
      view.style.setProperty('--scrollbar', `${offsetWidth - clientWidth}px`)
    }
    const stops = [
      onResize([scroller, ...scroller.children], measure),
      listen(scroller, { scroll: measure }, { passive: true }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [scroller, width]) // other columns change what is cut
}

/** The one table of the dashboard: the visible rows of cursor pages, one tab stop, the keys of an ARIA grid. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, list, listing, sorting, open, followsChart } = props
  const id = useId()
  // In state, not in a ref: sizes and the row window are computed again once they are mounted.
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const layout = useGridLayout(props, panel, scroller)
  const { columns, cards, count, empty, find, head, rowHeight, rows } = layout
  const { active, announcement, onKeyDown, onPointerDown, onCopy, onFocus, onPick, onSort, onStep, onClose } =
    useGridKeys(id, props, scroller, layout)
  const tracks = useMemo(() => (cards ? {} : trackStyle(columns)), [cards, columns])
  const pinned = cards ? '0' : pinnedWidth(columns)
  useEdgeFade(scroller, tracks.minWidth)
  const onHead = active?.row === headRow
  const activeCell = active && !onHead ? cellId(id, active) : undefined
  const waiting = listing.status === 'waiting'

  return (
    <section ref={setPanel} className={styles.panel} data-loaded={listing.loaded}>
      <GridBar
        columns={props.columns}
        count={count}
        find={find}
        onStep={onStep}
        onClose={onClose}
        sorting={sorting}
        cards={cards}
      />
      <div className={styles.view} style={{ '--pinned': pinned } as CSSProperties}>
        <div
          ref={setScroller}
          className={classNames(styles.scroller, cards && cardStyles.cards)}
          data-short={layout.short}
          style={{ scrollPaddingInlineStart: pinned, scrollPaddingTop: head }}
          data-keep-scroll={followsChart ? undefined : list}
          role="grid"
          aria-label={label}
          aria-busy={waiting || listing.busy !== undefined}
          aria-rowcount={listing.end === 'more' || waiting ? -1 : listing.count + 1}
          aria-readonly="true"
          aria-describedby={`${id}-keys`}
          aria-activedescendant={active ? cellId(id, active) : undefined}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
          onCopy={onCopy}
          onFocus={onFocus}
          onFocusCapture={loadMeanings}
          onPointerEnter={loadMeanings}
        >
          <GridHeader
            id={id}
            columns={columns}
            tracks={tracks}
            activeColumn={onHead ? active.column : -1}
            sort={sorting?.sort}
            onSort={onSort}
            cards={cards}
          />
          <GridBody
            id={id}
            rowHeight={rowHeight}
            offsetPx={layout.offsetPx}
            columns={columns}
            tracks={tracks}
            rows={rows}
            count={count}
            active={active}
            open={open}
            needle={find.needle}
            found={find.row}
            cards={cards}
            onPick={onPick}
          />
          {waiting ? <GridSkeleton columns={columns.length} cards={cards} tracks={tracks} height={rowHeight} /> : null}
        </div>
      </div>
      {waiting ? <StillWaiting what={`the ${label.toLowerCase()}`} /> : null}
      <ActiveCellTooltip id={exactId(id)} cell={activeCell} scroller={scroller} />
      <IdCardLayer scroller={scroller} />
      <span id={`${id}-keys`} hidden>
        Enter opens a row, c copies a cell, Control A and Control C copy all loaded rows, i explains the id in a cell
      </span>
      <output className="visually-hidden">{announcement}</output>
      <GridMessage {...props} />
      <EmptyColumnsNote {...empty} />
      <GridFooter listing={listing}>{props.foot}</GridFooter>
    </section>
  )
}
