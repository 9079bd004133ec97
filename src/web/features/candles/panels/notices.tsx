import { groupDigits } from '../../../format/amount.ts'
import { formatInstant, fromMilliseconds, type Zone } from '../../../format/time.ts'
import { failureOf } from '../../../infinite-list/error-view.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { failureWords } from '../../../ui/feedback/failure-view.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type Unmet, unmetWords } from '../requested-view.ts'
import type { CandleSeries } from '../data/candle-series.ts'
import { maxCandles } from '../data/candles-query.ts'
import type { SeriesState } from '../data/series-state.ts'
import { candleWords, type Interval } from '../data/interval.ts'
import styles from './notices.module.css'
import { quietRange } from '../data/quiet-range.ts'
import type { Instants } from '../data/rows-in-range.ts'
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

function Trouble({ error, what, rest, onRetry }: { error: Error; what: string; rest: string; onRetry: () => void }) {
  const { title, text } = failureWords(failureOf(error), what)
  return (
    <Notice
      state="near"
      action={
        <Button small icon="refresh" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {title}. {text} {rest}
    </Notice>
  )
}

type Compared = ReturnType<typeof useCompared>

/** Reasons why the second candle id is not fully visible. */
function comparedNotes(compared: Compared, comparable: boolean) {
  if (!compared) return []
  const { series, state } = compared
  const what = 'the compared candles'
  const { error, older, newer, phase, candles } = state
  return [
    error && <Trouble key="compared" error={error} what={what} rest="" onRetry={() => series.retry()} />,
    older.error && (
      <Trouble key="compared older" error={older.error} what={what} rest="" onRetry={() => void series.loadOlder()} />
    ),
    newer.error && (
      <Trouble key="compared newer" error={newer.error} what={what} rest="" onRetry={() => void series.loadNewer()} />
    ),
    phase === 'ready' && candles.length === 0 && (
      <Notice key="compared none">The compared candle id has no candles in this stretch of time.</Notice>
    ),
    !comparable && (
      <Notice key="incomparable">
        These prices are drawn as differences, which have no percentage: the second line cannot stand beside them.
      </Notice>
    ),
  ]
}

/** Problems with the requested range: no trades in it, or candles that begin later. */
function rangeNotes({ state, subject, range, further, zone, onInterval }: NoticesProps) {
  const { interval } = subject
  const [first] = state.candles
  const quiet = quietRange(state, range, interval?.length)
  const write = (instant: string): string => formatInstant(instant, zone)
  const bounds = `${range.to === undefined ? 'since' : 'from'} ${write(range.from ?? '0')}${range.to === undefined ? '' : ` to ${write(range.to)}`}`
  return [
    quiet && (
      <Notice key="quiet">
        {`No trades ${bounds}.${quiet === 'before' ? ' Showing the last candles before that.' : ''}`}
      </Notice>
    ),
    further && interval && first && (
      <Notice
        key="further"
        action={
          <Button small onClick={() => onInterval(further)}>
            {`Show ${candleWords(further)} candles`}
          </Button>
        }
      >
        {`${candleWords(interval)} candles start on ${formatInstant(first.start, zone, { precision: 'minute' })}; ${candleWords(further)} candles go back further.`}
      </Notice>
    ),
  ]
}

/** Notices about the displayed bars: failed requests, truncation, assumptions. */
export function Notices(props: NoticesProps) {
  const { series, state, subject, zone, compared, comparable, unmet, onDismiss } = props
  const { error, older, newer, cut, candles, confirmedAt } = state
  const { source, replaced, interval, labelling, label, marketId } = subject
  const known =
    confirmedAt === undefined
      ? ''
      : ` The newest bar is as it was at ${formatInstant(fromMilliseconds(confirmedAt), zone)}.`
  const notes = [
    unmet.length > 0 && (
      <Notice
        key="address"
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
    ),
    ...rangeNotes(props),
    error && candles.length > 0 && (
      <Trouble
        key="open"
        error={error}
        what="these candles"
        rest="The bars before it are still shown."
        onRetry={() => series.retry()}
      />
    ),
    older.error && (
      <Trouble
        key="older"
        error={older.error}
        what="older candles"
        rest="What is loaded stays."
        onRetry={() => void series.loadOlder()}
      />
    ),
    newer.error && (
      <Trouble
        key="newer"
        error={newer.error}
        what="newer candles"
        rest={`What is loaded stays.${known}`}
        onRetry={() => void series.loadNewer()}
      />
    ),
    ...comparedNotes(compared, comparable),
    cut && (
      <Notice key="cut">
        {`At most ${groupDigits(String(maxCandles))} bars stay loaded. Farther ones are asked for again when you go there; a longer interval shows more time.`}
      </Notice>
    ),
    replaced && interval && (
      <Notice key="replaced">
        {`Shown as ${candleWords(interval)} candles: this range has more than ${groupDigits(String(maxCandles))} ${candleWords(replaced)} candles.`}
      </Notice>
    ),
    source === 'assumed' && marketId !== undefined && (
      <Notice key="intervals">
        This node did not list the intervals of the market. These are the ones that every network has by default.
      </Notice>
    ),
    !labelling && !label && candles.length > 0 && (
      <Notice key="raw">
        {subject.decimals === undefined
          ? 'The node does not tell the decimals of this market, so prices, volume and notional are raw integers. Chart options let you set them.'
          : 'The node does not tell the decimals of this market. These are the ones you set.'}
      </Notice>
    ),
  ].filter(Boolean)
  return notes.length > 0 && <div className={styles.notices}>{notes}</div>
}
