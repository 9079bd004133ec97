import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { failureOf } from '../../../format/failure.ts'
import { enumWords } from '../../../format/words.ts'
import { useMarkets } from '../../../entities/labels.ts'
import { useStoppedAt } from '../../../entities/use-node-status.ts'
import { shortId } from '../../../format/id.ts'
import { formatInstant } from '../../../format/time.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { failureLine } from '../../../ui/feedback/failure-view.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { candleTime } from '../data/bar-format.ts'
import { firstCandleQuery, useFurther } from '../data/first-candle.ts'
import { candleWords, type Interval } from '../data/interval.ts'
import { useObservable } from '../../../use-observable.ts'
import type { PageProps } from '../use-candles-page.ts'
import type { ChartPlace } from './chart-controller.ts'
import { ChartOrReason, ChartSkeleton } from './chart-skeleton.tsx'
import styles from './chart-body.module.css'

const loadChart = () => import('./chart.tsx')
// The page is drawn while the chart, a quarter of its code, is on the way. What keeps it from coming is shown in its place.
loadChart().catch(() => undefined)
const ChartFrame = lazy(async () => ({ default: (await loadChart()).ChartFrame }))

/** Lazy-loaded: it opens on demand. */
const ChartMenu = lazy(async () => ({ default: (await import('../panels/chart-menu.tsx')).ChartMenu }))

/** What a state that keeps a market from trading means for its candles; empty for others. */
export function noTradesBecause(state: string | undefined): string {
  if (state === 'STATE_PENDING') return ' The market is in its opening auction: candles begin with its first trade.'
  if (state === undefined || state === 'STATE_ACTIVE' || state === 'STATE_UNSPECIFIED') return ''
  return ` The market is ${enumWords(state)}.`
}

function beginningWords(page: PageProps['page'], interval: Interval, { start, further, error }: Missing): string {
  const begins = start !== undefined && candleTime(start, page.format, { precision: 'minute' })
  const sentences = [
    begins !== false && `${candleWords(interval)} candles start on ${begins}.`,
    further && `${candleWords(further)} candles go back further.`,
    error && `${failureLine(failureOf(error), 'the first candle')}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

type Missing = Pick<ReturnType<typeof useMissingCandles>, 'start' | 'further' | 'error'>

/** Whether the interval has no candles at all, what goes back further, and where its candles begin. */
function useMissingCandles({ subject, address }: PageProps['page'], interval: Interval) {
  const { intervals, marketId } = subject
  const { from, to } = address.search
  const { byId, state } = useMarkets()
  const { data, error } = useQuery({ ...firstCandleQuery(interval.candleId), enabled: to !== undefined })
  const none = to === undefined || (data !== undefined && data.start === undefined)
  const unlisted = marketId !== undefined && state === 'known' && !byId.has(marketId)
  const enabled = none ? !unlisted : data?.start !== undefined
  const further = useFurther(intervals, interval, none ? {} : { from, to }, enabled)
  return { none, unlisted, further, start: data?.start, error, marketState: byId.get(marketId ?? '')?.state }
}

/** Explains why there are no candles: unknown market, none yet, or none that old. */
function NoCandles({ page, interval }: PageProps & { interval: Interval }) {
  const { subject, address, format, navigation } = page
  const missing = useMissingCandles(page, interval)
  const { none, unlisted, further, marketState } = missing
  const stopped = useStoppedAt() !== undefined
  const live = usePreference('live')
  const { to } = address.search
  const words = candleWords(interval)
  const longer = further && (
    <Button onClick={() => navigation.toLongerInterval(further)}>{`Show ${candleWords(further)} candles`}</Button>
  )
  if (none && unlisted) {
    return (
      <Empty level={2} title="No such market">
        {`This node lists no market with the id ${shortId(subject.marketId ?? '')}. Check the id, or pick another market.`}
      </Empty>
    )
  }
  if (none) {
    const what = `No ${words} candles for this market${further || stopped ? '' : ' yet'}.`
    const more = to === undefined && live && !stopped ? ' New trades appear here automatically.' : ''
    return (
      <Empty level={2} title="No candles" action={longer}>
        {what + noTradesBecause(marketState) + (further ? ` It has ${candleWords(further)} candles.` : more)}
      </Empty>
    )
  }
  return (
    <Empty
      level={2}
      title={`No ${words} candles before ${formatInstant(to ?? '0', format.zone)}`}
      action={
        <>
          {longer} <Button onClick={navigation.toLatest}>Jump to latest</Button>
        </>
      }
    >
      {beginningWords(page, interval, missing)}
    </Empty>
  )
}

/** Where the two axes meet: whether the price scale follows the candles, and whether it is logarithmic. */
function ScaleButtons({ page: { view, controller, address, anchored } }: PageProps) {
  const { scale, compare } = address.search
  const auto = useObservable(view.autoScale)
  const comparing = compare !== undefined
  const why = anchored ? 'The axis shows differences, which have no logarithm' : 'Comparing uses a percent scale'
  return (
    <div className={styles.corner}>
      <button
        type="button"
        aria-pressed={auto}
        aria-label="Auto scale"
        title="Fit the price scale to the candles in view (A)"
        onClick={() => controller?.setAutoScale(!auto)}
      >
        A
      </button>
      <button
        type="button"
        aria-pressed={scale === 'log'}
        aria-label="Log scale"
        disabled={anchored || comparing}
        title={anchored || comparing ? why : 'Logarithmic price scale'}
        onClick={() => address.change({ scale: scale === 'log' ? undefined : 'log' }, true)}
      >
        log
      </button>
    </div>
  )
}

/** The chart with its menu, or the reason it is missing. */
export function ChartBody({ page }: PageProps) {
  const [place, setPlace] = useState<ChartPlace>()
  const { state, rows, title, measuring, scene, view, setController, onCompare, onHide, onAnchor, own } = page
  return (
    <ChartOrReason {...page} className={styles.message}>
      {(interval) =>
        rows.length === 0 ? (
          <div className={styles.message}>
            <NoCandles page={page} interval={interval} />
          </div>
        ) : (
          <div className={styles.framed} aria-busy={state.phase === 'opening'}>
            <Suspense fallback={<ChartSkeleton label={`Loading the candles of ${title}`} />}>
              <ChartFrame
                {...{ title, scene, view, onCompare, onHide, onAnchor, own }}
                onMenu={setPlace}
                corner={<ScaleButtons page={page} />}
                onController={setController}
                onMeasure={measuring.mark}
                onMeasureEnd={measuring.stop}
              />
            </Suspense>
            {place && (
              <Suspense>
                <ChartMenu page={page} place={place} onClose={() => setPlace(undefined)} />
              </Suspense>
            )}
          </div>
        )
      }
    </ChartOrReason>
  )
}
