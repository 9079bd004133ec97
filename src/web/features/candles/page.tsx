import { type CSSProperties, lazy, Suspense, useRef, useState } from 'react'
import { useMarkets } from '../../entities/market/labels.ts'
import { shortId } from '../../format/id.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useTellTitle } from '../../ui/feedback/tab-state.ts'
import { ChartBody } from './chart/chart-body.tsx'
import type { Scene } from './chart/chart-model.ts'
import { Foot, Head } from './controls.tsx'
import { isOverlay } from './indicators/indicator-spec.ts'
import { Credit } from './layout/credit.tsx'
import { useCompact } from './layout/use-compact.ts'
import { defaultShare, TableSplit } from './layout/table-split.tsx'
import styles from './page.module.css'
import { candleIdName } from './panels/compare/candle-id-name.ts'
import { Notices } from './panels/notices/notices.tsx'
import { RangeStatistics } from './panels/range-statistics.tsx'
import { tabTitle } from './tab-title.ts'
import { TypedBox } from './typed/typed-box.tsx'
import type { CandleSubject } from './use-candle-target.ts'
import { type CandlesPageModel, useCandlesPage } from './use-candles-page.ts'

/** Lazy-loaded: closed by default, and the grid is no small part of the page. */
const TablePanel = lazy(async () => ({ default: (await import('./table/candle-table-panel.tsx')).TablePanel }))

/** Lazy-loaded: shown only while something is measured. */
const MeasureBar = lazy(async () => ({ default: (await import('./measure/measure-bar.tsx')).MeasureBar }))

const longestId = 40

/** The heading, and what candles are of in a sentence: the market and its interval, or a candle id that names no market. */
function titleOf({ label, marketId, interval }: CandleSubject) {
  if (marketId === undefined) {
    const id = interval?.candleId ?? ''
    const short = id.length > longestId ? `${id.slice(0, longestId)}…` : id
    return { name: 'Candle id', title: `candle id ${short}`.trim() }
  }
  const name = label?.code ?? shortId(marketId)
  return { name, title: interval ? `${name}, ${interval.label}` : name }
}

/** Panes below volume increase the chart's height instead of shrinking the price pane. */
const panesOf = ({ notional, studies }: Scene): number =>
  Number(notional) + studies.filter((study) => !isOverlay(study)).length

/** What lies over the chart, so that nothing moves it. */
function Floats({ page }: { page: CandlesPageModel }) {
  const { series, state, subject, zone, compared, anchored, unmet, dismiss, address, further, jumps } = page
  const { view, rows, reading, measuring } = page
  const { byId } = useMarkets()
  return (
    <div className={styles.floats}>
      <Notices
        series={series}
        state={state}
        subject={subject}
        zone={zone}
        compared={compared}
        nameOf={(candleId) => candleIdName(candleId, byId, subject.interval?.name)}
        comparable={!anchored}
        unmet={unmet}
        onDismiss={dismiss}
        range={address.search}
        further={further}
        onInterval={jumps.toLongerInterval}
      />
      {measuring.on && (
        <Suspense fallback={null}>
          <MeasureBar view={view} rows={rows} reading={reading} onClose={measuring.stop} />
        </Suspense>
      )}
    </div>
  )
}

/** Candle page of a market: chart, figures and table in sync, history on demand, and live updates. */
export function CandlesPage() {
  const element = useRef<HTMLDivElement>(null)
  const page = useCandlesPage(element)
  const { subject, address, state, view, engine, scene, reading, measuring, jumps } = page
  const compact = useCompact()
  const [share, setShare] = useState(defaultShare)
  const { name, title } = titleOf(subject)
  const { search } = address
  useTellTitle({
    now: tabTitle(name, subject, page.rows, search.to),
    lasting: tabTitle(name, subject, [], search.to),
  })
  const table = search.table === 'on'
  const onPoint = (start: string): void => engine?.point(start)
  const sizes = { '--panes': panesOf(scene), '--share': share / 100 } as CSSProperties
  return (
    <div ref={element} className={styles.page} style={sizes}>
      <Head page={page} name={name} />
      <Panel flush>
        <div className={styles.stage} data-table={table ? 'on' : undefined}>
          <div className={styles.chart}>
            <ChartBody
              key={`${page.node} ${subject.interval?.candleId}`}
              state={state}
              scene={scene}
              view={view}
              engine={engine}
              reading={reading}
              range={search}
              title={title}
              subject={subject}
              onInterval={jumps.toLongerInterval}
              onEngine={page.setEngine}
              onRetry={page.series.retry}
              onLatest={jumps.toLatest}
              onCompare={page.onCompare}
              onMeasure={measuring.mark}
              onMeasureEnd={measuring.stop}
            />
            <Floats page={page} />
          </div>
          {table && <TableSplit share={share} onShare={setShare} />}
          {table && (
            <Suspense fallback={<Skeleton rows={6} />}>
              <TablePanel view={view} reading={reading} title={title} onPoint={onPoint} />
            </Suspense>
          )}
        </div>
        <Foot page={page} />
        <div className={styles.foot}>
          <RangeStatistics view={view} reading={reading} skipped={search.empty === 'skip'} />
          {compact && <Credit />}
        </div>
      </Panel>
      <TypedBox
        intervals={subject.intervals}
        current={subject.marketId}
        onInterval={jumps.toInterval}
        onMarket={jumps.toMarket}
      />
    </div>
  )
}
