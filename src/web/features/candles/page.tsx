import { type CSSProperties, type KeyboardEvent, lazy, type PointerEvent, Suspense, useRef, useState } from 'react'
import { useMarkets } from '../../entities/labels.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useNodeStaleness } from '../../entities/staleness.ts'
import { useTabTitle } from '../../ui/feedback/tab-state.ts'
import { ChartBody, noTradesBecause } from './chart/chart-body.tsx'
import { ChartCredit } from './chart/chart-skeleton.tsx'
import { tabTitle } from './data/bar-format.ts'
import { candleIdName } from './data/compared.ts'
import { Notices } from './panels/notices.tsx'
import { RangeStatisticsBar } from './panels/range-statistics-bar.tsx'
import { Toolbar } from './panels/toolbar.tsx'
import { RangeBar } from './ranges/range-bar.tsx'
import { TypedBox } from './typed/typed-box.tsx'
import { type PageProps, useCandlesPage, useCompact } from './use-candles-page.ts'
import styles from './page.module.css'

/** Lazy-loaded: closed by default, and the grid is no small part of the page. */
const TablePanel = lazy(async () => ({ default: (await import('./table/candle-table-panel.tsx')).TablePanel }))

/** Lazy-loaded: shown only while the address names a party. */
const SumsStrip = lazy(async () => ({ default: (await import('./ledger/sums-strip.tsx')).SumsStrip }))
const MarkPopover = lazy(async () => ({ default: (await import('./ledger/sums-strip.tsx')).MarkPopover }))

/** Lazy-loaded: shown only while something is measured. */
const MeasureBar = lazy(async () => ({ default: (await import('./measure/measure-bar.tsx')).MeasureBar }))

/** Why there are no figures: an unknown market, one that does not trade, or a range without candles. */
function useAbsentWords({ rows, state, subject }: PageProps['page']): string | undefined {
  const { byId, state: listed } = useMarkets()
  const { marketId, label } = subject
  if (rows.length > 0 || state.phase !== 'ready') return undefined
  const isUnknown = marketId !== undefined && listed === 'known' && !byId.has(marketId)
  return isUnknown
    ? 'No figures: this node lists no such market.'
    : `No figures: no candles in this range.${noTradesBecause(label?.state)}`
}

/** What lies over the chart, so that nothing moves it. */
function Floats({ page }: PageProps) {
  const { view, rows, format, measuring, subject, address, navigation } = page
  const { byId } = useMarkets()
  return (
    <div className={styles.floats}>
      <Notices
        {...page}
        nameOf={(candleId) => candleIdName(candleId, byId, subject.interval?.name)}
        range={address.search}
        onInterval={navigation.toLongerInterval}
      />
      {measuring.on && (
        <Suspense fallback={null}>
          <MeasureBar view={view} rows={rows} format={format} onClose={measuring.stop} />
        </Suspense>
      )}
    </div>
  )
}

/** Share of the stage that the table takes, in percent. */
const defaultShare = 40
const [minShare, maxShare, step] = [20, 75, 5]

const within = (share: number): number => Math.min(maxShare, Math.max(minShare, Math.round(share)))

interface TableSplitProps {
  share: number
  onShare: (share: number) => void
}

/** The border between chart and table, moved by pointer or arrow keys. */
function TableSplit({ share, onShare }: TableSplitProps) {
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

/** Candle page of a market: chart, figures and table in sync, history on demand, and live updates. */
export function CandlesPage() {
  const element = useRef<HTMLDivElement>(null)
  const page = useCandlesPage(element)
  const { name, title, subject, address, view, controller, format, ledger } = page
  const compact = useCompact()
  const absent = useAbsentWords(page)
  const [share, setShare] = useState(defaultShare)
  const { search } = address
  const called = subject.label || subject.marketId === undefined ? name : 'Candles'
  // A price that is no longer read, or that of an earlier range, is not that of this moment.
  const { newer } = page.state
  const isOld = useNodeStaleness()?.cause === 'values' || newer.error !== undefined || newer.more
  useTabTitle({
    now: tabTitle(called, subject, isOld ? [] : page.rows, search.to),
    staticTitle: tabTitle(called, subject, [], search.to),
  })
  const table = search.table === 'on'
  const isEmpty = page.state.phase === 'ready' && page.rows.length === 0
  return (
    <div ref={element} className={styles.page} style={{ '--share': share / 100 } as CSSProperties}>
      <Toolbar page={page} />
      <Panel flush>
        <div className={styles.stage} data-table={table ? 'on' : undefined}>
          <div className={styles.chart}>
            <ChartBody key={`${page.node} ${subject.interval?.candleId}`} page={page} />
            <Floats page={page} />
            {ledger && (
              <Suspense fallback={null}>
                <MarkPopover ledger={ledger} view={view} rows={page.rows} length={format.length} />
              </Suspense>
            )}
          </div>
          {table && <TableSplit share={share} onShare={setShare} />}
          {table && (
            <Suspense fallback={<Skeleton rows={6} />}>
              <TablePanel {...{ view, format, title, ledger }} onPoint={(start) => controller?.point(start)} />
            </Suspense>
          )}
        </div>
        <RangeBar page={page} />
        <div className={styles.foot}>
          {ledger ? (
            <Suspense fallback={<div className={styles.sums} />}>
              <SumsStrip {...{ ledger, view }} zone={page.zone} idle={isEmpty} />
            </Suspense>
          ) : (
            <RangeStatisticsBar view={view} format={format} skipped={search.empty === 'skip'} absent={absent} />
          )}
          {compact && <ChartCredit />}
        </div>
      </Panel>
      <TypedBox page={page} />
    </div>
  )
}
