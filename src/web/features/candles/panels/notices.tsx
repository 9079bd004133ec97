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
import { failureOf } from '../../../infinite-list/error-view.ts'
import { failureWords } from '../../../ui/feedback/failure-view.ts'
import type { IconName } from '../../../ui/icons/icon-paths.ts'
import type { ReactNode } from 'react'
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

/** One notice; no text, no notice. */
interface Note {
  text: ReactNode
  state?: 'near'
  button?: { label: string; icon?: IconName; onClick: () => void }
}

/** A failed request, if there is an error: what failed, what is shown meanwhile, and a way to retry. */
function trouble(error: Error | undefined, what: string, onRetry: () => unknown, rest = ''): Note {
  if (!error) return { text: undefined }
  const { title, text } = failureWords(failureOf(error), what)
  const button = { label: 'Retry', icon: 'refresh', onClick: () => void onRetry() } as const
  return { state: 'near', button, text: `${title}. ${text} ${rest}` }
}

/** Reasons why the second candle id is not fully visible. */
function comparedNotes({ compared, comparable }: NoticesProps): Note[] {
  if (!compared) return []
  const { series, state } = compared
  const what = 'the compared candles'
  return [
    trouble(state.error, what, series.retry),
    trouble(state.older.error, what, series.loadOlder),
    trouble(state.newer.error, what, series.loadNewer),
    {
      text:
        state.phase === 'ready' &&
        state.candles.length === 0 &&
        'The compared candle id has no candles in this stretch of time.',
    },
    {
      text:
        !comparable &&
        'These prices are drawn as differences, which have no percentage: the second line cannot stand beside them.',
    },
  ]
}

/** Problems with the requested range: no trades in it, or candles that begin later. */
function rangeNotes({ state, subject: { interval }, range, further, zone, onInterval }: NoticesProps): Note[] {
  const [first] = state.candles
  const quiet = quietRange(state, range, interval?.length)
  const write = (instant: string): string => formatInstant(instant, zone)
  const from = write(range.from ?? '0')
  const bounds = range.to === undefined ? `since ${from}` : `from ${from} to ${write(range.to)}`
  const none: Note = {
    text: quiet && `No trades ${bounds}.${quiet === 'before' ? ' Showing the last candles before that.' : ''}`,
  }
  if (!further || !interval || !first) return [none, { text: undefined }]
  const start = formatInstant(first.start, zone, { precision: 'minute' })
  const text = `${candleWords(interval)} candles start on ${start}; ${candleWords(further)} candles go back further.`
  const button = { label: `Show ${candleWords(further)} candles`, onClick: () => onInterval(further) }
  return [none, { text, button }]
}

/** Failed requests of the charted candles. */
function seriesNotes({ series, state, zone }: NoticesProps): Note[] {
  const { error, older, newer, candles, confirmedAt } = state
  const confirmed =
    confirmedAt === undefined
      ? ''
      : ` The newest bar is as it was at ${formatInstant(fromMilliseconds(confirmedAt), zone)}.`
  return [
    trouble(
      candles.length > 0 ? error : undefined,
      'these candles',
      series.retry,
      'The bars before it are still shown.',
    ),
    trouble(older.error, 'older candles', series.loadOlder, 'What is loaded stays.'),
    trouble(newer.error, 'newer candles', series.loadNewer, `What is loaded stays.${confirmed}`),
  ]
}

/** What the node did not report, and what is used instead. */
function assumptionNotes({ state, subject }: NoticesProps): Note[] {
  const { source, labelling, label, marketId, decimals } = subject
  const unlabelled =
    decimals === undefined
      ? 'The node does not tell the decimals of this market, so prices, volume and notional are raw integers. Chart options let you set them.'
      : 'The node does not tell the decimals of this market. These are the ones you set.'
  return [
    {
      text:
        source === 'assumed' &&
        marketId !== undefined &&
        'This node did not list the intervals of the market. These are the ones that every network has by default.',
    },
    { text: !labelling && !label && state.candles.length > 0 && unlabelled },
  ]
}

/** Bars that are not loaded, or are longer than requested, because there would be too many. */
function limitNotes({ state, subject: { replaced, interval } }: NoticesProps): Note[] {
  const limit = groupDigits(String(maxCandles))
  return [
    {
      text:
        state.cut &&
        `At most ${limit} bars stay loaded. Farther ones are asked for again when you go there; a longer interval shows more time.`,
    },
    {
      text:
        replaced &&
        interval &&
        `Shown as ${candleWords(interval)} candles: this range has more than ${limit} ${candleWords(replaced)} candles.`,
    },
  ]
}

/** Notices about the displayed bars: failed requests, truncation, assumptions. Takes no space without any. */
export function Notices(props: NoticesProps) {
  const { unmet, onDismiss } = props
  const asked = unmet.map((one) => <div key={one.names.join()}>{unmetWords(one)}</div>)
  const notes: Note[] = [
    { text: asked.length > 0 && asked, button: { label: 'Dismiss', onClick: onDismiss } },
    ...rangeNotes(props),
    ...seriesNotes(props),
    ...comparedNotes(props),
    ...limitNotes(props),
    ...assumptionNotes(props),
  ]
  return (
    <div className={styles.notices}>
      {notes.map(
        ({ text, state, button: { label, ...button } = { label: undefined } }, at) =>
          text && (
            // the list has its places: a notice keeps its own whichever others are shown
            // oxlint-disable-next-line react/no-array-index-key
            <Notice
              key={at}
              {...(state && { state })}
              action={
                label && (
                  <Button small {...button}>
                    {label}
                  </Button>
                )
              }
            >
              {text}
            </Notice>
          ),
      )}
    </div>
  )
}
