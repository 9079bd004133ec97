import type { ReactNode } from 'react'
import { groupDigits } from '../../../../format/amount.ts'
import { formatInstant, fromMilliseconds, type Zone } from '../../../../format/time.ts'
import { failureWords } from '../../../../ui/feedback/failure-view.ts'
import type { IconName } from '../../../../ui/icons/icon-paths.ts'
import { candleTime } from '../../data/bar-format.ts'
import type { CandleSeries } from '../../data/candle-series.ts'
import { maxCandles } from '../../data/candles-query.ts'
import { maxCompared } from '../../data/compared-ids.ts'
import { candleWords, type Interval } from '../../data/interval.ts'
import type { Unreadable } from '../../data/candle-pages.ts'
import type { Instants } from '../../data/rows-in-range.ts'
import { quietRange, type SeriesState } from '../../data/series-state.ts'
import type { ComparedSeries } from '../../data/use-compared.ts'
import type { CandleSubject } from '../../use-candle-target.ts'
import { failureOf } from '../../../../client/node-failure.ts'

export interface NotesSource {
  series: CandleSeries
  state: SeriesState
  subject: CandleSubject
  zone: Zone
  /** Other candle ids on the chart. */
  compared: readonly ComparedSeries[]
  /** Name of a compared candle id. */
  nameOf: (candleId: string) => string
  /** Whether the chart can use a percent scale. */
  comparable: boolean
  /** The visible range, in URL form. */
  range: Instants
  /** A longer interval whose candles begin earlier. */
  further: Interval | undefined
  onInterval: (interval: Interval) => void
}

/** One notice; no text, no notice. */
export interface Note {
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

/** Reasons why one compared candle id is not fully visible. */
function comparedNote({ candleId, series, state }: ComparedSeries, name: (candleId: string) => string): Note {
  const failed = [
    [state.error, series.retry],
    [state.older.error, series.loadOlder],
    [state.newer.error, series.loadNewer],
  ] as const
  const [error, retry] = failed.find(([one]) => one) ?? [undefined, series.retry]
  if (error) return trouble(error, `the candles of ${name(candleId)}`, retry)
  const none = state.phase === 'ready' && state.candles.length === 0
  return { text: none && `${name(candleId)} has no candles in this range.` }
}

/** Reasons why compared candles are not fully visible; as many notes as there may be markets. */
function comparedNotes({ compared, comparable, nameOf }: NotesSource): Note[] {
  const notes = Array.from({ length: maxCompared }, (_, index) => compared[index])
  return [
    ...notes.map((one): Note => (one ? comparedNote(one, nameOf) : { text: undefined })),
    {
      text:
        compared.length > 0 &&
        !comparable &&
        'These prices are shown as differences, which have no percentage, so no other market can be compared.',
    },
  ]
}

/** Problems with the requested range: no trades in it, or candles that begin later. */
function rangeNotes({ state, subject: { interval }, range, further, zone, onInterval }: NotesSource): Note[] {
  const [first] = state.candles
  const quiet = quietRange(state, range, interval?.length)
  const write = (instant: string): string => formatInstant(instant, zone)
  const from = write(range.from ?? '0')
  const bounds = range.to === undefined ? `since ${from}` : `from ${from} to ${write(range.to)}`
  const none: Note = {
    text: quiet && `No trades ${bounds}.${quiet === 'before' ? ' Showing the last candles before that.' : ''}`,
  }
  if (!further || !interval || !first) return [none, { text: undefined }]
  const start = candleTime(first.start, { zone, length: interval.length }, { precision: 'minute' })
  const text = `${candleWords(interval)} candles start on ${start}; ${candleWords(further)} candles go back further.`
  const button = { label: `Show ${candleWords(further)} candles`, onClick: () => onInterval(further) }
  return [none, { text, button }]
}

/** Failed requests of the charted candles. */
function seriesNotes({ series, state, zone }: NotesSource): Note[] {
  const { error, older, newer, candles, confirmedAt } = state
  const confirmed =
    confirmedAt === undefined ? '' : ` The newest candle is from ${formatInstant(fromMilliseconds(confirmedAt), zone)}.`
  return [
    trouble(
      candles.length > 0 ? error : undefined,
      'these candles',
      series.retry,
      'The candles before it are still shown.',
    ),
    trouble(older.error, 'older candles', series.loadOlder, 'Loaded candles are still shown.'),
    trouble(newer.error, 'newer candles', series.loadNewer, `Loaded candles are still shown.${confirmed}`),
  ]
}

/** Candles named in a notice; more are counted. */
const maxNamed = 3

/** Candles whose numbers do not fit what the node writes them in: missing from the chart, which is no lack of trades. */
function unreadableNote({ state: { unreadable = [] }, subject: { interval }, zone }: NotesSource): Note {
  if (unreadable.length === 0 || !interval) return { text: undefined }
  const write = (instant: string): string => formatInstant(instant, zone, { precision: 'minute' })
  const lengthOf = ({ from, to }: Unreadable): bigint => BigInt(to) - BigInt(from)
  const named = unreadable
    .slice(0, maxNamed)
    .map((one) => (lengthOf(one) === interval.length ? write(one.from) : `${write(one.from)} to ${write(one.to)}`))
  const more = unreadable.length - named.length
  const which = [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')
  const one = unreadable.length === 1 && unreadable.every((range) => lengthOf(range) === interval.length)
  return {
    state: 'near',
    text: `The node cannot answer the ${candleWords(interval)} ${one ? 'candle' : 'candles'} of ${which}: a number is too large for it. This is a gap in the answer, not a time without trades.`,
  }
}

/** What the node did not report, and what is used instead. */
function assumptionNotes({ state, subject }: NotesSource): Note[] {
  const { source, labelling, label, marketId, decimals } = subject
  const what = 'the decimals of this market'
  const cause = labelling === 'failed' ? `Could not load ${what}` : `The node does not report ${what}`
  const unlabelled =
    decimals === undefined
      ? `${cause}, so prices, volume and notional are raw integers. Set them in the chart options.`
      : `${cause}. These are the ones you set.`
  const intervals: Partial<Record<typeof source, string>> = {
    absent: 'This node did not list the intervals of this market. These are the network’s defaults.',
    failed: 'Could not load the intervals of this market. These are the network’s defaults.',
  }
  return [
    { text: marketId !== undefined && intervals[source] },
    { text: labelling !== 'waiting' && !label && state.candles.length > 0 && unlabelled },
  ]
}

/** Candles that are not loaded, or are longer than requested, because there would be too many. */
function limitNotes({ state, subject: { replaced, interval } }: NotesSource): Note[] {
  const limit = groupDigits(String(maxCandles))
  return [
    {
      text:
        state.cut &&
        `At most ${limit} candles stay loaded; others reload when you go there. A longer interval shows more time.`,
    },
    {
      text:
        replaced &&
        interval &&
        `Shown as ${candleWords(interval)} candles: this range has more than ${limit} ${candleWords(replaced)} candles.`,
    },
  ]
}

/** Everything to say about the displayed candles, each in its own place of the list. */
export const notesOf = (source: NotesSource): Note[] => [
  ...rangeNotes(source),
  ...seriesNotes(source),
  ...comparedNotes(source),
  ...limitNotes(source),
  ...assumptionNotes(source),
  unreadableNote(source),
]
