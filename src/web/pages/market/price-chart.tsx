import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useNodeState } from '../../entities/use-node-status.ts'
import { usePreference, useZone } from '../../preferences/use-preferences.ts'
import { useObservable } from '../../use-observable.ts'
import {
  type CandleSeries,
  candleWords,
  type ChartController,
  ChartFrame,
  ChartOrReason,
  type ChartView,
  RangeStatisticsBar,
  type SeriesState,
  useBarFormat,
  useCandleRows,
  useCandleSeries,
  useCandleSubject,
  useChartScene,
  useLiveCandles,
  useNamedRange,
} from '../../features/candles/index.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import styles from './page.module.css'
import { intervalOf, type PriceRange } from './price-search.ts'

const nothing: readonly never[] = []
/** Text that the chart says of its keys: the page of a market has no table and measures nothing. */
const noKeys = ''

interface Framed {
  series: CandleSeries
  view: ChartView
  state: SeriesState
  controller: ChartController | undefined
  from: string | undefined
}

/** Opens the series at the start of a range and shows the range, once; older candles load as the reader pans to them. */
function useFramed({ series, view, state, controller, from }: Framed): void {
  useLayoutEffect(() => {
    if (from !== undefined) series.open({ from })
  }, [series, from])
  const ready = state.phase === 'ready' && state.candles.length > 0
  useLayoutEffect(() => {
    if (ready && from !== undefined) controller?.frame(from, undefined)
  }, [ready, controller, from])
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
  const { base } = useNodeState('base')
  const given = useMemo(
    () => ({ subject: { marketId }, search: { range, interval: intervalOf(range) } }) as const,
    [marketId, range],
  )
  const subject = useCandleSubject(given)
  const [{ search }] = useNamedRange(given, subject.interval)
  const { from } = search as { from?: string }
  const { interval } = subject
  const { series, view, state } = useCandleSeries(interval?.candleId ?? '', base)
  const [controller, setController] = useState<ChartController>()
  const rows = useCandleRows(state, interval?.length, false)
  const format = useBarFormat(subject, zone)
  const scene = useChartScene({ rows, state, format, search: {}, studies: nothing, compared: nothing })
  useFramed({ series, view, state, controller, from })
  useLiveCandles(interval?.candleId, series, view, live)
  const measuring = useObservable(view.measure, ({ phase }) => phase !== 'off')
  const stopMeasuring = useCallback(() => view.measure.set({ phase: 'off' }), [view])
  useEffect(() => {
    if (measuring) stopMeasuring()
  }, [measuring, stopMeasuring])

  return (
    <ChartOrReason {...{ subject, series, state, rows, title }} className={styles.message}>
      {(interval) =>
        rows.length === 0 ? (
          <div className={styles.message}>
            <Empty title="No candles">
              No {candleWords(interval)} candles for this market on this node. New trades appear here automatically.
            </Empty>
          </div>
        ) : (
          <div className={styles.framed}>
            <div className={styles.drawing}>
              <ChartFrame
                title={`${title}, ${interval.label}`}
                scene={scene}
                view={view}
                pageKeys={noKeys}
                onController={setController}
                onCompare={() => undefined}
                onMeasure={() => undefined}
                onMeasureEnd={stopMeasuring}
              />
            </div>
            <RangeStatisticsBar view={view} format={format} skipped={false} />
          </div>
        )
      }
    </ChartOrReason>
  )
}
