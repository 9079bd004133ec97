import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shortId } from '../../../format/id.ts'
import { formatInstant, type Zone } from '../../../format/time.ts'
import { enumWords } from '../../../entities/enum-words.ts'
import { useMarkets } from '../../../entities/market/labels.ts'
import { useStoppedAt } from '../../../entities/use-node-status.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { failureLine } from '../../../ui/feedback/failure-view.ts'
import { beginningQuery, useFurther } from '../data/first-candle.ts'
import { candleTime } from '../data/bar-format.ts'
import { candleWords, type Interval } from '../data/interval.ts'
import type { Instants } from '../data/rows-in-range.ts'
import { failureOf } from '../../../client/node-failure.ts'

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

interface NoneProps {
  interval: Interval
  /** A longer interval that has candles. */
  further: Interval | undefined
}

interface NoneYetProps {
  growing: boolean
  /** The market's state, where the node has reported it. */
  state: string | undefined
  action: ReactNode
}

/** What a state that keeps a market from trading means for its candles; empty for others. */
export function noTradesBecause(state: string | undefined): string {
  if (state === 'STATE_PENDING') return ' The market is in its opening auction: candles begin with its first trade.'
  if (state === undefined || state === 'STATE_ACTIVE' || state === 'STATE_UNSPECIFIED') return ''
  return ` The market is ${enumWords(state)}.`
}

/** The interval has no candles; `growing` if new ones will be shown as they arrive. */
function NoneYet({ interval, further, growing, state, action }: NoneProps & NoneYetProps) {
  const stopped = useStoppedAt() !== undefined
  const live = usePreference('live')
  const what = `No ${candleWords(interval)} candles for this market${further || stopped ? '' : ' yet'}.`
  const more = growing && live && !stopped ? ' New trades appear here automatically.' : ''
  return (
    <Empty level={2} title="No candles" action={action}>
      {what + noTradesBecause(state) + (further ? ` It has ${candleWords(further)} candles.` : more)}
    </Empty>
  )
}

/** Where the candles of an interval begin, and which interval goes back further. */
function beginningWords({ interval, further }: NoneProps, start: bigint | undefined, zone: Zone): string[] {
  const begins = start !== undefined && candleTime(start, { zone, length: interval.length }, { precision: 'minute' })
  return [
    ...(begins === false ? [] : [`${candleWords(interval)} candles start on ${begins}.`]),
    ...(further ? [`${candleWords(further)} candles go back further.`] : []),
  ]
}

/** Explains why there are no candles: unknown market, none yet, or none that old. */
export function NoCandles(props: NoCandlesProps) {
  const { interval, intervals, marketId, range, zone, onInterval, onLatest } = props
  const { from, to: until } = range
  const { byId, state } = useMarkets()
  const { data, error } = useQuery({ ...beginningQuery(interval.candleId), enabled: until !== undefined })
  const start = data?.start
  /** The node has no candles of this interval at all. */
  const none = until === undefined || (data !== undefined && start === undefined)
  const unlisted = marketId !== undefined && state === 'known' && !byId.has(marketId)
  const wanted = none ? {} : { from, to: until }
  const further = useFurther(intervals, interval, wanted, none ? !unlisted : start !== undefined)
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
  if (none)
    return (
      <NoneYet
        interval={interval}
        further={further}
        growing={until === undefined}
        state={byId.get(marketId ?? '')?.state}
        action={longer}
      />
    )
  const unread = error ? [`${failureLine(failureOf(error), 'the first candle')}.`] : []
  return (
    <Empty
      level={2}
      title={`No ${candleWords(interval)} candles before ${formatInstant(until, zone)}`}
      action={
        <>
          {longer} <Button onClick={onLatest}>Jump to latest</Button>
        </>
      }
    >
      {[...beginningWords({ interval, further }, start, zone), ...unread].join(' ')}
    </Empty>
  )
}
