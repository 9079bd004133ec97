import { useQuery } from '@tanstack/react-query'
import { shortId } from '../../../format/id.ts'
import { formatInstant, type Zone } from '../../../format/time.ts'
import { failureOf } from '../../../infinite-list/error-view.ts'
import { useMarkets } from '../../../entities/market/labels.ts'
import { useStoppedAt } from '../../../entities/use-node-status.ts'
import { usePreferences } from '../../../preferences/use-preferences.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { failureWords } from '../../../ui/feedback/failure-view.ts'
import { beginningQuery, useFurther } from '../data/first-candle.ts'
import { candleWords, type Interval } from '../data/interval.ts'
import type { Instants } from '../data/rows-in-range.ts'

export interface NoCandlesProps {
  interval: Interval
  intervals: readonly Interval[]
  marketId: string | undefined
  /** The requested range; without an end, the newest candles were requested. */
  range: Instants
  zone: Zone
  onInterval: (interval: Interval) => void
  onLatest: () => void
}

/** Explains why there are no candles: unknown market, none yet, or none that old. */
export function NoCandles(props: NoCandlesProps) {
  const { interval, intervals, marketId, range, zone, onInterval, onLatest } = props
  const { from, to: until } = range
  const { byId, state } = useMarkets()
  const { live } = usePreferences()
  const stopped = useStoppedAt() !== undefined
  const { data, error } = useQuery({ ...beginningQuery(interval.candleId), enabled: until !== undefined })
  const start = data?.start === undefined ? undefined : String(data.start)
  /** The node has no candles of this interval at all. */
  const none = until === undefined || (data !== undefined && start === undefined)
  const unlisted = marketId !== undefined && state === 'known' && !byId.has(marketId)
  const further = useFurther(
    intervals,
    interval,
    none ? {} : { from, to: until },
    none ? !unlisted : start !== undefined,
  )
  const words = candleWords(interval)
  const longer = further && (
    <Button onClick={() => onInterval(further)}>{`Show ${candleWords(further)} candles`}</Button>
  )

  if (none && unlisted) {
    return (
      <Empty level={2} title="No such market">
        {`This node lists no market with the id ${shortId(marketId)}. Check the id, or pick another market.`}
      </Empty>
    )
  }
  if (none) {
    const what = `No ${words} candles for this market${further || stopped ? '' : ' yet'}.`
    const more = further
      ? ` It has ${candleWords(further)} candles.`
      : live && !stopped && until === undefined
        ? ' New trades appear here automatically.'
        : ''
    return (
      <Empty level={2} title="No candles" action={longer}>
        {what + more}
      </Empty>
    )
  }
  const begins =
    start === undefined ? '' : `${words} candles start on ${formatInstant(start, zone, { precision: 'minute' })}.`
  const unread = error ? `${failureWords(failureOf(error), 'the first candle').title}.` : ''
  return (
    <Empty
      level={2}
      title={`No ${words} candles before ${formatInstant(until, zone)}`}
      action={
        <>
          {longer} <Button onClick={onLatest}>Jump to latest</Button>
        </>
      }
    >
      {[begins, further ? `${candleWords(further)} candles go back further.` : '', unread].filter(Boolean).join(' ')}
    </Empty>
  )
}
