import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useNodeState } from '../../entities/use-node-status.ts'
import { usePreference, useZone } from '../../preferences/use-preferences.ts'
import { useObservable } from '../../use-observable.ts'
import type { Engine } from '../../features/candles/chart/chart-controller.ts'
import { ChartFrame } from '../../features/candles/chart/chart-frame.tsx'
import { ChartSkeleton } from '../../features/candles/chart/chart-skeleton.tsx'
import { useScene } from '../../features/candles/chart/use-chart-model.ts'
import type { View } from '../../features/candles/chart/viewport-store.ts'
import type { CandleSeries } from '../../features/candles/data/candle-series.ts'
import type { SeriesState } from '../../features/candles/data/series-state.ts'
import { useReading, useRows, useSession, useTail } from '../../features/candles/data/use-candle-series.ts'
import { RangeStatistics } from '../../features/candles/panels/range-statistics.tsx'
import { useTimeRange } from '../../features/candles/ranges/use-time-range.ts'
import { useSubject } from '../../features/candles/use-candle-target.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { FailureNotice } from '../../ui/feedback/failure.tsx'
import styles from './page.module.css'
import { intervalOf, type PriceRange } from './price-search.ts'
import { failureOf } from '../../client/node-failure.ts'

const nothing: readonly never[] = []
/** Text that the chart says of its keys: the page of a market has no table and measures nothing. */
const noKeys = ''

interface Framed {
  series: CandleSeries
  view: View
  state: SeriesState
  engine: Engine | undefined
  from: string | undefined
}

/** Opens the series at the start of a range and shows the range, once; older candles load as the reader pans to them. */
function useFramed({ series, view, state, engine, from }: Framed): void {
  useLayoutEffect(() => {
    if (from !== undefined) series.open({ from })
  }, [series, from])
  const ready = state.phase === 'ready' && state.candles.length > 0
  useLayoutEffect(() => {
    if (ready && from !== undefined) engine?.frame(from, undefined)
  }, [ready, engine, from])
  useEffect(
    () =>
      view.visible.subscribe(() => {
        const seen = view.visible.get()
        const { phase, older } = series.get()
        const isFree = phase === 'ready' && older.more && !older.loading && !older.error
        if (seen && seen.before < 0 && isFree) void series.loadOlder()
      }),
    [series, view],
  )
}

/** The price of a market over a range up to now, in the manner of the page of candles and followed like there. */
export function PriceChart({ marketId, range, title }: { marketId: string; range: PriceRange; title: string }) {
  const zone = useZone()
  const live = usePreference('live')
  const { base } = useNodeState()
  const given = useMemo(
    () => ({ subject: { marketId }, search: { range, interval: intervalOf(range) } }) as const,
    [marketId, range],
  )
  const subject = useSubject(given)
  const [{ search }] = useTimeRange(given, subject.interval)
  const { from } = search as { from?: string }
  const { interval, labelling } = subject
  const { series, view, state } = useSession(interval?.candleId ?? '', base)
  const [engine, setEngine] = useState<Engine>()
  const rows = useRows(state, interval?.length, false)
  const reading = useReading(subject, zone)
  const scene = useScene({ rows, state, reading, search: {}, studies: nothing, compared: nothing })
  useFramed({ series, view, state, engine, from })
  useTail(interval?.candleId, series, view, live)
  const measuring = useObservable(view.measure, ({ phase }) => phase !== 'off')
  const stopMeasuring = useCallback(() => view.measure.set({ phase: 'off' }), [view])
  useEffect(() => {
    if (measuring) stopMeasuring()
  }, [measuring, stopMeasuring])

  if (state.phase === 'refused' && state.error) {
    return (
      <div className={styles.message}>
        <FailureNotice failure={failureOf(state.error)} what={`the candles of ${title}`} onRetry={series.retry} />
      </div>
    )
  }
  if (labelling || !interval || state.phase === 'waiting' || (state.phase === 'opening' && rows.length === 0)) {
    return <ChartSkeleton label={`Loading the candles of ${title}`} />
  }
  if (rows.length === 0) {
    return (
      <div className={styles.message}>
        <Empty title="No candles">This market has not traded on this node. New trades appear here automatically.</Empty>
      </div>
    )
  }
  return (
    <div className={styles.framed}>
      <div className={styles.drawing}>
        <ChartFrame
          title={`${title}, ${interval.label}`}
          scene={scene}
          view={view}
          engine={engine}
          reading={reading}
          pageKeys={noKeys}
          onEngine={setEngine}
          onCompare={() => undefined}
          onMeasure={() => undefined}
          onMeasureEnd={stopMeasuring}
        />
      </div>
      <RangeStatistics view={view} reading={reading} skipped={false} />
    </div>
  )
}
