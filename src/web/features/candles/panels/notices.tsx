import { groupDigits } from '../../../format/amount.ts'
import { formatInstant, fromMilliseconds, type Zone } from '../../../format/time.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type Unmet, unmetWords } from '../requested-view.ts'
import type { CandleSeries } from '../data/candle-series.ts'
import { maxCandles } from '../data/candles-query.ts'
import { quietRange, type SeriesState } from '../data/series-state.ts'
import { candleWords, type Interval } from '../data/interval.ts'
import styles from './notices.module.css'
import type { Instants } from '../data/rows-in-range.ts'
import { Trouble } from './trouble.tsx'
import type { useCompared } from '../data/use-compared.ts'
import type { CandleSubject } from '../use-candle-target.ts'

export interface NoticesProps {
  series: CandleSeries
  state: SeriesState
  subject: CandleSubject
  zone: Zone
  /** The second candle id, if one is compared. */
  compared: Compared | undefined
  /** Whether the chart can use a percent scale. */
  comparable: boolean
  /** Parts of the URL that cannot be shown. */
  unmet: readonly Unmet[]
  /** Removes the unmet parts from the URL. */
  onDismiss: () => void
  /** The visible range, in URL form. */
  range: Instants
  /** A longer interval whose candles begin earlier. */
  further: Interval | undefined
  onInterval: (interval: Interval) => void
}

type Compared = ReturnType<typeof useCompared>

/** Reasons why the second candle id is not fully visible. */
function ComparedNotices({ compared, comparable }: Pick<NoticesProps, 'compared' | 'comparable'>) {
  if (!compared) return null
  const { series, state } = compared
  const what = 'the compared candles'
  return (
    <>
      <Trouble error={state.error} what={what} onRetry={() => series.retry()} />
      <Trouble error={state.older.error} what={what} onRetry={() => void series.loadOlder()} />
      <Trouble error={state.newer.error} what={what} onRetry={() => void series.loadNewer()} />
      {state.phase === 'ready' && state.candles.length === 0 && (
        <Notice>The compared candle id has no candles in this stretch of time.</Notice>
      )}
      {!comparable && (
        <Notice>
          These prices are drawn as differences, which have no percentage: the second line cannot stand beside them.
        </Notice>
      )}
    </>
  )
}

/** Problems with the requested range: no trades in it, or candles that begin later. */
function RangeNotices({ state, subject, range, further, zone, onInterval }: NoticesProps) {
  const { interval } = subject
  const [first] = state.candles
  const quiet = quietRange(state, range, interval?.length)
  const write = (instant: string): string => formatInstant(instant, zone)
  const from = write(range.from ?? '0')
  const bounds = range.to === undefined ? `since ${from}` : `from ${from} to ${write(range.to)}`
  return (
    <>
      {quiet && (
        <Notice>{`No trades ${bounds}.${quiet === 'before' ? ' Showing the last candles before that.' : ''}`}</Notice>
      )}
      {further && interval && first && (
        <Notice
          action={
            <Button small onClick={() => onInterval(further)}>
              {`Show ${candleWords(further)} candles`}
            </Button>
          }
        >
          {`${candleWords(interval)} candles start on ${formatInstant(first.start, zone, { precision: 'minute' })}; ${candleWords(further)} candles go back further.`}
        </Notice>
      )}
    </>
  )
}

/** Failed requests of the charted candles. */
function SeriesNotices({ series, state, zone }: NoticesProps) {
  const { error, older, newer, candles, confirmedAt } = state
  const confirmed =
    confirmedAt === undefined
      ? ''
      : ` The newest bar is as it was at ${formatInstant(fromMilliseconds(confirmedAt), zone)}.`
  return (
    <>
      {candles.length > 0 && (
        <Trouble
          error={error}
          what="these candles"
          rest="The bars before it are still shown."
          onRetry={() => series.retry()}
        />
      )}
      <Trouble
        error={older.error}
        what="older candles"
        rest="What is loaded stays."
        onRetry={() => void series.loadOlder()}
      />
      <Trouble
        error={newer.error}
        what="newer candles"
        rest={`What is loaded stays.${confirmed}`}
        onRetry={() => void series.loadNewer()}
      />
    </>
  )
}

/** What the node did not report, and what is used instead. */
function AssumptionNotices({ state, subject }: NoticesProps) {
  const { source, labelling, label, marketId, decimals } = subject
  return (
    <>
      {source === 'assumed' && marketId !== undefined && (
        <Notice>
          This node did not list the intervals of the market. These are the ones that every network has by default.
        </Notice>
      )}
      {!labelling && !label && state.candles.length > 0 && (
        <Notice>
          {decimals === undefined
            ? 'The node does not tell the decimals of this market, so prices, volume and notional are raw integers. Chart options let you set them.'
            : 'The node does not tell the decimals of this market. These are the ones you set.'}
        </Notice>
      )}
    </>
  )
}

/** Notices about the displayed bars: failed requests, truncation, assumptions. Takes no space without any. */
export function Notices(props: NoticesProps) {
  const { state, subject, compared, comparable, unmet, onDismiss } = props
  const { replaced, interval } = subject
  const limit = groupDigits(String(maxCandles))
  return (
    <div className={styles.notices}>
      {unmet.length > 0 && (
        <Notice
          action={
            <Button small onClick={onDismiss}>
              Dismiss
            </Button>
          }
        >
          {unmet.map((one) => (
            <div key={one.names.join()}>{unmetWords(one)}</div>
          ))}
        </Notice>
      )}
      <RangeNotices {...props} />
      <SeriesNotices {...props} />
      <ComparedNotices compared={compared} comparable={comparable} />
      {state.cut && (
        <Notice>
          {`At most ${limit} bars stay loaded. Farther ones are asked for again when you go there; a longer interval shows more time.`}
        </Notice>
      )}
      {replaced && interval && (
        <Notice>
          {`Shown as ${candleWords(interval)} candles: this range has more than ${limit} ${candleWords(replaced)} candles.`}
        </Notice>
      )}
      <AssumptionNotices {...props} />
    </div>
  )
}
